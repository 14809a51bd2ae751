"""Transcripts that their agent is about to delete."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lessonboard.discovery import Transcript
from lessonboard.doctor.transcript_deletion import Kept, deletion, kept

DAY = 24 * 3_600 * 1_000_000
NOW = 1_700_000_000_000_000
DEFAULT = Kept(30, is_set=False)


def rested(days: float, agent: str = "claude-code") -> Transcript:
    """A transcript to which nothing was added for so long."""
    return Transcript(agent, f"/x/{days}.jsonl", 9, int((NOW - days * DAY) * 1000))


def test_transcripts_that_are_due_within_a_week_are_counted() -> None:
    """Those that go at the next start apart; young ones and those of Codex are left alone."""
    files = [rested(22), rested(24), rested(31), rested(90, "codex")]
    found = deletion(files, DEFAULT, NOW)
    assert found.level == "note"
    assert found.advice == "Run `lessonboard session import` to keep them."
    assert found.details == {"days": 30, "is_set": False, "due": 2, "overdue": 1}
    lost = "2 transcripts that the board lacks within 7 days, 1 of them at its next start"
    assert lost in found.found


@pytest.mark.parametrize("files", [[], [rested(22.9)], [rested(400, "codex")]])
def test_when_none_is_due_all_is_well(files: list[Transcript]) -> None:
    """The rule is shown all the same."""
    found = deletion(files, DEFAULT, NOW)
    assert found.level == "good"
    assert "after 30 days (its default" in found.found


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ('{"cleanupPeriodDays": 99999}', Kept(99999, is_set=True)),
        ('{"cleanupPeriodDays": 0} // none', Kept(0, is_set=True)),
        ('{"cleanupPeriodDays": -1}', DEFAULT),
        ('{"cleanupPeriodDays": true}', DEFAULT),
        ('{"cleanupPeriodDays": "30"}', DEFAULT),
        ("{broken", DEFAULT),
        ("{}", DEFAULT),
    ],
)
def test_the_settings_of_claude_code_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, expected: Kept
) -> None:
    """An invalid number of days is ignored."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    (tmp_path / "settings.json").write_text(setting)
    assert kept() == expected


def test_managed_settings_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Claude Code has it."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "user"))
    monkeypatch.setattr("lessonboard.doctor.transcript_deletion.managed_folder", lambda: tmp_path)
    for folder, days in ((tmp_path, 7), (tmp_path / "user", 90)):
        folder.mkdir(exist_ok=True)
        name = "managed-settings.json" if days == 7 else "settings.json"
        (folder / name).write_text(json.dumps({"cleanupPeriodDays": days}))
    assert kept() == Kept(7, is_set=True)
