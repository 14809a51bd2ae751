"""`lessonboard reflection`: what looking back found, to read and for programs."""

from __future__ import annotations

from pathlib import Path

from tests.lessonboard.conftest import Run

FIELDS = {"subject", "project", "started_at", "ended_at", "state", "triggered_by", "iterations",
          "history", "converged", "patterns", "insights", "suggestions", "automation_priority",
          "reason"}  # fmt: skip


def test_reflections_are_listed_and_shown(imported: Run, tmp_path: Path) -> None:
    """After reflecting on all sessions: the last look at each, and all looks at one."""
    assert imported("reflection", "list").out.startswith("No reflections;")
    imported("reflect", "--all", "--no-model")
    found = imported("reflection", "list", "--json").json
    assert found
    assert all(set(each) == FIELDS for each in found)
    assert {each["state"] for each in found} == {"completed"}
    name = found[0]["subject"]
    (look,) = imported("reflection", "show", name[:12], "--json").json
    assert (look["subject"], look["iterations"], len(look["history"])) == (name, 1, 1)
    imported("reflect", "--session", name, "--no-model")
    out = imported("reflection", "show", name).out
    assert out.count("completed (") == 2
    assert "1 iteration, converged" in out
    assert "  1. found " in out


def test_a_session_that_nobody_looked_at_is_said_so(imported: Run) -> None:
    """With the command that does; an unknown session is named."""
    (row, *_) = imported("session", "list", "--json").json
    done = imported("reflection", "show", row["id"])
    assert (done.code, f"lessonboard reflect --session {row['id']}" in done.err) == (1, True)
    assert "there is no session 'nowhere'" in imported("reflection", "show", "nowhere").err
