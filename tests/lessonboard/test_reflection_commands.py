"""`lessonboard session --reflections`: what looking back found, to read and for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard import Board
from blackboard.events.critique import RecommendationProposed, RecommendationVetoed
from blackboard.events.insight import InsightCurated
from blackboard.events.reflection import ReflectionCompleted
from reflect.finding import insight_name
from tests.command_line import Run

FIELDS = {"subject", "project", "started_at", "ended_at", "state", "triggered_by", "iterations",
          "history", "converged", "patterns", "insights", "suggestions", "automation_priority",
          "reason", "refused"}  # fmt: skip


def test_reflections_are_listed_and_shown(imported: Run, tmp_path: Path) -> None:
    """After reflecting on all sessions: the last look at each, and all looks at one."""
    assert imported("session", "--reflections").out.startswith("No reflections;")
    imported("session", "reflect", "--all", "--no-model")
    found = imported("session", "--reflections", "--json").json
    assert found
    assert all(set(each) == FIELDS for each in found)
    assert {each["state"] for each in found} == {"completed"}
    name = found[0]["subject"]
    (look,) = imported("session", "--reflections", name[:12], "--json").json
    assert (look["subject"], look["iterations"], len(look["history"])) == (name, 1, 1)
    imported("session", "reflect", "--session", name, "--no-model")
    out = imported("session", "--reflections", name).out
    assert out.count("completed (") == 2
    assert "1 iteration, converged" in out
    assert "  1. found " in out


def test_a_session_that_nobody_looked_at_is_said_so(imported: Run) -> None:
    """With the command that does; an unknown session is named."""
    (row, *_) = imported("session", "--json").json
    done = imported("session", "--reflections", row["id"])
    assert (done.code, f"lessonboard session reflect --session {row['id']}" in done.err) == (
        1,
        True,
    )
    assert "there is no session 'nowhere'" in imported("session", "--reflections", "nowhere").err


def test_what_was_refused_stands_apart(run: Run, tmp_path: Path) -> None:
    """Vetoed, or not sure enough: no insight of the look, in the list, in the text or in JSON."""
    found: list[dict[str, Any]] = [
        {"statement": words, "category": "patterns", "confidence": 0.9, "actionable": True,
         "evidence": []}
        for words in ("Run `make tiles` first.", "Disable TLS checks.", "It may help.")
    ]  # fmt: skip
    done = ReflectionCompleted.model_validate({"subject": "s1", "insights": found})
    vetoed = insight_name("Disable TLS checks.", "p")
    kept = insight_name("Run `make tiles` first.", "p")
    curated = {
        "insight": kept,
        **{name: found[0][name] for name in ("statement", "category", "confidence")},
    }
    with Board.open(tmp_path / "board.db") as board:
        board.record(
            done,
            RecommendationProposed(recommendation=vetoed, instruction="Disable TLS checks."),
            RecommendationVetoed(
                recommendation=vetoed, veto="harm", reason="Weakens a safeguard.", quality_score=0.8
            ),
            InsightCurated.model_validate(curated),
            actor="reflector",
            project="p",
        )
    (_, line) = run("session", "--reflections").out.splitlines()
    assert line.endswith("0 patterns, 1 insight, 2 refused")
    out = run("session", "--reflections", "s1").out
    assert "  insight: Run `make tiles` first." in out
    assert "  refused, not kept: Disable TLS checks. (vetoed by the critic: Weakens" in out
    assert "  refused, not kept: It may help. (it was not sure" in out
    (look,) = run("session", "--reflections", "s1", "--json").json
    assert [each["statement"] for each in look["insights"]] == ["Run `make tiles` first."]
    assert [each["why"][:6] for each in look["refused"]] == ["vetoed", "it was"]
