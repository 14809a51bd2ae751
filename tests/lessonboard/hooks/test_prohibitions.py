"""What a person forbade, in the hook's process: once a session a question, or a refusal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from blackboard.agents.claude_code import CLAUDE_CODE
from blackboard.board import Board
from blackboard.events.guard import GuardConfirmed, GuardDisabled, GuardProposed
from blackboard.events.lesson import LessonRejected, LessonResting, LessonRevised
from blackboard.events.payload import PayloadModel
from tests.blackboard.lessons import said as sentence
from tests.blackboard.lessons import told
from tests.lessonboard.hooks.agents import HookEvent, claude, codex, gemini
from tests.lessonboard.hooks.conftest import Hook

RULE = "Don't use npm here, use bun."
FILES = "Never edit the generated files in `src/gen/`."
TYPED = {"CLAUDE_CODE_ENTRYPOINT": "cli"}


def board_of(path: Path, folder: Path, *decisions: PayloadModel, **fields: Any) -> Hook:
    """The hook of a board that knows two sentences of its person's."""
    known: dict[str, Any] = {"at": int(time.time()) - 3600, **fields}
    with Board.open(path) as board:
        board.append([sentence("npm", RULE, project=str(folder), **known),
                      sentence("gen", FILES, project=str(folder), **known)])  # fmt: skip
        board.record(
            GuardProposed(lesson="npm", rule=RULE, forbids=["npm"]),
            GuardProposed(lesson="gen", rule=FILES, paths=["src/gen/"]),
            actor="guard", project=str(folder),
        )  # fmt: skip
        for decision in decisions:
            board.record(decision, actor="human", project=str(folder))
        board.catch_up()
    return Hook(folder, path)


@pytest.fixture
def said(tmp_path: Path, folder: Path) -> Hook:
    """A board whose person forbade a command and files; he confirmed nothing."""
    return board_of(tmp_path / "said.db", folder)


@pytest.fixture
def confirmed(tmp_path: Path, folder: Path) -> Hook:
    """The same after he said yes to both."""
    path = tmp_path / "confirmed.db"
    board_of(path, folder)
    with Board.open(path) as board:
        for key in ("npm", "gen"):
            board.append([told("lesson.approved", key, by="human")._replace(actor="human")])
        board.record(
            GuardConfirmed(lesson="npm", rule=RULE, forbids=["npm"], uses=14, by_person=3),
            GuardConfirmed(lesson="gen", rule=FILES, paths=["src/gen/"]),
            actor="human", project=str(folder),
        )  # fmt: skip
        board.catch_up()
    return Hook(folder, path)


def again(hook: Hook) -> Hook:
    """A hook whose launcher is its own again: two of one folder write the same."""
    return Hook(hook.folder, hook.board)


def call(cwd: object, command: str = "npm install", session: str = "c1", **fields: Any) -> Any:
    """Claude Code is about to run a command."""
    return claude("PreToolUse", cwd, session, tool_name="Bash", tool_use_id="t1",
                  tool_input={"command": command}, **fields)  # fmt: skip


def decided(answered: Any) -> tuple[str, str]:
    """What a hook in Claude Code's form decided, and its reason."""
    inner = answered.reply["hookSpecificOutput"]
    assert set(inner) == {"hookEventName", "permissionDecision", "permissionDecisionReason"}
    return inner["permissionDecision"], inner["permissionDecisionReason"]


@pytest.mark.parametrize("board", ["said", "confirmed"])
def test_claude_code_asks_its_person_once_a_session(
    board: str, request: pytest.FixtureRequest
) -> None:
    """In his own words, whether he confirmed a guard or not; the agent is told nothing by it."""
    hook: Hook = request.getfixturevalue(board)
    line = 'cd . && git add . && npm install "left-pad"'
    decision, reason = decided(hook(call(hook.folder, line), **TYPED))
    assert decision == "ask"
    assert f'you said: "{RULE}"' in reason
    assert "`npm install left-pad`" in reason
    assert "guard off" not in reason
    hook.silent(call(hook.folder), **TYPED)
    assert decided(hook(call(hook.folder, session="c2"), **TYPED))[0] == "ask"
    [first, _] = hook.events("guard.asked")
    assert (first["lesson"], first["session"], first["call"]) == ("npm", "c1", "t1")
    assert hook.events("context.injected", "guard.refused") == []
    assert hook.failures() == []


