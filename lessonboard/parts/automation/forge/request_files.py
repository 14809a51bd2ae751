"""Issues and requests as numbered Markdown files in one folder, for a forge without a server.

A file has a head of `name: value` lines between two lines of `---`, then the title, the text, and
the comments. People may read and edit it; only the head is read back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from blackboard import atomic_file
from lessonboard.parts.automation.forge.quoting import inline

Kind = Literal["issue", "pull-request"]
_HEAD = re.compile(r"\A---\n(?P<head>.*?)\n---\n(?P<text>.*)\Z", re.DOTALL)


class RequestFile(NamedTuple):
    """One numbered file: its head as names and values, and the text below it."""

    number: int
    path: Path
    head: dict[str, str]
    text: str

    @property
    def url(self) -> str:
        """Where a person finds it."""
        return self.path.as_uri()


class RequestFiles:
    """The files of one project; the caller locks out others while it adds or changes one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> Iterator[RequestFile]:
        """Every file that can be read as one of these, by number; others are left alone."""
        for path in sorted(self.folder.glob("[0-9]*.md")):
            number = path.name.partition("-")[0]
            match = _HEAD.match(path.read_text(encoding="utf-8", errors="replace"))
            if match and number.isascii() and number.isdigit():
                yield RequestFile(int(number), path, _read(match["head"]), match["text"])

    def find(self, **head: str) -> RequestFile | None:
        """The first file whose head has these values."""
        return next((each for each in self.all() if head.items() <= each.head.items()), None)

    def numbered(self, number: int) -> RequestFile | None:
        """The file of a number."""
        return next((each for each in self.all() if each.number == number), None)

    def add(self, kind: Kind, title: str, body: str, head: Mapping[str, str]) -> RequestFile:
        """Write a new file with the next number."""
        number = max((each.number for each in self.all()), default=0) + 1
        made = RequestFile(
            number,
            self.folder / f"{number:04}-{kind}.md",
            {"kind": kind, "title": title, **head},
            f"\n# {inline(title, len(title) + 1)}\n\n{body.rstrip()}\n",
        )
        self._write(made)
        return made

    def change(self, file: RequestFile, text: str = "", **head: str) -> RequestFile:
        """Change the head of a file as it is now, and add to its text."""
        file = self.numbered(file.number) or file
        changed = file._replace(head={**file.head, **head}, text=file.text + text)
        if changed != file:
            self._write(changed)
        return changed

    def _write(self, file: RequestFile) -> None:
        head = "\n".join(f"{name}: {_on_one_line(value)}" for name, value in file.head.items())
        atomic_file.write(file.path, f"---\n{head}\n---\n{file.text}".encode())


def _read(head: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in head.splitlines())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _on_one_line(value: str) -> str:
    return " ".join(value.split())
