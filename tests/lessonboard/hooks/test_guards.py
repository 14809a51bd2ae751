"""Guards in the hook's process: one refusal a session, in each agent's form, or silence."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.guard import GuardDisabled, GuardEnabled
from blackboard.events.lesson import LessonChecked, LessonResting, LessonRetired, LessonRevised
from blackboard.events.payload import PayloadModel
from blackboard.file_lock import FileLock
from tests.blackboard.lessons import lesson
from tests.lessonboard.hooks.agents import HookEvent, claude, codex, cursor, gemini
from tests.lessonboard.hooks.conftest import Hook, out_of_time

RULE = "Use `bun test` instead of `npm test`."


@pytest.fixture
def guarded(tmp_path: Path, folder: Path) -> Hook:
    """The hook of a board with a guard for a command, and one for files."""
    path = tmp_path / "guarded.db"
    with Board.open(path) as board:
        board.append([
            lesson("bun", RULE, project=str(folder), trust="tool", status="approved"),
            lesson("gen", "Never edit `src/gen/`; run `make gen`.", project=str(folder),
                   trust="human", status="approved"),
        ])  # fmt: skip
        board.record(
            enabled(), enabled("gen", "Never edit `src/gen/`; run `make gen`.", paths=["src/gen/"]),
            actor="human", project=str(folder),
        )  # fmt: skip
        board.catch_up()
    return Hook(folder, path)


def enabled(key: str = "bun", rule: str = RULE, paths: list[str] | None = None) -> GuardEnabled:
    """A person switched it on."""
    form: dict[str, Any] = (
        {"paths": paths} if paths
        else {"wrong": ["npm", "test"], "right": ["bun", "test"], "places": [""]}
    )  # fmt: skip
    return GuardEnabled(lesson=key, by="human", rule=rule, failed=4, uses=4, **form)


def call(cwd: object, command: str = "npm test", session: str = "c1", **fields: Any) -> HookEvent:
    """Claude Code is about to run a command."""
    return claude("PreToolUse", cwd, session, tool_name="Bash", tool_use_id="t1",
                  tool_input={"command": command}, **fields)  # fmt: skip


def reason(answered: Any) -> str:
    """Why a call was refused."""
    inner = answered.reply["hookSpecificOutput"]
    assert set(inner) == {"hookEventName", "permissionDecision", "permissionDecisionReason"}
    assert (inner["hookEventName"], inner["permissionDecision"]) == ("PreToolUse", "deny")
    text: str = inner["permissionDecisionReason"]
    return text


@pytest.mark.parametrize("agent", [claude, codex])
def test_the_failing_form_is_refused_once_a_session(guarded: Hook, agent: Any) -> None:
    """With the lesson as the reason; the same call again passes, and another session is its own."""
    call = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "npm test -- a"}}
    first = guarded(agent("PreToolUse", guarded.folder, **call))
    assert RULE.rstrip(".") in reason(first)
    assert "4 of 4" in reason(first)
    assert "`bun test -- a`" in reason(first)
    assert "the same call again passes" in reason(first)
    guarded.silent(agent("PreToolUse", guarded.folder, **call))
    assert reason(guarded(agent("PreToolUse", guarded.folder, "another", **call)))
    assert guarded.failures() == []


def test_gemini_is_refused_in_its_own_form(guarded: Hook) -> None:
    """It takes a decision and a reason."""
    event = gemini("BeforeTool", guarded.folder, tool_name="run_shell_command",
                   tool_input={"command": "npm test"})  # fmt: skip
    answered = guarded(event)
    assert set(answered.reply) == {"decision", "reason"}
    assert answered.reply["decision"] == "deny"
    guarded.silent(event)


def test_an_agent_whose_form_is_not_known_is_left_alone(guarded: Hook) -> None:
    """Cursor's refusals were never seen to work."""
    event = cursor("beforeShellExecution", guarded.folder, command="npm test",
                   cwd=str(guarded.folder))  # fmt: skip
    guarded.silent(event)


def test_a_refusal_is_on_record(guarded: Hook) -> None:
    """What was refused, why, and that the lesson was put before the agent with it."""
    text = reason(guarded(call(guarded.folder, "npm test -- --token=ghp_" + "a1B2" * 9)))
    [refused] = guarded.events("guard.refused")
    assert (refused["lesson"], refused["session"], refused["call"]) == ("bun", "c1", "t1")
    assert "a1B2a1B2" not in json.dumps(refused)
    assert refused["refused"].startswith("npm test")
    [injected] = guarded.events("context.injected")
    assert injected["items"] == ["bun"]
    assert text.startswith("Refused once by lessonboard")
    with Board.open(guarded.board) as board:
        assert board.row("guards", "bun")["refused"] == 1
        assert board.row("accounts", "bun")["refused"] == 1


@pytest.mark.parametrize(
    "command",
    ["bun test", "CI=1 npm test", "npm test $ARGS", "sudo npm test", "cd web && npm test",
     "npm ci && npm test", "echo npm test", "npm run test"],
)  # fmt: skip
def test_when_unsure_it_keeps_silent(guarded: Hook, command: str) -> None:
    """Another form, another folder, a wrapper, a variable, something that prepares."""
    guarded.silent(call(guarded.folder, command))


