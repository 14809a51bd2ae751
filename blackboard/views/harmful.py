"""What a lesson's words would do, and whether its person said yes to just that.

Judged in the fold, so that no way in is left out: one's own words, a model's, a colleague's, an
import's. A yes names the harm and is of the words that were seen; other words need another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.actors import colleague
from blackboard.digests import sha256
from blackboard.event import Event
from blackboard.harm import NAMES, harms, harms_of_steps
from blackboard.views.view import Reduce, Row

_JUDGED = ("constraint", "resolution", "commands")
_OF_OTHERS = ("symptom", "root_cause")
"""What is judged of a colleague's or a repository's lesson, too: they word it freely."""

_STANDING = ("approved", "rejected", "retired", "superseded", "reconsidered")


def harm_of(row: Mapping[str, Any]) -> list[str]:
    """The names of the harm of a lesson's rule, of how it was mended, and of its commands.

    A command that the rule itself names is judged there: it may be what the rule warns of. Of what
    a model proposed the quotation is shown, so that it is judged too. Of another's lesson all is.
    The steps of a procedure are judged by what it cites.
    """
    quoted = str(row["said"]) if row.get("proof") else ""
    words = (row[name] for name in _names(row) if name != "commands")
    texts = dict.fromkeys((*words, quoted))
    commands = (f"`{each}`" for each in row["commands"] if each not in row["constraint"])
    found = {name for text in (*texts, *commands) for name in harms(text)}
    if row.get("proof") == "procedure":
        found.update(harms_of_steps(each["quote"] for each in row["evidence"]))
    return [name for name in NAMES if name in found]


def judged(step: Reduce) -> Reduce:
    """A step of the fold that leaves a row with the harm of its words and the yes to it."""

    def stepped(row: Row | None, event: Event) -> Row | None:
        after = step(row, event)
        if after is None:
            return None
        names = (*_names(after), "said")
        is_same = row is not None and all(row[name] == after[name] for name in names)
        harm = row["harm"] if row is not None and is_same else harm_of(after)
        return {**after, "harm": harm, "despite": _despite(after, harm)}

    return stepped


def accepted(row: Row, event: Event) -> Row:
    """The row whose last decision, an approval, notes which harm the person saw, of which words."""
    despite = (event.payload or {}).get("despite", [])
    if not despite or colleague(event.actor) or (event.payload or {}).get("by") != "human":
        return row
    *earlier, last = row["decisions"]
    return {**row, "decisions": [*earlier, {**last, "despite": despite, "of": _words(row)}]}


def unnamed(row: Mapping[str, Any]) -> list[str]:
    """The harm of a lesson that its person did not accept; empty where it may be shown."""
    return [name for name in row["harm"] if name not in row["despite"]]


def _despite(row: Row, harm: list[str]) -> list[str]:
    """The harm that the latest decision, if that is one's own approval of these words, names."""
    if not harm:
        return []
    made = (each for each in reversed(row["decisions"])
            if str(each["type"]).removeprefix("lesson.") in _STANDING
            and "status" in each["before"])  # fmt: skip
    last = next((each for each in made if not colleague(each["actor"])), None)
    if last is None or last.get("of") != _words(row):
        return []
    return [name for name in harm if name in last["despite"]]


def _words(row: Mapping[str, Any]) -> str:
    return sha256(repr([row[name] for name in _names(row)]).encode()).hexdigest()[:32]


def _names(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (*_JUDGED, *_OF_OTHERS) if row.get("author") else _JUDGED
