"""Any model can play the last session of a task by files."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.effect.agents import mailbox
from bench.effect.agents.files import MOST_CALLS, Files
from bench.effect.agents.player import NoSession, Options
from bench.effect.arms.arm import Arm, Place
from bench.effect.arms.own_file import OwnFile
from bench.effect.play import Log, played
from bench.effect.tasks import tasks_of
from tests.bench.effect.model_by_files import ModelByFiles, Request

[TASK] = tasks_of(Path(__file__).parent / "greeter")


def bash(command: str) -> dict[str, Any]:
    """A call of the shell."""
    return {"tool": "Bash", "input": {"command": command}}


def edit(name: str, old: str, new: str) -> dict[str, Any]:
    """A call that changes a file."""
    return {"tool": "Edit", "input": {"file_path": name, "old_string": old, "new_string": new}}


GREET = edit("greet.sh", '"Hello,', '"Good morning,')
VERIFY = [edit("verify.sh", "Hello", "Good morning"), bash("sh verify.sh")]


def one_that_reads(request: Request) -> dict[str, Any]:
    """A model that uses the right script if the memory named it, and is done then."""
    knows = any("verify.sh" in each.get("text", "") for each in request["conversation"]
                if each["from"] == "memory")  # fmt: skip
    if request["step"] == 1:
        return {"say": "I change it.", "calls": [GREET]}
    calls = VERIFY if knows or request["step"] == 3 else [bash("sh check.sh")]
    return {"calls": calls, "done": calls is VERIFY}


def play(folder: Path, answer: Callable[[Request], Any], arm: Arm) -> tuple[Log, list[Request]]:
    """A run, and the requests of it."""
    with ModelByFiles(folder, answer) as model:
        log = played(TASK, arm, Files(Options(folder, model_name="double", folder=folder)))
    return log, model.requests


def test_a_model_is_asked_and_its_calls_are_made(tmp_path: Path) -> None:
    """What it sees are the prompt, the tools and what came of its calls; the log has the rest."""
    log, requests = play(tmp_path, one_that_reads, Arm())
    assert (log.agent, log.model, log.ended) == ("files", "double", "")
    assert log.verdict.clean
    assert [each.command for each in log.ran] == ["", "sh check.sh", "", "sh verify.sh"]
    assert (log.verdict.calls, log.verdict.failures) == (4, 1)
    assert requests[0]["prompt"] == TASK.session.says
    assert [each["name"] for each in requests[0]["tools"]] == ["Bash", "Read", "Edit", "Write"]
    assert requests[2]["conversation"][-1]["output"].startswith("check.sh is gone")
    assert requests[2]["calls_left"] == MOST_CALLS - 2
    # Who knows the task's name or the arm may play better or worse for it.
    assert not any(TASK.id in path.name for path in tmp_path.iterdir())
    assert TASK.id not in str({**requests[0], "conversation": []})


def test_what_an_arm_shows_is_in_the_next_request(tmp_path: Path) -> None:
    """And the log says which facts were shown."""
    log, requests = play(tmp_path, one_that_reads, OwnFile())
    assert "verify.sh" in requests[0]["shown"][0]
    assert requests[1]["shown"] == []
    assert log.told == ["verify"]
    assert log.verdict.clean
    assert log.verdict.failures == 0


_SERVER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    tool = {"name": "ask", "inputSchema": {"type": "object"}}
    text = "verify.sh, as was seen after " + str(asked["params"].get("arguments"))
    result = {"tools": [tool], "content": [{"type": "text", "text": text}]}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


class WithServer(Arm):
    """A memory that is an MCP server."""

    name = "server"

    def install(self, place: Place) -> None:
        """Register it, as a person would."""
        server = {"command": sys.executable, "args": ["-c", _SERVER]}
        (place.home / ".claude.json").write_text(json.dumps({"mcpServers": {"memory": server}}))


def test_the_tools_of_an_arms_servers_are_offered_and_called(tmp_path: Path) -> None:
    """What they answer was shown by the memory."""
    ask = {"tool": "mcp__memory__ask", "input": {"what": "checks"}}

    def answer(request: Request) -> dict[str, Any]:
        return {"calls": [ask]} if request["step"] == 1 else {"say": "I see."}

    log, requests = play(tmp_path, answer, WithServer())
    assert requests[0]["tools"][-1]["name"] == "mcp__memory__ask"
    assert "verify.sh, as was seen after {'what'" in requests[1]["conversation"][-1]["output"]
    assert (log.told, log.verdict.calls) == (["verify"], 1)


BAD: list[tuple[Any, str]] = [
    ('{"calls": [', "JSON"),
    ({"speak": "hello"}, "speak"),
    ({"calls": [{"tool": "Fetch", "input": {}}]}, "there is no tool 'Fetch'"),
    ({"calls": [bash("touch made"), {"tool": "Read", "input": {"path": "x"}}]}, "file_path"),
    ({"calls": [{"tool": "Read", "input": {"file_path": "../x"}}]}, "no file below"),
    ({"calls": [bash("")]}, "does nothing"),
    ({"calls": [{"tool": "Bash", "input": {"command": 7}}]}, "strings"),
]
"""Answers that cannot be followed, and a word of what is said about each."""


def test_a_bad_answer_is_said_in_the_next_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is done, and the session goes on."""
    monkeypatch.setattr(mailbox, "_TORN", 0.0)
    answers = [*(bad for bad, _ in BAD), {"say": "I give up."}]
    log, [_, *requests] = play(tmp_path, lambda request: answers[request["step"] - 1], Arm())
    for request, (_, why) in zip(requests, BAD, strict=True):
        assert why in request["error"]
    assert log.ran == []
    assert not log.verdict.done


def test_a_session_ends_after_forty_calls(tmp_path: Path) -> None:
    """The last of them is made, and it is judged as it is."""
    log, _ = play(tmp_path, lambda request: {"calls": [bash("true")] * 25}, Arm())
    assert log.ended == "40 calls"
    assert log.verdict.calls == MOST_CALLS


def test_a_model_that_does_not_answer_makes_no_run(tmp_path: Path) -> None:
    """It is not counted as a failure."""
    with pytest.raises(NoSession, match="did not come"):
        played(TASK, Arm(), Files(Options(tmp_path, folder=tmp_path, longest=0.0)))
