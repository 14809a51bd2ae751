"""What a session has before it by another way than ours, and so cannot go without.

Where the words of a lesson are in the prompt (an issue, a request, a workflow's step), or in a
file that was exported from the board, a session without it would be no control. Light to import,
and looked at only where a lesson may be held back.
"""

from __future__ import annotations

from blackboard.delivery.holdout import may_be_held
from blackboard.storage.exports import exported_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from blackboard.delivery.candidates import Candidate
    from blackboard.delivery.situation import Situation


def mark_known(
    connection: sqlite3.Connection, path: object, found: Iterable[Candidate], situation: Situation
) -> None:
    """Mark the candidates that the session has in other words of its context."""
    drawn = [each for each in found if may_be_held(each)]
    if not drawn:
        return
    texts = [_letters(each) for each in (situation.prompt, *exported_texts(connection, path))]
    for each in drawn:
        rule = _letters(each.row["constraint"])
        each.is_known = any(rule in text for text in texts)


def _letters(text: str) -> str:
    """The letters and digits of a text: exports escape, quote and wrap what is between them."""
    return "".join(sign for sign in text.lower() if sign.isalnum())
