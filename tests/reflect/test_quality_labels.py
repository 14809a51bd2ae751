"""Precision and recall on labels: what counts as found, as wrong, and as not read yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.quality.label_rows import Anchor, LabelRow
from bench.quality.origins import read_origins
from bench.quality.produced import Produced, matching
from bench.quality.repositories import REPOSITORIES, Repository
from bench.quality.score import Scored, recurs_in_two_sessions, score
from bench.quality.verdicts import Verdict, by_lesson, read_verdicts
from blackboard import Board
from blackboard.importer import import_files


def _row(name: str, want: str, *, kind: str = "environment", later: str = "") -> LabelRow:
    recurs = (Anchor(later, 9),) if later else ()
    return LabelRow(name, kind, want, "Use uv.", "edit", "", {}, (Anchor("a.jsonl", 1),), recurs)


def _lesson(constraint: str, *candidates: LabelRow) -> Produced:
    row = {"constraint": constraint}
    return Produced(row, (), candidates)  # type: ignore[arg-type]  # a score reads the rule alone


def _scored(lessons: list[Produced], rows: list[LabelRow], *verdicts: Verdict) -> Scored:
    from bench.quality.produced import Learnt

    learnt = Learnt(REPOSITORIES[0], tuple(rows), tuple(lessons), frozenset(), 0.0)
    return score(learnt, by_lesson(verdicts))


def _verdict(lesson: Produced, judgement: str, *rows: str) -> Verdict:
    return Verdict(REPOSITORIES[0].name, lesson.digest, judgement, rows)  # type: ignore[arg-type]


def test_a_lesson_that_nobody_read_counts_by_its_evidence_and_is_called_unread() -> None:
    """Its best row speaks for it; without a row it is worth nothing."""
    yes, no = _row("A", "yes"), _row("B", "no")
    scored = _scored([_lesson("Use uv.", no, yes), _lesson("Use pip.")], [yes, no])
    assert [each.worth for each in scored.judged] == ["yes", "unlabelled"]
    assert (scored.strict, scored.unread, scored.recall()) == ((1, 2), (2, 2), (1, 1))


def test_a_verdict_overrules_the_evidence() -> None:
    """A lesson with a row's evidence that says something else finds no row."""
    yes, narrow = _row("A", "yes"), _row("B", "narrow")
    lesson, other = _lesson("Use uv.", yes), _lesson("Never use uv.", yes, narrow)
    read = [_verdict(lesson, "wrong"), _verdict(other, "same", "B")]
    scored = _scored([lesson, other], [yes, narrow], *read)
    assert (scored.strict, scored.lenient, scored.wrong) == ((0, 2), (1, 2), (1, 2))
    assert (scored.recall(), scored.unread) == ((0, 1), (0, 2))


def test_a_verdict_holds_for_the_words_that_were_read() -> None:
    """Other words are unread, and evidence that came since changes nothing."""
    yes = _row("A", "yes")
    read = _verdict(_lesson("Use uv."), "same", "A")
    scored = _scored([_lesson("Use  uv.", yes), _lesson("Use uv always.", yes)], [yes], read)
    assert [each.unread for each in scored.judged] == [False, True]


def test_a_lesson_that_only_repeats_others_is_counted() -> None:
    """Two lessons that say one row are one too many."""
    one, other = _row("A", "yes"), _row("B", "yes")
    scored = _scored([_lesson("Use uv.", one), _lesson("Run uv.", one), _lesson("Go.", one, other)],
                     [one, other])  # fmt: skip
    assert scored.again == (1, 3)


def test_what_recurs_happened_in_two_transcripts() -> None:
    """Twice in one session is no recurrence."""
    assert recurs_in_two_sessions(_row("A", "yes", later="b.jsonl"))
    assert not recurs_in_two_sessions(_row("A", "yes", later="a.jsonl"))


def test_verdicts_name_rows_exactly_if_they_say_the_same() -> None:
    """A judgement that could be read in two ways is refused."""
    with pytest.raises(ValueError, match="rows"):
        Verdict("entireio-cli", "0", "same")
    with pytest.raises(ValueError, match="rows"):
        Verdict("entireio-cli", "0", "wrong", ("E1",))


def test_events_are_found_by_line_call_and_message(tmp_path: Path) -> None:
    """Calls are met on the line that makes them, though their event comes with the result."""
    path = tmp_path / "session.jsonl"
    path.write_text("\n".join(map(json.dumps, _records())) + "\n")
    origins = read_origins([path], tmp_path)
    with Board.open(":memory:") as board:
        import_files(board, [path])
        events = {event.type: event.id for event in board.read()}
    called, said = events["tool.called"], events["message.recorded"]
    assert called in origins.events(Anchor("session.jsonl", 2))
    assert called in origins.events(Anchor("session.jsonl", 99, call="toolu_1"))
    assert said in origins.events(Anchor("session.jsonl", 99, message="m1"))
    assert origins.events(Anchor("session.jsonl", 99)) == set()
    row = _row("A", "yes")
    assert matching([called], [row], {"A": {called}}) == [row]
    assert matching([said], [row], {"A": {called}}) == []


def _records() -> list[dict[str, object]]:
    shared = {"sessionId": "s1", "cwd": "/repo", "timestamp": "2026-01-01T10:00:00Z"}
    use = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "make"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True, "content": "no"}
    return [
        {**shared, "type": "user", "uuid": "m1", "message": {"role": "user", "content": "Go."}},
        {**shared, "type": "assistant", "uuid": "m2", "message": {"content": [use]}},
        {**shared, "type": "user", "uuid": "m3", "message": {"content": [result]}},
    ]


@pytest.mark.parametrize("repository", REPOSITORIES, ids=lambda each: each.name)
def test_verdicts_name_rows_that_there_are(repository: Repository, shared_data: Path) -> None:
    """A verdict on rows that do not exist would count for nothing, unseen."""
    from bench.quality.label_rows import read_rows

    known = {row.id for row in read_rows(shared_data / "labels" / f"{repository.name}.jsonl")}
    named = {row for each in read_verdicts().values() if each.repository == repository.name
             for row in each.rows}  # fmt: skip
    assert named <= known
