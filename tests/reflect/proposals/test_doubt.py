"""A model lifts nothing that a person approved, unless their own later words visibly do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from blackboard import Board
from blackboard.events.guard import GuardConfirmed, GuardProposed
from blackboard.events.lesson import LessonPinned
from blackboard.events.understanding import ProposalRefused
from blackboard.views.decisions import doubt
from blackboard.views.rows import LessonRow
from reflect.curator.decisions import approve, undo
from tests.conftest import FixedClock
from tests.reflect.proposals.asking import FAILURE, REMEDY, Scripted, ask, lesson
from tests.reflect.talks import says, session

DAY = 86_400_000_000
NUMBER = "If you commit something: the number from our board goes in front."
CLOSED = (
    "good, I want to look at it on paper first. we closed that board by the way, so no numbers any "
    "more. Put in front of a commit what part it is about, small, then a colon."
)
PRAISE = "The commit with the board number? That looks good to me. Use tabs in every Makefile here."
BARE = "Never run pytest bare here."


def rule(text: str, quote: str) -> dict[str, Any]:
    """A person's rule, as a model proposes it."""
    return lesson(kind="human-rule", text=text, entries=[2], quote=quote, key={})


BY_NUMBER = rule("The subject of a commit begins with the number from the board.", NUMBER)
BY_PART = rule("The subject of a commit begins with its part.", "Put in front of a commit what")
NO_BARE = rule("Never run pytest bare here.", BARE)
TABS = rule("Makefiles use tabs.", "Use tabs in every Makefile here.")


@contextmanager
def approved(said: str, proposed: dict[str, Any], later: str, days: int = 1) -> Iterator[Board]:
    """A board with a rule of a person that they approved, and a session some days after that."""
    clock = FixedClock()
    at = clock.now
    with Board.open(":memory:", clock=clock) as board:
        put(board, "s1", at - DAY, said)
        ask(board, Scripted(proposals={"lessons": [proposed]}))
        approve(board, first(board), despite=first(board)["harm"])
        put(board, "s2", at + days * DAY, later)
        clock.advance(30 * DAY)
        yield board


def put(board: Board, name: str, at: int, said: str) -> None:
    """A session in which a person says something."""
    steps = (says(said), FAILURE, REMEDY, says("ok"), says("Done.", "assistant"))
    board.append([each._replace(occurred_at=at) for each in session(steps, name)])


def first(board: Board) -> LessonRow:
    """The lesson that was approved."""
    return board.view("lessons", order="learnt_at")[0]


def take_back(board: Board, quote: str, *others: dict[str, Any]) -> LessonRow:
    """The approved lesson after a model pointed at words of the second session."""
    said = {"lesson": first(board)["id"], "entries": [2], "quote": quote}
    ask(board, Scripted(proposals={"lessons": others, "taken_back": [said]}), "s2")
    return first(board)


@pytest.mark.parametrize(("said", "proposed", "later", "quote", "others"), [
    (NUMBER, BY_NUMBER, CLOSED, "no numbers any more", [BY_PART]),
    (BARE, NO_BARE, "You can run pytest bare here again.", "You can run pytest bare", []),
])  # fmt: skip
def test_it_waits_again_where_another_takes_its_place_or_the_opposite_is_said(
    said: str, proposed: dict[str, Any], later: str, quote: str, others: list[dict[str, Any]]
) -> None:
    """The person reads why, in whole sentences, and undoes it like a decision."""
    with approved(said, proposed, later) as board:
        row = take_back(board, quote, *others)
        assert (row["status"], row["trust"]) == ("candidate", "model")
        assert row["reason"] == doubt(row)
        assert quote in row["reason"]
        assert row["id"] in board.undecided()
        assert not list(board.read(types=[ProposalRefused.type]))
        undo(board, row)
        row = take_back(board, quote, *others)
    assert (row["status"], row["trust"], row["reason"]) == ("approved", "approved", "")


@pytest.mark.parametrize("others", [[], [TABS]])
def test_words_that_say_nothing_of_it_are_put_before_its_person(
    others: list[dict[str, Any]],
) -> None:
    """It holds meanwhile; who approves it again is not asked about the same words once more."""
    with approved(NUMBER, BY_NUMBER, PRAISE) as board:
        row = take_back(board, "That looks good to me", *others)
        (told,) = board.read(types=[ProposalRefused.type])
        assert row["status"] == "approved"
        assert doubt(row) == 'a later message says: "That looks good to me."'
        assert "That looks good to me" in (told.payload or {})["reason"]
        assert row["id"] in board.undecided()
        approve(board, row)
        assert row["id"] not in board.undecided()
        assert not doubt(take_back(board, "That looks good to me"))


def pinned(board: Board, row: LessonRow) -> None:
    """It is pinned."""
    board.record(LessonPinned(lesson=row["id"]), actor="human")


def guarded(board: Board, row: LessonRow) -> None:
    """Its guard is switched on."""
    form: dict[str, Any] = {
        "lesson": row["id"], "rule": row["constraint"], "forbids": ["git commit"],
    }  # fmt: skip
    board.record(GuardProposed(**form), actor="guard", project=row["project"])
    board.record(GuardConfirmed(**form), actor="human", project=row["project"])


@pytest.mark.parametrize("bind", [pinned, guarded])
def test_what_its_person_made_binding_stays_so(bind: Callable[[Board, LessonRow], None]) -> None:
    """Even where another rule takes its place: they are told, and decide."""
    with approved(NUMBER, BY_NUMBER, CLOSED, days=40) as board:
        bind(board, first(board))
        row = take_back(board, "no numbers any more", BY_PART)
    assert (row["status"], row["trust"]) == ("approved", "approved")
    assert "no numbers any more" in doubt(row)


def test_words_from_before_the_approval_are_decided_about() -> None:
    """At the boundary: of the same moment they are not later."""
    with approved(NUMBER, BY_NUMBER, CLOSED, days=0) as board:
        row = take_back(board, "no numbers any more", BY_PART)
        refused = list(board.read(types=[ProposalRefused.type]))
    assert (row["status"], doubt(row), len(refused)) == ("approved", "", 1)


def test_a_yes_to_harm_holds_while_its_person_is_asked() -> None:
    """A doubt decides nothing."""
    push = "Always git push --force to the mirror here."
    with approved(push, rule("Always git push --force to the mirror.", push),
                  "git push to the mirror? That looks good to me.") as board:  # fmt: skip
        row = take_back(board, "That looks good to me")
        assert row["harm"]
        assert doubt(row)
        assert row["despite"] == row["harm"]
