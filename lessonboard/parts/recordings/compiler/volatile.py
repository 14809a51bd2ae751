"""Which cells of a recorded row say what row it is, and which may say something else tomorrow."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MONTH = (
    r"(?:jan(?:uary?|v(?:ier)?)?|feb(?:ruary?)?|févr(?:ier)?|mar(?:ch|s|zo)?|märz?|apr(?:il)?"
    r"|a[vb]r(?:il)?|mayo?|mai|june?|juni?o?|juin|july?|juli?o?|juil(?:let)?|aug(?:ust)?|août"
    r"|sept?(?:iembre|emb(?:er|re))?|o[ck]t(?:ober|obre|ubre)?|nov(?:iembre|emb(?:er|re))?"
    r"|d[eé][cz](?:emb(?:er|re))?|ene(?:ro)?|ago(?:sto)?|dic(?:iembre)?)\b\.?"
)
"""English, German, French and Spanish."""

_VOLATILE = re.compile(
    rf"""(?ix) ^ (?: [\d\s.,:/+%$€£-]+ (?:[ap]\.?m\.?)?            # a number, an amount, a date
    | [\d.,\s]+ (?:[kmgt]i?b|bytes?) | v\d+(?:\.\d+)+       # a size, a version
    | .* \b (?:\d{{4}}-\d\d-\d\d | \d{{1,2}}:\d\d | ago | yesterday | today | just\ now) \b .*
    | .* \b (?:{_MONTH}\s+\d | \d{{1,2}}\.?\s+(?:de\s+)?{_MONTH}) .* ) $
    """
)
_IDENTIFIER = re.compile(r"(?i)^(?:#|(?:.*\b)?(?:id|no\.?|nr\.?|number|code|key|sku))$")
_NUMBERED = re.compile(r"(?i)\b(?:ticket|invoice|order|case|issue|account|reference|serial)s?$")
_BORN = re.compile(r"(?i)\b(?:born|birth\w*|dob)\b")
"""The date at which a person was born never changes."""

_PLAIN_NUMBER = re.compile(r"#?\d+")


def lasting(
    cells: Sequence[str], headers: Sequence[str], key: int | None, same: Sequence[bool]
) -> list[str]:
    """The cells that must say the same tomorrow, "" in the place of the others; else all of them.

    Args:
        cells: what the row said.
        headers: the headers of its columns, if it has any.
        key: the cell that no other row shared.
        same: for each cell, whether all rows said the same there.
    """
    kept = [cell if n == key or not _may_change(cells, headers, same, n) else ""
            for n, cell in enumerate(cells)]  # fmt: skip
    return kept if any(kept) else list(cells)


def _may_change(cells: Sequence[str], headers: Sequence[str], same: Sequence[bool], n: int) -> bool:
    if n < len(same) and same[n]:
        return True
    header = headers[n] if n < len(headers) else ""
    if _PLAIN_NUMBER.fullmatch(cells[n]) and (not any(cells[:n]) or _NUMBERED.search(header)):
        return False  # things that are numbered are called by their number
    if _BORN.search(f"{header} {cells[n]}"):
        return False
    return bool(_VOLATILE.match(cells[n])) and not _IDENTIFIER.match(header)
