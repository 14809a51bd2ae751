"""Find the row of a node in a flat snapshot, which lists the texts and controls of all rows.

The snapshots of Chrome DevTools leave out tables, rows and lists. A row shows there as a run of
siblings that repeats: a checkbox, four texts, two links, and again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lessonboard.parts.recordings.from_agents.snapshot import TEXT, Node

Sign = tuple[str, str]
_LONGEST_ROW = 40


def flat_row(node: Node) -> tuple[list[str], list[list[str]]]:
    """The texts of a node's row, and those of the other rows; nothing where no row is plain."""
    siblings = node.parent.children if node.parent else [node]
    found, at = signs(siblings), siblings.index(node)
    rows = repeated(found, at)
    texts = [[text for n in range(*row) if (text := _text(siblings[n], found[n]))] for row in rows]
    place = next((n for n, (start, end) in enumerate(rows) if start <= at < end), None)
    if place is None or all(siblings[n].role != TEXT for n in range(*rows[place])):
        return [], []
    return texts[place], [*texts[:place], *texts[place + 1 :]]


def signs(siblings: Sequence[Node]) -> list[Sign]:
    """The role of each node, with its name where several have it: the "Delete" of each row."""
    named = [(each.role, each.name) for each in siblings]
    times = Counter(named)
    return [(role, name if times[role, name] > 1 else "") for role, name in named]


def repeated(found: Sequence[Sign], at: int) -> list[tuple[int, int]]:
    """The beginnings and ends of the shortest pattern that repeats around a place.

    What does not repeat a whole number of times has no plain beginning, and is none.

    >>> row = [("checkbox", ""), ("text", ""), ("button", "Remove")]
    >>> repeated([("heading", ""), *row, *row, ("form", "")], 3)
    [(1, 4), (4, 7)]
    """
    for length in range(2, min(_LONGEST_ROW, len(found) // 2) + 1):
        goes_on = [one == other for one, other in zip(found, found[length:], strict=False)]
        inside = [n for n in (at, at - length) if 0 <= n < len(goes_on) and goes_on[n]]
        if not inside:
            continue
        start = end = inside[0]
        while start > 0 and goes_on[start - 1]:
            start -= 1
        while end < len(goes_on) and goes_on[end]:
            end += 1
        if end - start >= length and (end - start) % length == 0:
            return [(n, n + length) for n in range(start, end + 1, length)]
    return []


def _text(node: Node, sign: Sign) -> str:
    """What a row says by a node: a text, or a link that is not called alike in other rows."""
    return node.text if node.role == TEXT else node.name if sign == ("link", "") else ""
