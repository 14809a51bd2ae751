"""The parts of a workflow: steps, their doers, and the proofs they must show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from blackboard.errors import BoardError

Doer = Literal["agent", "issue", "worktree", "checks", "push", "pull-request", "limits", "ready"]
DOERS: tuple[Doer, ...] = get_args(Doer)

Proof = Literal[
    "text", "diff", "issue", "branch", "checks", "commit", "push", "pull-request", "limits",
    "ready",
]  # fmt: skip
PROOFS: tuple[Proof, ...] = get_args(Proof)

_SHOWN_BY: dict[Doer, tuple[Proof, ...]] = {
    "agent": ("text",),
    "issue": ("issue",),
    "worktree": ("branch",),
    "checks": ("checks",),
    "push": ("commit", "push"),
    "pull-request": ("pull-request",),
    "limits": ("limits",),
    "ready": ("ready",),
}


class Action(NamedTuple):
    """An item of a step's check list; `agent` names the kind of agent it asks for, if any."""

    text: str
    agent: str | None = None


@dataclass(frozen=True)
class Step:
    """One step; its doers run in order."""

    id: str
    title: str
    line: int
    doers: tuple[Doer, ...] = ("agent",)
    proofs: tuple[Proof, ...] = ("text",)
    critical: bool = False
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Workflow:
    """A workflow's steps in order, and the file they come from."""

    name: str
    steps: tuple[Step, ...]

    @property
    def ids(self) -> list[str]:
        """The ids of the steps in order."""
        return [step.id for step in self.steps]


class Fault(NamedTuple):
    """A problem in a workflow file, with its line number."""

    line: int
    message: str


class WorkflowInvalid(BoardError):
    """A workflow file has errors; `problems` lists them with their lines."""

    def __init__(self, name: str, problems: list[Fault]) -> None:
        listed = "; ".join(f"line {problem.line}: {problem.message}" for problem in problems)
        super().__init__(f"the workflow {name} cannot be followed: {listed}")
        self.problems = problems


def shown_by(doers: tuple[Doer, ...]) -> tuple[Proof, ...]:
    """The default proofs of a step whose file names none, derived from its doers."""
    return tuple(dict.fromkeys(proof for doer in doers for proof in _SHOWN_BY[doer]))


def missing(step: Step, evidence: dict[str, Any]) -> list[Proof]:
    """The proofs that a step lacks; those that the settings turned off are not required.

    >>> missing(Step("5", "Build", 1, proofs=("text", "diff")), {"text": "Done."})
    ['diff']
    """
    left_out = evidence.get("left_out", {})
    return [proof for proof in step.proofs if not evidence.get(proof) and proof not in left_out]
