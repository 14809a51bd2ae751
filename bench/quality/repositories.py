"""The labelled repositories: where their transcripts and labels lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
TRANSCRIPTS = SHARED / "transcripts"
SESSIONS = SHARED / "sessions"
LABELS = SHARED / "labels"


@dataclass(frozen=True)
class Repository:
    """One repository: sessions of all agents, and the labels that readers made of them, if any.

    `tuned` says that constants of the product were fitted while looking at it, so that its figures
    are not held out.
    """

    name: str
    folders: tuple[str, ...]
    tuned: bool = True
    root: Path = TRANSCRIPTS

    @property
    def heading(self) -> str:
        """Its name, and what must be known of its figures."""
        notes = ["tuned"] if self.tuned else []
        notes += [] if self.is_labelled else ["not labelled"]
        return f"{self.name} ({', '.join(notes)})" if notes else self.name

    @property
    def is_labelled(self) -> bool:
        """Whether somebody labelled what its sessions teach."""
        return self.root == TRANSCRIPTS

    @property
    def labels(self) -> Path:
        """The rows of what one would want told."""
        if self.root == OWN_SESSIONS:
            return self.root / "labels.jsonl"
        return LABELS / f"{self.name}.jsonl"

    @property
    def prompts(self) -> Path:
        """The prompts with what is due."""
        return LABELS / f"{self.name}-prompts.jsonl"

    @property
    def sources(self) -> tuple[Path, ...]:
        """The folders of its transcripts."""
        return tuple(self.root / folder for folder in self.folders)


REPOSITORIES = (
    Repository("entireio-cli", ("claude-code/entireio-cli",)),
    Repository("packmind", ("claude-code/PackmindHub-context-evaluator",)),
    Repository("agentv", ("codex/EntityProcess-agentv",)),
    Repository(
        "entire-graph", ("claude-code/entireio-entire-graph", "codex/entireio-entire-graph")
    ),
)
"""A labelled repository more is a line here."""

OTHERS = (
    Repository("session-bridge", ("codex/savekirk-session-bridge",), tuned=False, root=SESSIONS),
    Repository("auth-go", ("claude-code/entireio-auth-go",), tuned=False, root=SESSIONS),
)
"""Repositories without labels: lessons learnt from them can be read, and recall is not known."""

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "sessions"
SAMPLES = Repository("samples", ("claude-code", "codex"), tuned=False, root=EXAMPLES)
"""The sample sessions of the documentation, which need no shared data."""

OWN_SESSIONS = Path(__file__).parent / "sessions"
OWN = Repository("quay", ("claude-code", "codex"), tuned=False, root=OWN_SESSIONS)
"""Sessions of our own in eight languages with their labels: they check the machinery, no more."""


def is_here() -> bool:
    """Whether the labelled data is on this machine; it is no part of the product's repository."""
    return LABELS.is_dir() and TRANSCRIPTS.is_dir()


def repository(name: str) -> Repository:
    """The repository of that name.

    Raises:
        KeyError: there is none.
    """
    return {each.name: each for each in (*REPOSITORIES, *OTHERS, OWN, SAMPLES)}[name]
