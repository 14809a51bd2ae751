"""What the documents say is executed, and every command is documented."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from lessonboard.cli.lazy import own_command
from lessonboard.cli.table import COMMANDS
from tests.commands import COMMAND, Ran, run_command

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]
REFERENCE = [
    DOCS / "cli.md", *sorted(DOCS.glob("cli/*.md")), *sorted(DOCS.glob("parts/*/cli.md")),
    DOCS / "parts" / "automation" / "pull-requests.md",
]  # fmt: skip
"""The index of all commands, and a page for each group of them."""

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
    keep = {name: os.environ[name] for name in ("LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    environment = {**keep, "HOME": str(home), "PATH": f"{COMMAND.parent}:{os.environ['PATH']}"}
    program, *arguments = shlex.split(line)
    if program == COMMAND.name:
        ran = run_command(arguments, cwd=home, env=environment)
    else:
        done = subprocess.run([program, *arguments], cwd=home, env=environment,
                              capture_output=True, text=True, check=False)  # fmt: skip
        ran = Ran(done.returncode, done.stdout, done.stderr)
    assert ran.code == 0, f"{line}\n{ran.out}{ran.err}"
    return ran.out


WITH_CONSOLE = [page for page in PAGES if console_lines(page.read_text())]


@pytest.mark.parametrize("page", WITH_CONSOLE, ids=name_of)
def test_every_command_in_a_page_runs(page: Path, home: Path) -> None:
    """A command that a page shows can be typed as it stands, in the order of the page.

    The README begins with nothing but the sessions; other pages may take an import for granted.
    """
    if page != README:
        run("lessonboard session import", home)
    for line in console_lines(page.read_text()):
        run(line, home)


def test_what_the_readme_says_an_agent_is_shown_is_what_is_printed(home: Path) -> None:
    """The text below the command is its output, but for the breaks of lines."""
    (shown,) = re.finditer(
        r"(```console\n[^`]*```)\s*```text\n(.*?)```", README.read_text(), re.DOTALL
    )
    run("lessonboard session import", home)
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


def python_blocks(page: Path) -> list[str]:
    """The Python that a page shows."""
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


@pytest.mark.parametrize("page", [page for page in PAGES if python_blocks(page)], ids=name_of)
def test_every_python_block_in_a_page_runs(page: Path) -> None:
    """It is not only there to be looked at."""
    for block in python_blocks(page):
        exec(compile(block, str(page), "exec"), {})


def test_every_link_in_a_page_leads_somewhere() -> None:
    """A link to a file of this repository, or a heading of a page, names one that is there."""
    links = [(page, target) for page in PAGES
             for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text())]  # fmt: skip
    assert len(links) > 100
    assert [(name_of(page), target) for page, target in links if not leads(page, target)] == []


def leads(page: Path, target: str) -> bool:
    """Whether a link of a page has an end."""
    path, _, anchor = target.partition("#")
    there = page.parent / path if path else page
    return there.exists() and (not anchor or anchor in anchors(there))


def reference() -> str:
    """All pages about commands."""
    return "\n".join(page.read_text() for page in REFERENCE)


def test_the_index_has_each_command_with_its_line_of_help() -> None:
    """The table of all commands says what `--help` says, and leads to the command's section."""
    index = (DOCS / "cli.md").read_text()
    rows = re.findall(r"^\| \[`([^`]+)`\]\(([^)]*)\) \| (.*) \|$", index, re.MULTILINE)
    assert {name: said for name, _, said in rows} == {
        name: command.help for name, command in COMMANDS.items()
    }
    for name, target, _ in rows:
        page, _, anchor = target.partition("#")
        assert anchor in anchors(DOCS / (page or "cli.md")), name


def anchors(page: Path) -> list[str]:
    """What the headings of a page are called in links, as GitHub does it."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_every_command_is_documented() -> None:
    """The reference names each command, and each command and option has a help text."""
    headings = re.findall(r"^### `lessonboard ([^`]*)`", reference(), re.MULTILINE)
    for name in COMMANDS:
        assert [each for each in headings if f"{each} ".startswith(f"{name} ")], name
        command = own_command(name)
        assert command is not None, name
        assert command.help, name
        for parameter in command.params:
            assert not isinstance(parameter, click.Option) or parameter.help, (name, parameter.opts)


def with_examples(package: str) -> list[str]:
    """The modules of a package whose docstrings show examples."""
    paths = [path for path in sorted((ROOT / package).rglob("*.py")) if ">>> " in path.read_text()]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_in_docstrings_hold(package: str) -> None:
    """An example in a docstring prints what it says."""
    tried = {name: doctest.testmod(importlib.import_module(name.removesuffix(".__init__")))
             for name in with_examples(package)}  # fmt: skip
    assert [name for name, result in tried.items() if result.failed] == []
    assert sum(result.attempted for result in tried.values()) > 0
