"""Rule files by `lessonboard session import`."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import Run


def test_rules_are_imported_once(run: Run, tmp_path: Path) -> None:
    """Reading the file again finds them known."""
    root = tmp_path / "app"
    (root / ".git").mkdir(parents=True)
    file = root / "CLAUDE.md"
    file.write_text("# Tests\n\n- Always run `make test` before you commit to this repository.\n")
    assert run("session", "import", str(file), "--json").json["rules"]["created"] == 1
    again = run("session", "import", str(file), "--json").json["rules"]
    assert (again["created"], again["known"]) == (0, 1)


def test_an_agents_memory_of_an_unknown_folder_needs_a_project(run: Run, tmp_path: Path) -> None:
    """Otherwise what was learnt in one place would hold everywhere."""
    file = tmp_path / "home" / ".claude" / "projects" / "-x" / "memory" / "MEMORY.md"
    file.parent.mkdir(parents=True)
    file.write_text("- Always run `make test` before you commit to this repository.\n")
    done = run("session", "import", str(file))
    assert done.code == 1
    assert "give --project" in done.err
    assert run("session", "import", str(file), "--project", "github.com/x/y").code == 0
    (row,) = run("lesson", "--json").json
    assert (row["project"], row["status"]) == ("github.com/x/y", "candidate")
