"""A project for which agents asked in vain is named, until it is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from lessonboard.bootstrap import App
from lessonboard.doctor import mcp_projects


def _asked(tool: str, project: str) -> NewEvent:
    payload = {"session": "s", "agent": "claude-code", "call": tool + project, "name": tool,
               "input": {"query": "x", "project": project}, "kind": "other"}  # fmt: skip
    return NewEvent("tool.called", "session:s", payload, project="here")


@pytest.mark.parametrize(
    ("tool", "project", "settings", "expected"),
    [
        ("mcp__lessonboard__recall", "there", "", ["there"]),
        ("mcp__lessonboard__recall", "here", "", []),
        ("mcp__other__recall", "there", "", []),
        ("mcp__lessonboard__recall", "there", "[mcp]\nprojects = ['there']\n", []),
    ],
)
def test_what_was_asked_for_in_vain_is_named(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    tool: str, project: str, settings: str, expected: list[str],
) -> None:  # fmt: skip
    """By calls of our own tools, of other projects than the session's."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "lessonboard").mkdir()
    (tmp_path / "lessonboard/config.toml").write_text(settings)
    board.append([_asked(tool, project)])
    found = [each for finding in mcp_projects.look(App(), board)
             for each in (finding.details or {}).get("projects", [])]  # fmt: skip
    assert [each["project"] for each in found] == expected
