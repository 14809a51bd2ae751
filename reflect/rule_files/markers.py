"""Our section in the user's file: between two markers, byte for byte.

Everything else stays unchanged. One line break before the section is ours too, in the file's own
style, so that removing the section restores the file exactly.
"""

from __future__ import annotations

from typing import NamedTuple

from blackboard.errors import BoardError
from reflect.markdown.blocks import lines_of

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
    """The position of the section, with the line break before it and the one that ends it."""

    start: int
    begin: int
    end: int


def with_section(content: bytes, body: str, path: str) -> bytes:
    r"""The file with a section of this body: replacing the present one, or at the end.

    Raises:
        BrokenMarkers: the position of the section is unclear.

    >>> with_section(b"Be kind.\n", "- Run `make`.", "AGENTS.md").decode().splitlines()[1:3]
    ['', '<!-- lessonboard:begin -->']
    """
    present = _find(content, path)
    around = content if present is None else content[: present.start] + content[present.end :]
    style = b"\r\n" if b"\r\n" in around else b"\n"
    section = style.join([_BEGIN, *(line.encode() for line in body.split("\n")), _END, b""])
    if present is None:
        return content + (style if content else b"") + section
    before = content[: present.start] + (style if present.begin > present.start else b"")
    return before + section + content[present.end :]


def without_markers(text: str) -> str:
    """A text whose section is like the rest of it, with as many lines.

    >>> without_markers("a\\n<!-- lessonboard:begin -->\\n- b\\n<!-- lessonboard:end -->")
    'a\\n\\n- b\\n'
    """
    return text.replace(BEGIN, "").replace(END, "")


def without_section(content: bytes, path: str) -> bytes:
    """The file as it was before it had a section.

    Raises:
        BrokenMarkers: the position of the section is unclear.
    """
    section = _find(content, path)
    return content if section is None else content[: section.start] + content[section.end :]


def own_lines(text: str) -> set[int]:
    """The numbers of our lines, from 1; with broken markers, only the markers' own."""
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
        _is_alone(content, offset, mark) for offset, mark in ((begins[0], _BEGIN), (ends[0], _END))
    ):
        broken = sorted({content.count(b"\n", 0, offset) + 1 for offset in (*begins, *ends)})
        raise BrokenMarkers(path, broken)
    begin = begins[0]
    style = b"\r\n" if content.startswith(b"\r\n", begin + len(_BEGIN)) else b"\n"
    start = begin - len(style) if content[:begin].endswith(style) else begin
    end = ends[0] + len(_END)
    end += len(style) if content.startswith(style, end) else 0
    return _Section(start, begin, end)


def _places(content: bytes, mark: bytes) -> list[int]:
    offsets, offset = [], content.find(mark)
    while offset >= 0:
        offsets.append(offset)
        offset = content.find(mark, offset + 1)
    return offsets


def _is_alone(content: bytes, offset: int, mark: bytes) -> bool:
    """Whether a marker is alone on its line."""
    before = content[:offset].rsplit(b"\n", 1)[-1]
    after = content[offset + len(mark) :].split(b"\n", 1)[0]
    return not before.strip() and not after.strip()