def test_an_edit_of_forbidden_files_is_asked_about(said: Hook) -> None:
    """Of those files alone."""

    def edit(path: str) -> HookEvent:
        return claude("PreToolUse", said.folder, tool_name="Edit", tool_use_id="t2",
                      tool_input={"file_path": str(said.folder / path)})  # fmt: skip

    said.silent(edit("src/api.ts"), **TYPED)
    decision, reason = decided(said(edit("src/gen/api.ts"), **TYPED))
    assert (decision, "edit `src/gen/api.ts`" in reason) == ("ask", True)


def test_where_nobody_sits_there_it_is_silent(said: Hook, confirmed: Hook, tmp_path: Path) -> None:
    """Headless sessions are neither asked nor refused, unless the settings say so."""
    for variables in ({}, {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, {"CLAUDE_CODE_ENTRYPOINT": "mcp"}):
        for hook in (said, confirmed):
            again(hook).silent(call(hook.folder), **variables)
    config = tmp_path / "config.toml"
    config.write_text("[guards]\nheadless = true\n")
    board_of(tmp_path / "said2.db", said.folder)
    for board, is_refused in (("said2.db", False), ("confirmed.db", True)):
        hook = Hook(said.folder, tmp_path / board, config=str(config))
        answered = hook(call(hook.folder), CLAUDE_CODE_ENTRYPOINT="sdk-cli")
        assert bool(answered.out) == is_refused
        assert not answered.out or decided(answered)[0] == "deny"


def test_where_questions_answer_themselves_only_a_confirmed_one_is_refused(
    said: Hook, confirmed: Hook
) -> None:
    """Claude Code lets pass what a hook asks in these modes, or refuses it for good."""
    assert CLAUDE_CODE.hooks is not None
    assert CLAUDE_CODE.hooks.presence is not None
    assert CLAUDE_CODE.hooks.presence.asks == ("default", "acceptEdits", "plan")
    mode = "auto"
    again(said).silent(call(said.folder, permission_mode=mode), **TYPED)
    decision, reason = decided(
        again(confirmed)(call(confirmed.folder, permission_mode=mode), **TYPED)
    )
    assert decision == "deny"
    assert "the same call again passes" in reason
    confirmed.silent(call(confirmed.folder, permission_mode=mode), **TYPED)


@pytest.mark.parametrize(
    "decision",
    [GuardDisabled(lesson="npm"), LessonRejected(lesson="npm"),
     LessonRevised(lesson="npm", constraint="Don't use pip here."),
     LessonResting(lesson="npm", kind="rule-line", file="AGENTS.md", commit="c", committed_at=1,
                   reason="AGENTS.md has its check")],
)  # fmt: skip
def test_it_ends_with_its_sentence(tmp_path: Path, folder: Path, decision: PayloadModel) -> None:
    """He took it back, changed its words, or the repository enforces it by now."""
    hook = board_of(tmp_path / "ended.db", folder, decision)
    hook.silent(call(folder), **TYPED)


@pytest.mark.parametrize(
    "fields", [{"trust": "tool"}, {"learned_from": "rule-files"}]
)  # fmt: skip
def test_only_a_sentence_of_this_person_asks(
    tmp_path: Path, folder: Path, fields: dict[str, Any]
) -> None:
    """Whatever was proposed of another's words."""
    hook = board_of(tmp_path / "other.db", folder, **fields)
    hook.silent(call(folder), **TYPED)


@pytest.mark.parametrize(
    "command",
    ["npx create-app && git commit -m 'use npm install'", "cd /tmp && npm install",
     "cat <<'EOF' > notes\nnpm install\nEOF"],
)  # fmt: skip
def test_what_he_did_not_forbid_passes(said: Hook, command: str) -> None:
    """Another program, a text, another place."""
    said.silent(call(said.folder, command), **TYPED)


def test_the_same_in_other_words_is_not_asked_again(said: Hook) -> None:
    """Two sentences that forbid one command are one question."""
    other = "Never use npm in this repo."
    with Board.open(said.board) as board:
        board.append([sentence("npm2", other, project=str(said.folder))])
        board.record(GuardProposed(lesson="npm2", rule=other, forbids=["npm"]), actor="guard",
                     project=str(said.folder))  # fmt: skip
        board.catch_up()
    assert decided(said(call(said.folder), **TYPED))[0] == "ask"
    said.silent(call(said.folder), **TYPED)


def test_a_branch_is_known_where_none_is_named(tmp_path: Path, folder: Path) -> None:
    """`git push` pushes what is checked out, also in a worktree."""
    path, rule = tmp_path / "push.db", "Never push to main."
    with Board.open(path) as board:
        board.append([sentence("main", rule, project=str(folder))])
        board.record(GuardProposed(lesson="main", rule=rule, forbids=["git push main"]),
                     actor="guard", project=str(folder))  # fmt: skip
        board.catch_up()
    hook, git = Hook(folder, path), folder / ".git"
    git.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/feature\n")
    hook.silent(call(folder, "git push"), **TYPED)
    hook.silent(call(folder, "git push origin feature"), **TYPED)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    assert decided(hook(call(folder, "git commit -qm x && git push"), **TYPED))[0] == "ask"
    assert decided(hook(call(folder, "git push -u origin x:main", "c2"), **TYPED))[0] == "ask"


def rollout(folder: Path, source: str) -> Path:
    """The head of a session of Codex."""
    file = folder / "rollout-2026-11-21T10-00-00-x1.jsonl"
    meta = {"id": "x1", "source": source, "originator": "codex_cli_rs", "base_instructions": "x"}
    file.write_text(json.dumps({"type": "session_meta", "payload": meta}) + "\n")
    return file


def test_codex_refuses_what_was_confirmed_where_a_person_types(said: Hook, confirmed: Hook) -> None:
    """Once, with his sentence and the way to insist; `codex exec` is left alone."""

    def event(hook: Hook, source: str) -> HookEvent:
        return codex("PreToolUse", hook.folder, tool_name="Bash", tool_use_id="t1",
                     tool_input={"command": "npm ci"},
                     transcript_path=str(rollout(hook.folder, source)))  # fmt: skip

    confirmed.silent(event(confirmed, "exec"))
    again(said).silent(event(said, "cli"))
    confirmed = again(confirmed)
    decision, reason = decided(confirmed(event(confirmed, "cli")))
    assert decision == "deny"
    assert reason.startswith("Refused once by lessonboard: `npm ci`.")
    assert f'the person said: "{RULE}"' in reason
    assert "the same call again passes" in reason
    assert "guard off" not in reason
    confirmed.silent(event(confirmed, "cli"))
    [refused] = confirmed.events("guard.refused")
    assert refused["lesson"] == "npm"
    assert confirmed.events("context.injected")[0]["items"] == ["npm"]


def test_a_program_that_drives_claude_code_is_no_person(said: Hook) -> None:
    """Whatever its variable says: one session inherits it from another."""
    event = call(said.folder)
    assert run_by(said, event, "claude", "-p", "do it", variable="cli") == ""
    assert json.loads(run_by(said, event, "claude", variable="cli"))


def run_by(
    hook: Hook, event: HookEvent, *words: str, at_terminal: bool = True, variable: str = ""
) -> str:
    """What the hook answers below a process of an agent, with or without a terminal."""
    file = hook.folder / "event.json"
    file.write_text(json.dumps(event))
    command = [sys.executable, "-IS", str(hook.launcher), words[0]]
    script = hook.folder / words[0]
    script.write_text(
        f"import subprocess\nsubprocess.run({command!r}, stdin=open({str(file)!r}))\n"
    )
    parent, terminal = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, str(script), *words[1:]],
            stdin=terminal if at_terminal else subprocess.DEVNULL,
            capture_output=True, text=True, check=True, cwd=hook.folder, timeout=60,
            env={"PATH": os.environ["PATH"], "HOME": str(hook.folder),
                 "CLAUDE_CODE_ENTRYPOINT": variable},
        )  # fmt: skip
    finally:
        os.close(parent)
        os.close(terminal)
    return done.stdout


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="a pipe is seen in /proc alone")
@pytest.mark.parametrize(
    ("agent", "driven"), [("gemini", ("-p", "do it")), ("opencode", ("run", "do it"))]
)
def test_gemini_and_opencode_refuse_in_their_form_at_a_terminal(
    confirmed: Hook, agent: str, driven: tuple[str, str]
) -> None:
    """And not where a program drives them, or feeds them by a pipe."""
    if agent == "gemini":
        event = gemini("BeforeTool", confirmed.folder, tool_name="run_shell_command",
                       tool_input={"command": "npm ci"})  # fmt: skip
    else:
        event = {"hook_event_name": "opencode.before", "session_id": "o1", "tool_name": "bash",
                 "cwd": str(confirmed.folder), "transcript_path": "/x/opencode.db",
                 "tool_input": {"command": "npm ci"}, "tool_use_id": "t1"}  # fmt: skip
    assert run_by(confirmed, event, agent, *driven) == ""
    if agent == "gemini":
        assert run_by(confirmed, event, agent, at_terminal=False) == ""
    reply = json.loads(run_by(confirmed, event, agent))
    assert (set(reply), reply["decision"]) == ({"decision", "reason"}, "deny")
    assert RULE in reply["reason"]
