"""What a workflow is made of: steps, who does each, and what each must show."""

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
    """An item of a step's check-list; `agent` names the kind of agent it asks for, if any."""

    text: str
    agent: str | None = None


@dataclass(frozen=True)
class Step:
    """One step; its doers work one after the other."""

    id: str
    title: str
    line: int
    doers: tuple[Doer, ...] = ("agent",)
    proofs: tuple[Proof, ...] = ("text",)
    critical: bool = False
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Workflow:
    """The steps of a workflow in their order, and the file they are from."""

    name: str
    steps: tuple[Step, ...]

    @property
    def ids(self) -> list[str]:
        """The ids of the steps in their order."""
        return [step.id for step in self.steps]


class Fault(NamedTuple):
    """Something wrong with a workflow file, and in which line."""

    line: int
    message: str


class WorkflowInvalid(BoardError):
    """A workflow file cannot be followed; `problems` says what is wrong in which line."""

    def __init__(self, name: str, problems: list[Fault]) -> None:
        told = "; ".join(f"line {problem.line}: {problem.message}" for problem in problems)
        super().__init__(f"the workflow {name} cannot be followed: {told}")
        self.problems = problems


def shown_by(doers: tuple[Doer, ...]) -> tuple[Proof, ...]:
    """What a step must show when its file does not say: what its doers are there for."""
    return tuple(dict.fromkeys(proof for doer in doers for proof in _SHOWN_BY[doer]))


def missing(step: Step, evidence: dict[str, Any]) -> list[Proof]:
    """What a step must show and does not; what the settings left out is not asked for.

    >>> missing(Step("5", "Build", 1, proofs=("text", "diff")), {"text": "Done."})
    ['diff']
    """
    left_out = evidence.get("left_out", {})
    return [proof for proof in step.proofs if not evidence.get(proof) and proof not in left_out]
