"""A lesson that was shown in time: sessions fail, it is learnt, and the next session is shown it.

The first sessions are the samples, in which `npm test` fails. The last one is made up: its prompt
goes through the real hook, which shows the lesson, and its transcript is imported like any other.
What the picture claims is read from the board afterwards; nothing is drawn unless it is so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from blackboard import Board, BoardError
from blackboard.event import iso
from examples.demo import add_samples
from reflect.accounts.judge import judge

SESSION = "0b5e55ed-0000-4000-8000-000000000001"
"""The session that is shown the lesson."""

_ROOT = Path(__file__).parents[2]
_FOLDER = "/tmp/samples/parcel-api"
_ASKED = "Add a test for parcels of exactly 30 kg, and run npm test."
_WRONG, _RIGHT = "npm test", "npm run test:unit"
_AFTER = (0, 1, 8, 8, 12)
"""Seconds from the prompt to each line of the transcript."""

_PASSED = "> parcel-api@1.4.0 test:unit\n> node --test tests/*.test.js\n\n# pass 3\n# fail 0"


class NotAsDrawn(BoardError):
    """The board does not say what the picture would."""


def make(path: Path, home: Path, now: int) -> None:
    """Live through both on a board, and make sure that it went as the picture says.

    Args:
        path: where the board is made.
        home: the home folder of the sessions.
        now: when the last one ends, in microseconds since 1970.

    Raises:
        NotAsDrawn: the lesson was not shown, not followed, or its failure came back.
    """
    second = now // 1_000_000
    add_samples(home)
    _run(path, home, second - 3_600, "session", "import")
    shown = _hook(path, home, second - 120)
    transcript = home / ".claude" / "projects" / _FOLDER.replace("/", "-") / f"{SESSION}.jsonl"
    lines = _transcript((second - 120) * 1_000_000, shown)
    transcript.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    _run(path, home, second, "session", "import")
    with Board.open(path, clock=lambda: now) as board:
        judge(board)
        ensure_as_drawn(board)


def ensure_as_drawn(board: Board, session: str = SESSION) -> None:
    """Make sure that what was shown in a session was followed, and that nothing failed there.

    Raises:
        NotAsDrawn: it was not so.
    """
    rows = board.view("exposures", where={"session": session})
    shown = [row for row in rows if row["injected_at"] is not None]
    if not shown:
        raise NotAsDrawn("no lesson was shown in the session of the picture")
    failures = board.view("failures", where={"session": session})
    earlier = [row for row in board.view("failures") if row["target"] == _WRONG]
    for row in shown:
        if row["obeyed_at"] is None or row["recurred_at"] is not None:
            raise NotAsDrawn(f"{row['lesson']} was shown in {session} and not followed")
    if failures:
        raise NotAsDrawn(f"{failures[0]['target']} failed in {session}")
    if not earlier:
        raise NotAsDrawn(f"`{_WRONG}` failed in no session before")


def _hook(path: Path, home: Path, second: int) -> str:
    """What the hook of Claude Code shows with the prompt."""
    event = {
        "session_id": SESSION, "cwd": _FOLDER, "permission_mode": "default", "prompt": _ASKED,
        "transcript_path": f"{home}/.claude/projects/x/{SESSION}.jsonl",
        "hook_event_name": "UserPromptSubmit",
    }  # fmt: skip
    answer = _run(path, home, second, "hook", "claude", given=json.dumps(event))
    if not answer:
        raise NotAsDrawn("the hook showed nothing with the prompt of the picture")
    text: str = json.loads(answer)["hookSpecificOutput"]["additionalContext"]
    return text


def _transcript(at: int, shown: str) -> Iterator[dict[str, Any]]:
    """The session as Claude Code writes it."""
    common = {"isSidechain": False, "userType": "external", "entrypoint": "cli", "cwd": _FOLDER,
              "sessionId": SESSION, "version": "2.1.330", "gitBranch": "main"}  # fmt: skip
    steps: list[tuple[str, dict[str, Any]]] = [
        ("user", {"message": {"role": "user", "content": _ASKED}, "promptSource": "typed"}),
        ("attachment", {"attachment": {"type": "hook_additional_context", "content": [shown],
                                       "hookName": "UserPromptSubmit",
                                       "hookEvent": "UserPromptSubmit"}}),
        ("assistant", {"message": _answer({"type": "tool_use", "id": "toolu_1", "name": "Bash",
                                           "input": {"command": _RIGHT}})}),
        ("user", {"message": {"role": "user", "content": [
            {"tool_use_id": "toolu_1", "type": "tool_result", "content": _PASSED}]}}),
        ("assistant", {"message": _answer({"type": "text", "text": (
            "The test of 30 kg is there, and all three unit tests pass.")})}),
    ]  # fmt: skip
    for number, (kind, fields) in enumerate(steps):
        yield {"type": kind, **fields, **common, "uuid": f"{SESSION}-{number}",
               "parentUuid": f"{SESSION}-{number - 1}" if number else None,
               "timestamp": iso(at + _AFTER[number] * 1_000_000)}  # fmt: skip


def _answer(content: dict[str, Any]) -> dict[str, Any]:
    return {"id": f"msg_{content['type']}", "type": "message", "role": "assistant",
            "model": "claude-opus-5-5", "content": [content],
            "usage": {"input_tokens": 12_700, "output_tokens": 98}}  # fmt: skip


def _run(path: Path, home: Path, second: int, *arguments: str, given: str = "") -> str:
    """What a command of the program prints at a time."""
    command = [sys.executable, "-m", "examples.pictures.clock", str(second), "--db", str(path)]
    return subprocess.run(
        [*command, *arguments], cwd=home, check=True, text=True, input=given,
        stdout=subprocess.PIPE,
        env={"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": str(_ROOT)},
    ).stdout  # fmt: skip
