"""`lessonboard lesson export`, and the way back by `lessonboard session import`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import Run

PROJECT = "github.com/example/web"


@pytest.fixture
def approved(run: Run, records: Path) -> Run:
    """A board with one approved lesson and one that waits."""
    run("lesson", "add", "--file", str(records))
    run("lesson", "keep", "lesson-pool")
    return run


def home(records: Path) -> Path:
    """The folder in which commands run."""
    return records.parent / "home"


def test_events_go_to_another_board_and_back(approved: Run, records: Path) -> None:
    """The file is its owner's alone; a second import brings nothing."""
    file = records.parent / "events.jsonl"
    assert approved("admin", "events", "--output", str(file)).code == 0
    assert file.stat().st_mode & 0o077 == 0
    other = {"LESSONBOARD_DB": str(records.parent / "other.db")}
    done = approved("session", "import", str(file), "--json", **other).json
    assert done["restored"]["events"] == len(file.read_text().splitlines())
    assert approved("import", str(file), "--json", **other).json["restored"]["events"] == 0
    shown = approved("lesson", "lesson-pool", "--json", **other).json[0]
    assert (shown["status"], shown["trust"]) == ("approved", "approved")
    low = {"LESSONBOARD_DB": str(records.parent / "low.db")}
    approved("import", str(file), "--untrusted", **low)
    shown = approved("lesson", "lesson-pool", "--json", **low).json[0]
    assert (shown["status"], shown["trust"]) == ("candidate", "imported")


@pytest.mark.parametrize(("option", "status"), [((), "candidate"), (("--trusted",), "approved")])
def test_what_others_exported_is_taken_as_theirs(
    approved: Run, records: Path, option: tuple[str, ...], status: str
) -> None:
    """Its lessons as candidates, unless the person says that it is his."""
    file = records.parent / "events.jsonl"
    approved("admin", "events", "--output", str(file))
    elsewhere = {"LESSONBOARD_DB": str(records.parent / "other.db"),
                 "XDG_STATE_HOME": str(records.parent / "another-machine")}  # fmt: skip
    done = approved("session", "import", str(file), *option, **elsewhere)
    assert ("not proved to be your own" in done.err) is (not option)
    shown = approved("lesson", "lesson-pool", "--json", **elsewhere).json[0]
    assert shown["status"] == status


def test_an_altered_line_is_named_and_fails(approved: Run, records: Path) -> None:
    """With its number; the others are taken."""
    told = [
        json.loads(line) for line in approved("admin", "events", "--output", "-").out.splitlines()
    ]
    told[0]["payload"]["symptom"] = "Something else"
    file = records.parent / "events.jsonl"
    file.write_text("\n".join(map(json.dumps, told)))
    other = {"LESSONBOARD_DB": str(records.parent / "other.db")}
    done = approved("session", "import", "--trusted", str(file), **other)
    assert done.code == 1
    assert f"{file}:1: has a payload that was altered" in done.err


def test_a_section_is_written_shown_and_taken_away(approved: Run, records: Path) -> None:
    """Only approved lessons; the file is restored to the byte."""
    file = home(records) / "CLAUDE.md"
    file.write_bytes(b"# Rules\r\n\r\nBe brief.")
    options = (
        "lesson",
        "export",
        "--to",
        "agents-md",
        "--project",
        PROJECT,
        "--output",
        "CLAUDE.md",
    )
    shown = approved(*options, "--dry-run").out
    assert "+- Open the database pool once per process" in shown
    assert file.read_bytes() == b"# Rules\r\n\r\nBe brief."
    assert approved(*options).code == 0
    assert b"type-check" not in file.read_bytes()
    assert approved(*options).out == "Nothing to change.\n"
    approved(*options, "--remove")
    assert file.read_bytes() == b"# Rules\r\n\r\nBe brief."


def test_broken_markers_are_refused(approved: Run, records: Path) -> None:
    """And the file is not touched."""
    file = home(records) / "AGENTS.md"
    file.write_text("<!-- lessonboard:begin -->\n")
    done = approved("lesson", "export", "--to", "agents-md", "--project", PROJECT)
    assert done.code == 1
    assert "line 1 are broken" in done.err
    assert file.read_text() == "<!-- lessonboard:begin -->\n"


def test_rules_files_come_and_go_and_others_are_left_alone(approved: Run, records: Path) -> None:
    """A file of that name that is not ours is not overwritten."""
    folder = home(records) / ".claude" / "rules"
    folder.mkdir(parents=True)
    own = folder / "lessonboard-own.md"
    own.write_text("- Mine.\n")
    assert approved("lesson", "export", "--to", "rules", "--project", PROJECT).code == 0
    assert "database pool" in (folder / "lessonboard-general.md").read_text()
    assert approved("lesson", "export", "--to", "rules", "--remove", "--project", PROJECT).code == 0
    assert [path.name for path in folder.iterdir()] == ["lessonboard-own.md"]
    (folder / "lessonboard-general.md").write_text("- Mine too.\n")
    assert (
        "is not lessonboard's"
        in approved("lesson", "export", "--to", "rules", "--project", PROJECT).err
    )


def test_a_document_says_the_same_twice(approved: Run) -> None:
    """On standard output."""
    told = approved("lesson", "export", "--to", "markdown", "--project", PROJECT).out
    assert told.startswith(f"# Lessons\n\n## {PROJECT}\n\n### testing\n")


def test_without_a_project_one_must_be_named(approved: Run) -> None:
    """Outside of any repository."""
    assert "give --project" in approved("lesson", "export", "--to", "agents-md").err
