"""Writes `literals.py`, the anchors of all rules as data, for hooks to import without the rules.

Run `python -m blackboard.redaction.write_literals` when an anchor was added; a test says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from blackboard.redaction import anchors, noise, tokens
from blackboard.redaction.prefixes import BORDERS, COMMON, DISCORD, PREFIXES
from blackboard.redaction.scan import table

_MOST = 12
"""Characters in which the quick look searches a blank: enough to know a token from a word."""

_WIDTH = 100
_PAGE = '''\
"""The anchors of all rules, as data for the quick look of hooks.

Written by `python -m blackboard.redaction.write_literals`.
"""

from __future__ import annotations

ANY: tuple[str, ...] = (
{any}
)  # fmt: skip
"""Anchors after which anything may follow."""

FOLLOWED: tuple[tuple[str, int], ...] = (
{followed}
)  # fmt: skip
"""Anchors that so many characters must follow, without a blank or a quote."""

INVISIBLE: tuple[str, ...] = (
{invisible}
)  # fmt: skip
"""Characters that no text of ASCII has."""
'''


def page() -> str:
    """The text of the file."""
    followed = {prefix.lower(): min(fewest, _MOST) for prefix, _, _, fewest in PREFIXES}
    followed |= dict.fromkeys((*DISCORD, *COMMON), _MOST)
    short = {border + prefix for prefix, _ in tokens.bordered_rules() for border in BORDERS}
    apart = {*followed, *short, anchors.ADDRESS}
    rest = [each for each in table().anchors if each not in apart]
    return _PAGE.format(
        any=_lines(sorted(each for each in rest if each.isascii())),
        followed=_lines(sorted(followed.items())),
        invisible=_lines(sorted(each for each in noise.ANCHORS if not each.isascii())),
    )


def _lines(items: Iterable[str | tuple[str, int]]) -> str:
    """Items as Python writes them, as many to a line as fit."""
    lines, line = [], "   "
    for item in map(ascii, items):
        if len(line) + len(item) + 2 > _WIDTH:
            lines.append(line)
            line = "   "
        line += f" {item},"
    return "\n".join([*lines, line])


def main() -> None:
    """Write the file beside this one."""
    Path(__file__).with_name("literals.py").write_text(page())


if __name__ == "__main__":
    main()
