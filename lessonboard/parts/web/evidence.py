"""The evidence of a lesson in its context: the lines of the session around what is quoted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from blackboard import Board, NotFound
from blackboard.actors import role
from blackboard.conversation import CALLS, Entry, conversation
from blackboard.views.rows import RuleRow
from lessonboard.present.conversation import call_line, ending
from lessonboard.present.text import block

_AROUND = 60
"""Positions before and after an event among which its session's neighbours are looked for."""

_BESIDE = 3
_MOST_LINES, _MOST_QUOTES = 12, 8
_WHO = {"prompt": "You", "answer": "Agent", "context": "Lessonboard showed", "ended": "The end",
        "forgotten": "Forgotten", "withheld": "Held back", "obeyed": "Followed",
        "recurred": "Came back", "disputed": "Disputed", "started": "Started"}  # fmt: skip


_FORGOTTEN = "What was here was forgotten; that there was something stays known."
_JUDGED = ("obeyed", "recurred")
"""Entries whose text is the id of an event, or an agent's words."""


class Told(NamedTuple):
    """An entry of a conversation as a page shows it."""

    kind: str
    position: int
    at: int
    who: str
    call: str
    ending: str
    tone: str
    failed: bool
    error: str
    text: list[str]
    lessons: tuple[str, ...]
    session: str
    is_hit: bool


class Quoted(NamedTuple):
    """A quotation: its place, and what was said and done around it."""

    quote: str
    event: str
    session: str
    position: int | None
    around: list[Told]
    source: str


def told(entry: Entry, *, most: int | None = _MOST_LINES, is_hit: bool = False) -> Told:
    """An entry with so many lines of its text; quiet calls and calls that went well have none."""
    is_call = entry.kind in CALLS
    is_shown = entry.failed if is_call else entry.kind not in _JUDGED or " " in entry.text
    text = _FORGOTTEN if entry.kind == "forgotten" else entry.text
    lines = list(block(text, most)) if is_shown and text.strip() else []
    how = ending(entry) if is_call else ""
    return Told(
        kind=entry.kind,
        position=entry.position,
        at=entry.at,
        who=_WHO.get(entry.kind, ""),
        call=call_line(entry) if is_call else "",
        ending=how,
        tone="bad" if entry.failed else "note",
        failed=bool(entry.failed),
        error="" if any(entry.error in line for line in lines) else entry.error,
        text=lines,
        lessons=entry.lessons,
        session=entry.session,
        is_hit=is_hit,
    )


def quoted(board: Board, row: RuleRow) -> Iterator[Quoted]:
    """The first of a rule's quotations, each with its surroundings in its session."""
    for each in row["evidence"][:_MOST_QUOTES]:
        yield _quoted(board, each)


def _quoted(board: Board, evidence: dict[str, Any]) -> Quoted:
    name, quote = evidence["event_id"], evidence["quote"]
    try:
        event = board.log.get(name)
    except NotFound:
        return Quoted(quote, name, "", None, [], "an event that is not on this board")
    if not event.stream.startswith("session:"):
        by = (
            "a person's own words"
            if role(event.actor) == "human"
            else f"{event.type} by {event.actor}"
        )
        return Quoted(quote, name, "", event.position, [], by)
    session = event.stream.removeprefix("session:")
    around = board.read(max(0, event.position - _AROUND), until=event.position + _AROUND,
                        stream=event.stream)  # fmt: skip
    entries = [each for each in conversation(around) if each.kind != "paused"]
    return Quoted(quote, name, session, event.position, _beside(entries, event.position), "")


def _beside(entries: Sequence[Entry], position: int) -> list[Told]:
    here = next((n for n, each in enumerate(entries) if each.position == position), None)
    if here is None:
        return []
    some = entries[max(0, here - _BESIDE) : here + _BESIDE + 1]
    return [told(each, is_hit=each.position == position) for each in some]
