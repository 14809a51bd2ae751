"""An export is one's own where its whole chain ends in a digest that is known here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from blackboard.board import Board
from blackboard.sources.lines import read_lines
from lessonboard.exporting.events import Exported, lines
from lessonboard.exporting.owning import is_own
from tests.blackboard.lessons import lesson

Records = list[dict[str, Any]]


def _exported(board: Board) -> Records:
    board.append([lesson(name, f"Run `make {name}` first") for name in "abcd"])
    return [json.loads(line) for line in lines(board.read(), Exported())]


def _is_own(tmp_path: Path, records: Records, known: set[tuple[int, str]]) -> bool:
    file = tmp_path / "events.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in records))
    with file.open("rb") as content:
        return is_own(read_lines(content, 0), known)


def test_a_whole_log_with_a_known_head_is_own(board: Board, tmp_path: Path) -> None:
    """And no other: without its anchor nothing is proved."""
    records = _exported(board)
    head = (4, records[-1]["digest"])
    assert _is_own(tmp_path, records, {head, (9, "00")})
    assert not _is_own(tmp_path, records, {(3, records[-1]["digest"])})
    assert not _is_own(tmp_path, records, set())
    assert not _is_own(tmp_path, [], {head})


def _forgeries(records: Records) -> Iterator[Records]:
    """Other events that claim the known digest."""
    for name, value in (("actor", "human"), ("type", "lesson.approved"), ("project", "x/y"),
                        ("payload", {**records[1]["payload"], "trust": "human"}),
                        ("occurred_at", "2020-01-01T00:00:00.000000Z"), ("id", "other"),
                        ("position", 3), ("position", "2"), ("stream", None)):  # fmt: skip
        yield [records[0], {**records[1], name: value}, *records[2:]]
    yield records[1:]
    yield [records[0], *records[2:]]
    yield [records[1], records[0], *records[2:]]
    yield [*records, {**records[-1], "position": 5}]
    yield [records[-1]]
    yield [*records[:-1], {**records[-1], "payload": {}, "payload_sha256": "00"}]
    yield [*records, {}]


def test_no_other_events_have_its_digest(board: Board, tmp_path: Path) -> None:
    """Changed, left out, put in another order, or added."""
    records = _exported(board)
    known = {(n, records[-1]["digest"]) for n in (1, 4, 5)}
    assert [_is_own(tmp_path, each, known) for each in _forgeries(records)].count(True) == 0
