"""Every block of commands in README and docs works as it is typed, in a clean home."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples import demo
from tests.docs.blocks import AFTER_IMPORT, PAGES, README, ROOT, Block, commands, misplaced
from tests.docs.terminal import INTERRUPTED, at_terminal

_ANSWER = re.compile(r"\[y/N\]: (y)$", re.MULTILINE)
_VARIES = re.compile(r"\b\d+\.\d s\b")
_NOTHING = re.compile(r"$|(?:no|nothing)\b", re.IGNORECASE)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder with the samples, as `./run demo` makes it, and nothing else."""
    demo.add_samples(tmp_path)
    return tmp_path


def run(block: Block, home: Path) -> None:
    """Type a block, command by command."""
    for typed in block.typed:
        answer = "".join(f"{each}\n" for each in _ANSWER.findall(typed.shown))
        code, screen = at_terminal(typed.line, home, answer, is_stopped=block.is_stopped)
        seen = f"{block.place}\n$ {typed.line}\n{screen}"
        is_ended = code == 0 or (block.is_stopped and code in INTERRUPTED)
        is_shown = shows(screen, _ANSWER.sub("[y/N]:", typed.shown))
        assert is_ended, seen
        assert is_shown, f"{seen}\nThe page shows:\n{typed.shown}"
        assert block.page != README or not _NOTHING.match(screen.strip()), seen


def shows(screen: str, shown: str) -> bool:
    """Whether the output that a page shows is on the screen, wherever its lines are broken."""
    parts = re.split(r"^\.\.\.$", shown, flags=re.MULTILINE)
    wanted = r".*".join(re.escape(_words(part)) for part in parts if part.strip())
    return re.search(wanted, _words(screen), re.DOTALL) is not None


def _words(text: str) -> str:
    return " ".join(_VARIES.sub("N s", text).split())


WITH_COMMANDS = [page for page in PAGES if any(not each.needs for each in commands(page))]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_a_page_works_as_it_is_typed(page: Path, home: Path) -> None:
    """In the order of the page, at a terminal, and prints what the page shows below it.

    A reader of the README sees something each time, for it begins with the samples in place.
    """
    if AFTER_IMPORT in page.read_text():
        assert at_terminal("lessonboard session import", home)[0] == 0
    for block in commands(page):
        if not block.needs:
            run(block, home)


def test_the_readme_leaves_out_the_installation_alone() -> None:
    """All else that it shows can be typed in a clean home."""
    (left,) = [block for block in commands(README) if block.needs]
    assert all("install" in typed.line for typed in left.typed)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_shown_in_blocks_that_are_run(page: Path) -> None:
    """A fence of another kind, or an indented block, would never be tried."""
    assert misplaced(page) == []


def test_the_demo_runs_what_the_readme_shows() -> None:
    """A reader without a history sees what the page says."""
    typed = [each.line.partition("  #")[0].rstrip() for block in commands(README)
             for each in block.typed]  # fmt: skip
    assert set(demo.COMMANDS) | {demo.NEXT_AGENT} <= set(typed)
