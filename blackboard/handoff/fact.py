"""The facts of a hand-over: each with its place in the session, and how much it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Section = Literal["asked", "left", "failed", "files", "repository", "ran"]
"""In the order in which they are shown: what the person wants, what is left to do by the agent's
word and plan, what failed, the files, the repository, and what was run."""

SECTIONS: tuple[Section, ...] = ("asked", "left", "failed", "files", "repository", "ran")

Keep = Literal["start", "ends", "end", "wishes", "rest"]
"""What is kept of words that are cut: their start, both ends, their end, the sentences that say how
something is to be, or those that say what is left."""


@dataclass(frozen=True)
class Fact:
    """One line of a hand-over.

    `position` is that of the event which it is read off. `label` is said by the product, `words`
    are quoted of the session. What there is room for is taken by `worth`.
    """

    section: Section
    position: int
    worth: float
    label: str
    words: str = ""
    keep: Keep = "start"


@dataclass(frozen=True)
class Handoff:
    """The facts of a session, in the order of their sections and places; no budget holds yet."""

    session: str
    facts: tuple[Fact, ...]
