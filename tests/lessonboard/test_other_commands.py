"""`context`, `events`, `replay`, `verify`, `forget`, `doctor`, `schema`, and the settings."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from blackboard import schemas
from tests.command_line import Run, settings_file


@pytest.fixture
def taken_in(run: Run, samples: str) -> Run:
    """A command line whose board holds the sample sessions."""
    run("session", "import", "--trusted", samples)
    return run


def test_context_has_its_documented_keys_and_reasons(taken_in: Run) -> None:
    """What fits is told with the reason why; the text is what the agent would get."""
    found = taken_in(
        "lesson", "context", "--project", "parcel-api", "--command", "npm test", "--json"
    ).json
    assert set(found) == {"text", "items", "abstained"}
    assert set(found["items"][0]) == {"id", "kind", "score", "reason"}
    assert "same command" in found["items"][0]["reason"]
    assert "npm run test:unit" in found["text"]


def test_context_abstains_without_a_word(taken_in: Run) -> None:
    """A prompt that has nothing in common with any lesson gets nothing."""
    done = taken_in(
        "lesson", "context", "--project", "parcel-api", "--prompt", "Write a poem about autumn"
    )
    assert (done.code, done.out) == (0, "")
    found = taken_in("lesson", "context", "--project", "parcel-api", "--prompt", "", "--json").json
    assert found == {"text": "", "items": [], "abstained": True}


def test_outside_of_a_repository_all_projects_are_asked(taken_in: Run, tmp_path: Path) -> None:
    """In a folder that is no repository nothing says which project is meant; in one, it does."""
    ask = ("lesson", "context", "--command", "npm test", "--json")
    assert not taken_in(*ask).json["abstained"]
    (tmp_path / "home" / ".git").mkdir()
    assert taken_in(*ask).json["abstained"]


def test_a_prompt_may_come_from_a_file_or_standard_input(taken_in: Run, tmp_path: Path) -> None:
    """Long prompts do not fit on a command line."""
    prompt = "node tools/seed.js refuses to guess the configuration for seeding"
    (tmp_path / "prompt.txt").write_text(prompt)
    ask = ("lesson", "context", "--project", "parcel-api", "--json", "--prompt-file")
    from_file = taken_in(*ask, str(tmp_path / "prompt.txt")).json
    assert from_file == taken_in(*ask, "-", stdin=prompt).json
    assert "dev.toml" in from_file["text"]


def test_events_are_json_lines_that_filters_narrow_down(taken_in: Run) -> None:
    """Each line is one event with its times in ISO 8601 and its digest in hex."""
    lines = taken_in(
        "admin", "events", "--json", "--type", "tool.called", "--limit", "3"
    ).out.splitlines()
    assert [json.loads(line)["type"] for line in lines] == ["tool.called"] * 3
    last = json.loads(lines[-1])
    after = taken_in(
        "admin", "events", "--json", "--after", str(last["position"]), "--limit", "1"
    ).json
    assert after["position"] == last["position"] + 1
    assert after["recorded_at"].endswith("Z")


def test_a_board_without_sessions_says_so(run: Run) -> None:
    """Silence would look like a fault."""
    assert run("session").out.startswith("No session was read yet: ")
    assert run("session", "--json").json == []


def test_sessions_say_their_models_and_tokens(taken_in: Run) -> None:
    """Each session of the samples has them in its transcript; the report sums them up."""
    sessions = taken_in("session", "--json").json
    for each in sessions:
        assert each["model"] == each["usage"][0]["model"]
        assert each["output_tokens"] == sum(model["output_tokens"] for model in each["usage"]) > 0
    assert taken_in("session").out.count(" tokens in and ") == len(sessions)
    told = taken_in("lesson", "report", "--since", "2026-01-01", "--json").json["session_tokens"]
    assert told["input_tokens"] == sum(each["input_tokens"] for each in sessions)


def test_the_past_can_be_asked(taken_in: Run) -> None:
    """--as-of a position, a time, or so long ago answers as it was then."""
    assert taken_in("lesson", "--as-of", "5", "--json").json == []
    assert taken_in("session", "--as-of", "5", "--json").json != []
    assert taken_in("lesson", "--as-of", "2001-01-01", "--json").json == []
    assert len(taken_in("admin", "events", "--as-of", "5", "--json").out.splitlines()) == 5
    for ago in ("1h", "2d", "4w"):
        assert taken_in("session", "--as-of", ago, "--json").json == []
    assert taken_in("lesson", "--as-of", "soon").code == 2


def test_replay_and_verify_say_what_they_did(taken_in: Run) -> None:
    """Views are rebuilt to the same lessons, and the chain is sound."""
    before = taken_in("lesson", "--json").out
    assert taken_in("admin", "verify", "--rebuild", "--json").json["view"] is None
    assert (
        taken_in("admin", "verify", "--rebuild", "--view", "lessons", "--json").json["view"]
        == "lessons"
    )
    assert taken_in("lesson", "--json").out == before
    assert taken_in("admin", "verify", "--json").json["sound"]


def test_verify_fails_on_a_log_that_was_altered(taken_in: Run, tmp_path: Path) -> None:
    """Somebody who goes around the triggers is found out, with the position."""
    with sqlite3.connect(tmp_path / "board.db") as connection:
        connection.execute("DROP TRIGGER events_are_unchanged")
        connection.execute("UPDATE events SET payload = '{}' WHERE position = 3")
    connection.close()
    done = taken_in("admin", "verify")
    assert done.code == 1
    assert "event 3" in done.err


def test_forgetting_takes_the_text_and_what_was_learnt_from_it(taken_in: Run) -> None:
    """The lesson goes with its evidence; the log still verifies."""
    found = taken_in("lesson", "--json").json
    lesson = next(each for each in found if "make fmt" in each["constraint"])
    event = lesson["evidence"][0]["event_id"]
    gone = taken_in("forget", event, "--reason", "private", "--json").json["forgotten"]
    assert gone[0] == event
    assert taken_in("lesson", lesson["id"]).code == 1
    assert taken_in("admin", "verify").code == 0
    assert taken_in("forget", "no-such-event", "--reason", "x").code == 1


def test_doctor_finds_a_board_that_others_may_read(taken_in: Run, tmp_path: Path) -> None:
    """It says what is wrong and how to mend it, and its exit code tells programs."""
    assert taken_in("doctor").code == 0
    (tmp_path / "board.db").chmod(0o644)
    done = taken_in("doctor", "--json")
    assert done.code == 1
    bad = [finding for finding in done.json if finding["level"] == "bad"]
    assert [finding["what"] for finding in bad] == ["permissions"]
    assert "chmod 600" in bad[0]["advice"]


def test_doctor_counts_transcripts_that_are_not_on_the_board(
    run: Run, samples: str, tmp_path: Path
) -> None:
    """Without a board, and with one that has not seen everything, it says what to run."""
    none = str(tmp_path / "none.db")
    assert "lessonboard session import" in run("doctor", LESSONBOARD_DB=none).out
    project = tmp_path / "home" / ".claude" / "projects" / "parcels"
    project.mkdir(parents=True)
    (project / "0a.jsonl").write_text('{"type":"mode","sessionId":"0a"}\n')
    run("session", "import", samples)
    assert "1 of 1 on this machine are not on the board" in run("doctor").out


def test_schemas_are_exported_checked_and_guarded_once_released(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing, a changed, and a released but changed schema are each named."""
    folder = tmp_path / "schemas"
    assert schemas.main(["check", str(folder)]) == 1
    assert schemas.main(["export", str(folder)]) == 0
    assert schemas.main(["check", str(folder)]) == 0
    (folder / "lesson.rejected.v1.json").write_text("{}")
    assert schemas.main(["check", str(folder)]) == 1
    assert "lesson.rejected.v1.json is out of date" in capsys.readouterr().err
    (folder / "released.json").write_text('{"lesson.rejected.v1.json": "00"}')
    assert schemas.main(["check", str(folder)]) == 1
    assert "was released and must not change" in capsys.readouterr().err


