"""Putting chosen lessons into words: facts, one a line, the same bytes for the same state.

Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from time import gmtime

from blackboard.context.moment import Moment
from blackboard.context.select import Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST_BYTES = 9_000
"""Claude Code cuts a hook's output at 10,000 characters."""

_LONGEST = 400
_QUOTED = ("imported", "repository")
_WITHOUT_SYMPTOM = ("rule-files", "by-hand")
"""What these have as symptom is a file's heading, or says only what calls for them."""

_HEADING = "From earlier sessions (lessonboard):"


def tokens(text: str) -> int:
    """About how many tokens a model takes a text for: a quarter of its bytes.

    >>> tokens("four")
    1
    """
    return (len(text.encode()) + 3) // 4


def render(
    choices: Sequence[Choice], moment: Moment, budget: int, *, symptoms: bool = True
) -> tuple[str, list[Choice]]:
    """The text for the agent and the choices that found room in it.

    Args:
        choices: what is to be said, best first.
        moment: what is known.
        budget: the most tokens; a line that does not fit is left out, shorter ones may fit.
        symptoms: whether to say what went wrong before.
    """
    lines, kept = [_HEADING], []
    for choice in choices:
        line = _line(choice, moment, symptoms=symptoms)
        longer = "\n".join([*lines, line])
        if tokens(longer) <= budget and len(longer.encode()) <= MOST_BYTES:
            lines.append(line)
            kept.append(choice)
    return ("\n".join(lines) if kept else "", kept)


def _line(choice: Choice, moment: Moment, *, symptoms: bool) -> str:
    row = choice.candidate.row
    words, symptom = row["constraint"], row["symptom"]
    if not symptoms or row["learned_from"] in _WITHOUT_SYMPTOM:
        symptom = ""
    if row["trust"] in _QUOTED:
        said = f"a note says {_quoted(words)}" + (f" about {_quoted(symptom)}" if symptom else "")
    else:
        said = _said(words) + (f" Before: {_said(symptom)}" if symptom else "")
    return f"- {_place(row, moment)}: {said} ({_history(row)}; {row['id']})"


def _place(row: dict[str, Any], moment: Moment) -> str:
    if row["scope"] == "global" or not row["project"]:
        return "Everywhere"
    return "Here" if row["project"] == moment.project else "Elsewhere"


def _quoted(text: str) -> str:
    """Words from outside as data: nothing in them can end the quotation."""
    return '"' + _said(text).replace('"', "'") + '"'


def _history(row: dict[str, Any]) -> str:
    times = "once" if row["seen"] == 1 else f"{row['seen']} times"
    return f"seen {times}, last on {_day(row['last_seen_at'])}"


def _day(micros: int) -> str:
    year, month, day = gmtime(micros // 1_000_000)[:3]
    return f"{year:04}-{month:02}-{day:02}"


def _said(text: str) -> str:
    line = " ".join(text.split()).rstrip(":;, ")
    line = line if len(line) <= _LONGEST else line[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"
    return line if line.endswith((".", "!", "?", "…", "`")) else f"{line}."
