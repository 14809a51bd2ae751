"""Names that a reader may take for another one's."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s"})
_MARKS = str.maketrans("", "", "._+-")


def unsure(name: str, others: Collection[str]) -> str:
    """Why a new name may be taken for another; empty where it cannot.

    Letters of other scripts may look like Latin ones, so nobody can tell by such a name alone.

    >>> unsure("Anna", {"anna"}), unsure("bo", {"anna"})
    ('it looks like anna', '')
    """
    if not name.isascii():
        return "its letters may look like those of another name"
    alike = sorted(other for other in others if _outline(other) == _outline(name))
    return f"it looks like {alike[0]}" if alike else ""


def _outline(name: str) -> str:
    """What is left of a name at a glance."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_MARKS).translate(_ALIKE)
    return plain.replace("rn", "m").replace("vv", "w") or name
