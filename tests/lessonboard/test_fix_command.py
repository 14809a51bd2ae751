"""`lessonboard fix`: what was done about an error before."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from lessonboard.present.fixes import MOST_LINES
from tests.command_line import Run
from tests.commands import Ran

ERROR = 'npm error Missing script: "test"'
_FIVE_MEGABYTES = 5_000_000


def told(done: Ran) -> list[str]:
    """The lines that were printed."""
    assert (done.code, done.err) == (0, "")
    return done.out.splitlines()


def test_an_error_is_answered_in_a_few_lines(imported: Run) -> None:
    """Words need no quotes; where it was seen comes first, then the lesson, then what worked."""
    lines = told(imported("fix", *ERROR.split()))
    assert lines[0] == ERROR
    assert lines[1].startswith("  seen in 2 sessions, ")
    assert lines[2].startswith("  lesson lesson-")
    assert lines[3].startswith("1. another form passed in ")
    assert "   passed  npm run test:unit" in lines
    assert len(lines) <= MOST_LINES


def test_json_is_complete(imported: Run) -> None:
    """Everything that the lines say, and the steps of each remedy."""
    found = imported("fix", ERROR, "--json").json
    assert set(found) == {"error", "exact", "alike", "seen", "lessons", "remedies"}
    assert found["seen"]["times"] == 2
    assert found["seen"]["first_at"].endswith("Z")
    assert set(found["remedies"][0]) == {
        "worked", "proved", "sessions", "came_back", "said", "how", "session", "project",
        "position", "tool", "target", "occurred_at", "passed", "steps", "differs", "retry",
        "close",
    }  # fmt: skip
    assert len(imported("fix", ERROR, "--json", "--limit", "1").json["remedies"]) == 1


def test_a_log_is_read_from_standard_input(imported: Run) -> None:
    """With a dash or in a pipe, five megabytes of it too."""
    log = "all is well\n" * (_FIVE_MEGABYTES // 24)
    for arguments in (("fix",), ("fix", "-")):
        lines = told(imported(*arguments, stdin=f"{log}{ERROR}\n{log}"))
        assert lines[0] == ERROR
        assert "   passed  npm run test:unit" in lines


def test_without_an_error_the_last_failure_of_the_project_is_meant(
    imported: Run, tmp_path: Path
) -> None:
    """Of the repository here; outside of any, of all projects."""
    folder = tmp_path / "home"
    for line in ("init -q", "remote add origin https://github.com/example/parcel-api.git"):
        subprocess.run(["git", *line.split()], cwd=folder, check=True)
    assert told(imported("fix"))[0] == ERROR


def test_projects_are_named_as_everywhere(imported: Run) -> None:
    """By the last part of the remote; others are not told of."""
    found = imported("fix", ERROR, "--json", "--project", "weather-cli").json
    assert found["seen"] is None
    found = imported("fix", ERROR, "--json", "--project", "parcel-api").json
    assert all(each.endswith("/parcel-api") for each in found["seen"]["projects"])


def test_an_unknown_error_and_no_error_are_told(imported: Run, run: Run) -> None:
    """In a line; the exit code says whether there was anything to look for."""
    assert told(imported("fix", "wolkenkuckucksheim"))[1].startswith("  not seen")
    assert told(imported("fix", " "))[0] == "There is no error in what was given."


def test_without_any_failure_there_is_nothing_to_fix(run: Run) -> None:
    """An empty board answers in one line."""
    done = run("fix")
    assert done.code == 1
    assert done.err == (
        "lessonboard: no failure is known on the board; give an error, or pipe a log in. "
        "No session was read yet: `lessonboard session import` reads the history of the coding "
        "agents on this machine.\n"
    )


def test_what_was_recorded_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    """Escape sequences in errors, commands and human words are shown as spaces."""
    evil = "\x1b]0;owned\x07\x1b[2J"
    at = "2026-03-01T10:00:0{}Z"
    records = [
        {"role": "user", "content": f"go {evil}", "timestamp": at.format(0)},
        {"role": "assistant", "timestamp": at.format(1), "tool_calls": [
            {"id": "1", "function": {"name": "Bash", "arguments": {"command": f"fly {evil}"}}}]},
        {"role": "tool", "tool_call_id": "1", "is_error": True, "timestamp": at.format(2),
         "content": f"error: cannot {evil} fly wing"},
    ]  # fmt: skip
    path = tmp_path / "messages.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    run("session", "import", str(path))
    done = run("fix", f"error: cannot {evil} fly wing")
    assert "seen in 1 session" in done.out
    assert not {"\x1b", "\x07"} & set(done.out)


def test_the_nearest_error_is_found_by_a_part_of_it(imported: Run) -> None:
    """A part of the line, without its quotes, leads to what was done about the whole."""
    for words in ("Missing script test", "npm error Missing script: test"):
        assert "   passed  npm run test:unit" in told(imported("fix", words))
    lines = told(imported("fix", "script test npm"))
    assert ERROR in lines[1]
    assert "   passed  npm run test:unit" in lines


def test_asking_for_help_is_no_remedy(imported: Run) -> None:
    """What an agent read in between is passed over; what then worked is the remedy."""
    lines = told(imported("fix", "database is locked"))
    assert "   passed  python3 tools/migrate.py --wait 60" in lines
    assert not any("--help" in line for line in lines)
