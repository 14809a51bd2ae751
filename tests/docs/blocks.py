"""The blocks of commands in README and docs, and what they need beside a clean home.

A block of commands is a fence `console`: each line that begins with `$ ` is typed as it is, what is
below it is its output (a line `...` stands for any lines). One that cannot run in a clean home says
so to its reader in its first line, `# needs ...`; what runs until it is stopped begins with
`# until Ctrl-C`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"
PAGES = [
    README,
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name != "decisions"),
]
"""A decision keeps the commands of its day."""

AFTER_IMPORT = "Examples follow `lessonboard session import`."
"""What a page says whose examples need a board."""

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NEEDS = re.compile(r"# (needs .+)\n")
_INDENTED = re.compile(r"\n\n((?: {4}\S.*\n)+)")
_PROGRAMS = re.compile(
    r"^(?:\w+=\S+ )?(?:sudo |\$ )?(?:lessonboard|\./run|uv|uvx|pip|pipx|apt|apt-get|git|claude"
    r"|codex|datasette|sqlite-utils|export)(?: |$)",
    re.MULTILINE,
)


class Typed(NamedTuple):
    """A command as it is typed, and what the page shows below it."""

    line: str
    shown: str


class Block(NamedTuple):
    """A fence of a page."""

    page: Path
    number: int
    language: str
    text: str

    @property
    def place(self) -> str:
        """Where it is, as `PAGE:LINE`."""
        return f"{self.page.relative_to(ROOT)}:{self.number}"

    @property
    def needs(self) -> str:
        """Why it does not run in a clean home, as the page says it; else empty."""
        found = _NEEDS.match(self.text)
        return found[1] if found else ""

    @property
    def is_stopped(self) -> bool:
        """Whether its commands run until Ctrl-C."""
        return self.text.startswith("# until Ctrl-C\n")

    @property
    def typed(self) -> list[Typed]:
        """Its commands, in order."""
        parts = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]
        return [Typed(*part.split("\n", 1)) for part in parts]


def blocks(page: Path) -> Iterator[Block]:
    """Every fence of a page, in order."""
    text = page.read_text()
    for found in _FENCE.finditer(text):
        yield Block(page, text.count("\n", 0, found.start()) + 1, found[1], found[2])


def commands(page: Path) -> list[Block]:
    """The blocks of commands of a page."""
    return [block for block in blocks(page) if block.language == "console"]


def misplaced(page: Path) -> list[str]:
    """Commands in another fence, or indented, where nothing would run them."""
    others = [(block.place, block.text) for block in blocks(page)
              if block.language in ("", "sh", "bash", "shell", "text")]  # fmt: skip
    text = _FENCE.sub("", page.read_text())
    indented = [(page.name, re.sub(r"^ {4}", "", found, flags=re.MULTILINE))
                for found in _INDENTED.findall(text)]  # fmt: skip
    return [place for place, part in (*others, *indented) if _PROGRAMS.search(part)]


def counted() -> tuple[int, list[Block]]:
    """How many blocks of commands run, and those that do not."""
    every = [block for page in PAGES for block in commands(page)]
    left = [block for block in every if block.needs]
    return len(every) - len(left), left
