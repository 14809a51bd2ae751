"""The section that is ours in a file of somebody else: between two markers, byte for byte.

All but the section stays as it is. Before the section stands one line break that is ours too, in
the style that the file's own line breaks have, so that taking it away restores the file.
"""

from __future__ import annotations

from typing import NamedTuple

from blackboard.errors import BoardError
from reflect.rule_files.rule import lines_of

BEGIN, END = "<!-- lessonboard:begin -->", "<!-- lessonboard:end -->"
_BEGIN, _END = BEGIN.encode(), END.encode()


class BrokenMarkers(BoardError):
    """A file's markers do not enclose exactly one section."""

    def __init__(self, path: str, lines: list[int]) -> None:
        places = ", ".join(map(str, lines))
        super().__init__(
            f"could not find the lessonboard section in {path}: the markers on line {places} are "
            f"broken or doubled; leave one line {BEGIN} and after it one line {END}, or neither"
        )
        self.lines = lines


class _Section(NamedTuple):
    """Where the section is, with the line break before it and the one that ends it."""

    start: int
    begin: int
    end: int


def with_section(content: bytes, body: str, path: str) -> bytes:
    r"""A file with a section of this body: in place of the one it has, or at its end.

    Raises:
        BrokenMarkers: it is not clear where the section is.

    >>> with_section(b"Be kind.\n", "- Run `make`.", "AGENTS.md").decode().splitlines()[1:3]
    ['', '<!-- lessonboard:begin -->']
    """
    found = _find(content, path)
    around = content if found is None else content[: found.start] + content[found.end :]
    style = b"\r\n" if b"\r\n" in around else b"\n"
    section = style.join([_BEGIN, *(line.encode() for line in body.split("\n")), _END, b""])
    if found is None:
        return content + (style if content else b"") + section
    before = content[: found.start] + (style if found.begin > found.start else b"")
    return before + section + content[found.end :]


def without_section(content: bytes, path: str) -> bytes:
    """A file as it was before it had a section.

    Raises:
        BrokenMarkers: it is not clear where the section is.
    """
    found = _find(content, path)
    return content if found is None else content[: found.start] + content[found.end :]


def own_lines(text: str) -> set[int]:
    """The numbers of the lines that are ours, counted from 1; of broken markers, only theirs."""
    lines = lines_of(text)
    begins = [number for number, line in enumerate(lines, 1) if BEGIN in line]
    ends = [number for number, line in enumerate(lines, 1) if END in line]
    if len(begins) == len(ends) == 1 and begins[0] < ends[0]:
        return set(range(begins[0], ends[0] + 1))
    return {*begins, *ends}


def _find(content: bytes, path: str) -> _Section | None:
    begins, ends = _places(content, _BEGIN), _places(content, _END)
    if not begins and not ends:
        return None
    whole = len(begins) == len(ends) == 1 and begins[0] < ends[0]
    if not whole or not all(
        _is_alone(content, place, mark) for place, mark in ((begins[0], _BEGIN), (ends[0], _END))
    ):
        found = sorted({content.count(b"\n", 0, place) + 1 for place in (*begins, *ends)})
        raise BrokenMarkers(path, found)
    begin = begins[0]
    style = b"\r\n" if content.startswith(b"\r\n", begin + len(_BEGIN)) else b"\n"
    start = begin - len(style) if content[:begin].endswith(style) else begin
    end = ends[0] + len(_END)
    end += len(style) if content.startswith(style, end) else 0
    return _Section(start, begin, end)


def _places(content: bytes, mark: bytes) -> list[int]:
    found, place = [], content.find(mark)
    while place >= 0:
        found.append(place)
        place = content.find(mark, place + 1)
    return found


def _is_alone(content: bytes, place: int, mark: bytes) -> bool:
    """Whether a marker is all that its line says."""
    before = content[:place].rsplit(b"\n", 1)[-1]
    after = content[place + len(mark) :].split(b"\n", 1)[0]
    return not before.strip() and not after.strip()


def marker_lines(text: str) -> list[int]:
    """The lines of markers that do not enclose one section; empty where nothing is wrong."""
    try:
        _find(text.encode(), "")
    except BrokenMarkers as error:
        return error.lines
    return []
