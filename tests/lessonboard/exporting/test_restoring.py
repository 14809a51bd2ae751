"""Events leave one board and enter another: the same ids, and nothing that was altered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from blackboard import Board, NewEvent, chain
from blackboard.events.lesson import LessonApproved, LessonCreated
from blackboard.events.payload import new
from blackboard.sources.lines import Line, read_lines
from lessonboard.exporting.events import Exported, lines
from lessonboard.exporting.restoring import Restored, restore
from tests.blackboard.mutations import mutated
from tests.conftest import FixedClock
from tests.long_runs import rounds

WORDS = {
    "phase": "implement",
    "category": "testing",
    "severity": "high",
    "symptom": "The build fails.",
    "root_cause": "Nobody ran the linter.",
    "resolution": "Run it.",
    "constraint": "Run `make lint` before committing.",
}


def lesson(name: str, **fields: Any) -> NewEvent:
    """A lesson of a human."""
    payload = LessonCreated(lesson=name, **{**WORDS, "trust": "human", **fields})
    return new(payload, stream=f"lesson:{name}", project="example/app", actor="me",
               causation="cause", correlation="b", occurred_at=1_600_000_000_000_001)  # fmt: skip


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Board]:
    """Another board, whose clock is elsewhere."""
    with Board.open(tmp_path / "other.db", clock=FixedClock(1_800_000_000_000_000)) as opened:
        yield opened


def exported(board: Board, **options: Any) -> bytes:
    """All of a board as a file."""
    return b"".join(lines(board.read(), Exported(), **options))


def read(file: bytes) -> Iterator[Line]:
    """The lines of such a file."""
    return read_lines(BytesIO(file), 0)


def same(board: Board) -> list[tuple[object, ...]]:
    """What of the events does not belong to the board."""
    return [(each.id, each.stream, each.version, each.type, each.schema, each.project, each.actor,
             each.occurred_at, each.causation, each.correlation, each.payload,
             each.payload_sha256) for each in board.read()]  # fmt: skip


def test_another_board_gets_the_same_events_in_a_chain_of_its_own(
    board: Board, other: Board
) -> None:
    """Twice changes nothing, and it verifies."""
    board.append([lesson("lesson-a"), lesson("lesson-b", severity="low")])
    assert restore(other, read(exported(board))).events == 2
    assert restore(other, read(exported(board))).known == 2
    assert same(other) == same(board)
    assert other.verify().sound
    assert [each.digest for each in other.read()] != [each.digest for each in board.read()]


def test_boards_of_two_machines_become_one(board: Board, other: Board) -> None:
    """What both know is there once."""
    board.append([lesson("lesson-a")])
    restore(other, read(exported(board)))
    board.append([lesson("lesson-b")])
    other.append([lesson("lesson-c")])
    assert restore(other, read(exported(board))).events == 1
    assert restore(board, read(exported(other))).events == 1
    rows = [sorted(row["id"] for row in each.view("lessons")) for each in (board, other)]
    assert rows == [["lesson-a", "lesson-b", "lesson-c"]] * 2


def test_what_was_forgotten_stays_forgotten(board: Board, other: Board) -> None:
    """The hole is left out, and another export does not fill it."""
    board.append([lesson("lesson-a"), lesson("lesson-b")])
    whole = exported(board)
    first = next(iter(board.read())).id
    board.forget(first, reason="private")
    counts = Exported()
    file = b"".join(lines(board.read(), counts))
    assert counts.holes == 1
    assert restore(other, read(file)).still_here == []
    assert restore(other, read(whole)).forgotten == 1
    assert [row["id"] for row in other.view("lessons")] == ["lesson-b"]
    assert restore(board, read(whole)).forgotten == 1


def test_what_was_forgotten_there_but_is_here_is_named(board: Board, other: Board) -> None:
    """Nothing is erased unasked."""
    board.append([lesson("lesson-a")])
    restore(other, read(exported(board)))
    first = next(iter(board.read())).id
    board.forget(first, reason="private")
    assert restore(other, read(exported(board))).still_here == [first]
    assert len(other.view("lessons")) == 1


def altered(record: dict[str, Any], **fields: Any) -> str:
    """A line with other fields."""
    return json.dumps({**record, **fields})


def test_bad_lines_are_named_and_the_others_taken(board: Board, other: Board) -> None:
    """Altered, of a newer version, invalid, torn, or no event at all."""
    board.append([lesson("lesson-a"), lesson("lesson-b")])
    one, two = exported(board).decode().splitlines()
    record = json.loads(one)
    payload = {**record["payload"], "constraint": "Skip the linter."}
    file = [
        altered(record, payload=payload),
        altered(record, schema=99),
        altered(record, occurred_at="soon"),
        altered(record, actor=7),
        "no json",
        '{"position": 1}',
        two,
        one[:-20],
    ]
    done = restore(other, read("\n".join(file).encode()))
    assert [each.line for each in done.refused] == [1, 2, 3, 4, 5, 6, 8]
    assert "altered" in done.refused[0].reason
    assert "cut off" in done.refused[-1].reason
    assert done.events == 1


def test_a_mutated_line_costs_no_other_one(board: Board, other: Board) -> None:
    """It is refused by its number, or says the same; all others are restored."""
    board.append([lesson(f"lesson-{number}") for number in range(rounds(60, 1000))])
    chance, file, bad = Random("restore-1"), [], []
    for whole in exported(board).splitlines():
        record = json.loads(whole)
        file += [mutated({**record, "id": f"bad-{record['id']}"}, chance), whole]
        bad.append(len(file) - 1)
    raw = b"".join(line.replace(b"\n", b" ") + b"\n" for line in file)
    restored = restore(other, read(raw))
    assert {event.id for event in board.read()} <= {event.id for event in other.read()}
    assert {line for line, _ in restored.refused} <= set(bad)
    assert restored.events + len(restored.refused) == len([line for line in file if line.strip()])


def test_what_is_here_is_known_whoever_wrote_the_file(board: Board) -> None:
    """A board's own export, after a forgetting or of a part, adds no candidates."""
    board.append([lesson("lesson-a"), lesson("lesson-b"), lesson("lesson-c")])
    before = exported(board)
    board.forget(next(board.read()).id, reason="private")
    after = exported(board)
    last = board.log.head()
    for file, forgotten in ((before, 1), (after, 0), (after.splitlines()[0], 0)):
        done = restore(board, read(file), untrusted=True)
        assert (done.events, done.left_out, done.forgotten) == (0, 0, forgotten)
    assert board.log.head() == last


