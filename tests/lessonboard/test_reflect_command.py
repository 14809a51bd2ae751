"""`lessonboard session reflect`: what it looks at and says, also without its model."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from blackboard.importer import import_files
from blackboard.transcript_files import find
from tests.command_line import Run
from tests.reflect.talks import ran, session

KEYS = {"looked_at", "mined", "decided", "failures"}
LOOK_KEYS = {"subject", "patterns", "suggestions", "automation_priority", "kept", "lessons",
             "failure"}  # fmt: skip
KITE = "github.com/ada/kite"
RULE = "Always validate orders before they are stored."

FAILED = ran("seed", "error: --config is required", fails=True)
WORKED = ran("seed --config dev.toml")
STOPPED, WENT_ON = ran("make", "make: *** Error 1", fails=True), ran("make")


@pytest.fixture
def taken_in(run: Run, samples: str, tmp_path: Path) -> Run:
    """A command line whose board holds the sample sessions, not mined yet."""
    with Board.open(tmp_path / "board.db") as board:
        import_files(board, find([Path(samples)]))
    return run


@pytest.fixture
def reviewed(run: Run, tmp_path: Path) -> Run:
    """A command line in a clone whose change 7 was reviewed and reworked."""
    home = tmp_path / "home"
    (home / ".git").mkdir()
    (home / ".git" / "config").write_text(
        '[remote "origin"]\n\turl = git@github.com:ada/kite.git\n'
    )
    with Board.open(tmp_path / "board.db") as board:
        for number, (type_, fields) in enumerate([
            ("pr.opened", {"title": "Orders", "author": "ada"}),
            ("review.submitted", {"reviewer": "bob", "verdict": "changes-requested", "body": RULE}),
            ("rework.completed", {"summary": "Orders are validated."}),
        ]):  # fmt: skip
            told = NewEvent(type_, f"pr:{KITE}#7", {"number": 7, **fields}, project=KITE)
            board.append([told._replace(occurred_at=1_000 + number)])
    return run


@pytest.fixture
def unreachable(tmp_path: Path) -> dict[str, str]:
    """An environment whose settings name a model at a port where nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = tmp_path / "config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(
        f"[model]\nname = 'mine'\nbase_url = 'http://127.0.0.1:{port}/v1'\nretries = 0\n"
    )
    return {"XDG_CONFIG_HOME": str(tmp_path / "config")}


def events(tmp_path: Path, *types: str) -> list[dict[str, Any]]:
    """The payloads of some types on the board."""
    with Board.open(tmp_path / "board.db") as board:
        return [event.payload or {} for event in board.read(types=types)]


# What it looks at


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "say what to look at: --session ID, --pr N, --since WHEN or --all"),
        (("--project", "kite"), "say what to look at"),
        (("--pr", "0"), "--pr"),
        (("--pr", "7", "--all"), "--pr looks at a pull request alone"),
        (("--since", "yesterday"), "is no time"),
    ],
)
def test_without_a_target_it_is_wrong_usage(run: Run, options: tuple[str, ...], said: str) -> None:
    """Exit code 2, with what could be asked for."""
    done = run("session", "reflect", *options)
    assert done.code == 2
    assert said in done.err
    assert "Usage: lessonboard session reflect" in done.err


@pytest.mark.parametrize("name", ["nowhere", ""])
def test_an_unknown_session_is_one_line(taken_in: Run, name: str) -> None:
    """It says where the sessions are listed."""
    done = taken_in("session", "reflect", "--session", name)
    assert done.code == 1
    assert done.err == (f"lessonboard: there is no session '{name}'; see `lessonboard session`\n")


