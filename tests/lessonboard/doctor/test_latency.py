"""The findings about the hooks' speed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.event import iso
from lessonboard.doctor import latency
from lessonboard.doctor.diagnosis import Diagnosis
from tests.lessonboard.doctor.transcript_lines import STAMP, attachment, success

OURS = "/home/u/bin/lessonboard hook claude"


@pytest.fixture
def projects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of Claude Code's transcripts."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / ".claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / ".codex"))
    folder = tmp_path / ".claude" / "projects" / "p"
    folder.mkdir(parents=True)
    return folder


def look(projects: Path, text: str, days: int = 0) -> dict[str, Diagnosis]:
    """What is found in a session that ended so many days ago."""
    now = time.time_ns() // 1000
    (projects / "s.jsonl").write_text(text.replace(STAMP, iso(now)))
    later = now + days * 24 * 3_600_000_000
    return {finding.what: finding for finding in latency.hooks(later)}


def test_fast_hooks_of_ours_are_good(projects: Path) -> None:
    """With their speed and what they injected."""
    injected = attachment("hook_additional_context", content=["(lessonboard): " + "x" * 985])
    found = look(projects, success(OURS, 30) * 3 + injected)["hooks"]
    assert found.level == "good"
    assert "runs in 14 days: 3" in found.found
    assert "PostToolUse, median 30 ms, p95 30 ms" in found.found
    assert "1.0 kB injected a session" in found.found


def test_slow_hooks_of_ours_are_noted(projects: Path) -> None:
    """One slow event is enough; a single slow run is not."""
    fast = success(OURS, 30) * 100
    assert look(projects, fast + success(OURS, 900))["hooks"].level == "good"
    assert look(projects, success(OURS, 900, "Stop"))["hooks"].level == "good"
    found = look(projects, fast + success(OURS, 900, "Stop") * 3)["hooks"]
    assert found.level == "note"
    assert "Stop, median 900 ms" in found.found


def test_hooks_of_ours_that_fail_are_noted(projects: Path) -> None:
    """However fast they do so."""
    failed = attachment("hook_non_blocking_error", command=OURS, durationMs=3, exitCode=1)
    found = look(projects, success(OURS, 30) + failed)["hooks"]
    assert (found.level, "1 failed" in found.found) == ("note", True)


def test_slow_hooks_of_others_are_named_and_no_more(projects: Path) -> None:
    """Neither their arguments nor their output are shown."""
    secret = attachment("hook_additional_context", content=["a secret thing"])
    found = look(projects, success("node /opt/slow.mjs --key s3cr3t", 900) * 3 + secret)
    other = found["other hooks"]
    assert other.level == "note"
    assert "slow.mjs, PostToolUse, median 900 ms" in other.found
    assert "14 bytes injected a session" in other.found
    assert "secret" not in str(found)
    assert "s3cr3t" not in str(found)
    assert found["hooks"].level == "good"


def test_a_name_cannot_steer_a_terminal(projects: Path) -> None:
    """Control characters are taken out."""
    found = look(projects, success("/opt/x\x1b[31m.sh", 900) * 3)["other hooks"]
    assert "\x1b" not in str(found)


def test_two_weeks_count(projects: Path) -> None:
    """Older slowness may have been fixed."""
    assert not look(projects, success(OURS, 900) * 3, days=15)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=60))
def test_percentiles_are_values_that_were_seen(values: list[float]) -> None:
    """At least that share of the values is not larger."""
    found = latency.percentile(values, 0.95)
    assert found in values
    assert sum(value <= found for value in values) >= 0.95 * len(values)
    assert sum(value < found for value in values) < 0.95 * len(values)