@pytest.mark.parametrize(
    "line", ["cd {} && ls && 'npm' test 2>&1 | tail -3", "bash -lc 'npm test'"]
)
def test_a_spelling_of_the_same_command_is_refused(guarded: Hook, line: str) -> None:
    """Quotes, a look before it, the way to the very same folder, the shell that Codex starts."""
    assert reason(guarded(call(guarded.folder, line.format(guarded.folder))))


def test_the_shell_may_be_in_another_folder(guarded: Hook) -> None:
    """Of a repository only the folders count in which the command failed."""
    (guarded.folder / ".git").mkdir()
    web = guarded.folder / "web"
    web.mkdir()
    guarded.silent(call(web))
    assert reason(guarded(call(web, "cd .. && npm test")))


def test_files_are_guarded(guarded: Hook) -> None:
    """An edit of a generated file is refused once, others pass."""

    def edit(path: Path) -> HookEvent:
        return claude("PreToolUse", guarded.folder, tool_name="Edit", tool_use_id="t2",
                      tool_input={"file_path": str(path), "old_string": "a"})  # fmt: skip

    generated = guarded.folder / "src" / "gen" / "api.ts"
    guarded.silent(edit(guarded.folder / "src" / "api.ts"))
    assert "editing `src/gen/api.ts`" in reason(guarded(edit(generated)))
    guarded.silent(edit(generated))


@pytest.mark.parametrize(
    "decision",
    [GuardDisabled(lesson="bun"), LessonRetired(lesson="bun"),
     LessonRevised(lesson="bun", constraint="Use `deno test` instead of `npm test`."),
     LessonChecked(lesson="bun", freshness="drifted"),
     LessonChecked(lesson="bun", freshness="orphaned"),
     LessonResting(lesson="bun", kind="rule-line", file="AGENTS.md", commit="c", committed_at=1,
                   reason="AGENTS.md has its check")],
)  # fmt: skip
def test_a_guard_rests_when_it_or_its_lesson_changes(guarded: Hook, decision: PayloadModel) -> None:
    """Nobody switched on what it says now."""
    with Board.open(guarded.board) as board:
        board.record(decision, actor="human")
        board.catch_up()
    guarded.silent(call(guarded.folder))


@pytest.mark.parametrize("fields", [{"status": "candidate"}, {"trust": "repository"},
                                    {"trust": "model"}, {"trust": "imported"}])  # fmt: skip
def test_less_than_a_tools_trust_guards_nothing(
    tmp_path: Path, folder: Path, fields: dict[str, str]
) -> None:
    """Whatever an event says that was brought from elsewhere."""
    path = tmp_path / "low.db"
    with Board.open(path) as board:
        known: dict[str, Any] = {"trust": "tool", "status": "approved", **fields}
        board.append([lesson("bun", RULE, project=str(folder), **known)])
        board.record(enabled(), actor="human", project=str(folder))
        board.catch_up()
    Hook(folder, path).silent(call(folder))


def test_a_repositorys_files_switch_nothing_on(hook: Hook) -> None:
    """Neither settings nor events nor lessons that come with a clone."""
    folder = hook.folder
    (folder / ".lessonboard.toml").write_text("[guards]\nauto = true\n")
    events = [lesson("bun", RULE, project=str(folder)), NewEvent("guard.enabled", "guard:bun", {})]
    for name in (".lessonboard", ".claude"):
        (folder / name).mkdir()
        (folder / name / "events.jsonl").write_text("".join(f"{each}\n" for each in events))
    hook.silent(call(folder))


def test_other_projects_are_left_alone(guarded: Hook, tmp_path: Path) -> None:
    """A guard is its lesson's project's."""
    guarded.silent(call(tmp_path / "elsewhere"))


def test_of_two_calls_at_once_one_is_refused(guarded: Hook) -> None:
    """An agent that runs calls side by side is refused once all the same."""
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: guarded(call(guarded.folder)), range(4)))
    assert sum(bool(each.out) for each in answers) == 1
    assert len(guarded.events("guard.refused")) == 1


def test_two_sessions_in_one_folder_are_refused_once_each(guarded: Hook) -> None:
    """Each agent has a context of its own, and so has a subagent."""
    for session, fields in (("a", {}), ("b", {}), ("a", {"agent_id": "sub"})):
        event = call(guarded.folder, session=session, **fields)
        assert reason(guarded(event))
        guarded.silent(event)


def test_also_while_the_board_is_locked(guarded: Hook) -> None:
    """What was refused then stands beside the board, and counts."""
    with FileLock(Path(f"{guarded.board}.lock")) as lock:
        lock.acquire()
        assert reason(guarded(call(guarded.folder)))
        guarded.silent(call(guarded.folder))
    guarded.silent(call(guarded.folder))
    assert len(guarded.events("guard.refused")) == 1
    guarded.silent(call(guarded.folder))


def test_a_guard_that_ran_out_of_time_says_so_and_lets_pass(guarded: Hook) -> None:
    """For `doctor`; the agent hears nothing of it."""
    before, main, after = guarded.launcher.read_text().partition("    main(board=")
    guarded.launcher.write_text(f"{before}{out_of_time('muted')}{main}{after}")
    guarded.silent(call(guarded.folder))
    [failure] = guarded.failures()
    assert failure["error"] == (
        "took longer than 500 ms; a guard was not checked, and the call passed"
    )
