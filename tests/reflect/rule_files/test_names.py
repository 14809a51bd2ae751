"""Which files hold rules for agents."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from reflect.rule_files.names import is_rule_file


@pytest.mark.parametrize(
    "path",
    [
        "CLAUDE.md",
        "web/AGENTS.md",
        "GEMINI.md",
        ".claude/rules/api/style.md",
        ".cursor/rules/react.mdc",
        "/home/me/.claude/projects/-home-me-app/memory/builds.md",
        "/home/me/.codex/memories/MEMORY.md",
    ],
)
def test_rule_files_are_known_by_name(path: str) -> None:
    """Of Claude Code, Codex, Gemini and Cursor, and what agents remember."""
    assert is_rule_file(PurePath(path))


@pytest.mark.parametrize("path", ["README.md", "memory/notes.md", "rules/a.md", "a/claude.jsonl"])
def test_other_files_are_none(path: str) -> None:
    """A folder of that name alone does not make one."""
    assert not is_rule_file(PurePath(path))
