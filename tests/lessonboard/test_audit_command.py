"""`lessonboard doctor --rules`, and rule files by `lessonboard session import`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import Run

RULES = """\
# Rules

- Always commit the generated files.
- Never commit the generated files.
- Run the checks in `src/gone.py` before you push.
"""


@pytest.fixture
def repository(tmp_path: Path, run: Run) -> Path:
    """A repository with rules in it."""
    root = tmp_path / "app"
    (root / ".git").mkdir(parents=True)
    (root / "src").mkdir()
    (root / "CLAUDE.md").write_text(RULES)
    return root


def test_findings_are_told_by_file_and_line(run: Run, repository: Path) -> None:
    """Strict fails on what is bad; the board is not made by looking."""
    done = run("doctor", "--rules", str(repository), "--json")
    assert done.code == 0
    found = [(each["line"], each["kind"], each["level"]) for each in done.json["findings"]]
    assert found == [(4, "contradiction", "bad"), (5, "dead-path", "warning")]
    assert done.json["files"][0]["rules"] == 3
    assert run("doctor", "--rules", str(repository), "--strict").code == 1
    assert not (repository.parent / "board.db").exists()


def test_secrets_are_never_printed(run: Run, repository: Path) -> None:
    """Only kind and line."""
    token = "ghp_" + "Zq3vT8mK1wYp5RxN7cLd2BhJ"
    (repository / "CLAUDE.md").write_text(f"- Push with {token}.\n")
    for flags in ((), ("--json",)):
        done = run("doctor", "--rules", str(repository), *flags)
        assert "github-token" in done.out
        assert token not in done.out + done.err


def test_files_of_the_repository_and_of_the_user_are_found(run: Run, repository: Path) -> None:
    """Without a path: those where agents look."""
    home = repository.parent / "home"
    (home / ".git").mkdir()
    for name in ("AGENTS.md", ".claude/CLAUDE.md", ".codex/AGENTS.md", ".claude/rules/a.md",
                 ".cursor/rules/b.mdc", "web/CLAUDE.md"):  # fmt: skip
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(f"- Always name {name}.\n")
    memory = home / ".claude" / "projects" / str(home).replace("/", "-").replace("_", "-")
    (memory / "memory").mkdir(parents=True)
    (memory / "memory" / "MEMORY.md").write_text("- Use tabs.\n")
    assert len(run("doctor", "--rules", "--json").json["files"]) == 7


def test_rules_are_imported_once_and_an_audit_tells_what_is_gone(
    run: Run, repository: Path
) -> None:
    """And does not call a rule the duplicate of the lesson that was read from it."""
    file = repository / "CLAUDE.md"
    file.write_text("# Tests\n\n- Always run `make test` before you commit to this repository.\n")
    assert run("session", "import", str(file), "--json").json["rules"]["created"] == 1
    again = run("session", "import", str(file), "--json").json["rules"]
    assert (again["created"], again["known"]) == (0, 1)
    assert run("doctor", "--rules", str(file), "--json").json["findings"] == []
    file.write_text("# Tests\n\n- Deploy with `make deploy` from the `main` branch only.\n")
    (found,) = run("doctor", "--rules", str(file), "--json").json["findings"]
    assert found["kind"] == "gone"


def test_an_agents_memory_of_an_unknown_folder_needs_a_project(run: Run, tmp_path: Path) -> None:
    """Otherwise what was learnt in one place would hold everywhere."""
    file = tmp_path / "home" / ".claude" / "projects" / "-x" / "memory" / "MEMORY.md"
    file.parent.mkdir(parents=True)
    file.write_text("- Always run `make test` before you commit to this repository.\n")
    done = run("session", "import", str(file))
    assert done.code == 1
    assert "give --project" in done.err
    assert run("session", "import", str(file), "--project", "github.com/x/y").code == 0
    (row,) = run("lesson", "list", "--json").json
    assert (row["project"], row["status"]) == ("github.com/x/y", "candidate")
