"""Lessons of the documents of merged changes, against what a reader says that they state.

    python -m bench.quality.reviews [--labels FILE] [--list]

The documents are not part of this repository; `labels/reviews.jsonl` names passages by file and
lines and says in other words what they state. Each document is put on a board as the only one of
a pull request, and what is then kept, after gate and critic, is compared: a lesson is right where
its quotation lies in a passage worth keeping (`yes` or `narrow`), and wrong anywhere else.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bench.quality.labelled import LABELS, SHARED
from bench.quality.table import Row, table
from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard.parts.automation.pull_requests.change import Change
from reflect.accounts.intervals import Share
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.merge.history import history
from reflect.reflecting import ReflectionTools, reflect_on_merge

DOCUMENTS = SHARED / "reviews"
OPEN = LABELS / "reviews.jsonl"
UNSEEN = LABELS / "reviews_unseen.jsonl"
"""Of the documents that nobody looked at while the forms were written; never to be tuned on."""
_WORTH = ("yes", "narrow")
_CHANGE = Change("github.com/bench/reviews", 1, "bench")
_NEAR = 1
"""Lines by which a quotation may be longer than the passage."""


class Lines(NamedTuple):
    """A passage of a document, from its first to its last line."""

    first: int
    last: int

    def holds(self, other: Lines) -> bool:
        """Whether another passage lies in this one, or nearly."""
        return self.first - _NEAR <= other.first and other.last <= self.last + _NEAR

    def meets(self, other: Lines) -> bool:
        """Whether the two have a line in common."""
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True)
class Label:
    """What a reader says that a passage states, and whether it is worth keeping."""

    id: str
    file: str
    kind: str
    want: str
    places: tuple[Lines, ...]
    has_cause: bool

    def is_at(self, place: Lines) -> bool:
        """Whether a quotation lies in the passage, or where the document says the same again."""
        return any(own.holds(place) and own.meets(place) for own in self.places)


@dataclass(frozen=True)
class Produced:
    """A lesson that was kept, with the labels in whose passages its quotations lie."""

    file: str
    row: LessonRow
    places: tuple[Lines, ...]
    labels: tuple[Label, ...]

    @property
    def is_right(self) -> bool:
        """Whether it quotes a passage worth keeping."""
        return any(label.want in _WORTH for label in self.labels)


def measure_both() -> list[Row]:
    """The figures of the documents that the forms were written on, and of the unseen ones."""
    return [
        row._replace(what=f"{row.what} ({name})")
        for name, labels in (("seen", OPEN), ("unseen", UNSEEN))
        for row in measure(labels)
    ]


def measure(labels: Path = OPEN) -> list[Row]:
    """Recall and precision; nothing where the documents are not here."""
    if not DOCUMENTS.is_dir():
        return []
    rows = read_labels(labels)
    found = list(produced(rows))
    right = [each for each in found if each.is_right]
    reasoned = [
        each for each in right if any(one.has_cause for one in each.labels if one.want in _WORTH)
    ]
    return [
        Row("documents: recall of lessons and decisions",
            _recall(rows, found, ("lesson", "decision"))),
        Row("... of those for everyone (yes)",
            _recall(rows, found, ("lesson", "decision"), ("yes",))),
        *(Row(f"... {kind}", _recall(rows, found, (kind,)))
          for kind in ("lesson", "decision", "review", "verification")),
        Row("... all kinds", _recall(rows, found)),
        Row("documents: precision", Share(len(right), len(found)), least=0.9),
        Row("documents: kept with a cause, where one is stated",
            Share(sum(bool(each.row["root_cause"]) for each in reasoned), len(reasoned))),
    ]  # fmt: skip


def read_labels(path: Path) -> list[Label]:
    """The labels of a file."""
    return [_label(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line]


def produced(labels: Sequence[Label]) -> Iterator[Produced]:
    """The lessons that the labelled documents give, document by document."""
    for file in sorted({label.file for label in labels}):
        own = [label for label in labels if label.file == file]
        document = (DOCUMENTS / file).read_text("utf-8")
        for row in _lessons(document):
            quotes = [str(each["quote"]) for each in row["evidence"]]
            places = tuple(place for quote in quotes for place in _places(document, quote))
            at = tuple(label for label in own if any(map(label.is_at, places)))
            yield Produced(file, row, places, at)


def _lessons(document: str) -> list[LessonRow]:
    with Board.open(":memory:") as board:
        board.append([_CHANGE.artifact("note", document)])
        past = history(board, _CHANGE.project, 1)
        reflect_on_merge(board, past, ReflectionTools(Critic(CriticSettings())))
        return list(board.view("lessons"))


def _places(document: str, quote: str) -> Iterator[Lines]:
    """Where a quotation stands in a document; a board keeps it without blanks at its ends."""
    start = document.find(quote)
    while quote and start >= 0:
        first = document.count("\n", 0, start) + 1
        yield Lines(first, first + quote.count("\n"))
        start = document.find(quote, start + 1)


def _label(row: Mapping[str, Any]) -> Label:
    places = tuple(Lines(*each) for each in (row["lines"], *row.get("also", [])))
    cause = bool(row["states"]["cause"])
    return Label(row["id"], row["file"], row["kind"], row["want"], places, cause)


def _recall(
    labels: Sequence[Label],
    found: Sequence[Produced],
    kinds: Sequence[str] = (),
    worth: Sequence[str] = _WORTH,
) -> Share:
    wanted = [
        label for label in labels if label.want in worth and (not kinds or label.kind in kinds)
    ]
    met = {label.id for each in found for label in each.labels}
    return Share(sum(label.id in met for label in wanted), len(wanted))


def _listed(labels: Sequence[Label]) -> Iterator[str]:
    """Each lesson with its labels, then the labels that none has."""
    found = list(produced(labels))
    for each in found:
        names = " ".join(f"{label.id}({label.want})" for label in each.labels) or "no label"
        mark = "right" if each.is_right else "WRONG"
        lines = ", ".join(f"{place.first}-{place.last}" for place in each.places)
        yield f"[{mark}] {each.file}:{lines} {names}\n  rule: {each.row['constraint']}"
        for field in ("symptom", "root_cause", "resolution"):
            text = str(each.row[field])
            if text:
                yield f"  {field}: {text[:300]}"
    met = {label.id for each in found for label in each.labels}
    for label in labels:
        if label.want in _WORTH and label.id not in met:
            first = label.places[0]
            yield f"missed {label.id} {label.kind} ({label.want}) {label.file}:{first.first}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 2 where the documents are not here."""
    parser = argparse.ArgumentParser(prog="bench.quality.reviews", description=__doc__)
    parser.add_argument("--labels", type=Path, default=OPEN, help="other labels than the open ones")
    parser.add_argument("--list", action="store_true", help="every lesson with its labels")
    asked = parser.parse_args(arguments)
    if not DOCUMENTS.is_dir():
        print(f"{DOCUMENTS} is not here: what documents state cannot be measured", file=sys.stderr)
        return 2
    if asked.list:
        for line in _listed(read_labels(asked.labels)):
            print(line)
    print(table(measure(asked.labels)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
