"""`lessonboard lesson guard`: what may be switched on, by whom, and what is shown of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from lessonboard.mcp.added import own_definitions
from reflect.guards.prohibiting import propose
from tests.blackboard.lessons import HERE, lesson
from tests.blackboard.lessons import said as sentence
from tests.command_line import Run, settings_file
from tests.reflect.talks import ran, says, session

RULE = "Use `bun test` instead of `npm test`."
FAILS = ran("npm test", 'npm error Missing script: "test"', fails=True)
WORKS = ran("npm test", "12 passed")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A board with a lesson whose wrong form failed three times."""
    path = tmp_path / "guards.db"
    with Board.open(path) as board:
        board.append([lesson("bun-test", RULE, trust="tool", status="approved")])
    for name in ("s1", "s2", "s3"):
        ingest(path, name, FAILS)
    return path


def ingest(path: Path, name: str, *steps: NewEvent) -> None:
    """A session in which these steps were taken."""
    events = session(steps, name, project=HERE)
    with Board.open(path) as board:
        board.append([each._replace(id=f"{name}-{n}") for n, each in enumerate(events)])


def refuse(path: Path, name: str) -> None:
    """The guard refuses a call before anything else happens in a session."""
    payload = {"lesson": "bun-test", "session": name, "refused": "npm test", "reason": "r"}
    with Board.open(path) as board:
        board.append([NewEvent("guard.refused", f"context:{name}", payload, project=HERE,
                               occurred_at=1)])  # fmt: skip


def test_a_backtest_switches_nothing_on(run: Run, board: Path) -> None:
    """It shows when the guard would have spoken, and how that would have ended."""
    found = run("--db", str(board), "lesson", "guard", "bun", "--backtest", "--json").json
    assert set(found) == {
        "id", "state", "form", "qualifies", "why_not", "uses", "failed", "worked", "unclear",
        "sessions", "places", "refused", "would_have_failed", "would_have_worked",
        "unclear_refusals", "refusals",
    }  # fmt: skip
    assert (found["state"], found["qualifies"], found["refused"]) == ("off", True, 3)
    assert set(found["refusals"][0]) == {"at", "session", "call", "refused", "ending"}
    text = run("--db", str(board), "lesson", "guard", "bun", "--backtest").out
    assert "3 failed, 0 worked" in text
    assert "lesson guard ID" in text
    assert run("--db", str(board), "lesson", "--guards", "--json").json == []


def test_on_list_and_off(run: Run, board: Path) -> None:
    """A person decides, and sees what was decided."""
    done = run("--db", str(board), "lesson", "guard", "bun")
    assert (done.code, done.err) == (0, "")
    assert "refuses `npm test`, which failed in 3 of 3 uses" in done.out
    [row] = run("--db", str(board), "lesson", "--guards", "--json").json
    assert (row["state"], row["by"], row["rests"]) == ("on", "human", "")
    off = run(
        "--db", str(board), "lesson", "guard", "--undo", "bun", "--reason", "too strict", "--json"
    ).json
    assert off == {"id": "bun-test", "changed": True, "state": "off"}
    assert "There is no guard" in run("--db", str(board), "lesson", "--guards").out
    assert "too strict" in run("--db", str(board), "lesson", "--guards", "--all").out


def test_what_does_not_qualify_is_an_error(run: Run, board: Path) -> None:
    """One line that says why."""
    ingest(board, "s4", WORKS)
    done = run("--db", str(board), "lesson", "guard", "bun")
    assert done.code == 1
    assert "worked in 1 of 4 uses" in done.err
    assert len(done.err.splitlines()) == 1
    assert "worked in 1 of 4" in run("--db", str(board), "lesson", "guard", "bun", "--backtest").out


def test_a_wrong_guard_retires_and_says_so(run: Run, board: Path) -> None:
    """In the list, in `doctor` and in the account."""
    run("--db", str(board), "lesson", "guard", "bun")
    for name in ("t1", "t2"):
        refuse(board, name)
        ingest(board, name, WORKS)
    shown = run("--db", str(board), "lesson", "--guards").out
    assert "retired" in shown
    assert "2 of its 2 refusals were wrong" in shown
    assert "the guard of bun-test retired" in run("--db", str(board), "doctor").out
    account = run("--db", str(board), "lesson", "bun", "--json").json[0]["account"]
    assert (account["refused"], account["refused_wrongly"]) == (2, 2)
    assert "as a guard it refused 2 calls" in run("--db", str(board), "lesson", "bun").out


