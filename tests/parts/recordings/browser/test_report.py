"""What a run leaves behind: downloads beside the report, and nothing in the folder of all."""

from __future__ import annotations

from pathlib import Path

from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.browser.report import with_downloads


def test_a_download_is_kept_with_the_report(tmp_path: Path) -> None:
    """For its owner's eyes; a text that a step read is no path, whatever it looks like."""
    came = tmp_path / "came" / "report.csv"
    came.parent.mkdir()
    came.write_text("a,b")
    steps = (
        StepOutcome(1, 0, "", "done", data={"file": str(came)}, downloaded=True),
        StepOutcome(2, 1, "", "done", data={"file": "/etc/passwd"}),
    )
    ran = with_downloads(Rerun("r", "rec", "", 0, 0.0, {}, steps), tmp_path / "report")
    kept = tmp_path / "report" / "downloads" / "1-report.csv"
    assert [step.data for step in ran.steps] == [{"file": str(kept)}, {"file": "/etc/passwd"}]
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == ("a,b", 0o600)
    assert not came.parent.exists()
