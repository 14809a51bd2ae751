"""The example plug-in adds one thing of each kind, and the real command line uses each of them."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from tests.blackboard.lessons import lesson
from tests.command_line import Run, settings_file
from tests.commands import Ran
from tests.lessonboard.hooks.agents import cursor
from tests.lessonboard.mcp.client import PATIENCE, Place, Said, agent
from tests.lessonboard.plugins.projects import install_example

PACKAGES = "packages"
TRANSCRIPT = [
    {"shipper": 1, "session": "s1", "at": "2026-03-01T12:00:00Z", "user": "Ship the web service"},
    {"shipper": 1, "session": "s1", "at": "2026-03-01T12:01:00Z", "run": "ship web",
     "failed": True, "output": "error: release 7 has no changelog"},
]  # fmt: skip


@pytest.fixture
def plugged(run: Run, tmp_path: Path) -> Run:
    """A command line beside which the example is installed."""
    packages = tmp_path / PACKAGES
    install_example(packages)

    def run_with_plugin(*arguments: str, **variables: Any) -> Ran:
        return run(*arguments, PYTHONPATH=str(packages), **variables)

    return run_with_plugin


def done(ran: Ran) -> str:
    """What a command printed, once it is sure that nothing was wrong."""
    assert (ran.code, ran.err) == (0, ""), ran
    return ran.out


def test_its_events_view_and_commands(plugged: Run) -> None:
    """A command of its group appends an event, another one reads the view folded from them."""
    done(plugged("deploy", "add", "web", "6"))
    done(plugged("deploy", "add", "web", "7"))
    assert done(plugged("deploy", "list")) == "web  7  2 deploys\n"
    assert "deploy" in done(plugged("--help"))
    assert "list" in done(plugged("deploy", "--help"))
    completing = {"_LESSONBOARD_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    assert plugged(COMP_WORDS="lessonboard dep", **completing).out == "plain,deploy\n"


def test_its_view_is_read_by_sqlite_and_rebuilt(plugged: Run, tmp_path: Path) -> None:
    """Other programs read it by its name; `admin verify --rebuild` folds it anew."""
    done(plugged("deploy", "add", "web", "6"))
    done(plugged("admin", "verify", "--rebuild", "--view", "deploys"))
    with closing(sqlite3.connect(tmp_path / "board.db")) as other:
        assert other.execute("SELECT service, deploys FROM deploys").fetchall() == [("web", 1)]


def test_its_agent_and_miner(plugged: Run, tmp_path: Path) -> None:
    """A transcript of its agent is imported, and its miner finds the lesson in it."""
    path = tmp_path / "shipper.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in TRANSCRIPT))
    done(plugged("session", "import", str(path)))
    (session,) = plugged("session", "--json").json
    assert (session["agent"], session["tool_uses"]) == ("shipper", 1)
    (lesson,) = plugged("lesson", "--json").json
    assert lesson["constraint"] == "Run `ship check` before every `ship`."
    before = done(plugged("admin", "events", "--json"))
    done(plugged("session", "import", str(path)))
    assert done(plugged("admin", "events", "--json")) == before


def test_its_agents_hooks(plugged: Run, tmp_path: Path) -> None:
    """`init` writes its settings, `uninstall` removes them, and what they tell is recorded."""
    hooks = tmp_path / "home" / ".shipper" / "hooks.json"
    hooks.parent.mkdir(parents=True)
    done(plugged("init", "--agent", "shipper", "--no-history", "--model", "none"))
    (entry,) = json.loads(hooks.read_text())["hooks"]["ship_prompt"]
    assert entry["command"].split(" || ")[0].endswith("hook shipper")
    event = {"session_id": "s9", "cwd": str(tmp_path)}
    started = {**event, "hook_event_name": "ship_start"}
    done(plugged("hook", "shipper", stdin=json.dumps(started)))
    asked = {**event, "hook_event_name": "ship_prompt", "prompt": "ship check the web, then ship"}
    done(plugged("hook", "shipper", stdin=json.dumps(asked)))
    assert [each["agent"] for each in plugged("session", "list", "--json").json] == ["shipper"]
    assert "ship check the web" in done(plugged("admin", "events", "--json"))
    done(plugged("uninstall", "--agent", "shipper"))
    assert "lessonboard" not in (hooks.read_text() if hooks.exists() else "")


def test_its_agents_folder_is_looked_through(plugged: Run, tmp_path: Path) -> None:
    """An import without a path finds the transcripts of an agent that a plug-in brings."""
    folder = tmp_path / "shipper-home" / "sessions"
    folder.mkdir(parents=True)
    (folder / "s1.jsonl").write_text("".join(json.dumps(each) + "\n" for each in TRANSCRIPT))
    done(plugged("session", "import", SHIPPER_HOME=str(folder.parent)))
    assert [each["agent"] for each in plugged("session", "--json").json] == ["shipper"]


def test_its_view_is_found_by_its_text(plugged: Run) -> None:
    """Beside what was said and learnt, once the view was read; other words do not find it."""
    done(plugged("deploy", "add", "web", "7"))
    done(plugged("deploy", "list"))
    (found,) = plugged("search", "release 7", "--json").json
    assert (found["kind"], found["id"]) == ("deploy", "web")
    assert plugged("search", "release -web", "--json").json == []
    assert plugged("search", "release 7", "--in", "prompts", "--json").json == []


def test_its_kind_of_secret_is_cut_out(plugged: Run, tmp_path: Path) -> None:
    """From what is imported, from what a command appends, and from what a hook writes down."""
    secret = "shk_0Kq8vT2mZ4wB8rYx6LpN5cR3"
    path = tmp_path / "shipper.jsonl"
    path.write_text(json.dumps({**TRANSCRIPT[0], "user": f"Ship it as {secret}"}) + "\n")
    done(plugged("session", "import", str(path)))
    done(plugged("deploy", "add", "web", secret))
    assert done(plugged("deploy", "list")) == "web  [redacted ship-key]  1 deploys\n"
    assert plugged("admin", "worker", "--until-idle").code == 0
    told = cursor("beforeSubmitPrompt", tmp_path, prompt=f"Use {secret}", attachments=[])
    done(plugged("hook", "cursor", stdin=json.dumps(told)))
    events = done(plugged("admin", "events", "--json"))
    assert secret not in events
    assert events.count("[redacted ship-key]") >= 3


def test_its_check_of_doctor(plugged: Run) -> None:
    """It says which deploy was not announced, until it was."""
    done(plugged("deploy", "add", "web", "7"))

    def found() -> Any:
        every = plugged("doctor", "--json").json
        return next(each for each in every if each["what"] == "deploys")

    assert (found()["level"], found()["found"]) == ("note", "not announced: web")
    assert plugged("admin", "worker", "--until-idle").code == 0
    assert found()["level"] == "good"


def test_its_format_of_export(plugged: Run, tmp_path: Path) -> None:
    """It is a command of `export`, with the options by which lessons are chosen."""
    with Board.open(tmp_path / "board.db") as board:
        rule = "Run `ship check` before every `ship`."
        board.append([lesson("l", rule, status="approved", trust="human", project="kite")])
    assert (
        done(plugged("lesson", "export", "--to", "runbook", "--project", "kite"))
        == f"- [ ] {rule}\n"
    )


def test_its_model_is_asked_by_the_scheme_of_its_address(plugged: Run, tmp_path: Path) -> None:
    """As a server is: after its person's consent, within the budget."""
    (tmp_path / "answer.json").write_text("not yet")
    settings_file(tmp_path).write_text('[model]\nname = "bosun"\nbase_url = "ship://local"\n')
    path = tmp_path / "shipper.jsonl"
    went_on = [{**TRANSCRIPT[1], "run": line, "failed": False, "output": "ok"}
               for line in ("edit changelog", "ship web", "ship status")]  # fmt: skip
    path.write_text("".join(json.dumps(record) + "\n" for record in [*TRANSCRIPT, *went_on]))
    done(plugged("session", "import", str(path)))
    here = {"SHIP_MODEL": str(tmp_path)}
    done(plugged("admin", "model", "allow", "endpoint", "--backlog", "--yes", **here))
    (tmp_path / "answer.json").write_text('{"lessons": []}')
    assert plugged("admin", "worker", "--until-idle", **here).code == 0
    assert "release 7 has no changelog" in (tmp_path / "asked").read_text()
    assert "bosun" in done(plugged("admin", "model", "--log", **here))


