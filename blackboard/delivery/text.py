"""Putting chosen lessons into words: facts, one a line, the same bytes for the same state.

Only a rule that is approved here is said in the board's own voice; all else, and what went wrong,
is quoted (`voice.py`).
"""

from __future__ import annotations

from time import gmtime

from blackboard.delivery.limits import MOST_BYTES
from blackboard.delivery.proof import is_said_once
from blackboard.delivery.seen import seen_in
from blackboard.delivery.voice import is_plain, spoken
from blackboard.sanitise import as_data, clean, without_quotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from blackboard.delivery.choice import Choice
    from blackboard.delivery.situation import Situation

BYTES_OF_A_TOKEN = 4
_LONGEST = 400
"""Characters of one text; a longer one is a document, and belongs into a file."""

_WITHOUT_SYMPTOM = ("rule-files", "by-hand")
"""What these have as symptom is a file's heading, or says only what calls for them."""

_HEADING = "From earlier sessions (lessonboard):"


def tokens(text: str) -> int:
    """About how many tokens a model takes a text for: a quarter of its bytes.

    >>> tokens("four")
    1
    """
    return (len(text.encode()) + BYTES_OF_A_TOKEN - 1) // BYTES_OF_A_TOKEN


def render(
    choices: Sequence[Choice], situation: Situation, budget: int
) -> tuple[str, list[Choice]]:
    """The text for the agent and the choices that found room in it.

    Args:
        choices: what is to be said, best first.
        situation: where the agent is.
        budget: the most tokens; a line that does not fit is left out, shorter ones may fit.
    """
    lines, kept = [_HEADING], []
    for choice in choices:
        line = _line(choice, situation)
        longer = "\n".join([*lines, line])
        if tokens(longer) <= budget and len(longer.encode()) <= MOST_BYTES:
            lines.append(line)
            kept.append(choice)
    return ("\n".join(lines) if kept else "", kept)


def _line(choice: Choice, situation: Situation) -> str:
    row = choice.candidate.row
    text = spoken(row, row["constraint"], row["me"], _quoted, _sentence)
    if symptom := _symptom(row, situation):
        # A program worded what went wrong, also where a person approved the rule.
        before = "Before:" if is_plain(row, row["me"]) else "about"
        text += f" {before} {_quoted(symptom)}"
    return f"- {_place(row, situation)}: {text} ({_history(row)}; {row['id']})"


def _symptom(row: dict[str, Any], situation: Situation) -> str:
    """What went wrong before, where that says anything; a digest at the start is kept short."""
    is_proven = bool(row.get("proof")) and not is_plain(row, row["me"])  # with what proves it
    if (
        is_proven
        or row.get("proof") == "procedure"  # its rule names the dead ends
        or is_said_once(row)
        or situation.step in ("start", "cleared")
        or row["learned_from"] in _WITHOUT_SYMPTOM
    ):
        return ""
    symptom: str = row["symptom"]
    return symptom


def _place(row: dict[str, Any], situation: Situation) -> str:
    if row["scope"] == "global" or not row["project"]:
        return "Everywhere"
    return "Here" if row["project"] == situation.project else "Elsewhere"


def _quoted(text: str) -> str:
    """Words from outside as data: nothing in them can end the quotation."""
    return f'"{without_quotes(_sentence(text))}"'


def _history(row: dict[str, Any]) -> str:
    """Whether it was approved, how often it was seen and when; of a sentence its day is said."""
    if is_said_once(row) and row["sessions"] <= 1:
        return "not approved"
    waiting = "" if row["status"] == "approved" else "not approved; "
    seen = seen_in(row["sessions"])
    return f"{waiting}{seen}{', ' if seen else ''}last on {_day(row['last_seen_at'])}"


def _day(micros: int) -> str:
    year, month, day = gmtime(micros // 1_000_000)[:3]
    return f"{year:04}-{month:02}-{day:02}"


def _sentence(text: str) -> str:
    line = " ".join(as_data(clean(text)).split()).rstrip(":;, ")
    line = line if len(line) <= _LONGEST else line[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"
    return line if line.endswith((".", "!", "?", "…", "`")) else f"{line}."
