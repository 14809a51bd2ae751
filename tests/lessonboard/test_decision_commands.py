"""`lessonboard lesson keep`, `drop`, `edit` and `undo`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from blackboard import Board, BoardError
from lessonboard.cli.main import cli
from reflect.curator import decisions
from tests.blackboard.lessons import HERE, lesson
from tests.command_line import Run
from tests.reflect.talks import says, session

COMMANDS = ("keep", "drop", "edit", "undo", "mute", "guard")
STEERING = "Run \x1b[2Jmake\x1b]0;owned\x07 \u202egen first"


@pytest.fixture
def known(run: Run, tmp_path: Path) -> Run:
    """A command line whose board has a few lessons."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([
            lesson("lesson-aa11", "Run `make a` first"),
            lesson("lesson-aa22", "Run `make b` first"),
            lesson("lesson-bb33", STEERING, symptom=STEERING, root_cause=STEERING,
                   resolution=STEERING, tags=[STEERING.lower()], project=HERE,
                   evidence=[{"event_id": "e\x1b[2J", "quote": STEERING, "session": "s1"}]),
        ])  # fmt: skip
    return run


@pytest.mark.parametrize(
    ("arguments", "changed"),
    [
        (("keep", "--reason", "seen"), {"status": "approved", "reason": "seen"}),
        (("drop", "--reason", "wrong"), {"status": "rejected", "reason": "wrong"}),
        (("drop", "--outdated", "--reason", "old"), {"status": "retired", "reason": "old"}),
        (
            ("edit", "--rule", "Run `make c` first", "--severity", "high", "--symptom",
             "It broke", "--root-cause", "Nobody ran it", "--resolution", "It was run"),
            {"constraint": "Run `make c` first", "severity": "high", "symptom": "It broke",
             "root_cause": "Nobody ran it", "resolution": "It was run"},
        ),
    ],
)  # fmt: skip
def test_a_decision_shows_how_the_lesson_stands_and_can_be_undone(
    known: Run, arguments: tuple[str, ...], changed: dict[str, str]
) -> None:
    """As JSON the whole lesson; the beginning of an id, with or without its prefix, will do."""
    before = {row["id"]: row for row in known("lesson", "--json").json}["lesson-aa11"]
    command, *options = arguments
    done = known("lesson", command, "aa11", *options, "--json")
    assert (done.code, done.err) == (0, "")
    after = done.json
    assert {name: after[name] for name in changed} == changed
    (decision,) = after["decisions"]
    assert decision["actor"] == "human"
    assert decision["at"].endswith("Z")
    undone = known("lesson", "undo", "lesson-aa1", "--json").json
    assert undone["undone"] == [decision["type"]]
    apart = {"undone", "updated_at"}
    assert {name: value for name, value in undone.items() if name not in apart} == {
        name: value for name, value in before.items() if name not in apart
    }


def test_a_person_reads_one_line_and_the_rule(known: Run) -> None:
    """How it stands, and what it says."""
    done = known("lesson", "drop", "--outdated", "aa11")
    assert done.out == "lesson-aa11: retired, project scope\n  Run `make a` first\n"


def test_show_lists_decisions_with_their_reasons_and_events(known: Run, tmp_path: Path) -> None:
    """Every reason is kept, and each event can be named to undo it."""
    with Board.open(tmp_path / "board.db") as board:
        for decide, why in ((decisions.approve, "seen"), (decisions.reject, "seen wrong")):
            decide(board, board.row("lessons", "lesson-aa11"), why)
        decisions.promote(board, board.row("lessons", "lesson-aa11"), "all do")
        rows = board.row("lessons", "lesson-aa11")["decisions"]
    out = known("lesson", "aa11").out
    for each, why in zip(rows, ("seen", "seen wrong", "all do"), strict=True):
        assert f"{each['type']}  {each['event']}  human  {why}\n" in out
    done = known("lesson", "undo", "aa11", "--decision", rows[0]["event"], "--json")
    assert (done.json["status"], done.json["scope"]) == ("rejected", "global")
    listed = known("lesson", "--all").out
    assert "everywhere" in listed


