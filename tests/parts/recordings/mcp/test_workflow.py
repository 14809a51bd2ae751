"""Recorded tasks for agents: found by intent, run where a person allowed it, and only then."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import pty
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import mcp_types as types
import pytest

from lessonboard.parts.recordings.workflow.versions import record_edit
from lessonboard.parts.recordings.workflow_permission import digest_of
from tests.commands import COMMAND
from tests.lessonboard.mcp.client import Agent, Place, agent, wire
from tests.long_runs import some
from tests.parts.recordings.browser.site import Site
from tests.parts.recordings.browser.tasks import Circle, play_numb, sign_in

if TYPE_CHECKING:
    pass

PATIENCE = 60.0
CLOCKS = {"song_name": "Clocks"}


@pytest.fixture
def songs(chromium: str, site: Site, place: Place, tmp_path: Path) -> str:
    """The id of a task that plays a song, on the board of the server."""
    with place.board() as board:
        plan = Circle(site, board, tmp_path).taught("search.html", play_numb, "Listen to a song")
    return plan.recording


def allow(place: Place, *arguments: str, answer: str = "y\n") -> tuple[int, str]:
    """What `recording allow` says to somebody at a terminal."""
    ours, theirs = pty.openpty()
    command = [str(COMMAND), "recording", "allow", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs,
                          cwd=place.folder, env=place.environment) as child:  # fmt: skip
        os.close(theirs)
        os.write(ours, answer.encode())
        said = b""
        try:
            while part := os.read(ours, 4096):
                said += part
        except OSError:
            pass  # the other end is closed
        code = child.wait(PATIENCE)
    os.close(ours)
    return code, said.decode()


class Said(NamedTuple):
    """What a call answered, with its images."""

    text: str
    failed: bool
    images: list[bytes]


async def _call(one: Agent, **arguments: Any) -> Said:
    result = await one.client.call_tool("workflow", arguments)
    assert isinstance(result, types.CallToolResult)
    text, *images = result.content
    assert isinstance(text, types.TextContent)
    pictures = [each for each in images if isinstance(each, types.ImageContent)]
    assert all(each.mime_type == "image/png" for each in pictures)
    return Said(text.text, bool(result.is_error), [base64.b64decode(each.data)
                                                   for each in pictures])  # fmt: skip


def ask(place: Place, *calls: dict[str, Any]) -> list[Said]:
    """What one agent hears when it makes some calls, one after the other."""

    async def talk() -> list[Said]:
        async with agent(place) as one:
            return [await _call(one, **each) for each in calls]

    return asyncio.run(asyncio.wait_for(talk(), PATIENCE))


def test_a_run_is_refused_until_a_person_allows_it(place: Place, songs: str, site: Site) -> None:
    """Then it is done as the dry run showed, with its steps, its end and the last screen."""
    do = {"id": songs, "parameters": CLOCKS}
    (found, dry, refused) = ask(
        place, {"action": "find", "intent": "listening to music songs"},
        {"action": "dry_run", **do}, {"action": "run", **do},
    )  # fmt: skip
    assert songs in found.text
    assert "song_name (text" in found.text
    assert "not allowed: the user has not allowed agents to run it" in found.text
    assert not dry.failed
    assert '"Clocks"' in dry.text
    assert "A run is refused" in dry.text
    assert refused.failed
    assert f"lessonboard recording allow {songs}" in refused.text
    code, said = allow(place, songs, "--dangerous")
    assert code == 0, said
    assert "Agents may run" in said
    without, dry, done, other = ask(
        place, {"action": "run", **do}, {"action": "dry_run", **do}, {"action": "run", **do},
        {"action": "run", "id": songs, "parameters": {"song_name": "Yellow"}},
    )  # fmt: skip
    assert without.failed
    assert "make a dry_run with the same parameters first" in without.text
    assert "call run with the same parameters" in dry.text
    assert not done.failed, done.text
    assert "1. done: " in done.text
    (picture,) = done.images
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 1_000_000
    assert site.done == [{"played": "Clocks"}]
    assert "make a dry_run" in other.text


@pytest.mark.full
def test_a_workflow_that_changed_must_be_allowed_again(place: Place, songs: str) -> None:
    """So must one whose steps do harm."""
    assert allow(place, songs, "--dangerous")[0] == 0
    with place.board() as board:
        row = board.row("workflows", songs)
        workflow = row["workflow"]
        workflow["steps"][-1]["danger"] = "delete"
        record_edit(board, row, workflow)
        assert board.row("workflows", songs)["allowed"]["workflow_sha256"] != digest_of(workflow)
    do = {"id": songs, "parameters": CLOCKS}
    dry, run = ask(place, {"action": "dry_run", **do}, {"action": "run", **do})
    assert "may do harm: step 3 (delete)" in dry.text
    assert "it was changed since" in run.text
    code, said = allow(place, songs)
    assert (code, "step 3 (delete) of" in said, "add --dangerous" in said) == (1, True, True)
    assert allow(place, songs, "--dangerous", answer="n\n")[0] != 0
    assert allow(place, songs, "--dangerous")[0] == 0
    (found,) = ask(place, {"action": "find"})
    assert "; allowed; " in found.text
    quit_ = [str(COMMAND), "recording", "allow", songs, "--undo"]
    subprocess.run(quit_, env=place.environment, cwd=place.folder, check=True)
    (found,) = ask(place, {"action": "find"})
    assert "not allowed: the user has not" in found.text


@pytest.mark.full
def test_a_file_that_was_edited_is_not_run(place: Place, songs: str, site: Site) -> None:
    """The file is what a run uses, and who edits it is not known."""
    assert allow(place, songs, "--dangerous")[0] == 0
    do = {"id": songs, "parameters": CLOCKS}
    (file,) = place.database.parent.rglob("workflow.yaml")
    text = file.read_text()
    assert "Numb" in text
    file.write_text(text.replace("Listen to a song", "Listen to another"))
    _, run, again = ask(place, {"action": "dry_run", **do}, {"action": "run", **do},
                        {"action": "run", **do})  # fmt: skip
    assert run.failed
    for refused in (run, again):
        assert "was changed since a person accepted it" in refused.text
    assert site.done == []


def test_only_a_terminal_allows(place: Place, songs: str) -> None:
    """An agent's shell has none."""
    command = [str(COMMAND), "recording", "allow", songs]
    done = subprocess.run(command, env=place.environment, cwd=place.folder, input="y\n",
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert (done.returncode, "there is no terminal" in done.stderr) == (3, True)
    with place.board() as board:
        assert board.row("workflows", songs)["allowed"] == {}


@pytest.mark.full
def test_a_run_that_fails_shows_what_is_there(place: Place, songs: str, site: Site) -> None:
    """The next one is told of it before it begins."""
    assert allow(place, songs, "--dangerous")[0] == 0
    site.later["Play ${asked}"] = "Hear ${asked}"
    do = {"id": songs, "parameters": CLOCKS}
    _, failed, again, found = ask(
        place, {"action": "dry_run", **do}, {"action": "run", **do}, {"action": "dry_run", **do},
        {"action": "find", "intent": "song"},
    )  # fmt: skip
    assert failed.failed
    assert "3. failed: " in failed.text
    assert "Hear Clocks" in failed.text
    assert len(failed.images) == 1
    assert site.done == []
    for each in (again.text, found.text):
        assert "step 3 failed" in each


@pytest.mark.parametrize(
    ("parameters", "says"),
    some(
        [
            ({"song_name": "x", "sng": "y"}, "'sng' is no parameter of it"),
            ({}, "song_name is missing"),
            ({"song_name": ["x"]}, "song_name must be a text, not list"),
        ],
        1,
    ),
)
def test_wrong_parameters_are_told_with_what_is_right(
    place: Place, songs: str, parameters: dict[str, Any], says: str
) -> None:
    """Before anything is opened."""
    (wrong,) = ask(place, {"action": "dry_run", "id": songs, "parameters": parameters})
    assert wrong.failed
    assert says in wrong.text
    assert "It takes: song_name (text" in wrong.text


@pytest.mark.full
def test_secrets_come_from_the_environment_alone(
    chromium: str, place: Place, site: Site, tmp_path: Path
) -> None:
    """An agent neither gives nor sees them; where one lacks, its variable is named."""
    with place.board() as board:
        plan = Circle(site, board, tmp_path).taught("login.html", sign_in, "Sign in")
    (secret,) = [each.name for each in plan.parameters if each.sensitive]
    given = {each.name: "bob" for each in plan.parameters if not each.sensitive}
    do = {"id": plan.recording, "parameters": given}
    told = {"action": "dry_run", "id": plan.recording, "parameters": {**given, secret: "x"}}
    lacking, refused = ask(place, {"action": "dry_run", **do}, told)
    name = f"LESSONBOARD_PARAM_{secret.upper()}"
    assert lacking.failed
    assert f"the user sets {name}" in lacking.text
    assert "is not taken from you" in refused.text
    assert allow(place, plan.recording, "--dangerous")[0] == 0
    with_secret = replace(place, variables={name: "open sesame"})
    dry, run = ask(with_secret, {"action": "dry_run", **do}, {"action": "run", **do})
    assert any("password=open+sesame" in each for each in site.asked), run.text
    assert "sesame" not in dry.text + run.text


@pytest.mark.full
def test_a_run_that_is_taken_back_is_stopped(place: Place, songs: str, site: Site) -> None:
    """The server answers others meanwhile, says how far it is, and ends its browser."""
    assert allow(place, songs, "--dangerous")[0] == 0
    site.later["Play ${asked}"] = "Hear ${asked}"  # so that it waits for its last target
    do = {"id": songs, "parameters": CLOCKS}
    with wire(place) as server:
        server.greet()
        server.request(1, "tools/call", name="workflow", arguments={"action": "dry_run", **do})
        assert json.loads(server.line())["id"] == 1
        server.request(2, "tools/call", name="workflow", arguments={"action": "run", **do},
                       _meta={"progressToken": "p"})  # fmt: skip
        told = json.loads(server.line())
        assert told["method"] == "notifications/progress"
        assert told["params"]["progressToken"] == "p"
        assert (told["params"]["progress"], told["params"]["total"]) == (1, 3)
        server.request(3, "ping")
        while (line := json.loads(server.line())).get("id") != 3:
            assert line.get("method") == "notifications/progress"
        assert children(server.process.pid)
        server.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled",
                                "params": {"requestId": 2}}).encode())  # fmt: skip
        end = time.monotonic() + PATIENCE
        while children(server.process.pid) and time.monotonic() < end:
            server.request(4, "ping")
            server.line()
        assert children(server.process.pid) == []


def children(parent: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, above = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(above) == parent and state != "Z":
            found.append(int(path.parent.name))
    return found
