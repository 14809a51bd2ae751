"""A statement of a document: what it says to do, and why, in the document's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["lesson", "decision", "review", "verification"]


@dataclass(frozen=True)
class Statement:
    """Something that a document states; a field that the document does not fill is empty.

    `rule` is the lesson, the decision, or the fix. `first` and `last` are the lines of the passage
    that states it, counted from 1; `quote` is that passage, character for character.
    """

    kind: Kind
    rule: str
    first: int
    last: int
    symptom: str = ""
    cause: str = ""
    resolution: str = ""
    alternatives: str = ""
    quote: str = ""
