"""What an import could not take in: named by file and line, never by its text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from blackboard.sources.lines import open_bytes

MOST_NAMED = 20
"""Records of one file that are named; the others are counted."""

_BLOCK = 1 << 20


class Fault(NamedTuple):
    """A record that was left out: its file, its line counted from 1, and the reason.

    In a file that is not read line by line, `line` counts its records.
    """

    file: str
    line: int
    reason: str


class FileFaults:
    """The faults of one file by where their records begin: a byte, or the number of a record."""

    def __init__(self) -> None:
        self._reasons: dict[int, str] = {}

    def note(self, offset: int, reason: str) -> None:
        """Remember why a record is left out, as a whole or in part; the first reason counts."""
        self._reasons.setdefault(offset, reason)

    def named(self, path: Path, *, by_lines: bool) -> Iterator[Fault]:
        """The first ones, and how many there are besides."""
        first = sorted(self._reasons)[: MOST_NAMED + 1]
        lines = _line_numbers(path, first) if by_lines else [offset + 1 for offset in first]
        for offset, line in zip(first[:MOST_NAMED], lines, strict=False):
            yield Fault(str(path), line, self._reasons[offset])
        more = len(self._reasons) - MOST_NAMED
        if more > 0:
            yield Fault(str(path), lines[-1], f"and {more} more from here on")


def _line_numbers(path: Path, offsets: list[int]) -> list[int]:
    """The lines that hold some bytes, counted from 1; the offsets are in order."""
    numbers, line, at = [], 1, 0
    with open_bytes(path) as content:
        for offset in offsets:
            while at < offset and (block := content.read(min(_BLOCK, offset - at))):
                line, at = line + block.count(b"\n"), at + len(block)
            numbers.append(line)
    return numbers
