"""The line that a person sees when a session was told something, and the status line."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.delivery.candidates import Candidate
from blackboard.delivery.choice import Choice
from blackboard.events.guard import (
    GuardAnswered,
    GuardAsked,
    GuardConfirmed,
    GuardDisabled,
    GuardEnabled,
    GuardProposed,
    GuardRefused,
)
from lessonboard.announcing import announce
from lessonboard.hooks.reply import receipt
from lessonboard.muting import Where, mute
from reflect.guards.next_steps import next_steps
from tests.blackboard.lessons import lesson, told
from tests.commands import COMMAND
from tests.lessonboard.hooks.agents import ERROR, PROMPT, claude, codex, cursor, gemini
from tests.lessonboard.hooks.conftest import Hook

WAIT = "3 wait for you: `lessonboard lesson review`"
TYPED = {"CLAUDE_CODE_ENTRYPOINT": "cli"}


def _failed(hook: Hook, session: str = "c1") -> object:
    return claude("PostToolUseFailure", hook.folder, session, tool_name="Bash", tool_use_id="t",
                  tool_input={"command": "x"}, error=ERROR)  # fmt: skip


def test_the_first_telling_of_a_session_is_shown_and_no_other(hook: Hook) -> None:
    """With what was told first, and how to ask why."""
    first = hook(claude("UserPromptSubmit", hook.folder, prompt=PROMPT)).reply
    assert first["systemMessage"] == (
        'lessonboard showed the agent: "Sharpen the quokka comb before trimming sails." '
        "(why: /mcp__lessonboard__why)"
    )
    assert "quokka" in first["hookSpecificOutput"]["additionalContext"]
    later = hook(_failed(hook)).reply
    assert "gamelan" in later["hookSpecificOutput"]["additionalContext"]
    assert "systemMessage" not in later
    assert "systemMessage" in hook(_failed(hook, "c2")).reply


def test_nothing_is_shown_where_nothing_is_told(hook: Hook) -> None:
    """Silence stays silence."""
    hook.silent(claude("UserPromptSubmit", hook.folder, prompt="hello"))


def test_it_can_be_switched_off(folder: Path, quokka: Path) -> None:
    """The agent is told all the same."""
    quiet = Hook(folder, quokka, receipt=False)
    reply = quiet(claude("UserPromptSubmit", folder, prompt=PROMPT)).reply
    assert list(reply) == ["hookSpecificOutput"]


@pytest.mark.parametrize(("name", "shown"), [("codex", True), ("gemini", True), ("cursor", False)])
def test_it_is_shown_where_the_agent_has_a_place_for_it(hook: Hook, name: str, shown: bool) -> None:
    """Cursor has none."""
    call: dict[str, Any] = {
        "tool_name": "Shell",
        "tool_input": {"command": "x"},
        "error_message": ERROR,
    }
    event = {
        "codex": codex("UserPromptSubmit", hook.folder, prompt=PROMPT),
        "gemini": gemini("BeforeAgent", hook.folder, prompt=PROMPT),
        "cursor": cursor("postToolUseFailure", hook.folder, **call),
    }[name]
    reply = hook(event).reply
    assert ("systemMessage" in reply) is shown


def _choice(rule: str) -> Choice:
    row = {"id": "a", "constraint": rule, "said": "", "proof": ""}
    return Choice(Candidate("lesson", row), 1.0, "")


def test_the_line_is_one_short_line_of_plain_characters() -> None:
    """Whatever a lesson holds."""
    rule = f"Say \x1b[31mred\u202e {'x' * 500}\n- and more"
    line = receipt([_choice(rule)], "codex")
    assert line.isprintable()
    assert len(line) < 160


def _status(hook: Hook, told: object = None, **variables: str) -> str:
    asked = {"session_id": "c1", "workspace": {"project_dir": str(hook.folder)}}
    home = {"HOME": str(hook.folder), "LESSONBOARD_DB": str(hook.board)}
    done = subprocess.run(
        [COMMAND, "status-line"], capture_output=True, text=True, check=True, cwd=hook.folder,
        input=json.dumps(asked) if told is None else str(told),
        env={"PATH": os.environ["PATH"], **home, **variables},
    )  # fmt: skip
    return done.stdout


def test_the_status_line_says_what_was_told_and_what_waits(hook: Hook) -> None:
    """Of this session, and of this project."""
    assert _status(hook) == f"lessonboard: {WAIT}\n"
    hook(claude("UserPromptSubmit", hook.folder, prompt=PROMPT))
    assert _status(hook) == (
        f'lessonboard: 1 shown, last "Sharpen the quokka comb before trimming sails.", {WAIT}\n'
    )


def test_the_status_line_names_the_next_step_of_a_guard(hook: Hook) -> None:
    """After an approval to switch it on, and after two yeses to switch it off."""
    rule = "Don't use npm here."
    with Board.open(hook.board) as board:
        board.append([lesson("npm", rule, project=str(hook.folder), trust="human",
                             learned_from="miner")])  # fmt: skip
        board.record(GuardProposed(lesson="npm", rule=rule, forbids=["npm"]), actor="guard",
                     project=str(hook.folder))  # fmt: skip
        board.catch_up()
    assert _status(hook) == "lessonboard: 4 wait for you: `lessonboard lesson review`\n"
    with Board.open(hook.board) as board:
        board.append([told("lesson.approved", "npm", by="human")._replace(actor="human")])
        board.catch_up()
    assert _status(hook) == f"lessonboard: {WAIT}, `lessonboard lesson guard npm`?\n"
    with Board.open(hook.board) as board:
        for name in ("s1", "s2"):
            board.record(GuardAsked(lesson="npm", session=name, asked="npm ci", reason="r"),
                         GuardAnswered(lesson="npm", session=name, outcome="allowed"),
                         actor="guard", project=str(hook.folder))  # fmt: skip
        board.catch_up()
    assert _status(hook) == f"lessonboard: {WAIT}, `lessonboard lesson guard npm --undo`?\n"


@pytest.mark.parametrize("told", ["", "{", "[]", '{"session_id": 3, "workspace": []}', "\x00"])
def test_the_status_line_takes_anything(hook: Hook, told: str) -> None:
    """A session that nobody knows was told nothing."""
    assert _status(hook, told) == f"lessonboard: {WAIT}\n"


def test_the_status_line_says_when_it_is_off_or_there_is_no_board(
    hook: Hook, tmp_path: Path
) -> None:
    """And what to do where the board cannot be read."""
    assert _status(hook, LESSONBOARD_OFF="1") == "lessonboard: off here\n"
    gone = str(tmp_path / "gone.db")
    assert _status(hook, LESSONBOARD_DB=gone) == "lessonboard: no board yet\n"
    broken = tmp_path / "broken.db"
    broken.write_text("no board")
    assert "doctor" in _status(hook, LESSONBOARD_DB=str(broken))


def test_a_lesson_that_is_muted_is_not_told_by_the_hook(hook: Hook) -> None:
    """In its project, from now on."""
    with Board.open(hook.board) as board:
        mute(board, "comb", Where(project=str(hook.folder)))
    hook.silent(claude("UserPromptSubmit", hook.folder, prompt=PROMPT))


def test_a_guard_that_spoke_is_named_to_its_person_alone(hook: Hook) -> None:
    """In the status line of that session, until he switches it off."""
    with Board.open(hook.board) as board:
        board.append([lesson("npm", "Use pnpm.", project=str(hook.folder)),
                      told("lesson.approved", "npm", by="human")])  # fmt: skip
        board.record(
            GuardEnabled(lesson="npm", by="human", rule="Use pnpm.", wrong=["npm"], right=["pnpm"],
                         failed=3, uses=3),
            GuardRefused(lesson="npm", session="c1", refused="npm ci", reason="r"),
            actor="human", project=str(hook.folder),
        )  # fmt: skip
        board.catch_up()
    spoke = "a guard spoke: `lessonboard lesson guard npm --undo` ends it"
    assert _status(hook) == f"lessonboard: {WAIT}, {spoke}\n"
    assert "guard" not in _status(hook, json.dumps({"session_id": "c2", "cwd": str(hook.folder)}))
    with Board.open(hook.board) as board:
        board.record(GuardDisabled(lesson="npm"), actor="human", project=str(hook.folder))
        board.catch_up()
    assert _status(hook) == f"lessonboard: {WAIT}\n"


def test_a_guard_that_rests_is_not_proposed_to_be_switched_off(hook: Hook) -> None:
    """The repository has its check, and it asks nothing."""
    rule = "Don't use npm here."
    with Board.open(hook.board) as board:
        board.append([lesson("npm", rule, project=str(hook.folder), trust="human"),
                      told("lesson.approved", "npm", by="human")._replace(actor="human"),
                      told("lesson.compiled", "npm", kind="rule-line", file="AGENTS.md", lines=1,
                           digest="d" * 64),
                      told("lesson.resting", "npm", kind="rule-line", file="AGENTS.md",
                           commit="c", committed_at=1, reason="it has its check")])  # fmt: skip
        board.record(GuardConfirmed(lesson="npm", rule=rule, forbids=["npm"]), actor="human",
                     project=str(hook.folder))  # fmt: skip
        for name in ("s1", "s2"):
            board.record(GuardAsked(lesson="npm", session=name, asked="npm ci", reason="r"),
                         GuardAnswered(lesson="npm", session=name, outcome="allowed"),
                         actor="guard", project=str(hook.folder))  # fmt: skip
        assert next_steps(board) == []
        board.catch_up()
    assert _status(hook) == f"lessonboard: {WAIT}\n"


def test_a_step_that_was_shown_elsewhere_is_named_no_more(hook: Hook) -> None:
    """What may become a check stands in the line until a command, page or report says so."""
    with Board.open(hook.board) as board:
        where = str(hook.folder)
        seen = [{"event_id": f"e{at}", "quote": "q", "session": f"s{at}"} for at in range(3)]
        board.append([lesson("tiles", "Use `make tiles Z=1`.", project=where, evidence=seen,
                             commands=["make tiles"]),
                      told("lesson.approved", "tiles", by="human")])  # fmt: skip
        [step] = next_steps(board)
        board.catch_up()
    assert _status(hook) == f"lessonboard: {WAIT}, `{step.command}`?\n"
    assert step.command == "lessonboard automation compile tiles"
    with Board.open(hook.board) as board:
        announce(board, (), [step], "report")
        announce(board, (), [step], "page")
        board.catch_up()
        [row] = board.view("announcements")
        assert (row["lesson"], row["step"], row["place"]) == ("tiles", "lesson compile", "report")
    assert _status(hook) == f"lessonboard: {WAIT}\n"


def test_a_long_rule_is_cut_between_two_words(hook: Hook) -> None:
    """Nothing ends in half a word."""
    line = receipt([_choice("telling " * 30)], "claude-code")
    assert line.startswith(f'lessonboard showed the agent: "{"telling " * 11}telling…" (why: ')
