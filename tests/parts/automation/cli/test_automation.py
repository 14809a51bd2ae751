"""`lessonboard automation`: switched on and off, explained, triggered, and looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.importer import import_files
from blackboard.sources.source import Record
from blackboard.vocabulary import CHILD_MARK
from lessonboard.parts.automation.isolation.means import means
from tests.blackboard.records import human, model, result, use, write
from tests.command_line import Run
from tests.commands import Ran
from tests.lessonboard.test_queue_commands import TIME, one_line, within

PROJECT = "/home/ada/kite"


@pytest.fixture
def sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """A command line whose board has a session with six errors, and one of our own making."""
    lines: dict[str, list[Record]] = {"failing": [human("Make the tiles.")], "child": []}
    lines["child"].append(human(f"{CHILD_MARK} Make the tiles."))
    for session, told in lines.items():
        for number in range(6):
            key = f"{session}{number}"
            told.append(model(use(key, command="make tiles")))
            told.append(result(key, "make: *** No rule to make target 'tiles'.", is_error=True))
        for line in told:
            line["sessionId"] = session
    with Board.open(tmp_path / "board.db") as board:
        import_files(board, [write(tmp_path / f"{name}.jsonl", told)
                             for name, told in lines.items()])  # fmt: skip
    return within(tmp_path, monkeypatch, capsys)


def status(run: Run) -> dict[str, Any]:
    """The automation of the project."""
    found: dict[str, Any] = run("automation", "--project", PROJECT, "--json").json
    return found


def told(run: Run) -> list[str]:
    """The types of the events about the automation, the switches among them."""
    lines = run("admin", "events", "--json").out.splitlines()
    types = [line.split('"type":"')[1].split('"')[0] for line in lines]
    return [each for each in types if each.startswith(("automation.", "improvement.", "work."))]


def last_line(done: Ran) -> str:
    """The last line of a command that succeeded."""
    assert (done.code, done.err) == (0, "")
    return done.out.splitlines()[-1]


def test_it_is_off_and_says_so(sessions: Run) -> None:
    """Everything is explained, nothing is triggered, and nothing is written."""
    assert status(sessions) == {
        "project": PROJECT, "enabled": False, "dry_run": True, "in_a_week": 0, "running": 0,
        "failures": 0, "fingerprints": [], "allowed": {"network": False, "env": []},
        "isolation": means().name, "proposals": [],
    }  # fmt: skip
    for command in (["--explain"], ["run"]):
        done = sessions("automation", *command, "--session", "fail")
        assert done.out.splitlines()[0].startswith("no   enabled: off")
        assert "yes  severity: high" in done.out
        assert last_line(done).startswith("It does not trigger: enabled: off")
    assert told(sessions) == []


def test_switched_on_it_first_only_says_what_it_would_do(sessions: Run) -> None:
    """Then it is meant, and an improvement is on the queue; then it is off again."""
    on = ("automation", "enable", "--project", PROJECT)
    assert last_line(sessions(*on)) == f"Automation for {PROJECT} is on, dry run"
    trigger = ("automation", "run", "--session", "failing")
    assert last_line(sessions(*trigger)).startswith("an improvement would be asked for: Prevent")
    assert last_line(sessions(*on, "--for-real", "--reason", "ready")) == (
        f"Automation for {PROJECT} is on"
    )
    verdict = sessions(*trigger, "--json").json
    assert (verdict["triggers"], verdict["reason"]) == (True, "")
    assert set(verdict) == {"triggers", "reason", "fingerprint", "pattern", "checks"}
    assert set(verdict["checks"][0]) == {"name", "passed", "found"}
    assert sessions("admin", "queue", "--kind", "improve", "--json").json[0]["priority"] == "P1"
    assert "has one already" in last_line(sessions(*trigger))
    sessions("automation", "enable", "--undo", "--project", PROJECT)
    assert told(sessions) == [
        "automation.enabled", "automation.triggered", "automation.enabled",
        "automation.triggered", "improvement.requested", "work.created",
        "automation.suppressed", "automation.disabled",
    ]  # fmt: skip
    found = status(sessions)
    assert (found["enabled"], found["running"]) == (False, 1)
    [row] = found["fingerprints"]
    assert TIME.fullmatch(row["last_triggered_at"])
    shown = sessions("automation", "--project", PROJECT).out
    assert shown.splitlines()[0] == f"Automation for {PROJECT}: off"
    assert "triggered 1 time, 1 time dry; suppressed 1 time" in shown
    assert "  Improve error patterns handling: make: *** No rule to make target 'tiles'. " in shown
    assert "last not: new: has one already" in shown


def test_before_there_is_an_issue_status_names_what_was_seen(sessions: Run) -> None:
    """A dry run has no title of an issue to go by."""
    sessions("automation", "enable", "--project", PROJECT)
    sessions("automation", "run", "--session", "failing")
    shown = sessions("automation", "--project", PROJECT).out
    (row,) = status(sessions)["fingerprints"]
    assert row["title"] == (
        "Improve error patterns handling: make: *** No rule to make target 'tiles'."
    )
    assert f"  {row['title']} ({row['fingerprint'][:8]}): triggered 0 times, 1 time dry" in shown


def test_the_settings_of_the_user_are_obeyed_and_those_of_a_repository_refused(
    sessions: Run, tmp_path: Path
) -> None:
    """What acts in somebody's name is switched on by nobody else."""
    settings = tmp_path / "config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(
        "[automation]\nautomation_enabled = true\n[automation.trigger_thresholds]\n"
        "min_pattern_count = 7\n"
    )
    here = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    done = sessions("automation", "run", "--session", "failing", **here)
    assert last_line(done) == "It does not trigger: count: 6, 7 are needed (min_pattern_count)"
    (tmp_path / "home" / ".lessonboard.toml").write_text(
        "[automation]\nautomation_enabled = true\n"
    )
    assert "automation.automation_enabled may only be set in your own file" in one_line(
        sessions("automation", "--project", PROJECT)
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "or give --project"),
        (("--explain", "--session", "nobody"), "there is no session 'nobody'"),
        (("run", "--session", "child"), "started by lessonboard itself"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    sessions: Run, arguments: tuple[str, ...], said: str
) -> None:
    """With what to do instead."""
    assert said in one_line(sessions("automation", *arguments))