def test_an_ambiguous_beginning_names_what_it_could_be(run: Run, tmp_path: Path) -> None:
    """Write more of it."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([
            NewEvent("session.started", f"session:{name}", {"session": name, "agent": "codex"})
            for name in ("abc1", "abc2", "abc", "xyz")
        ])  # fmt: skip
    done = run("session", "reflect", "--session", "ab")
    assert done.code == 1
    assert "'ab' could be any of abc, abc1, abc2; write more of it" in done.err
    assert run("session", "reflect", "--session", "abc", "--json").code == 0
    assert (
        run("session", "reflect", "--session", "x", "--json").json["looked_at"][0]["subject"]
        == "xyz"
    )


def test_all_sessions_are_looked_at_once(taken_in: Run) -> None:
    """The JSON has its documented shape; the second run finds nothing new, a named one is."""
    first = taken_in("session", "reflect", "--all", "--json")
    assert (first.code, first.err) == (0, "")
    told = first.json
    assert set(told) == KEYS
    assert len(told["looked_at"]) == 10
    assert all(set(each) == LOOK_KEYS for each in told["looked_at"])
    assert told["mined"]["sessions"] == 10
    assert told["mined"]["created"] >= 6
    assert told["failures"] == []
    again = taken_in("session", "reflect", "--all", "--json").json
    assert (again["looked_at"], again["decided"], again["failures"]) == ([], {}, [])
    assert (again["mined"]["created"], again["mined"]["sessions"]) == (0, 0)
    subject = told["looked_at"][0]["subject"]
    named = taken_in("session", "reflect", "--session", subject[:20], "--json").json
    assert [each["subject"] for each in named["looked_at"]] == [subject]


def test_a_person_reads_what_came_of_it(taken_in: Run) -> None:
    """How often it looked, what was learnt, and which patterns there were."""
    done = taken_in("session", "reflect", "--all")
    assert done.code == 0
    assert "Reflected 10 times: " in done.out
    assert "new lessons" in done.out
    assert (
        "Reflected 0 times: 0 new lessons, 0 insights kept"
        in taken_in("session", "reflect", "--all").out
    )


@pytest.mark.parametrize(
    ("options", "looks"),
    [
        (("--since", "2999-01-01"), 0),
        (("--since", "1970-01-01"), 10),
        (("--since", "2000-01-01", "--project", "tide-tables"), 4),
    ],
)
def test_time_and_project_narrow_it_down(
    taken_in: Run, options: tuple[str, ...], looks: int
) -> None:
    """A project may be named by its last part; the beginning of time is a time."""
    found = taken_in("session", "reflect", *options, "--json").json
    assert len(found["looked_at"]) == looks


# Pull requests


def test_a_pull_request_outside_of_a_repository_needs_a_project(run: Run) -> None:
    """The line says how to name one."""
    done = run("session", "reflect", "--pr", "7")
    assert done.code == 1
    assert done.err == (
        "lessonboard: found no project: this folder is in no repository; "
        "go into one, or give --project\n"
    )


@pytest.mark.parametrize("opened", [False, True])
def test_a_pull_request_that_nothing_is_known_of_is_named(
    run: Run, tmp_path: Path, opened: bool
) -> None:
    """Also when no more is known than that it was opened; the line says what to run."""
    if opened:
        with Board.open(tmp_path / "board.db") as board:
            board.append([NewEvent("pr.merged", f"pr:{KITE}#8", {"number": 8}, project=KITE)])
    done = run("session", "reflect", "--pr", "8", "--project", KITE, "--json")
    assert (done.code, done.out) == (1 if opened else 2, "")
    if not opened:
        assert "no project is called 'github.com/ada/kite'" in done.err
        return
    assert "nothing is recorded about pull request 8 of github.com/ada/kite" in done.err
    assert "record it first: lessonboard automation pr 8 --fetch" in done.err


def test_what_a_review_taught_becomes_a_lesson(reviewed: Run) -> None:
    """In a clone the number is enough; looking again learns nothing new."""
    told = reviewed("session", "reflect", "--pr", "7", "--json").json
    (look,) = told["looked_at"]
    assert look["subject"] == "github.com/ada/kite#7"
    assert look["lessons"] == {"created": 1, "recurred": 0, "refused": 0, "known": 0}
    again = reviewed("session", "reflect", "--pr", "7", "--json").json["looked_at"][0]["lessons"]
    assert again == {"created": 0, "recurred": 0, "refused": 0, "known": 1}
    (lesson,) = reviewed("lesson", "--json").json
    assert (lesson["constraint"], lesson["trust"]) == (RULE, "repository")
    assert (
        "1 new lesson" not in reviewed("session", "reflect", "--pr", "7", "--project", "kite").out
    )


# The model


def test_a_model_that_cannot_be_reached_loses_nothing(
    run: Run, unreachable: dict[str, str], tmp_path: Path
) -> None:
    """Rules are used, standard error says so, the exit code is 0, and it is asked again."""
    with Board.open(tmp_path / "board.db") as board:
        board.append(session([FAILED, WORKED, STOPPED, WENT_ON], "s1"))
    done = run("session", "reflect", "--all", "--json", **unreachable)
    assert done.code == 0
    (look,) = done.json["looked_at"]
    assert (look["subject"], done.json["mined"]["sessions"]) == ("s1", 1)
    assert look["failure"] in done.json["failures"]
    (line, *more) = done.err.splitlines()
    assert line.startswith("lessonboard: looked by rules instead: ")
    assert more == []
    assert [each["subject"] for each in events(tmp_path, "reflection.failed")] == ["s1"]
    again = run("session", "reflect", "--all", "--json", **unreachable).json["looked_at"]
    assert [each["subject"] for each in again] == ["s1"]
    without = run("session", "reflect", "--all", "--no-model", "--json", **unreachable).json[
        "looked_at"
    ]
    assert [each["failure"] for each in without] == [None]


def test_a_model_can_be_left_out(
    taken_in: Run, unreachable: dict[str, str], tmp_path: Path
) -> None:
    """With --no-model nothing is asked, whatever is configured."""
    done = taken_in("session", "reflect", "--all", "--no-model", "--json", **unreachable)
    assert (done.code, done.err, done.json["failures"]) == (0, "", [])
    assert len(done.json["looked_at"]) == 10
    assert events(tmp_path, "model.called", "reflection.failed") == []


def test_a_review_is_learnt_from_by_rules_when_the_model_fails(
    reviewed: Run, unreachable: dict[str, str]
) -> None:
    """The lesson is there, the failure is said, and the exit code is 0."""
    done = reviewed("session", "reflect", "--pr", "7", "--json", **unreachable)
    assert done.code == 0
    assert done.json["looked_at"][0]["lessons"]["created"] == 1
    assert done.json["looked_at"][0]["failure"] in done.json["failures"]
    assert "looked by rules instead" in done.err


def test_a_key_is_never_said(reviewed: Run, unreachable: dict[str, str], tmp_path: Path) -> None:
    """Neither on the screen nor on the board."""
    done = reviewed(
        "session", "reflect", "--pr", "7", OPENAI_API_KEY="sk-zebra0123456789", **unreachable
    )
    assert "looked by rules instead" in done.err
    assert "zebra0123" not in done.out + done.err
    assert b"zebra0123" not in (tmp_path / "board.db").read_bytes()


def test_the_policy_has_the_last_word(run: Run, tmp_path: Path) -> None:
    """What three sessions have shown is approved at the end of a run."""
    with Board.open(tmp_path / "board.db") as board:
        for name in ("s1", "s2", "s3"):
            board.append(session([FAILED, WORKED], name))
    told = run("session", "reflect", "--all", "--json").json
    assert told["decided"] == {"lesson.approved": 1}
    (lesson,) = run("lesson", "--status", "approved", "--json").json
    assert lesson["decisions"][0]["reason"] == "shown by 3 sessions"
