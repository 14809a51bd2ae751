"""Lines that a terminal or an editor broke in the middle of a word, as one line again."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.redaction.expressions import Expression
from blackboard.redaction.lines import MARGIN, SUFFIX
from blackboard.redaction.rewriting import Rewritten, joined
from blackboard.redaction.values import is_random

_NARROWEST, _WIDEST = 40, 250
_BREAK = Expression(rf"{SUFFIX}\r?\n{MARGIN}(?=\S)")
_WORD_BEFORE = Expression(rf"([^\s\"'`,;|]{{1,200}}+){SUFFIX}\Z")
_WORD_AFTER = Expression(r"[^\s\"'`,;|\\]{1,200}")
_FEWEST = 12


def unwrapped(text: str) -> Rewritten | None:
    """The text with broken words joined, or None where its longest lines break none.

    Only a word that a machine made counts: prose is broken at blanks, which are no part of a word.
    """
    lines = text.split("\n")
    widths = list(map(len, lines))
    width = max(widths)
    if not _NARROWEST <= width <= _WIDEST:
        return None
    breaks = list(_breaks(text, lines, widths, width))
    return joined(text, breaks) if breaks else None


def _breaks(
    text: str, lines: list[str], widths: list[int], width: int
) -> Iterator[tuple[int, int]]:
    """The line breaks, with what is around them, that are in the middle of a word."""
    number = widths.index(width)
    while number < len(lines) - 1:
        line, following = lines[number], lines[number + 1]
        if not line[-1].isspace() and following and not following[0].isspace():
            before = _WORD_BEFORE.search(line, width - 200 if width > 200 else 0)
            found = before and _BREAK.match(text, sum(widths[:number]) + number + before.end(1))
            after = _WORD_AFTER.match(text, found.end()) if found else None
            if found and before and after and is_random(before[1] + after[0], _FEWEST, 0.7):
                yield found.span()
        try:
            number = widths.index(width, number + 1)
        except ValueError:
            return
