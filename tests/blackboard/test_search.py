"""Searching lessons as people type: nothing is syntax by accident, and filters come first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.storage.sqlite import search as search_module
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson, told
from tests.inside import connection_of
from tests.long_runs import rounds

_LESSONS = [
    lesson("typecheck", "Run the type-check before testing.", tags=["types"]),
    lesson("cpp", "Compile C++ sources with the wrapper.", symptom="g++: not found."),
    lesson("dont", "Commit small steps, don't squash them."),
    lesson("noemit", "Pass `--noEmit` to tsc.", symptom="error TS2345: Argument of type x."),
    lesson("foobar", "Write the key as foo:bar in the settings."),
    lesson("busy", "Set busy_timeout before the first write.", paths=["src/auth/login.py"]),
    lesson("cjk", "\u5148\u8fd0\u884c\u6570\u636e\u5e93\u8fc1\u79fb"),
    lesson("accent", "Ask the caf\u00e9 service na\u00efvely."),
    lesson("elsewhere", "Set busy_timeout in the other project.", project=ELSEWHERE),
    lesson("exit", "The exit code is zero though the linter complained."),
    lesson("codes", "Zero is the code that tells the shell to exit."),
]


@pytest.fixture
def board(board: Board) -> Board:
    """A board with lessons of two projects."""
    board.append(_LESSONS)
    return board


_TAGS: tuple[list[str], list[str]] = (["other"], [])


def _found(board: Board, text: str, **options: Any) -> list[str]:
    return [hit.row["id"] for hit in board.search(text, **options)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("type-check testing", "typecheck"),
        ("C++", "cpp"),
        ("c++ wrapper", "cpp"),
        ("don't", "dont"),
        ("dont", "dont"),
        ("--noEmit", "noemit"),
        ("noEmit", "noemit"),
        ("emit", "noemit"),
        ("foo:bar", "foobar"),
        ("TS2345", "noemit"),
        ("ts2345", "noemit"),
        ("2345", "noemit"),
        ("src/auth/login.py", "busy"),
        ("login.py", "busy"),
        ("auth", "busy"),
        ("\u6570\u636e\u5e93", "cjk"),
        ("\u8fc1\u79fb", "cjk"),
        ("cafe naively", "accent"),
        ("CAF\u00c9", "accent"),
        ('"exit code"', "exit"),
        ('"exit code', "exit"),
        ("commi*", "dont"),
        ("compiling source", "cpp"),
        ("AND OR NOT foo:bar", "foobar"),
        ("NEAR(squash steps, 2)", "dont"),
        ("^squash", "dont"),
        ("{head middle} : squash", "dont"),
        ("head : squash", "dont"),
        ("squash)", "dont"),
        ("'squash", "dont"),
        ("squash;--", "dont"),
        ("squash\0", "dont"),
    ],
)
def test_what_was_typed_is_found_first(board: Board, text: str, first: str) -> None:
    """The lesson that holds the words as typed comes first."""
    assert _found(board, text)[:1] == [first]


@pytest.mark.parametrize("identifier", ["busy_timeout", "timeout", "BUSY"])
def test_identifiers_are_found_by_their_parts(board: Board, identifier: str) -> None:
    """A part of an identifier finds the lessons that have it, in every project."""
    assert set(_found(board, identifier)) == {"busy", "elsewhere"}


@pytest.mark.parametrize("text", ["", "  ", "*", '"', '""', "\0", "-", "()", "^", ":", "'"])
def test_nothing_typed_shows_the_newest(board: Board, text: str) -> None:
    """A query without words is answered with what is newest, not with an error or nothing."""
    board.append([lesson("newest", "Newest of all.", at=1_800_000_000)])
    assert _found(board, text, limit=1) == ["newest"]
    assert len(_found(board, text)) == len(_LESSONS) + 1


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000,
        "busy " * 2_000,
        " ".join(f"w{n}" for n in range(2_000)),
        '"' + " ".join(f"w{n}" for n in range(2_000)),
        " ".join(f"-w{n}" for n in range(2_000)),
        "w* " * 3_000,
        '"' * 10_000,
        "\u6570" * 10_000,
    ],
)
def test_long_queries_are_answered(board: Board, text: str) -> None:
    """Ten thousand characters are a query like any other."""
    assert len(_found(board, text)) <= len(_LESSONS)


def test_a_phrase_is_words_in_order(board: Board) -> None:
    """Quoted words must stand together; without quotes they may stand anywhere."""
    assert _found(board, '"exit code"') == ["exit"]
    assert set(_found(board, "exit code")) >= {"exit", "codes"}


def test_excluded_words_are_left_out(board: Board) -> None:
    """`-word` leaves out what holds the word, with other words and alone."""
    assert _found(board, "busy_timeout -other") == ["busy"]
    rest = _found(board, "-busy -squash")
    assert not {"busy", "elsewhere", "dont"} & set(rest)
    assert len(rest) == len(_LESSONS) - 3


@pytest.mark.parametrize(
    ("where", "left"),
    [
        ({"project": HERE}, "wanted"),
        ({"phase": "review"}, "wanted"),
        ({"category": "types"}, "wanted"),
        ({"severity": "high"}, "wanted"),
        ({"status": "approved"}, "wanted"),
        ({"status": ["approved", "superseded"]}, "wanted"),
        ({"last_seen_at>=": 1_800_000_000_000_000}, "wanted"),
        ({"project": HERE, "severity": "high"}, "wanted"),
    ],
)
@pytest.mark.parametrize("text", ["zebra", "zebra stripes", "-absent", ""])
@pytest.mark.parametrize("most_ranked", [20_000, 3])
def test_filters_come_before_the_limit(
    board: Board,
    monkeypatch: pytest.MonkeyPatch,
    where: dict[str, Any],
    left: str,
    text: str,
    most_ranked: int,
) -> None:
    """One row that passes the filter is found among many better ones that do not."""
    monkeypatch.setattr(search_module, "MOST_RANKED", most_ranked)
    fields = {"phase": "review", "category": "types", "severity": "high", "status": "approved"}
    story = "A long story." * 9
    board.append([lesson("wanted", "Zebra.", symptom=story, at=1_800_000_000, **fields)])
    board.append([lesson(f"z{n}", "Zebra zebra stripes.", project=ELSEWHERE) for n in range(30)])
    assert _found(board, text, where=where, limit=1) == [left]


def test_the_constraint_counts_most(board: Board) -> None:
    """A word in the constraint or the tags outweighs one in the symptom, and that the rest."""
    board.append(
        [
            lesson("in-rest", "Do one thing.", root_cause="A quokka was there."),
            lesson("in-symptom", "Do two things.", symptom="A quokka was there."),
            lesson("in-tags", "Do three things.", tags=["quokka"]),
        ]
    )
    assert _found(board, "quokka") == ["in-tags", "in-symptom", "in-rest"]


def test_rows_with_all_words_come_before_rows_with_some(board: Board) -> None:
    """What holds everything that was typed is ahead of what holds a part of it often."""
    board.append(
        [
            lesson("both", "A quokka met an okapi once upon a time in a land far away from here."),
            lesson("one", "Quokka quokka quokka.", tags=["quokka"], symptom="Quokka."),
        ]
    )
    assert _found(board, "quokka okapi") == ["both", "one"]


@pytest.mark.parametrize("text", ["zebra", "zebra -other", "zebra fast", '"zebra runs"', "zeb*"])
def test_common_words_find_the_same_rows(
    board: Board, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Where matches are too many to rank by the index, those with all words are the same rows."""
    board.append(
        [
            lesson(f"z{n}", f"Zebra runs {'fast' if n % 3 else 'slow'}", tags=_TAGS[n % 2])
            for n in range(60)
        ]
    )
    everything = _found(board, text, limit=100)
    wholly = {each for each in everything if "fast" not in text or int(each[1:]) % 3}
    monkeypatch.setattr(search_module, "MOST_RANKED", 10)
    assert set(_found(board, text, limit=len(wholly))) == wholly
    assert len(_found(board, text, limit=7)) == 7


