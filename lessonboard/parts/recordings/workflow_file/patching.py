"""Carry a change into a text that a person has edited, with the comments and the layout of it."""

from __future__ import annotations

from difflib import SequenceMatcher


def patched(base: str, mine: str, theirs: str) -> str | None:
    """The text `mine` with the lines in which `theirs` differs from `base`.

    None where a line that is to change was edited as well.

    >>> patched("a\\nb\\nc\\n", "# note\\na\\nb\\nc\\n", "a\\nB\\nc\\n")
    '# note\\na\\nB\\nc\\n'
    """
    old, own, new = (text.splitlines(keepends=True) for text in (base, mine, theirs))
    place = {}
    for block in SequenceMatcher(None, old, own, autojunk=False).get_matching_blocks():
        place.update({block.a + n: block.b + n for n in range(block.size)})
    result = list(own)
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for tag, start, end, first, last in reversed(changes):
        if tag == "equal":
            continue
        lines = [place.get(n) for n in range(start, end)]
        at = place.get(start - 1, -1 if start == 0 else None)
        begin = lines[0] if lines else (None if at is None else at + 1)
        if begin is None or lines != list(range(begin, begin + len(lines))):
            return None
        result[begin : begin + len(lines)] = new[first:last]
    return "".join(result)
