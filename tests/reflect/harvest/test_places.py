"""Files that hold what sessions write down, by their paths."""

from __future__ import annotations

import pytest

from reflect.harvest.places import kind_of


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("CLAUDE.md", "rules"),
        ("/home/ada/.claude/CLAUDE.md", "rules"),
        ("web/AGENTS.md", "rules"),
        (".cursorrules", "rules"),
        (".cursor/rules/api/style.mdc", "rules"),
        (".github/copilot-instructions.md", "rules"),
        (r"C:\kite\.claude\rules\tests.md", "rules"),
        ("/home/ada/.claude/projects/-home-ada-kite/memory/MEMORY.md", "memory"),
        ("/home/ada/.claude/projects/-home-ada-kite/memory/feedback_tests.md", "memory"),
        ("memory/builds.md", "memory"),
        (".learnings/ERRORS.md", "lessons"),
        ("docs/solutions/build-errors/cache-20260102.md", "lessons"),
        ("docs/LESSONS_LEARNED.md", "lessons"),
        ("lessons-learned-ci.md", "lessons"),
        ("docs/adr/0003-queue.md", "decisions"),
        ("README.md", None),
        ("docs/solutions/README.md", None),
        ("docs/solutions/diagram.png", None),
        ("memory-bank/progress.md", None),
        ("memory/2026-01-02.md", None),
        ("node_modules/left-pad/CLAUDE.md", None),
        ("tests/fixtures/repo/CLAUDE.md", None),
        ("/tmp/scratch/CLAUDE.md", None),
        ("src/memory.py", None),
        ("docs/claude.md.bak", None),
    ],
)
def test_a_file_is_known_by_its_path(path: str, kind: str | None) -> None:
    """Rule, memory and lesson files are known wherever they lie; samples and diaries are none."""
    assert kind_of(path) == kind


def test_a_user_adds_his_own_files() -> None:
    """A pattern in the settings makes other files hold lessons."""
    assert kind_of("docs/team/how-we-work.txt", ["docs/team/**"]) == "lessons"
    assert kind_of("/home/ada/kite/notes/ci.md", ["notes/*.md"]) == "lessons"
    assert kind_of("notes/old/ci.md", ["notes/*.md"]) is None
