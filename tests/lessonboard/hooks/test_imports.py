"""What the hook's process loads at each step: a list that grows only on purpose."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.events.guard import GuardEnabled
from tests.blackboard.lessons import lesson
from tests.lessonboard.hooks.agents import ERROR
from tests.lessonboard.hooks.conftest import Hook

_SHOWS = """
import os, sys
leave = os._exit
def show(code):
    os.write(2, "\\n".join(sys.modules).encode())
    leave(code)
os._exit = show
exec(compile(open({launcher!r}).read(), "hook.py", "exec"))
"""
_QUICK = {
    # built into the interpreter, or loaded by it at its start
    "sys", "builtins", "_frozen_importlib", "_imp", "_thread", "_warnings", "_weakref", "_io",
    "marshal", "posix", "_frozen_importlib_external", "time", "zipimport", "_codecs", "codecs",
    "select", "encodings.aliases", "encodings", "encodings.utf_8", "_signal", "_abc", "abc", "io",
    "__main__", "_stat", "stat", "_collections_abc", "posixpath", "genericpath", "os.path", "os",
    "_sitebuiltins", "__mp_main__", "errno", "fcntl", "zlib",
    # small, and used
    "__future__", "_sqlite3", "_sha2", "_sha256", "gc", "unicodedata", "math", "array", "_bisect",
    "bisect", "itertools", "functools", "_functools", "collections", "collections.abc",
    "_collections", "operator", "_operator", "keyword", "reprlib", "types", "sqlite3.dbapi2",
}  # fmt: skip
_OURS = ("blackboard", "lessonboard")
_SLOW = {
    "re", "json", "typing", "dataclasses", "pathlib", "pydantic", "click", "sqlite3", "hashlib",
    "logging", "enum", "datetime", "inspect", "subprocess", "threading", "random",
}  # fmt: skip
_COMMON: dict[str, Any] = {"session_id": "s", "transcript_path": "/t/s.jsonl"}
_STEPS: dict[str, dict[str, Any]] = {
    "start": {"hook_event_name": "SessionStart"},
    "prompt": {"hook_event_name": "UserPromptSubmit", "prompt": "sharpen the quokka comb, sails"},
    "before": {
        "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "make tiles"},
    },
    "stop": {"hook_event_name": "Stop"},
    "end": {"hook_event_name": "SessionEnd"},
    "said": {"hook_event_name": "BeforeAgent", "timestamp": "2026", "prompt": "sharpen a comb"},
}  # fmt: skip


def loaded(hook: Hook, hook_event: dict[str, Any]) -> set[str]:
    """The modules in a hook's process at its end."""
    wrapper = hook.folder / "shows.py"
    wrapper.write_text(_SHOWS.format(launcher=str(hook.launcher)))
    done = subprocess.run(
        [sys.executable, "-IS", str(wrapper)],
        input=json.dumps({**_COMMON, "cwd": str(hook.folder), **hook_event}).encode(),
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        check=True,
    )
    assert hook.failures() == []
    return set(done.stderr.decode().split("\n"))


@pytest.mark.parametrize("step", _STEPS)
def test_only_quick_modules_are_loaded(hook: Hook, step: str) -> None:
    """Each other one costs every step of every agent; `re` and `json` as much as all the rest."""
    found = loaded(hook, _STEPS[step])
    others = {each for each in found - _QUICK if each.split(".")[0] not in _OURS}
    assert others == set()
    assert found & _SLOW == set()


def test_a_guard_loads_only_quick_modules(hook: Hook) -> None:
    """Also where a call is refused."""
    rule = "Use `make tiles ZOOM=3` instead of `make tiles`."
    with Board.open(hook.board) as board:
        board.append([lesson("zoom", rule, project=str(hook.folder), status="approved")])
        guard = GuardEnabled(
            lesson="zoom",
            by="human",
            rule=rule,
            wrong=["make", "tiles"],
            right=["make", "tiles", "ZOOM=3"],
            places=[""],
            failed=3,
            uses=3,
        )
        board.record(guard, actor="human")  # fmt: skip
        board.catch_up()
    found = loaded(hook, {**_STEPS["before"], "tool_use_id": "t1"})
    assert "lessonboard.hooks.guard" in found
    assert {each for each in found - _QUICK if each.split(".")[0] not in _OURS} == set()
    assert found & _SLOW == set()


def test_no_room_but_the_first_is_entered(hook: Hook) -> None:
    """Nothing of what reflects, schedules or serves is loaded."""
    for hook_event in _STEPS.values():
        ours = {each for each in loaded(hook, hook_event) if each.split(".")[0] in _OURS}
        allowed = ("blackboard", "blackboard.events", "blackboard.events.streams",
                   "blackboard.redaction",
                   "lessonboard", "lessonboard.hooks")  # fmt: skip
        kept = ("blackboard.actors", "blackboard.delivery", "blackboard.search",
                "blackboard.sources",
                "blackboard.storage", "blackboard.repositories", "blackboard.digests",
                "blackboard.redaction.added", "blackboard.redaction.anchors",
                "blackboard.redaction.literals",
                "blackboard.redaction.unanchored",
                "blackboard.agents", "blackboard.errors", "blackboard.file_lock",
                "blackboard.guards",
                "blackboard.ids", "blackboard.sanitise", "blackboard.signed_in",
                "blackboard.unapproved",
                "lessonboard.hooks.")  # fmt: skip
        assert [each for each in ours if each not in allowed and not each.startswith(kept)] == []


def test_a_failure_may_load_expressions(hook: Hook) -> None:
    """Where something failed there is time for `re`, and for nothing that is slower still."""
    hook_event = {"hook_event_name": "PostToolUseFailure", "tool_name": "Bash",
            "tool_input": {"command": "x"}, "error": ERROR}  # fmt: skip
    found = loaded(hook, hook_event)
    assert "re" in found
    assert found & {"pydantic", "click", "sqlite3", "pathlib", "logging", "typing"} == set()


def test_the_launcher_is_isolated(hook: Hook) -> None:
    """A module of the user's own in the working folder is never run."""
    (hook.folder / "array.py").write_text("raise SystemExit(3)")
    (hook.folder / "blackboard").mkdir()
    (hook.folder / "blackboard" / "__init__.py").write_text("raise SystemExit(3)")
    hook_event = {**_COMMON, "cwd": str(hook.folder), **_STEPS["prompt"]}
    assert "quokka" in hook(hook_event, PYTHONPATH=str(Path(hook.folder))).text
