"""The findings of an audit of rule files, and what it must not report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reflect.critic.settings import CriticSettings
from reflect.rule_files.alike import alike, unsaid
from reflect.rule_files.cost import cost
from reflect.rule_files.dead_paths import dead_paths
from reflect.rule_files.markdown import read_rules
from reflect.rule_files.remark import Audited
from reflect.rule_files.secrets import secrets
from reflect.rule_files.tree import FileTree
from reflect.rule_files.vague import vague


def audited(text: str, path: str = "AGENTS.md") -> Audited:
    """A file at the root of a repository."""
    return Audited(path, text, read_rules(text), "")


def test_rules_said_twice_or_otherwise_are_found_across_files() -> None:
    """Each remark names both places."""
    one = audited("- Always run the tests before pushing.\n- Always commit generated files.\n")
    two = audited("- Run the tests before you push.\n- Never commit generated files.\n", "B.md")
    found = [(each.kind, each.path, each.line, each.other) for each in alike([one, two])]
    assert found == [
        ("duplicate", "B.md", 1, "AGENTS.md:1"),
        ("contradiction", "B.md", 2, "AGENTS.md:2"),
    ]


def test_rules_that_may_fit_together_are_no_contradiction() -> None:
    """Conditions, and two prohibitions."""
    text = "- Avoid classes unless you need state.\n- Prefer classes for state.\n"
    more = "- Never duplicate `package` lines.\n- Do not write several `package` lines.\n"
    assert "contradiction" not in {each.kind for each in alike([audited(text + more)])}


def test_what_a_file_says_already_is_not_said_again() -> None:
    """Nor reworded; our own section does not count."""
    rows: list[Any] = [
        {"constraint": "Run the tests before you push."},
        {"constraint": "Use tabs."},
    ]
    text = "- Always run the tests before pushing.\n<!-- lessonboard:begin -->\n- Use tabs.\n"
    assert unsaid(rows, text + "<!-- lessonboard:end -->\n") == rows[1:]


@pytest.fixture
def tree(tmp_path: Path) -> FileTree:
    """A repository with a few files."""
    for name in ("src/app.ts", "src/lib/tool.py", "docs/guide.md", "web/src/page.tsx"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / ".gitignore").write_text("*.local.json\n/data/\n")
    (tmp_path / "data").mkdir()
    return FileTree(tmp_path)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("Run the checks in `src/lib/gone.py` first.", "src/lib/gone.py"),
        ("Read [the manual](docs/manual.md#top) first.", "docs/manual.md"),
        ("The entry is `src/main.ts:12`.", "src/main.ts"),
    ],
)
def test_a_path_that_is_not_there_is_dead(tree: FileTree, line: str, path: str) -> None:
    """In code spans and links, without the place in the file."""
    assert [each.other for each in dead_paths(audited(f"# A\n\n{line}\n"), tree)] == [path]


@pytest.mark.parametrize(
    "line",
    [
        "Import it from `src/app.js`.",
        "The page is `src/page.tsx`.",
        "Tests are in `src/**/*.test.ts`.",
        "Use `@scope/package/file.js` and `application/json`.",
        "Branches are named `src/my-feature.x`.",
        "Create `src/new.ts` for it, e.g. `src/other.ts`.",
        "The build writes `dist/app.js` and `src/app.local.json`.",
        "Keep `data/cache.db` to yourself.",
        "See [the site](https://example.org/docs/x.md) and [below](#below).",
        "Open `other-repo/src/file.py`.",
        "```\nsrc/not/there.py\n```",
    ],
)
def test_paths_that_need_not_be_there_are_left_alone(tree: FileTree, line: str) -> None:
    """An audit that cries wolf is not read."""
    assert list(dead_paths(audited(f"# A\n\n{line}\n"), tree)) == []


def test_secrets_are_told_by_kind_and_line_and_never_printed() -> None:
    """Made-up ones do not count."""
    token = "ghp_" + "Zq3vT8mK1wYp5RxN7cLd2BhJ"
    lines = [
        f"- Use `{token}` to push.",
        "- Set `API_KEY=your-api-key-1234` first.",
        "- Use `postgres://app:Tr0ub4dor@localhost/app` for tests.",
        "- Use `ghp_xxxxxxxxxxxxxxxxxxxxxxxx`.",
    ]
    found = list(secrets(audited("\n".join(lines))))
    assert [(each.line, each.kind) for each in found] == [(1, "secret")]
    assert "github-token" in found[0].message
    assert token not in found[0].message


def test_what_nobody_can_act_upon_is_noted() -> None:
    """And what names something is not."""
    text = (
        "# Rules\n\n- Improve quality.\n- Clean code\n- Run `make lint`.\n- Use tabs, not spaces.\n"
    )
    found = [each.line for each in vague(audited(text), CriticSettings())]
    assert found == [3, 4]


def test_a_files_cost_names_its_largest_sections() -> None:
    """Sections that hold others are not counted twice."""
    text = "# A\n\n## B\n\nshort\n\n## C\n\n" + "long words " * 50 + "\n"
    measured = cost(audited(text))
    assert [section.heading for section in measured.sections] == ["C", "B"]
    assert measured.tokens == (len(text) + 3) // 4
