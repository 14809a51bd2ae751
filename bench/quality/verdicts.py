"""Verdicts: what a reader found a produced lesson to say, kept by the digest of its words.

That a lesson's evidence is a row's does not show that it says what the row says. A verdict is
made by reading both, and holds for the words that were read: a lesson that is worded anew is
unread again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

FILE = Path(__file__).parent / "labels" / "verdicts.jsonl"

Judgement = Literal["same", "yes", "narrow", "no", "wrong"]
"""`same` says what the rows say. Anything else is the reader's own judgement, for lessons that say
something else than the rows or match none: worth telling everyone, worth little, not worth
telling, or false."""


@dataclass(frozen=True)
class Verdict:
    """What a reader found: the rows that a lesson says, or what it is worth by itself.

    `full` is false where a main part of the rows is missing: then none of them is recalled.
    """

    repository: str
    digest: str
    judgement: Judgement
    rows: tuple[str, ...] = ()
    note: str = ""
    full: bool = True

    def __post_init__(self) -> None:
        """Refuse what no reader can mean."""
        if self.judgement not in get_args(Judgement):
            raise ValueError(f"{self.digest}: {self.judgement!r} is none of {get_args(Judgement)}")
        if bool(self.rows) != (self.judgement == "same"):
            raise ValueError(
                f"{self.digest}: rows are named by the judgement 'same', and by no other"
            )


def digest_of(constraint: str) -> str:
    """What a verdict on a lesson is kept under: the words of its rule, whatever its evidence."""
    return hashlib.sha256(" ".join(constraint.split()).encode()).hexdigest()[:12]


Verdicts = dict[tuple[str, str], Verdict]


def read_verdicts(path: Path = FILE) -> Verdicts:
    """All verdicts, by repository and digest; the last of a lesson counts."""
    lines = path.read_text().splitlines() if path.is_file() else []
    return by_lesson(_verdict(line) for line in lines if line)


def by_lesson(verdicts: Iterable[Verdict]) -> Verdicts:
    """Verdicts by repository and digest."""
    return {(each.repository, each.digest): each for each in verdicts}


def _verdict(line: str) -> Verdict:
    raw = json.loads(line)
    return Verdict(**{**raw, "rows": tuple(raw.get("rows", ()))})
