"""Writes what was measured between two marks of a document."""

from __future__ import annotations

from pathlib import Path


def write_into(file: Path, text: str, begin: str, end: str) -> None:
    """Put a text in the place of what is between the two marks of a document.

    Raises:
        ValueError: it has no such marks.
    """
    before, after = _around(file, begin, end)
    file.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")


def _around(file: Path, begin: str, end: str) -> tuple[str, str]:
    before, _, rest = file.read_text(encoding="utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"{file} lacks the lines {begin!r} and {end!r}: add them where it goes")
    return before, after
