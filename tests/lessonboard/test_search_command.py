"""`lessonboard search`: what people type, what they see, and what programs get."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.storage.sqlite.passages import PassageIndex
from tests.blackboard.recall.talk import DAY, ELSEWHERE, START, answer, prompt
from tests.blackboard.recall.talk import run as command
from tests.command_line import Run
from tests.inside import connection_of


@pytest.fixture
def told(run: Run, tmp_path: Path) -> Run:
    """A command line whose board holds two sessions about one thing."""
    with Board.open(tmp_path / "board.db") as board:
        board.append(
            [
                prompt("s-one", "Why does the build say zebra?"),
                command("s-one", "npx tsc --noEmit", error="error TS2345: zebra"),
                *(answer("s-one", f"The zebra of {name}.") for name in ("Ada", "Bob", "Cy", "Di")),
                prompt("s-two", "Feed the zebra", project=ELSEWHERE, agent="claude-code",
                       at=START + 9 * DAY),
            ]
        )  # fmt: skip
    return run


def test_a_session_is_one_result_with_its_hits_marked(told: Run) -> None:
    """Its day, id, agent and project; the hits, of which one says its title; how many more."""
    done = told("search", "zebra", "--project", "kite")
    assert done.code == 0
    assert done.out.splitlines() == [
        "2023-11-14  session  s-one  codex  github.com/ada/kite",
        "  11-14 22:13  prompt    Why does the build say **zebra**?",
        "  11-14 22:13  error     error TS2345: **zebra**",
        "  11-14 22:13  answer    The **zebra** of Bob.",
        "  and 3 more",
    ]


def test_programs_get_all_of_it(told: Run) -> None:
    """`--json` is a list of what was found, with the hits, their marks and where they are."""
    (found,) = told("search", "zebra", "--agent", "claude-code", "--json").json
    hits = found.pop("hits")
    assert found.pop("score") > 0
    assert found == {
        "kind": "session", "id": "s-two", "project": ELSEWHERE, "agent": "claude-code",
        "at": "2023-11-23T22:13:20.000000Z", "title": "Feed the zebra", "more": 0,
        "says": "", "harm": [],
    }  # fmt: skip
    (hit,) = hits
    assert hit.pop("event")
    assert hit == {
        "place": "prompt", "text": "Feed the zebra", "marks": [[9, 14]], "position": 7,
        "at": "2023-11-23T22:13:20.000000Z", "session": "s-two",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["feed", "the", "zebra"], ["s-two", "s-one"]),
        (["feed the zebra"], ["s-two", "s-one"]),
        (["--noEmit"], ["s-one"]),
        (["zebra", "-feed"], ["s-one"]),
        (["zebra", "-tsc", "-build", "-hook"], ["s-one", "s-two"]),
        (['"feed the zebra"'], ["s-two"]),
        (["zebra", "--in", "errors", "--in", "commands"], ["s-one"]),
        (["zebra", "--since", "2023-11-20"], ["s-two"]),
        (["zebra", "--until", "2023-11-20"], ["s-one"]),
        (["zebra", "--limit", "1"], ["s-one"]),
        (["zebra", "--as-of", "6"], ["s-one"]),
        (["--", "--json"], []),
        (["\U0001f680"], []),
        (["x" * 10_000], []),
    ],
    ids=lambda value: " ".join(value)[:30],
)
def test_words_need_no_quotes(told: Run, words: list[str], expected: list[str]) -> None:
    """Flags and exclusions are words, options narrow the search down."""
    done = told("search", "--json", *words)
    assert done.code == 0, done.err
    assert [each["id"] for each in done.json] == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["\U0001f680"], "There is no word to search for '\U0001f680'."),
        (["horse"], "Nothing was found for 'horse'."),
    ],
)
def test_nothing_found_is_said(told: Run, arguments: list[str], message: str) -> None:
    """And why, where there was nothing to look for."""
    done = told("search", *arguments)
    assert (done.code, done.out) == (0, f"{message}\n")


@pytest.mark.parametrize("arguments", [[], ["x", "--in", "poems"], ["x", "--since", "soon"]])
def test_what_cannot_be_meant_is_refused(told: Run, arguments: list[str]) -> None:
    """No words, no such kind, no time."""
    assert told("search", *arguments).code == 2


def test_an_import_leaves_nothing_to_index(run: Run, samples: str, tmp_path: Path) -> None:
    """The first search after an import does not wait, nor does one after a replay."""
    for arguments in (
        ("session", "import", samples),
        (
            "admin",
            "verify",
            "--rebuild",
        ),
    ):
        run(*arguments)
        with Board.open(tmp_path / "board.db", read_only=True) as board:
            assert PassageIndex(connection_of(board)).position() == board.log.head()
    assert run("search", "test:unit", "--json").json


def test_a_board_without_its_index_is_searched_all_the_same(told: Run, tmp_path: Path) -> None:
    """A search makes what it needs."""
    told("search", "zebra")
    with sqlite3.connect(tmp_path / "board.db") as connection:
        connection.execute("DELETE FROM checkpoints WHERE name = 'view:passages'")
    connection.close()
    assert len(told("search", "zebra", "--json").json) == 2
