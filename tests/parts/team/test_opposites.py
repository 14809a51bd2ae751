"""Opposite rules of colleagues are put before the board's person, and neither silences theirs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.events.payload import new
from blackboard.events.team import LessonShared
from blackboard.views.rows import LessonRow
from lessonboard.parts.team import opposites
from lessonboard.parts.team.opposites import compare
from lessonboard.parts.team.sharing import trusting
from lessonboard.waiting import waiting_lessons
from reflect.pipeline.pairs import note_pairs
from tests.blackboard.lessons import lesson
from tests.commands import run_command
from tests.parts.team.sharing.people import PROJECT

RULES = ("Always run `make gen` before the tests", "Never run `make gen` before the tests")
SITUATIONS = (
    Situation(project=PROJECT, command="make gen --fast", session="s1", step="before"),
    Situation(project=PROJECT, step="start", session="s2"),
)
AUTHORS = {"trusted": "anna", "trusted too": "bo", "not trusted": "dora", "proposal": "anna"}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    """A board whose person trusts anna and bo."""
    with Board.open(tmp_path / "board.db") as found:
        trusting.trust(found, "anna")
        trusting.trust(found, "bo")
        yield found


def put(board: Board, kind: str, name: str, rule: str, revision: int = 0) -> str:
    """A lesson of a kind; its id on the board."""
    if kind in ("mine approved", "mine said", "mine found"):
        trust = "human" if kind == "mine said" else "tool"
        status = "approved" if kind == "mine approved" else "candidate"
        board.append([lesson(name, rule, commands=["make gen"], trust=trust, status=status,
                             project=PROJECT)])  # fmt: skip
        return name
    said = LessonShared(
        lesson=name, phase="implement", category="testing", severity="medium", symptom="fails",
        root_cause="none", resolution="so", constraint=rule, tags=[], commands=["make gen"],
        says=None if kind == "proposal" else "approved", revision=revision, signed_by="a" * 64,
        first_seen_at=1, last_seen_at=1,
    )  # fmt: skip
    board.append([new(said, actor=f"{AUTHORS[kind]}/human", project=PROJECT)])
    return f"{name}@{AUTHORS[kind]}"


_ORDER = ["mine approved", "mine said", ("trusted", "trusted too"), "mine found"]
_SHOWN_ALONE = ["mine approved", "mine said", "trusted", "trusted too", "mine found"]


def _place(kind: str) -> int:
    """Whose word is shown: the first; what is not shown unasked silences nothing."""
    places = [kind in each if isinstance(each, tuple) else kind == each for each in _ORDER]
    return places.index(True) if any(places) else len(places)


KINDS = [*_SHOWN_ALONE, "not trusted", "proposal"]


@pytest.mark.parametrize(("one", "other"), list(product(KINDS, KINDS)))
def test_who_is_shown_of_two_that_contradict_each_other(board: Board, one: str, other: str) -> None:
    """Each kind against each, at a command and at the start; both wait, each with the other."""
    names = [put(board, one, "a", RULES[0]), put(board, other, "b", RULES[1])]
    compare(board)
    if {one, other} <= {"mine approved", "mine said", "mine found"}:
        note_pairs(board, board.row("lessons", "a"))
    rows = {row["id"]: row for row in waiting_lessons(board, {})}
    for name, against in (names, names[::-1]):
        assert [each["other"] for each in rows[name]["contradicts"]] == [against]
    first, second = _place(one), _place(other)
    shown = {names[first > second]} if first != second else set()
    at_command = set(board.context(SITUATIONS[0]).ids)
    assert at_command == (shown if min(first, second) < len(_ORDER) else set())
    assert set(board.context(SITUATIONS[1]).ids) <= at_command


def test_other_words_of_the_author_are_compared_anew(board: Board) -> None:
    """What was compared once is not again; a pair ends with the words that made it."""
    mine = put(board, "mine approved", "a", RULES[0])
    theirs = put(board, "trusted", "b", RULES[1])
    assert [compare(board), compare(board)] == [1, 0]
    put(board, "trusted", "b", "Read the manual of kites twice", revision=1)
    assert compare(board) == 0
    assert board.row("lessons", theirs)["contradicts"] == []
    assert mine not in {row["id"] for row in waiting_lessons(board, {})}


def test_a_comparison_that_ends_early_goes_on_from_there(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in its second page, or out of time after its first: no page is done again."""
    for number in range(45):
        put(board, "trusted", f"l{number:02}", f"Read chapter {number} of the manual")
    seen: list[str] = []
    killed = ["l25@anna"]

    def note(_board: Board, row: LessonRow) -> list[object]:
        if row["id"] in killed:
            raise KeyboardInterrupt
        seen.append(row["id"])
        return []

    monkeypatch.setattr(opposites, "note_pairs", note)
    with pytest.raises(KeyboardInterrupt):
        compare(board)
    first = {f"l{number:02}@anna" for number in range(20)}
    assert first <= set(seen)
    killed.clear()
    seen.clear()
    compare(board, 0.0)
    assert (len(seen), first & set(seen)) == (20, set())
    compare(board)
    assert len(seen) == 25
    compare(board)
    assert len(seen) == 25


def test_lesson_show_names_the_opposite(board: Board, tmp_path: Path) -> None:
    """Also which of the two agents are shown."""
    put(board, "trusted", "a", RULES[0])
    put(board, "trusted too", "b", RULES[1])
    compare(board)
    arguments = ["--db", str(board.path), "lesson", "a@anna"]
    said = run_command(arguments, cwd=tmp_path, env={"HOME": str(tmp_path)}).out
    assert "b@bo" in said
    assert "neither is stronger; a person decides" in said
