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
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = Path(sys.executable).with_name("lessonboard")
PACKAGES = ("blackboard", "reflect", "scheduler", "lessonboard")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with the sample sessions where the agents would have put them."""
    home = tmp_path_factory.mktemp("home")
    sessions = ROOT / "examples" / "sessions"
    shutil.copytree(sessions / "claude-code", home / ".claude" / "projects")
    shutil.copytree(sessions / "codex", home / ".codex" / "sessions")
    return home


def console_lines(page: Path) -> list[str]:
    """The commands in a page's console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_in_a_page_runs(page: Path, home: Path) -> None:
    """A command that a page shows can be typed as it stands, in the order of the page."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = {**keep, "HOME": str(home), "PATH": f"{COMMAND.parent}:{os.environ['PATH']}"}
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "LESSONBOARD_DB"):
        environment.pop(name, None)
    for line in console_lines(page):
        done = subprocess.run(
            shlex.split(line),
            cwd=home,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_python_block_in_a_page_runs(page: Path) -> None:
    """The Python that a page shows is not only there to be looked at."""
    for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL):
        exec(compile(block, str(page), "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_in_a_page_leads_somewhere(page: Path) -> None:
    """A link to a file of this repository names one that is there."""
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    """The reference names each command, and each command and option has a help text."""
    command = load(name)
    assert command is not None
    assert f"### `lessonboard {name}" in (ROOT / "docs" / "cli.md").read_text()
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