def test_a_repository_cannot_switch_on_the_mode(run: Run, board: Path, tmp_path: Path) -> None:
    """A clone comes with its file, which may say nothing of guards."""
    (tmp_path / "home" / ".lessonboard.toml").write_text("[guards]\nauto = true\n")
    done = run("--db", str(board), "admin", "worker", "--until-idle")
    assert "guards.auto may only be set in your own file" in done.err
    with Board.open(board) as opened:
        assert opened.view("guards") == []


def test_by_the_users_settings_the_worker_switches_on(
    run: Run, board: Path, tmp_path: Path
) -> None:
    """What qualifies, once a session was looked at."""
    file = settings_file(tmp_path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[guards]\nauto = true\n")
    assert (
        run(
            "--db", str(board), "admin", "queue", "add", "reflect", "--input", '{"session": "s1"}'
        ).code
        == 0
    )
    assert run("--db", str(board), "admin", "worker", "--until-idle").code == 0
    [row] = run("--db", str(board), "lesson", "--guards", "--json").json
    assert (row["state"], row["by"]) == ("on", "settings")


def test_no_tool_of_the_server_switches_guards() -> None:
    """An agent cannot give itself leave, nor take it away."""
    assert not [each for each in own_definitions() if "guard" in str(each).lower()]


@pytest.fixture
def said(board: Path) -> Path:
    """The same board after its person forbade a command, and approved his sentence."""
    with Board.open(board) as opened:
        opened.append([lesson("no-npm", "Never use npm here.", trust="human", status="approved",
                              learned_from="by-hand")])  # fmt: skip
    return board


def test_a_prohibition_is_confirmed_with_its_uses_before_it(run: Run, said: Path) -> None:
    """It needs no failures; how often it was gone against is said first."""
    shown = run("--db", str(said), "lesson", "guard", "no-npm", "--backtest").out
    assert "It will ask before `npm`; not used last month." in shown
    examined = run("--db", str(said), "lesson", "guard", "no-npm", "--backtest", "--json").json
    assert (examined["form"], examined["qualifies"], examined["uses"]) == ("npm", True, 0)
    done = run("--db", str(said), "lesson", "guard", "no-npm")
    assert (done.code, done.err) == (0, "")
    assert done.out.index("will ask before `npm`") < done.out.index("asks before `npm`")
    [row] = run("--db", str(said), "lesson", "--guards", "--json").json
    assert (row["state"], row["by"], row["forbids"]) == ("on", "human", ["npm"])
    assert run("--db", str(said), "lesson", "guard", "--undo", "no-npm", "--json").json["changed"]


def test_what_waits_for_a_yes_is_said_where_a_person_works(run: Run, said: Path) -> None:
    """In the answer of his approval, in the report; and after his yes no more."""
    with Board.open(said) as board:
        board.append([sentence("said", "Don't use npm here.")])
        assert propose(board) == ["said"]
    approved = run("--db", str(said), "lesson", "keep", "said")
    assert "`lessonboard lesson guard said`: will ask before `npm`" in approved.err
    step = run("--db", str(said), "lesson", "report", "--json").json["next"][0]
    assert (step["lesson"], step["command"]) == ("said", "lessonboard lesson guard said")
    assert "lessonboard lesson guard said" in run("--db", str(said), "lesson", "report").out
    assert "you did not confirm it" in run("--db", str(said), "lesson", "--guards").out
    run("--db", str(said), "lesson", "guard", "said")
    assert run("--db", str(said), "lesson", "report", "--json").json["next"] == []


def test_the_worker_notes_what_a_sentence_forbids(run: Run, board: Path) -> None:
    """Once the session was looked at in which it was said, so that the next one is asked."""
    ingest(board, "s9", ran("npm ci", "added 1 package"), says("No, never use npm here."))
    run("--db", str(board), "admin", "queue", "add", "reflect", "--input", '{"session": "s9"}')
    assert run("--db", str(board), "admin", "worker", "--until-idle").code == 0
    [row] = run("--db", str(board), "lesson", "--guards", "--json").json
    assert (row["state"], row["forbids"]) == ("proposed", ["npm"])
    assert "npm" in row["rule"]
