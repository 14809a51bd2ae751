"""What a workflow leads to: what the last page showed that was not there before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.binding import key_of
from lessonboard.parts.recordings.compiler.danger import danger_of
from lessonboard.parts.recordings.compiler.seen import Page, RecordedStep
from lessonboard.parts.recordings.sources import Recording

_LONGEST = 200


def outcome_of(
    recording: Recording, moments: Sequence[RecordedStep], cards: Sequence[StepCardCompiled]
) -> dict[str, str]:
    """What can be checked at the end of a run; {} where the recording shows nothing of it.

    A message is best ("The user was deleted"), then what is gone from the page, then the page
    itself. What was there all along proves nothing.
    """
    if not moments:
        return {}
    last = moments[-1].after
    found: dict[str, str] = {}
    message = _message(recording.end_details, moments)
    if message:
        found["text"] = message
    gone = _gone(recording.end_details, moments, cards)
    if gone:
        found["absent"] = gone
    changed = _changed(moments[_last_effect(cards)].before, last)
    if gone and last.headings:  # an error page does not say it either
        changed["heading"] = last.headings[0]
    elif gone and last.title:
        changed = {"title": last.title}
    return {**changed, **found}


def _changed(before: Page, last: Page) -> dict[str, str]:
    """What the last page shows and the page before the last effective step did not."""
    found = {}
    if last.place and last.place != before.place:
        found["place"] = last.place
    if last.title and last.title != before.title:
        found["title"] = last.title
    new = [heading for heading in last.headings if heading not in before.headings]
    if new:
        found["heading"] = new[0]
    return found


def _last_effect(cards: Sequence[StepCardCompiled]) -> int:
    """The last step that changed something, else the last step."""
    effects = [
        n
        for n, card in enumerate(cards)
        if danger_of(card.action_type, card.target, card.action_value)
    ]
    return effects[-1] if effects else len(cards) - 1


def _message(end: Mapping[str, Any], moments: Sequence[RecordedStep]) -> str:
    """A message that only the end shows."""
    earlier = {text for moment in moments for text in messages(moment.step.details)}
    return next((text for text in messages(end) if text not in earlier), "")


def messages(details: Mapping[str, Any]) -> list[str]:
    """The messages of a page, as a recorder of web pages saw them."""
    state = details.get("state")
    listed = state.get("messages") if isinstance(state, Mapping) else None
    texts = listed if isinstance(listed, list) else []
    return [text for text in texts if isinstance(text, str) and 0 < len(text) <= _LONGEST]


def _gone(
    end: Mapping[str, Any], moments: Sequence[RecordedStep], cards: Sequence[StepCardCompiled]
) -> str:
    """What the row that was deleted said, if the page that said it no longer says it."""
    if not any(
        danger_of(card.action_type, card.target, card.action_value) == "delete" for card in cards
    ):
        return ""
    rows = end.get("rows")
    gone = [row.get("row") for row in rows if isinstance(row, Mapping)
            and row.get("shown") is False] if isinstance(rows, list) else []  # fmt: skip
    last = moments[-1].after.place
    there = [key_of(card) for moment, card in zip(moments, cards, strict=True)
             if moment.before.place == last]  # fmt: skip
    return next((key for key in reversed(there) if key and key in gone), "")