def test_an_ambiguous_beginning_is_one_line(known: Run) -> None:
    """It names what it could be."""
    done = known("lesson", "keep", "aa")
    assert done.code == 1
    assert done.err == (
        "lessonboard: 'aa' could be any of lesson-aa11, lesson-aa22; write more of it\n"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_decides_on_what_it_cannot_tell_apart(
    known: Run, tmp_path: Path, command: str
) -> None:
    """Nothing is told when it is not clear of which lesson."""
    words = ["--severity", "low"] if command == "edit" else []
    database = str(tmp_path / "board.db")
    done = CliRunner().invoke(cli, ["--db", database, "lesson", command, "aa", *words])
    assert isinstance(done.exception, BoardError)
    with Board.open(database) as board:
        assert board.log.head() == 3


@pytest.mark.parametrize("name", ["nowhere", "", "%", "lesson-aa1_"])
def test_a_lesson_that_is_not_there_is_one_line(known: Run, name: str) -> None:
    """Signs that mean something in SQL mean nothing here."""
    done = known("lesson", "keep", name)
    assert done.code == 1
    assert (
        done.err
        == f"lessonboard: there is no lesson or insight '{name}'; see `lessonboard lesson`\n"
    )


def test_a_revision_must_say_something(known: Run) -> None:
    """Nothing given is wrong usage; what cannot be kept is one line."""
    assert known("lesson", "edit", "aa11").code == 2
    assert "say what to replace" in known("lesson", "edit", "aa11").err
    empty = known("lesson", "edit", "aa11", "--rule", " ")
    assert (empty.code, len(empty.err.splitlines())) == (1, 1)
    assert empty.err.startswith("lessonboard: could not keep the constraint as it is: ")
    same = known("lesson", "edit", "aa11", "--rule", "Run `make a` first", "--json")
    assert (same.code, same.json["decisions"]) == (0, [])


def test_undoing_nothing_says_so(known: Run) -> None:
    """And where the decisions are listed."""
    done = known("lesson", "undo", "aa11")
    assert done.code == 1
    assert done.err == (
        "lessonboard: there is no decision about lesson-aa11 to undo; "
        "`lessonboard lesson lesson-aa11` lists them\n"
    )
    named = known("lesson", "undo", "aa11", "--decision", "elsewhere")
    assert "there is no decision 'elsewhere' about lesson-aa11" in named.err


def test_the_past_shows_it_undecided(known: Run) -> None:
    """--as-of a position before the decision."""
    known("lesson", "drop", "aa11")
    then = known("lesson", "aa11", "--as-of", "3", "--json").json[0]
    assert (then["status"], then["decisions"]) == ("candidate", [])


SHOWN: dict[str, Callable[[Run], str]] = {
    "list": lambda run: run("lesson").out,
    "show": lambda run: run("lesson", "bb33").out,
    "decided": lambda run: (
        run("lesson", "drop", "--outdated", "bb33", "--reason", STEERING).out
        + run("lesson", "bb33").out
    ),
    "review": lambda run: run("lesson", "review", "--all", stdin="s\ns\n").out,
}


@pytest.mark.parametrize("command", SHOWN)
def test_nothing_printed_steers_the_terminal(known: Run, command: str) -> None:
    """Escape sequences, bells and signs that turn the writing round are gone."""
    out = SHOWN[command](known)
    assert "Run make gen first" in out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)


def test_importing_a_record_again_does_not_overwrite_a_person(run: Run, records: Path) -> None:
    """Only a record that changed revises the lesson; the same one changes nothing."""
    run("lesson", "add", "--file", str(records))
    mine = ("lesson", "edit", "pool", "--rule", "Share one pool among all requests")
    assert run(*mine).code == 0
    assert run("lesson", "add", "--file", str(records), "--json").json["revised"] == 0
    kept = run("lesson", "pool", "--json").json[0]
    assert kept["constraint"] == "Share one pool among all requests"
    records.write_text(records.read_text().replace("once per process", "for each process"))
    assert run("lesson", "add", "--file", str(records), "--json").json["revised"] == 1
    changed = run("lesson", "pool", "--json").json[0]
    assert changed["constraint"] == "Open the database pool for each process"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_says_what_the_command_means(command: str) -> None:
    """One plain sentence, and every option explained."""
    context = click.Context(cli)
    group = cli.get_command(context, "lesson")
    assert isinstance(group, click.Group)
    found = group.get_command(context, command)
    assert found is not None
    assert (found.help or "").split("\n")[0].endswith((".", ";"))
    options = [each for each in found.params if isinstance(each, click.Option)]
    assert all(each.help for each in options)


def test_keeping_it_everywhere_says_where_else_it_is_shown(known: Run, tmp_path: Path) -> None:
    """Each half of the decision can be undone; what was approved is not approved again."""
    with Board.open(tmp_path / "board.db") as board:
        board.append(session([says("Hello.")], "s1", project="ada/glider"))
    kept = known("lesson", "keep", "--everywhere", "aa11", "--json")
    assert kept.err == "It is shown in 1 other project too: ada/glider.\n"
    assert (kept.json["status"], kept.json["scope"]) == ("approved", "global")
    known("lesson", "undo", "aa11")
    known("lesson", "keep", "--everywhere", "aa11")
    kinds = [each["type"] for each in known("lesson", "aa11", "--json").json[0]["decisions"]]
    assert kinds == ["lesson.approved", "lesson.promoted"]


def test_a_pinned_lesson_is_shown_as_such_until_it_is_unpinned(known: Run) -> None:
    """Pinning twice is pinning once; pinning approves, and ending that alone approves nothing."""
    known("lesson", "keep", "--no-pin", "aa11")
    assert known("lesson", "aa11", "--json").json[0]["status"] == "candidate"
    for _ in range(2):
        pinned = known("lesson", "keep", "--pin", "aa11", "--reason", "we rely on it")
        assert (pinned.code, "pinned" in pinned.out) == (0, True)
    assert ", pinned" in known("lesson", "aa11").out
    assert known("lesson", "keep", "--no-pin", "aa11", "--json").json["pinned"] == 0
    kinds = [line for line in known("events").out.split() if "pinned" in line]
    assert kinds == ["lesson.pinned", "lesson.unpinned"]
