"""What documents of merged changes teach, measured on the open labels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.quality import reviews
from bench.quality.reviews import OPEN, Label, Lines, read_labels


def _label(*places: Lines, want: str = "yes") -> Label:
    return Label("R1", "a.md", "lesson", want, places, has_cause=False)


@pytest.mark.parametrize(
    ("place", "is_at"),
    [
        (Lines(10, 20), True),
        (Lines(9, 21), True),
        (Lines(12, 12), True),
        (Lines(8, 12), False),
        (Lines(12, 22), False),
        (Lines(9, 9), False),
        (Lines(40, 41), True),
    ],
)
def test_a_quotation_lies_in_a_passage_or_nearly(place: Lines, is_at: bool) -> None:
    """A line more at either end is no matter; a line beside it is another passage."""
    assert _label(Lines(10, 20), Lines(40, 41)).is_at(place) is is_at


def test_every_label_points_into_a_document() -> None:
    """With a wish and a kind that are known, and no name twice."""
    rows = [json.loads(line) for line in OPEN.read_text("utf-8").splitlines()]
    assert len({row["id"] for row in rows}) == len(rows) > 100
    assert {row["want"] for row in rows} == {"yes", "narrow", "no"}
    assert {row["kind"] for row in rows} == {"lesson", "decision", "review", "verification"}
    assert all(1 <= first <= last for row in rows for first, last in [row["lines"]])


def test_the_goals_hold_on_the_open_labels(shared_data: Path) -> None:
    """Hardly anything is kept that a reader would not keep."""
    if not (shared_data / "reviews").is_dir():
        pytest.skip("the documents of reviews are not here")
    rows = reviews.measure()
    assert [row.what for row in rows if row.verdict == "NOT MET"] == []
    assert [row.verdict for row in rows].count("met") == 1


def test_other_labels_can_be_measured(tmp_path: Path, shared_data: Path) -> None:
    """A file of labels is enough; nothing that it wants from nowhere is found."""
    one = OPEN.read_text("utf-8").splitlines()[0]
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(json.loads(one) | {"lines": [900, 901], "also": []}) + "\n")
    assert len(read_labels(path)) == 1
    if (shared_data / "reviews").is_dir():
        assert reviews.measure(path)[-2].share.part == 0