def test_an_unknown_key_names_the_nearest_known_one(run: Run, tmp_path: Path) -> None:
    """A misspelt setting is an error, never silently passed over."""
    settings = settings_file(tmp_path)
    settings.write_text("[context]\nbugdet = 100\n")
    done = run("lesson", "context", "--prompt", "x")
    assert done.code == 1
    assert "context.bugdet is not a known key; did you mean context.budget?" in done.err
    settings.write_text("[context]\nmax = 100\n")
    assert "context.max" in run("lesson", "context", "--prompt", "x").err
    settings.unlink()
    (tmp_path / "home" / ".lessonboard.toml").write_text("[board]\npath = '/elsewhere.db'\n")
    assert (
        "board.path may only be set in your own file"
        in run("lesson", "context", "--prompt", "x").err
    )


def test_the_users_settings_are_obeyed(run: Run, samples: str, tmp_path: Path) -> None:
    """The board's path, the extra folders and the limits come from the user's own file."""
    settings = tmp_path / "config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"[board]\npath = '{tmp_path}/mine.db'\n[import]\npaths = ['{samples}']\n")
    here = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "LESSONBOARD_DB": ""}
    assert run("session", "import", "--no-mine", "--json", **here).json["lessons"] == 0
    assert (tmp_path / "mine.db").is_file()


def test_a_board_that_cannot_be_opened_is_one_line(run: Run, tmp_path: Path) -> None:
    """A foreign file, a URL of another kind, and a folder are each refused by name."""
    (tmp_path / "foreign.db").write_text("hello")
    for database in (str(tmp_path / "foreign.db"), "postgresql://host/db", str(tmp_path)):
        done = run("--db", database, "lesson")
        assert done.code == 1, database
        assert len(done.err.splitlines()) == 1, done.err


def test_the_help_tells_a_newcomer_where_to_start(run: Run) -> None:
    """The first screen names the first command, and there is a version."""
    assert "lessonboard session import" in run("--help").out
    assert run("--version").out.startswith("lessonboard")


def test_a_reader_that_stops_early_is_no_error(taken_in: Run, tmp_path: Path) -> None:
    """`lessonboard admin events | head -1` ends quietly."""
    import subprocess

    from tests.commands import COMMAND

    line = f"{COMMAND} --db {tmp_path}/board.db admin events --json | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
