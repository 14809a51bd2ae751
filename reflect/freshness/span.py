"""Spans: lines of a file that evidence quotes, with the hash that identifies them.

The hash ignores what editors and checkouts change: line ends, trailing white space, surrounding
empty lines, and common indentation.
"""

from __future__ import annotations

import hashlib
import os.path
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from blackboard.events.payload import Evidence

_LINE_END = re.compile(r"\r\n|\r|\n")
_FEWEST_LINES, _FEWEST_CHARACTERS = 3, 40
_MOST_LINES, _MOST_CHARACTERS = 60, 4_000
"""A longer span would change with every other commit."""

_LONGEST_PATH = 1_000
_NOT_WHOLE = re.compile(r"\[redacted |\[… \d+ characters …\]")
"""Marks recorded text that differs from the file's."""

_OUTSIDE = re.compile(r"^(?:[/\\~]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)|\x00")


class Span(NamedTuple):
    """Cited lines of a file; without a hash, only the file's existence.

    Lines count from 1, the last included; None if unknown. `text` is empty if the evidence quotes
    other text than the span's.
    """

    path: str
    first_line: int | None
    last_line: int | None
    sha256: str | None
    text: str

    @property
    def height(self) -> int:
        """The number of lines."""
        if self.first_line is None or self.last_line is None:
            return len(lines_of(self.text))
        return self.last_line - self.first_line + 1


def span_of(evidence: dict[str, Any]) -> Span | None:
    """The span that evidence on the board cites, or None."""
    path, known = evidence.get("path"), evidence.get("sha256")
    if not path:
        return None
    quote = evidence["quote"]
    text = quote if known and digest(quote) == known else ""
    return Span(path, evidence.get("first_line"), evidence.get("last_line"), known, text)


def cite(
    event_id: str,
    text: str,
    path: str,
    *,
    first_line: int | None = None,
    session: str | None = None,
) -> Evidence | None:
    """Evidence that quotes lines of a file, or None if they would prove nothing.

    Args:
        event_id: the event that contains the text.
        text: complete lines, as recorded.
        path: the file, relative to the repository.
        first_line: the number of the first line; None if unknown.
        session: the text's session.
    """
    lines, blank = lines_of(text), _blank_before(text)
    if not is_usable(path, text) or is_trivial(lines):
        return None
    first = None if first_line is None else first_line + blank
    return Evidence(
        event_id=event_id,
        quote="\n".join(split(text)[blank : blank + len(lines)]),
        session=session,
        path=path,
        first_line=first,
        last_line=None if first is None else first + len(lines) - 1,
        sha256=digest(text),
    )


def is_usable(path: str, text: str) -> bool:
    """Whether a text is a file's original content, and short enough to last."""
    short = len(text) <= _MOST_CHARACTERS and len(lines_of(text)) <= _MOST_LINES
    named = 0 < len(path) <= _LONGEST_PATH and is_inside(path)
    return named and short and not _NOT_WHOLE.search(text)


def is_inside(path: str) -> bool:
    r"""Whether a relative path stays inside its folder, judged without the file system.

    >>> [is_inside(path) for path in ("src/a.py", "a/../b", "/etc/passwd", "..", "C:\\a", "~/a")]
    [True, False, False, False, False, False]
    """
    return not _OUTSIDE.search(path)


def is_trivial(lines: Sequence[str]) -> bool:
    """Whether lines are so few or short that they may occur in many places by chance."""
    informative = [line.strip() for line in lines if re.search(r"\w", line)]
    return len(informative) < _FEWEST_LINES or sum(map(len, informative)) < _FEWEST_CHARACTERS


def digest(text: str) -> str:
    r"""The hash of a text, equal for equivalent forms.

    >>> digest("\ta\r\n\t\tb  \r\n") == digest("a\n\tb")
    True
    >>> digest("a\n  b\nc") == digest("a\nb\nc")
    False
    """
    return digest_of(split(text))


def digest_of(lines: Sequence[str]) -> str:
    """The hash of a text that is split into lines."""
    normal = "\n".join(_normalised(lines))
    return hashlib.sha256(normal.encode("utf-8", "surrogatepass")).hexdigest()


def lines_of(text: str) -> list[str]:
    """The normalised lines of a text."""
    return _normalised(split(text))


def split(text: str) -> list[str]:
    r"""The lines of a text as editors count them; form feeds and the like do not end one.

    >>> split("\ufeffa\r\nb\x0cc\n")
    ['a', 'b\x0cc']
    """
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    return lines[:-1] if lines[-1] == "" else lines


def _normalised(lines: Sequence[str]) -> list[str]:
    """Normalised lines; the first has no indentation, because quotes have none."""
    kept = [line.rstrip() for line in lines]
    while kept and not kept[-1]:
        kept.pop()
    start = next((number for number, line in enumerate(kept) if line), len(kept))
    kept = kept[start:]
    indented = [_indentation(line) for line in kept[1:] if line]
    common = os.path.commonprefix(indented)  # noqa: RUF071 - by characters, not paths
    return [line.lstrip() if number == 0 else line[len(common) :]
            for number, line in enumerate(kept)]  # fmt: skip


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _blank_before(text: str) -> int:
    lines = split(text)
    return next((number for number, line in enumerate(lines) if line.strip()), len(lines))