def test_changed_words_are_found_and_old_ones_are_not(board: Board) -> None:
    """A lesson is found by what it says now."""
    board.append([told("lesson.revised", "dont", constraint="Rebase before merging.")])
    assert _found(board, "rebase") == ["dont"]
    assert "dont" not in _found(board, "squash")


@given(text=st.text(alphabet=st.characters() | st.sampled_from('"*-^():{}+ \0ab'), max_size=40))
@settings(
    max_examples=rounds(30, 150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_no_text_is_an_error(board: Board, text: str) -> None:
    """Whatever is typed is answered."""
    assert len(board.search(text)) <= 20


@pytest.mark.parametrize("view", ["sessions", "lessons", "insights"])
def test_other_views_are_searched_too(board: Board, view: str) -> None:
    """Every view that is made of words can be searched."""
    assert isinstance(board.search("busy", view=view), list)
    assert isinstance(board.search("", view=view), list)


def test_what_a_lesson_said_before_crowds_nobody_out(board: Board) -> None:
    """However often a lesson was revised, the others that fit are found beside it."""
    board.append([lesson("late", "Rest a while.", symptom="It ran long after the linter.")])
    for number in range(40):
        symptom = f"The linter complained {number} times."
        board.append([told("lesson.revised", "exit", symptom=symptom)])
        board.catch_up()
    assert _found(board, "linter", limit=2) == ["exit", "late"]


def test_a_search_takes_few_statements(board: Board) -> None:
    """However many hits there are: what each statement costs is paid at each key typed."""
    board.append([lesson(f"tile-{n}", f"Polish tile number {n} with wax.") for n in range(30)])
    board.search("polish tile")
    statements: list[str] = []
    connection = connection_of(board)
    connection.set_trace_callback(statements.append)
    assert len(board.search("polish tile")) == 20
    connection.set_trace_callback(None)
    own = [each for each in statements if not each.startswith("--") and "fts_lessons_" not in each]
    assert len(own) <= 10
