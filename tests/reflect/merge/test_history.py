"""The history of a pull request, and its text for a model."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.delivery.text import tokens
from blackboard.events.payload import PayloadModel, new
from blackboard.events.review import ReviewSubmitted
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request
from reflect.merge.history import History, history, portions
from tests.blackboard.github_json import PROJECT as GITHUB
from tests.blackboard.github_json import whole
from tests.reflect.merge.changes import (
    NUMBER,
    PROJECT,
    asked,
    merged,
    opened,
    remark,
    reviewed,
    reworked,
    shown,
    told,
)


@pytest.mark.parametrize(
    "payloads",
    [[], [opened()], [opened(body="Loads each once."), merged()], [reviewed(verdict="approved")],
     [opened(), shown(" "), reviewed(), merged()]],
)  # fmt: skip
def test_without_words_about_the_work_there_is_nothing_to_learn(
    board: Board, payloads: list[PayloadModel]
) -> None:
    """Opened, silently approved and merged: no text to learn from."""
    assert told(board, *payloads).is_empty


@pytest.mark.parametrize(
    "payload",
    [reviewed("Close it."), reviewed("", remark("Close it.")), asked("Close it."), reworked(),
     reworked("", "+ close()"), shown("Close all files.", "plan")],
)  # fmt: skip
def test_one_word_about_the_work_is_enough(board: Board, payload: PayloadModel) -> None:
    """Of a review, a request, a rework or a document."""
    assert not told(board, opened(), payload).is_empty


def test_only_the_events_of_this_change_count(board: Board) -> None:
    """Not those of another number, another project, or what was forgotten."""
    other = ReviewSubmitted(number=13, reviewer="grace", verdict="commented", body="Other.")
    board.append([new(other, stream="pr:13", project=PROJECT)])
    past = told(board, reviewed("One."), reviewed("Two."))
    board.append([new(reviewed("Elsewhere."), stream="pr:x", project="github.com/x/y")])
    assert [said for _, _, said in past.texts()] == ["grace (commented): One.",
                                                     "grace (commented): Two."]  # fmt: skip
    board.forget(past.events[0].id, reason="it names a customer")
    again = history(board, PROJECT, NUMBER)
    assert [said for _, _, said in again.texts()] == ["grace (commented): Two."]
    assert again.subject == f"{PROJECT}#12"


def test_everything_that_was_said_is_in_the_record(board: Board) -> None:
    """In order, each kind as data under its own name."""
    past = told(
        board,
        opened(body="Loads each once."),
        shown("Tiles are cached.", "specification", "Tiles"),
        shown("First the cache.", "plan"),
        reviewed("Not yet.", remark("Close the file."), verdict="changes-requested"),
        asked("Close the file."),
        reworked("Close it", "+ close()"),
        shown("All green.", "verification"),
        shown("+ tile()", "diff"),
        merged(),
    )
    shown_to_model = past.record(24_000)
    assert re.findall(r"<<<(\w+) \w{8}\n", shown_to_model) == [
        "note", "specification", "plan", "review", "rework", "rework", "verification", "diff",
    ]  # fmt: skip
    for text in ("Cache the tiles\nLoads each once.", "Tiles\nTiles are cached.",
                 "grace (changes-requested): Not yet.\nsrc/tiles.py:7 Close the file.",
                 "Close it\n+ close()", "All green.", "+ tile()"):  # fmt: skip
        assert text in shown_to_model


def test_a_change_as_github_tells_it_can_be_read(board: Board) -> None:
    """Nothing that the source writes is foreign to the history."""
    board.append(read_pull_request(whole()))
    past = history(board, GITHUB, 12)
    assert "linus (commented): Which release is it for?" in past.record(24_000)
    assert "src/tiles.py:9 Name it tile_of." in past.record(24_000)


def test_the_long_do_not_push_out_the_short(board: Board) -> None:
    """A long diff and two long reworks leave the reviews and the plan what they need."""
    past = told(board, shown("plan " * 40, "plan"), reviewed("Close the file, please."),
                reworked("first", "+ one\n" * 9000), reworked("second", "+ two\n" * 9000),
                shown("+ line\n" * 9000, "diff"))  # fmt: skip
    record = past.record(3000)
    assert "plan " * 39 in record
    assert "Close the file, please." in record
    assert len(re.findall(r"<<<rework", record)) == 2
    assert 2700 < tokens(record) <= 3000


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["review", "rework", "diff", "note", "plan"]),
            st.text(min_size=1, max_size=40),
            st.sampled_from([1, 10, 300]),
        ),
        max_size=30,
    ),
    st.integers(0, 5000),
)
def test_the_record_keeps_within_its_room(texts: list[tuple[str, str, int]], room: int) -> None:
    """In any script, however many there are."""
    with Board.open(":memory:") as board:
        payloads = [_payload(kind, text * times) for kind, text, times in texts]
        assert tokens(told(board, *payloads).record(room)) <= room


def test_of_too_many_remarks_the_latest_are_shown(board: Board) -> None:
    """Rather than a few letters of each, or nothing."""
    past = told(board, *(reviewed(f"Remark {n} is about the cache of tiles.") for n in range(200)))
    record = past.record(500)
    assert "Remark 199" in record
    assert "Remark 100" not in record


def _payload(kind: str, text: str) -> PayloadModel:
    if kind == "review":
        return reviewed(text)
    if kind == "rework":
        return reworked(text)
    return shown(text, "diff" if kind == "diff" else "plan" if kind == "plan" else "note")


@given(
    st.lists(st.tuples(st.integers(0, 500), st.floats(0.01, 1)), max_size=12),
    st.integers(-50, 2000),
)
def test_room_is_shared_fairly(wanted: list[tuple[int, float]], room: int) -> None:
    """No item gets more than it needs, the total fits, and little is wasted."""
    sizes, weights = [size for size, _ in wanted], [weight for _, weight in wanted]
    given = portions(sizes, weights, room)
    assert all(0 <= each <= size for each, size in zip(given, sizes, strict=True))
    assert sum(given) <= max(room, 0)
    if sum(sizes) <= room:
        assert given == sizes
    elif room > 0:
        assert sum(given) > room - len(sizes)


def test_an_empty_history_has_no_record() -> None:
    """There is nothing to ask about."""
    empty = History(PROJECT, NUMBER, [])
    assert (empty.record(1000), list(empty.texts()), empty.is_empty) == ("", [], True)