def test_events_of_types_that_nobody_declares_are_kept(board: Board, other: Board) -> None:
    """As they are; of what somebody else wrote, only lessons are taken."""
    board.append([NewEvent("note.taken", "notes", {"text": "hello"}, 3, actor="ada")])
    lines = exported(board)
    assert restore(other, read(lines), untrusted=True).left_out == 1
    assert restore(other, read(lines)).events == 1
    (before,), (after,) = board.read(), other.read()
    assert after._replace(recorded_at=0, digest=b"") == before._replace(recorded_at=0, digest=b"")


def test_a_payload_that_breaks_its_schema_is_refused(board: Board, other: Board) -> None:
    """Even with the right hash."""
    board.append([new(LessonApproved(lesson="x", by="human"), stream="lesson:x")])
    line = json.loads(exported(board))
    line["payload"] = {"lesson": "x"}
    line["payload_sha256"] = chain.payload_hash(chain.encode(line["type"], line["payload"])).hex()
    (refused,) = restore(other, read(json.dumps(line).encode() + b"\n")).refused
    assert "not valid" in refused.reason


def test_somebody_elses_lessons_are_trusted_little_and_decide_nothing(
    board: Board, other: Board
) -> None:
    """Neither what they approved nor what they revised counts here."""
    mine = lesson("lesson-mine")
    other.append([mine])
    approval = LessonApproved(lesson="lesson-a", by="human")
    attack = LessonApproved(lesson="lesson-mine", by="human")
    board.append([
        lesson("lesson-a", status="approved", scope="global", proof="conclusion", asked="m p@1"),
        new(approval, stream="lesson:lesson-a"),
        new(attack, stream="lesson:lesson-mine"),
    ])  # fmt: skip
    done: Restored = restore(other, read(exported(board)), untrusted=True)
    assert (done.events, done.left_out) == (1, 2)
    row = other.row("lessons", "lesson-a")
    assert (row["trust"], row["status"], row["scope"]) == ("imported", "candidate", "project")
    made = next(other.read(types=["lesson.created"], stream="lesson:lesson-a")).payload or {}
    assert (made["proof"], made["asked"], row["sources"]) == ("", "", 0)
    assert other.row("lessons", "lesson-mine")["status"] == "candidate"
    assert restore(other, read(exported(board)), untrusted=True).known == 1


def test_somebody_elses_secrets_are_taken_out(board: Board, other: Board) -> None:
    """As in any third-party file."""
    token = "ghp_" + "Zq3vT8mK1wYp5RxN7cLd2BhJ"
    board.append([lesson("lesson-a", resolution=f"Use {token}.")])
    restore(other, read(exported(board)), untrusted=True)
    assert other.row("lessons", "lesson-a")["resolution"] == "Use [redacted github-token]."


def test_only_what_happened_since_is_exported(board: Board) -> None:
    """By the time at which it happened."""
    board.append([lesson("lesson-a")])
    assert exported(board, since=1_600_000_000_000_002) == b""


def test_what_two_machines_learnt_on_their_own_has_the_evidence_of_both(
    board: Board, other: Board
) -> None:
    """Both created the same lesson, each from its own session; equal events add nothing."""

    def seen(session: str, **fields: Any) -> NewEvent:
        evidence = [{"event_id": session, "quote": "q", "session": session}]
        return lesson("a", evidence=evidence, **fields)

    board.append([seen("mine")])
    other.append([seen("theirs")])
    mine, theirs = exported(board), exported(other)
    restore(board, read(theirs))
    restore(other, read(mine))
    for each in (board, other):
        each.append([seen("nobody", trust="imported")])
        row = each.row("lessons", "a")
        assert (row["seen"], row["sessions"]) == (2, ["mine", "theirs"])
