"""`lessonboard session`: listing, reading and keeping sessions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blackboard import Board
from tests.command_line import Run
from tests.reflect.talks import says, session

CLAUDE = "a9904ca5-8f7d-4475-9c12-fcade9ad3d88"
MANY = 10_000


def test_the_ids_in_the_list_name_their_sessions(imported: Run) -> None:
    """Each session is a line of facts, and one with its id and title."""
    lines = imported("session").out.splitlines()
    assert len(lines) == 20
    assert all(line.startswith("  ") for line in lines[1::2])
    for line in lines[1:6:2]:
        assert imported("session", line.split()[0][:13]).code == 0


def test_filters_come_before_the_limit(imported: Run) -> None:
    """Of one agent, project and span of time; the limit counts what is left."""

    def found(*options: str) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = imported("session", "--json", *options).json
        return rows

    everything = found()
    of_codex = found("--agent", "codex", "--limit", "1")
    assert [row["agent"] for row in of_codex] == ["codex"]
    assert {str(row["project"])[-11:] for row in found("--project", "weather-cli")} == {
        "weather-cli"
    }
    oldest = min(str(row["started_at"]) for row in everything)
    assert [row["started_at"] for row in found("--until", oldest)] == [oldest]
    newest = max(str(row["last_at"]) for row in everything)
    assert [row["last_at"] for row in found("--since", newest)] == [newest]
    assert found("--since", newest, "--until", oldest) == []


def test_a_session_is_read_as_a_conversation(imported: Run) -> None:
    """What was asked and answered, what was run, how it failed; each with its place in the log."""
    out = imported("session", CLAUDE[:8]).out
    assert "$ python3 tools/migrate.py  [exit 1]" in out
    assert "sqlite3.OperationalError: database is locked" in out
    assert "You: " in out
    assert "Agent: " in out


def test_a_conversation_begins_at_a_hit(imported: Run) -> None:
    """Named by its position, its event, or the beginning of the event's id."""
    entries = imported("session", CLAUDE, "--json").json["entries"]
    third = entries[2]
    for start in (str(third["position"]), third["event"], third["event"][:30]):
        found = imported("session", CLAUDE, "--json", "--from", start, "--limit", "1").json
        assert found["entries"] == [third]
    for start in ("nowhere", "0", "", "99999999999999999999"):
        done = imported("session", CLAUDE, "--from", start)
        assert done.code == 1
        assert "this session has no event" in done.err


def test_failures_alone(imported: Run) -> None:
    """As many as the list counts."""
    found = imported("session", CLAUDE, "--failures", "--json").json
    assert len(found["entries"]) == found["session"]["failures"] > 0
    assert all(each["error"] for each in found["entries"])


def test_a_session_of_ten_thousand_events_is_shown_in_pieces(run: Run, tmp_path: Path) -> None:
    """The end of each piece says where the next begins."""
    with Board.open(tmp_path / "board.db") as board:
        board.append(session([says(f"word {n}") for n in range(MANY)]))
    first = run("session", "s1").out.splitlines()
    command = first[-1].removeprefix("Continue with: lessonboard ").split()
    second = run(*command).out
    assert f"You: word {int(command[-1]) - 2}" in second
    assert len(run("session", "s1", "--json").json["entries"]) == MANY + 1


def test_a_forgotten_message_is_shown_as_such(imported: Run, tmp_path: Path) -> None:
    """Its words are gone from the conversation and from what is exported."""
    entries = imported("session", CLAUDE, "--json").json["entries"]
    asked = next(each for each in entries if each["kind"] == "prompt")
    imported("forget", asked["event"], "--reason", "test")
    out = imported("session", CLAUDE).out
    assert "[forgotten: message.recorded]" in out
    assert asked["text"].splitlines()[0] not in imported("session", "export", CLAUDE).out


@pytest.mark.parametrize("name", ["nope", "", "/", "a9904ca5/x"])
def test_an_unknown_session_is_told_in_a_line(imported: Run, name: str) -> None:
    """For every command that takes one."""
    for words in ((), ("export",)):
        done = imported("session", *words, name)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("lessonboard: there is no session ")


def test_sessions_are_exported_one_a_file(imported: Run, tmp_path: Path) -> None:
    """Under names that stay the same, for their owner alone, and complete."""
    folder = tmp_path / "kept"
    imported("session", "export", "--out", str(folder))
    imported("session", "export", "--out", str(folder), "--format", "json")
    files = sorted(folder.iterdir())
    assert len(files) == 20
    assert {oct(path.stat().st_mode & 0o777) for path in files} == {"0o600"}
    markdown = next(folder.glob(f"*-claude-code-{CLAUDE[:8]}-*.md"))
    assert "sqlite3.OperationalError: database is locked" in markdown.read_text()
    document = json.loads(markdown.with_suffix(".json").read_text())
    assert document["entries"] == imported("session", CLAUDE, "--json").json["entries"]
    imported("session", "export", "--out", str(folder), "--project", "parcel-api")
    assert sorted(folder.iterdir()) == files


def test_what_is_no_export_is_never_overwritten(imported: Run, tmp_path: Path) -> None:
    """Neither a file of the user's nor that of another session; all others are written."""
    folder = tmp_path / "kept"
    imported("session", "export", "--out", str(folder))
    first, second, *_ = sorted(folder.iterdir())
    first.write_text("my notes")
    second.write_bytes(b"")
    done = imported("session", "export", "--out", str(folder))
    assert done.code == 1
    assert "Wrote 8 sessions" in done.out
    assert done.err.count("is no export of session") == 2
    assert (first.read_text(), second.read_bytes()) == ("my notes", b"")
    done = imported("session", "export", CLAUDE, "--out", str(first))
    assert (done.code, first.read_text()) == (1, "my notes")


def test_one_session_goes_to_standard_output_or_a_file(imported: Run, tmp_path: Path) -> None:
    """A folder gets a file with a name of its own."""
    printed = imported("session", "export", CLAUDE).out
    assert printed == imported("session", "export", CLAUDE, "--out", "-").out
    path = tmp_path / "one.md"
    assert imported("session", "export", CLAUDE, "--out", str(path)).code == 0
    assert path.read_text() == printed
    imported("session", "export", CLAUDE, "--out", str(tmp_path))
    assert len(list(tmp_path.glob(f"*{CLAUDE[:8]}*.md"))) == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), "several sessions need a folder"),
        (("--out", "-"), "several sessions need a folder"),
        ((CLAUDE, "--project", "x"), "give an ID or filters, not both"),
    ],
)
def test_an_export_that_cannot_be_meant_is_refused(
    imported: Run, arguments: tuple[str, ...], error: str
) -> None:
    """As a mistake in how the command was called."""
    done = imported("session", "export", *arguments)
    assert done.code == 2
    assert error in done.err


def test_a_folder_that_cannot_be_written_is_told(imported: Run, tmp_path: Path) -> None:
    """In one line for each file, or one for the folder."""
    (tmp_path / "file").write_text("x")
    done = imported("session", "export", "--out", str(tmp_path / "file" / "folder"))
    assert done.code == 1
    assert done.err.startswith("lessonboard: could not make ")


def test_to_prove_who_spoke_later_moves_no_session(run: Run, samples: str) -> None:
    """A session ends when it ended, whenever its transcript is said to be one's own."""
    run("session", "import", samples, "--untrusted")
    before = {each["id"]: each["last_at"] for each in run("session", "--json").json}
    assert run("session", "import", samples, "--trusted").code == 0
    assert {each["id"]: each["last_at"] for each in run("session", "--json").json} == before