def test_its_detector(plugged: Run, tmp_path: Path) -> None:
    """Reflecting on a session says the pattern that only the plug-in knows."""
    path = tmp_path / "shipper.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in TRANSCRIPT))
    done(plugged("session", "import", str(path)))
    reflected = plugged("session", "reflect", "--session", "s1", "--json")
    assert "Run `ship` once, after the last commit" in reflected.out


def test_its_agent_is_asked_as_a_model(plugged: Run, tmp_path: Path) -> None:
    """Once its person allows it: its program is given the digest, and what it answers is kept."""
    path = tmp_path / "shipper.jsonl"
    went_on = [{**TRANSCRIPT[1], "run": line, "failed": False, "output": "ok"}
               for line in ("edit changelog", "ship web", "ship status")]  # fmt: skip
    records = [*TRANSCRIPT, *went_on]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    done(plugged("session", "import", str(path)))
    program = tmp_path / "bin" / "shipper"
    program.parent.mkdir()
    answer = json.dumps({"text": '{"lessons": []}', "read": 900, "written": 9})
    program.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo shipper 1.2 && exit\n'
        f"echo \"$*\" >> {tmp_path}/arguments\ncat >> {tmp_path}/asked\necho '{answer}'\n"
    )
    program.chmod(0o755)
    here = {"PATH": f"{program.parent}{os.pathsep}{os.defpath}"}
    assert plugged("admin", "worker", "--until-idle", **here).code == 0
    assert not (tmp_path / "asked").exists(), "without a consent"
    done(plugged("admin", "model", "allow", "shipper", "--backlog", "--yes", **here))
    assert plugged("admin", "worker", "--until-idle", **here).code == 0
    assert "release 7 has no changelog" in (tmp_path / "asked").read_text()
    assert "--without-tools" in (tmp_path / "arguments").read_text()
    (entry,) = plugged("admin", "model", "--log", "--json").json
    assert (entry["asked"], json.loads(entry["answer"])["lessons"]) == ("shipper", [])
    assert "909 of 100,000 tokens spent today" in done(plugged("admin", "model", **here))


