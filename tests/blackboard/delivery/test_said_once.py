"""What a person said once is shown from the next session on, until he decides or it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from blackboard import Board
from blackboard.delivery.proof import SESSIONS_UNFIT, is_said_once
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from blackboard.events.lesson import LessonApproved
from blackboard.views.rows import LessonRow
from reflect.accounts.judge import judge
from reflect.curator import decisions
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.miner.mine import mine
from tests.reflect.talks import PROJECT, ran, says, session

WISH = "Stop adding comments to every line."
_DAY = 86_400_000_000


@pytest.fixture
def board() -> Iterator[Board]:
    """An empty board."""
    with Board.open(":memory:") as opened:
        yield opened


def held(board: Board, name: str, day: int, *words: str) -> None:
    """A session in which a person said something after the agent had run a command."""
    acts = [each for text in words for each in (ran("npm install", "ok"), says(text))]
    steps = [says("Please look at the importer and its docs."), *acts, says("Ok.", "assistant")]
    board.append([event._replace(occurred_at=(event.occurred_at or 0) + day * _DAY)
                  for event in session(steps, name)])  # fmt: skip
    mine(board)


def told(board: Board, step: str = "start", name: str = "next", **known: Any) -> str:
    """What a session is told."""
    situation = Situation(project=PROJECT, session=name, step=step, **known)
    return board.inject(situation).text


def the_lesson(board: Board) -> LessonRow:
    """The only lesson."""
    (row,) = board.view("lessons")
    return row


def test_the_next_session_begins_with_it(board: Board) -> None:
    """As a quotation with its day, and once in a session."""
    held(board, "s1", 0, WISH)
    assert f'on Tuesday, 14 November, you said: "{WISH}"' in told(board)
    assert told(board) == ""
    assert WISH in told(board, name="another")


def test_it_is_plain_once_its_person_keeps_it_and_gone_once_he_drops_it(board: Board) -> None:
    """Whatever was said of it before."""
    held(board, "s1", 0, WISH)
    decisions.approve(board, the_lesson(board), "")
    assert f": {WISH}" in told(board)
    decisions.reject(board, the_lesson(board), "")
    assert told(board, name="another") == ""


@pytest.mark.parametrize(
    "wish",
    [WISH, "Always write commit messages in the imperative mood here.", "Never push to main."],
)
def test_it_is_plain_once_its_person_types_it_in_another_session(board: Board, wish: str) -> None:
    """Word for word, too: nobody pastes one sentence."""
    held(board, "s1", 0, wish)
    curate(board, CuratorSettings())
    assert the_lesson(board)["status"] == "candidate"
    held(board, "s2", 1, wish)
    curate(board, CuratorSettings())
    assert the_lesson(board)["status"] == "approved"
    assert f": {wish}" in told(board)


@pytest.mark.parametrize(
    ("wish", "again"),
    [("Don't use npm here, use bun.", "Never use npm in this repo, use bun."),
     ("Don't use npm here, use bun.", "Use bun here instead of npm, npm breaks the lockfile."),
     ("Do not edit generated files in src/gen/.", "Never edit src/gen/ by hand."),
     ("Never use tabs here.", "Don't use tabs in this repo.")],
)  # fmt: skip
def test_the_same_prohibition_in_other_words_is_the_same_wish(
    board: Board, wish: str, again: str
) -> None:
    """By what it forbids and what is used instead."""
    held(board, "s1", 0, wish)
    held(board, "s2", 1, again)
    curate(board, CuratorSettings())
    assert (the_lesson(board)["constraint"], the_lesson(board)["status"]) == (wish, "approved")


@pytest.mark.parametrize(
    ("wish", "other"),
    [("Don't use npm here, use bun.", "Never use npm here, use pnpm."),
     ("Don't use npm here, use bun.", "Never use yarn here, use bun."),
     ("Never push to main.", "Don't push to main without asking me."),
     ("Never use tabs here.", "Never use tabs in YAML.")],
)  # fmt: skip
def test_another_thing_instead_or_a_condition_makes_another_wish(
    board: Board, wish: str, other: str
) -> None:
    """Each was said once."""
    held(board, "s1", 0, wish)
    held(board, "s2", 1, other)
    curate(board, CuratorSettings())
    assert {row["status"] for row in board.view("lessons")} == {"candidate"}
    assert {row["constraint"] for row in board.view("lessons")} == {wish, other}


def test_which_tool_is_used_is_said_at_the_start_and_where_it_is_named(board: Board) -> None:
    """With a prompt that names the command; beside the command it would come with its result."""
    held(board, "s1", 0, "No, use pnpm here, not npm.")
    assert the_lesson(board)["commands"] == ["npm install"]
    assert "use pnpm here, not npm" in told(board)
    assert "use pnpm here, not npm" in told(board, "prompt", "third", prompt="Then npm install x.")


def test_what_is_about_a_file_comes_after_what_holds_for_the_whole_repository(
    board: Board,
) -> None:
    """Beside the edit it comes too late, so a start has it where three have room."""
    held(board, "s1", 5, "Never edit src/gen/api.py by hand.")
    assert "by hand" in told(board)
    for day, wish in enumerate(("Never use tabs.", "Always sort the imports.", WISH)):
        held(board, f"t{day}", day, wish)
    assert "by hand" not in told(board, name="fourth")
    assert "by hand" in told(board, "prompt", "third", prompt="change src/gen/api.py")


def test_what_was_kept_is_still_shown_at_the_start(board: Board) -> None:
    """Also where it is about a command: what he confirmed must not come later than before."""
    held(board, "s1", 0, "Don't use npm here, use bun.")
    row = the_lesson(board)
    assert "npm" in told(board)
    board.record(LessonApproved(lesson=row["id"], by="human"), actor="human", project=PROJECT)
    assert "Don't use npm here, use bun." in told(board, name="later")


def test_at_most_three_the_most_repeated_and_newest_first(board: Board) -> None:
    """The others wait for what they fit."""
    wishes = ("Never use tabs.", "Always sort the imports.", WISH, "Don't rebase pushed branches.")
    for day, wish in enumerate((*wishes, wishes[1])):
        held(board, f"s{day}", day, wish)
    lines = told(board).splitlines()[1:]
    assert [each.split('"')[1] for each in lines] == [wishes[1], wishes[3], WISH]
    row = next(row for row in board.view("lessons") if "tabs" in row["constraint"])
    assert is_said_once(row)


def test_it_ends_after_ten_sessions_in_which_it_did_not_fit(board: Board) -> None:
    """A start is no fit; a prompt that speaks of it is, and counts anew."""
    held(board, "s0", 0, WISH)
    for day in range(1, SESSIONS_UNFIT):
        held(board, f"s{day}", day)
    assert WISH in told(board, name=f"s{SESSIONS_UNFIT - 1}")
    held(board, "last", SESSIONS_UNFIT)
    assert told(board, name="last") == ""
    assert told(board, "prompt", "last", prompt="stop adding comments to every line") == ""
    assert [row["constraint"] for row in board.view("lessons")] == [WISH]


@pytest.mark.parametrize(
    ("wish", "fits"),
    [(WISH, says("You are adding comments to every line again.")),
     ("No, use pnpm here, not npm.", ran("npm install left-pad", "ok")),
     (WISH, None)],
)  # fmt: skip
def test_a_session_that_it_fits_counts_although_its_start_had_shown_it(
    board: Board, wish: str, fits: NewEvent | None
) -> None:
    """By a prompt, or by the command; only a session that it does not fit brings its end nearer."""
    held(board, "s0", 0, wish)
    for day in range(1, SESSIONS_UNFIT + 2):
        name = f"s{day}"
        is_shown = bool(told(board, name=name))
        assert is_shown is (fits is not None or day < SESSIONS_UNFIT + 1)
        steps = [says("Look at the docs, please."), *([fits] if fits else [])]
        board.append([each._replace(occurred_at=(each.occurred_at or 0) + day * _DAY)
                      for each in session(steps, name)])  # fmt: skip
        judge(board)
