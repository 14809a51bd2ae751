"""Names that a reader may take for another one's."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s"})
_TAKEN = frozenset(
    "you me i human person user agent assistant system model lessonboard curator policy miner "
    "session note everybody here everywhere claude codex gemini opencode".split()
)
"""The names of this program, its user and agents, which no one else may use."""

_MARKS = str.maketrans("", "", "._+-")


def unsure(name: str, others: Collection[str]) -> str:
    """Why a new name may be taken for another; empty where it cannot.

    Letters of other scripts may look like Latin ones, so such a name alone proves nothing.

    >>> unsure("Anna", {"anna"}), unsure("bo", {"anna"}), unsure("Y0u", ())
    ('it looks like anna', '', 'it is no name of a person')
    """
    if not name.isascii():
        return "its letters may look like those of another name"
    if any(_outline(name) == _outline(each) for each in _TAKEN):
        return "it is no name of a person"
    alike = sorted(other for other in others if _outline(other) == _outline(name))
    return f"it looks like {alike[0]}" if alike else ""


def _outline(name: str) -> str:
    """What is left of a name at a glance."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_MARKS).translate(_ALIKE)
    return plain.replace("rn", "m").replace("vv", "w") or name
