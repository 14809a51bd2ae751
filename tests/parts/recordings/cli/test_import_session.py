"""`lessonboard recording import --session`: the recording of what an agent did in a browser."""

from __future__ import annotations

from tests.command_line import Run
from tests.parts.recordings.from_agents.test_session import SAMPLES


def test_a_session_is_imported_as_any_recording(run: Run) -> None:
    """And again it is no news; a session that is not there is an error that names it."""
    assert run("session", "import", str(SAMPLES / "playwright.jsonl")).code == 0
    first = run("recording", "import", "--session", "playwright")
    assert first.code == 0
    assert "agent-playwright  Take Alan off the call list" in first.out
    again = run("recording", "import", "--session", "playwright", "--json").json
    assert [each["new"] for each in again["recordings"]] == [False]
    assert run("session", "reflect", "--session", "agent-playwright").code == 0
    missing = run("recording", "import", "--session", "nobody", "--worked")
    assert missing.code == 1
    assert "nobody" in missing.err
