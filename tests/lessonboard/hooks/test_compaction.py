"""After a compaction nothing that was told is left: what still matters is told again, once."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.events.lesson import LessonRetired
from blackboard.file_lock import FileLock
from tests.lessonboard.hooks.agents import ERROR, PROMPT, claude, codex, gemini
from tests.lessonboard.hooks.conftest import Hook

_PATIENT = "    import lessonboard.hooks.answer\n    lessonboard.hooks.answer.SAME_START = {}\n"

_TIMES = 10


def user(text: str, **fields: Any) -> dict[str, Any]:
    """A line that Claude Code writes for a prompt."""
    return {"type": "user", "message": {"role": "user", "content": text}, **fields}


def bash(command: str) -> dict[str, Any]:
    """A line that Claude Code writes for a command."""
    block = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": command}}
    return {"type": "assistant", "message": {"role": "assistant", "content": [block]}}


def item(kind: str, **fields: Any) -> dict[str, Any]:
    """A line that Codex writes when something is done."""
    return {"type": "event_msg", "payload": {"type": "item_completed",
                                             "item": {"type": kind, **fields}}}  # fmt: skip


def ids(text: str) -> list[str]:
    """The lessons in a text."""
    return [line.rpartition("; ")[2].rstrip(")") for line in text.splitlines()[1:]]


def transcript(hook: Hook, *lines: dict[str, Any], name: str = "c1.jsonl") -> str:
    """A transcript of those lines."""
    path = hook.folder.parent / name
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    return str(path)


def compacted(hook: Hook, path: str = "/nowhere.jsonl") -> dict[str, Any]:
    """What Claude Code tells after a compaction."""
    return claude("SessionStart", hook.folder, source="compact", transcript_path=path)


def with_patience(hook: Hook, microseconds: int) -> Hook:
    """The hook, to which compactions within so many microseconds are one."""
    before, main, after = hook.launcher.read_text().partition("    main(board=")
    hook.launcher.write_text(f"{before}{_PATIENT.format(microseconds)}{main}{after}")
    return hook


@pytest.fixture
def quick(hook: Hook) -> Hook:
    """A hook for which two compactions are never one, however soon they follow each other."""
    return with_patience(hook, 0)


def test_what_still_matters_is_told_again(quick: Hook) -> None:
    """What fits the work under way, what was told before, and the digest; no more than once."""
    tiles = claude("PostToolUseFailure", quick.folder, tool_name="Bash", error="Exit code 2",
                   tool_input={"command": "make tiles"})  # fmt: skip
    assert ids(quick(claude("SessionStart", quick.folder, source="startup")).text) == ["comb"]
    assert ids(quick(tiles).text) == ["run"]
    quick.silent(tiles)
    path = transcript(
        quick, user("Look at src/marimba.py"), bash("ls"), user("<command-name>/compact"),
        user("This session is being continued.", isCompactSummary=True),
    )  # fmt: skip
    again = quick(compacted(quick, path))
    assert ids(again.text) == ["file", "comb", "run"]
    assert "systemMessage" not in again.reply  # its person saw the line of the first time
    quick.silent(tiles)
    quick.silent(claude("UserPromptSubmit", quick.folder, prompt=PROMPT))


def test_what_came_with_a_prompt_and_with_a_failure_comes_once_more(quick: Hook) -> None:
    """Two of three did not, where the last prompt speaks of something else; as one showing."""
    prompt = claude("UserPromptSubmit", quick.folder, prompt="Look at src/marimba.py")
    failed = claude("PostToolUseFailure", quick.folder, tool_name="Bash", error=ERROR,
                    tool_input={"command": "x"})  # fmt: skip
    told = [ids(quick(each).text) for each in (prompt, failed)]
    assert told == [["file"], ["error"]]
    path = transcript(quick, user("Look at src/marimba.py"), user("Go on"))
    assert sorted(ids(quick(compacted(quick, path)).text)) == ["comb", "error", "file"]
    quick.silent(prompt)
    quick.silent(failed)
    with Board.open(quick.board) as board:
        board.catch_up()
        accounts = {row["lesson"]: row["injected"] for row in board.view("accounts")}
    assert accounts == {"comb": 1, "error": 1, "file": 1}


def test_what_is_offered_no_more_does_not_come_again(quick: Hook) -> None:
    """It was retired while the session had it, or muted there."""
    failed = claude("PostToolUseFailure", quick.folder, tool_name="Bash", error=ERROR,
                    tool_input={"command": "x"})  # fmt: skip
    assert ids(quick(failed).text) == ["error"]
    with Board.open(quick.board) as board:
        board.record(LessonRetired(lesson="error", reason="it is mended"), actor="human")
        board.catch_up()
    assert ids(quick(compacted(quick)).text) == ["comb"]


def test_codex_tells_the_same_by_its_rollout(hook: Hook) -> None:
    """Its prompts and commands stand elsewhere."""
    path = transcript(
        hook, item("UserMessage", content=[{"type": "text", "text": "Go on"}]),
        item("CommandExecution", command=["/bin/bash", "-lc", "make tiles"]), {"type": "compacted"},
        name="rollout-2026-11-21T10-00-00-x1.jsonl",
    )  # fmt: skip
    start = codex("SessionStart", hook.folder, source="compact", transcript_path=path)
    assert ids(hook(start).text) == ["run", "comb"]


def test_ten_compactions(quick: Hook) -> None:
    """Each tells once, in whatever process, and the board stays sound."""
    for _ in range(_TIMES):
        assert ids(quick(compacted(quick)).text) == ["comb"]
        quick.silent(claude("UserPromptSubmit", quick.folder, prompt=PROMPT))
    assert len(quick.events("context.cleared")) == _TIMES
    assert [each["moment"] for each in quick.events("context.injected")] == ["cleared"] * _TIMES
    with Board.open(quick.board) as board:
        board.replay()
        assert board.delivered("c1") == {"comb"}
        assert board.verify().sound


def test_a_busy_board_makes_no_difference(quick: Hook) -> None:
    """What waits beside the board counts, and what was told before it does not."""
    quick(claude("UserPromptSubmit", quick.folder, prompt=PROMPT))
    with FileLock(Path(f"{quick.board}.lock")) as lock:
        for _ in range(2):
            assert ids(quick(compacted(quick)).text) == ["comb"]
            quick.silent(claude("UserPromptSubmit", quick.folder, prompt=PROMPT))
    lock.close()
    quick.silent(claude("UserPromptSubmit", quick.folder, prompt=PROMPT))


def test_two_hooks_of_one_compaction(hook: Hook) -> None:
    """As where the plug-in and the settings both register one: the second keeps silent."""
    with_patience(hook, 60_000_000)
    hook(claude("UserPromptSubmit", hook.folder, prompt=PROMPT))
    running = [hook.start() for _ in range(2)]
    for process in running:
        assert process.stdin is not None
        process.stdin.write(json.dumps(compacted(hook)).encode())
        process.stdin.flush()
    outs = [process.communicate(timeout=60)[0] for process in running]
    assert sum(b"quokka" in out for out in outs) == 1
    assert len(hook.events("context.cleared")) == 1


def test_a_session_that_is_resumed_has_it_still(hook: Hook) -> None:
    """Agents keep what they were told in the conversation."""
    hook(claude("UserPromptSubmit", hook.folder, prompt=PROMPT))
    hook.silent(claude("SessionStart", hook.folder, source="resume"))
    assert hook.events("context.cleared") == []


def test_an_agent_that_only_tells_of_it(hook: Hook) -> None:
    """Gemini CLI takes no context there: the next prompt brings it again."""
    prompt = gemini("BeforeAgent", hook.folder, prompt=PROMPT)
    assert ids(hook(prompt).text) == ["comb"]
    hook.silent(gemini("PreCompress", hook.folder, trigger="auto"))
    assert ids(hook({**prompt, "timestamp": "later"}).text) == ["comb"]


@pytest.mark.parametrize("kind", ["folder", "pipe", "torn", "long", "deep", "binary"])
def test_a_transcript_that_cannot_be_read(hook: Hook, kind: str) -> None:
    """Costs what was under way, and neither the digest nor the time."""
    path = hook.folder.parent / "bad.jsonl"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "torn":
            path.write_text('{"type": "user", "message": {"content": "make ti')
        case "long":
            path.write_text(json.dumps(user("x" * 9_000_000)))
        case "deep":
            path.write_text('{"type": "user", "message": ' + "[" * 90_000)
        case _:
            path.write_bytes(bytes(range(256)) * 999)
    answered = hook(compacted(hook, str(path)))
    assert (ids(answered.text), answered.err, hook.failures()) == (["comb"], "", [])
    assert answered.seconds < 5
