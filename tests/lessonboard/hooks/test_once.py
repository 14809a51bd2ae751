"""A session is never told the same lesson twice, whatever happens in between."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.delivery.holdout import WHILE_UNDECIDED
from blackboard.event import NewEvent
from blackboard.file_lock import FileLock
from blackboard.storage.outbox import add
from lessonboard.exporting.registry import remember
from tests.blackboard.lessons import lesson
from tests.lessonboard.hooks.agents import ERROR, PROMPT, HookEvent, claude, codex, unrecorded
from tests.lessonboard.hooks.conftest import Hook
from tests.long_runs import rounds, some

PROJECT_LESSONS = ("comb", "file", "run", "error")


def moments(hook: Hook, session: str = "c1") -> list[HookEvent]:
    """All at which a lesson of the board could be said, some of them more than once."""
    return [
        claude("SessionStart", hook.folder, session, source="startup"),
        claude("UserPromptSubmit", hook.folder, session, prompt=PROMPT),
        claude("PostToolUseFailure", hook.folder, session, tool_name="Bash",
               tool_input={"command": "make tiles"}, error="Exit code 2"),
        claude("PostToolUseFailure", hook.folder, session, tool_name="Edit",
               tool_input={"file_path": f"{hook.folder}/src/marimba.py"}, error="no match"),
        claude("PostToolUseFailure", hook.folder, session, tool_name="Bash",
               tool_input={"command": "make tiles"}, error=f"Exit code 2\n{ERROR}"),
        claude("SessionStart", hook.folder, session, source="resume"),
        claude("UserPromptSubmit", hook.folder, session,
               prompt=f"{PROMPT} And src/marimba.py, the marimba table, gamelan, zoom level?"),
        claude("SessionStart", hook.folder, session, source="resume"),
    ]  # fmt: skip


def said(hook: Hook, session: str = "c1") -> Counter[str]:
    """How often each lesson was said to a session, by the events."""
    hook_event = hook.events("context.injected")
    return Counter(
        item for each in hook_event if each["session"] == session for item in each["items"]
    )


def test_every_lesson_once(hook: Hook) -> None:
    """At the start, with a prompt, after failed calls, when resumed."""
    texts = "".join(hook(hook_event).text for _ in range(2) for hook_event in moments(hook))
    assert said(hook) == dict.fromkeys(PROJECT_LESSONS, 1)
    assert [texts.count(f"; {each})") for each in PROJECT_LESSONS] == [1] * 4


def test_also_while_the_board_is_locked(hook: Hook) -> None:
    """What was said then stands beside the board, and counts."""
    with FileLock(Path(f"{hook.board}.lock")) as lock:
        texts = "".join(hook(hook_event).text for hook_event in moments(hook))
        assert [texts.count(f"; {each})") for each in PROJECT_LESSONS] == [1] * 4
    lock.close()
    for hook_event in moments(hook):
        assert hook(hook_event).text == ""
    assert said(hook) == dict.fromkeys(PROJECT_LESSONS, 1)


def test_also_after_the_views_were_rebuilt(hook: Hook) -> None:
    """What a session was told is read off the events."""
    for hook_event in moments(hook)[:3]:
        hook(hook_event)
    with Board.open(hook.board) as board:
        board.replay()
    for hook_event in moments(hook):
        hook(hook_event)
    assert said(hook) == dict.fromkeys(PROJECT_LESSONS, 1)


def test_a_subagent_is_a_session_of_its_own(hook: Hook) -> None:
    """It knows nothing of what its parent was told; the parent is not taken to know its."""
    prompt = {"prompt": PROMPT, "agent_id": "a1", "agent_type": "Explore"}
    assert "; comb)" in hook(claude("UserPromptSubmit", hook.folder, **prompt)).text
    hook.silent(claude("UserPromptSubmit", hook.folder, **prompt))
    assert "; comb)" in hook(claude("UserPromptSubmit", hook.folder, prompt=PROMPT)).text
    assert said(hook, "c1/a1") == said(hook, "c1") == {"comb": 1}


TURNS = rounds(5, 20)


@pytest.mark.parametrize("locked", [False, True], ids=["free", "locked"])
def test_two_hooks_at_once(hook: Hook, locked: bool) -> None:
    """Of two that would say the same at the same moment, one keeps silent."""
    lock = FileLock(Path(f"{hook.board}.lock"))
    if locked:
        lock.acquire()
    for number in range(TURNS):
        session = f"both-{number}"
        running = [hook.start() for _ in range(2)]
        for process in running:
            assert process.stdin is not None
            hook_event = claude("UserPromptSubmit", hook.folder, session, prompt=PROMPT)
            process.stdin.write(json.dumps(hook_event).encode())
            process.stdin.flush()
        outs = [process.communicate(timeout=60) for process in running]
        assert sum(b"quokka" in out for out, _ in outs) == 1
        assert [err for _, err in outs] == [b"", b""]
    lock.close()
    for number in range(TURNS):
        assert said(hook, f"both-{number}") == {"comb": 1}


def test_two_agents_at_once_in_one_folder(hook: Hook) -> None:
    """Each session is told once, whatever the other agent is told at that moment."""
    sessions = [(agent, f"{agent.__name__}-{number}") for number in range(rounds(3, 8))
                for agent in (claude, codex)]  # fmt: skip
    for step, fields in (("SessionStart", {"source": "startup"}),
                         ("UserPromptSubmit", {"prompt": PROMPT}),
                         ("Stop", {"stop_hook_active": False})):  # fmt: skip
        running = [hook.start() for _ in sessions]
        for (agent, session), process in zip(sessions, running, strict=True):
            assert process.stdin is not None
            process.stdin.write(json.dumps(agent(step, hook.folder, session, **fields)).encode())
            process.stdin.flush()
        for process in running:
            assert process.communicate(timeout=60)[1] == b""
    for _, session in sessions:
        assert said(hook, session) == {"comb": 1}
    assert hook.failures() == []
    with Board.open(hook.board) as board:
        agents = [str(row["agent"]) for row in board.view("sessions")]
        assert sorted(agents) == ["claude-code"] * rounds(3, 8) + ["codex"] * rounds(3, 8)
        assert board.verify().sound


def measured(project: str, **fields: str) -> list[NewEvent]:
    """A lesson that was shown often enough to be held back now and then."""
    shown = [
        NewEvent("context.injected", f"context:old-{number}",
                 {"session": f"old-{number}", "text": "t", "items": ["held"], "tokens": 1},
                 project=project)
        for number in range(6)
    ]  # fmt: skip
    known = lesson("held", "Polish the quokka comb when the sails are trimmed.",
                   signatures=["comb is dull"], project=project, **fields)  # fmt: skip
    return [known, *shown]


def answers(hook: Hook, sessions: int) -> list[bool]:
    """To which of some sessions the lesson was said, each of which asks twice."""
    found = []
    for number in range(sessions):
        hook_event = claude("UserPromptSubmit", hook.folder, f"n{number}", prompt=PROMPT)
        found.append(any("; held)" in hook(hook_event).text for _ in range(2)))
    return found


def test_a_lesson_is_held_back_from_some_sessions(hook: Hook) -> None:
    """From the same ones whenever they ask, which is told once."""
    with Board.open(hook.board) as board:
        board.append(measured(str(hook.folder)))
        board.append([NewEvent("lesson.retired", "lesson:comb",
                               {"lesson": "comb", "reason": "r"})])  # fmt: skip
        board.catch_up()
    first = answers(hook, 8 * WHILE_UNDECIDED)
    assert 2 < first.count(False) < 14
    held = [each["session"] for each in hook.events("lesson.withheld")]
    assert held == [f"n{number}" for number, was_said in enumerate(first) if not was_said]


@pytest.mark.parametrize("way", ["prompt", "export", "other export"])
def test_a_session_that_has_a_lesson_by_another_way_is_no_control(hook: Hook, way: str) -> None:
    """Its words stand in the prompt, as of an issue or a workflow, or in an exported document."""
    with Board.open(hook.board) as board:
        board.append(measured(str(hook.folder)))
        board.append([NewEvent("lesson.retired", "lesson:comb",
                               {"lesson": "comb", "reason": "r"})])  # fmt: skip
        board.catch_up()
    prompt, written = (
        PROMPT,
        "# Rules\n\n- Polish the quokka  comb\n  when the *sails* are trimmed\n",
    )
    if way == "prompt":
        prompt = f"{PROMPT} It is known:\n> polish the quokka comb when\n> the sails are trimmed."
    else:
        document = hook.folder / "AGENTS.md"
        document.write_text(written if way == "export" else "# Rules\n\n- Polish the comb\n")
        remember(hook.board, document, ["lessonboard", "lesson", "export"])
    for number in range(8 * WHILE_UNDECIDED):
        hook(claude("UserPromptSubmit", hook.folder, f"n{number}", prompt=prompt))
    held = hook.events("lesson.withheld")
    assert bool(held) is (way == "other export")
    odds = [each["one_in"] for each in hook.events("context.injected")[6:]]
    assert all(odds) if held else not any(odds)


@pytest.mark.parametrize(
    "fields", some([{"trust": "human"}, {"severity": "high"}, {"category": "security"}], 1), ids=str
)
def test_some_lessons_are_never_held_back(hook: Hook, fields: dict[str, str]) -> None:
    """What is severe, what a person said, and what is about security."""
    with Board.open(hook.board) as board:
        board.append(measured(str(hook.folder), **fields))
        board.append([NewEvent("lesson.retired", "lesson:comb",
                               {"lesson": "comb", "reason": "r"})])  # fmt: skip
        board.catch_up()
    assert all(answers(hook, 4 * WHILE_UNDECIDED))
    assert hook.events("lesson.withheld") == []


def test_a_forgotten_session_is_neither_answered_nor_kept(hook: Hook) -> None:
    """It may still run: the hook says nothing to it and writes nothing of it, nor what waited."""
    prompt = {"prompt": PROMPT}
    assert "quokka" in hook(unrecorded("BeforeAgent", hook.folder, "g1", **prompt)).text
    late = {"type": "turn.ended", "stream": "session:g1", "payload": {"session": "g1"},
            "actor": "gemini-cli", "occurred_at": 1, "id": "late"}  # fmt: skip
    with Board.open(hook.board) as board:
        board.log.forget([], reason="private", actor="human", closing=["session:g1"])
    add(str(hook.board), lambda: [json.dumps(late)])
    hook.silent(unrecorded("BeforeAgent", hook.folder, "g1", timestamp="later", **prompt))
    assert hook.events("message.recorded", "turn.ended") == [None]
    assert "quokka" in hook(unrecorded("BeforeAgent", hook.folder, "g2", **prompt)).text