def test_its_dispatch_rule_and_handler(plugged: Run) -> None:
    """A deploy becomes work, and the worker has it done, once."""
    done(plugged("deploy", "add", "web", "7"))
    for _ in range(2):
        assert plugged("admin", "worker", "--until-idle").code == 0
    lines = done(plugged("admin", "events", "--type", "deploy.announced", "--json")).splitlines()
    assert [json.loads(line)["payload"]["text"] for line in lines] == ["web is at 7"]


def test_its_tool(plugged: Run, tmp_path: Path) -> None:
    """An agent finds it after the product's own, and is answered; bad arguments are refused."""
    done(plugged("deploy", "add", "web", "7"))
    place = Place(
        tmp_path / "home", tmp_path / "board.db", {"PYTHONPATH": str(tmp_path / PACKAGES)}
    )

    async def talk() -> tuple[list[str], list[Said]]:
        async with agent(place) as one:
            tools = [tool.name for tool in (await one.client.list_tools()).tools]
            given: list[dict[str, str]] = [{"service": "web"}, {"service": "api"}, {"name": "web"}]
            return tools, [await one.call("deploys", **arguments) for arguments in given]

    tools, said = asyncio.run(asyncio.wait_for(talk(), PATIENCE))
    assert (tools[0], tools[-1]) == ("recall", "deploys")
    assert said[:2] == [Said("web 7", failed=False), Said("nothing is live", failed=False)]
    assert said[2] == Said("deploys takes no 'name', only service", failed=True)


def test_its_kind_of_check(plugged: Run, tmp_path: Path) -> None:
    """The strongest that fits is its own, and it is found again by its line."""
    root = tmp_path / "web"
    subprocess.run(["git", "init", "-q", "-b", "main", root], check=True)
    (root / ".shipcheck").write_text("require changelog\n")
    rule = "Run `ship check` before every `ship`."
    with Board.open(tmp_path / "board.db") as board:
        made = lesson("l", rule, status="approved", scope="global", project=None)
        board.append([made])
    done = plugged("automation", "compile", "l", "--json", folder=root).json
    assert (done["kind"], done["file"]) == ("ship-rule", ".shipcheck")
    assert "+require lesson-" in done["patch"]
