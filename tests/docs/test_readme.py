"""What the documents say is executed, and every command is documented."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from lessonboard.cli.lazy import load
from lessonboard.cli.table import COMMANDS

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]
REFERENCE = [DOCS / "cli.md", *sorted(DOCS.glob("cli/*.md"))]
"""The index of all commands, and a page for each group of them."""

COMMAND = Path(sys.executable).with_name("lessonboard")
PACKAGES = ("blackboard", "reflect", "scheduler", "lessonboard")


def name_of(page: Path) -> str:
    """A page's path, for the names of tests."""
    return str(page.relative_to(ROOT))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder with the sample sessions where the agents would have put them."""
    sessions = ROOT / "examples" / "sessions"
    shutil.copytree(sessions / "claude-code", tmp_path / ".claude" / "projects")
    shutil.copytree(sessions / "codex", tmp_path / ".codex" / "sessions")
    return tmp_path


def console_lines(text: str) -> list[str]:
    """The commands in the console blocks of a text, without what is said about them."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    lines = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    return [re.sub(r"\s+# .*", "", line) for line in lines]


def run(line: str, home: Path) -> str:
    """What a command prints in that home, which is the working folder too."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = {**keep, "HOME": str(home), "PATH": f"{COMMAND.parent}:{os.environ['PATH']}"}
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "LESSONBOARD_DB"):
        environment.pop(name, None)
    done = subprocess.run(
        shlex.split(line), cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


WITH_CONSOLE = [page for page in PAGES if console_lines(page.read_text())]


@pytest.mark.parametrize("page", WITH_CONSOLE, ids=name_of)
def test_every_command_in_a_page_runs(page: Path, home: Path) -> None:
    """A command that a page shows can be typed as it stands, in the order of the page.

    The README begins with nothing but the sessions; other pages may take an import for granted.
    """
    if page != README:
        run("lessonboard import", home)
    for line in console_lines(page.read_text()):
        run(line, home)


def test_what_the_readme_says_an_agent_is_shown_is_what_is_printed(home: Path) -> None:
    """The text below the command is its output, but for the breaks of lines."""
    (shown,) = re.finditer(
        r"(```console\n[^`]*```)\s*```text\n(.*?)```", README.read_text(), re.DOTALL
    )
    run("lessonboard import", home)
    (line,) = console_lines(shown[1])
    assert run(line, home).split() == shown[2].split()


def test_every_cell_of_the_comparison_has_a_note() -> None:
    """What the README says beside other memories was run or read, and the page says how."""
    rows = re.findall(r"^\| (\d+) \|", README.read_text(), re.MULTILINE)
    assert len(rows) >= 8
    notes = re.findall(
        r"^- \*\*(\d+[a-e])\*\* ", (DOCS / "comparison.md").read_text(), re.MULTILINE
    )
    assert notes == [f"{row}{column}" for row in rows for column in "abcde"]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_python_block_in_a_page_runs(page: Path) -> None:
    """The Python that a page shows is not only there to be looked at."""
    for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL):
        exec(compile(block, str(page), "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_in_a_page_leads_somewhere(page: Path) -> None:
    """A link to a file of this repository, or a heading of a page, names one that is there."""
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text()):
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


def reference() -> str:
    """All pages about commands."""
    return "\n".join(page.read_text() for page in REFERENCE)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_index_has_each_command_with_its_line_of_help(name: str) -> None:
    """The table of all commands says what `--help` says, and leads to the command's section."""
    index = (DOCS / "cli.md").read_text()
    found = re.search(rf"^\| \[`{name}`\]\(([^)]*)\) \| (.*) \|$", index, re.MULTILINE)
    assert found is not None, f"add a row for `{name}` to docs/cli.md"
    assert found[2] == COMMANDS[name].help
    page, _, anchor = found[1].partition("#")
    assert anchor in anchors(DOCS / (page or "cli.md"))


def anchors(page: Path) -> list[str]:
    """What the headings of a page are called in links, as GitHub does it."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    """The reference names each command, and each command and option has a help text."""
    command = load(name)
    assert command is not None
    headings = re.findall(r"^### `lessonboard ([^`]*)`", reference(), re.MULTILINE)
    assert [each for each in headings if f"{each} ".startswith(f"{name} ")]
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts}"


def modules() -> list[str]:
    """Every module of the product."""
    return [
        module.name
        for package in PACKAGES
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}.")
    ]


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_hold(name: str) -> None:
    """An example in a docstring prints what it says."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0