def test_what_checks_are_given_is_opened_listed_and_closed_for_one_project(sessions: Run) -> None:
    """By its person: nothing for another project, no value, and no folder of the run."""
    here = ("--project", PROJECT)
    assert last_line(sessions("automation", "allow", "env", "NPM_TOKEN", *here)) == (
        f"Checks and hooks of {PROJECT} are given: NPM_TOKEN"
    )
    assert last_line(sessions("automation", "allow", "network", *here)).endswith(
        "the network, NPM_TOKEN"
    )
    assert status(sessions)["allowed"] == {"network": True, "env": ["NPM_TOKEN"]}
    shown = sessions("automation", *here).out
    assert "opened for them: the network, NPM_TOKEN" in shown
    assert means().summary in shown
    sessions("automation", "allow", "env", "NPM_TOKEN", "--undo", *here)
    assert last_line(sessions("automation", "allow", "network", "--undo", *here)).endswith(
        "nothing besides"
    )
    assert status(sessions)["allowed"] == {"network": False, "env": []}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("env",), "the NAME of a variable"),
        (("network", "NAME"), "the NAME of a variable"),
        (("env", "NPM_TOKEN=value"), "is no name of a variable"),
        (("env", "HOME"), "is a folder of the run"),
    ],
)
def test_what_cannot_be_allowed_is_refused(
    sessions: Run, words: tuple[str, ...], told: str
) -> None:
    """A value is never taken: it would be on the board."""
    done = sessions("automation", "allow", *words, "--project", PROJECT)
    assert done.code != 0
    assert told in done.err
    assert status(sessions)["allowed"] == {"network": False, "env": []}


def test_an_agent_of_the_automation_allows_itself_nothing(
    sessions: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it starts knows whose child it is."""
    monkeypatch.setenv("LESSONBOARD_CHILD", "1")
    done = sessions("automation", "allow", "network", "--project", PROJECT)
    assert (done.code, "LESSONBOARD_CHILD is set" in done.err) == (3, True)


@pytest.mark.parametrize(
    "words",
    [
        ("allow", "network", "--undo", "--project", PROJECT),
        ("enable", "--undo", "--project", PROJECT),
        ("run", "--session", "failing"),
        ("run", "--measure", "--dry-run", "--project", PROJECT),
    ],
    ids=" ".join,
)
def test_an_agent_may_narrow_and_read(
    sessions: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Only the forms that widen or start work are a person's."""
    monkeypatch.setenv("LESSONBOARD_CHILD", "1")
    assert sessions("automation", *words).code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give a REQUEST"),
        (("request-1", "--resume", "run-1"), "give a REQUEST"),
        (("--session", "failing", "--measure"), "give a REQUEST"),
    ],
    ids=str,
)
def test_run_does_one_thing(sessions: Run, words: tuple[str, ...], said: str) -> None:
    """Two at once, or none, is wrong usage."""
    done = sessions("automation", "run", *words)
    assert (done.code, said in done.err) == (2, True)


def test_the_last_session_is_explained_by_default(sessions: Run) -> None:
    """Of those that lessonboard did not start."""
    done = sessions("automation", "--explain", "--project", PROJECT)
    assert "no   enabled: off" in done.out
    assert sessions("automation", "--explain", "--runs").code == 2


@pytest.mark.parametrize(
    ("former", "words"),
    [
        (("automation", "status", "--project", PROJECT), ("automation", "--project", PROJECT)),
        (("automation", "explain", "--session", "failing"),
         ("automation", "--explain", "--session", "failing")),
        (("automation", "list"), ("automation", "--runs")),
        (("automation", "manual"), ("automation", "--manual")),
        (("pr", "list"), ("automation", "pr")),
    ],
    ids=lambda words: " ".join(words),
)  # fmt: skip
def test_former_names_do_what_the_new_ones_do(
    sessions: Run, former: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """With one line on standard error; their JSON keeps its shape."""
    done = sessions(*former, "--json")
    assert (done.code, done.out) == (0, sessions(*words, "--json").out)
    assert done.err.startswith("lessonboard: `")
    assert done.err.count("\n") == 1
