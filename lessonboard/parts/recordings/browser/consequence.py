"""What a thing leads to as it is now, beside what was recorded; pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from lessonboard.parts.recordings.browser.expected import Given, numbers_in
from lessonboard.parts.recordings.browser.target import Surroundings, Target, TargetRow
from lessonboard.parts.recordings.compiler.danger import consequences, danger_of, weight

_SENTENCE = 4
"""Words from which on a text is a sentence, not a badge or a name."""

_WORD = re.compile(r"[^\W\d_]+")


def more_dangerous(target: Target, now: Surroundings, danger: str) -> str:
    """Why a candidate is more dangerous than what was recorded; empty where it is not."""
    then, facts = facts_of(target, target.stands), facts_of(target, now)
    kind = danger_of("CLICK", facts)
    known = max(weight(danger), weight(danger_of("CLICK", then)), weight("unknown"))
    new = consequences(facts) - consequences(then)
    is_asked_anew = danger and target.stands.dialog_text and new and kind not in ("", "unknown")
    if weight(kind) > known or is_asked_anew:
        said = filter(None, (now.called, now.title, now.icon, now.dialog_text, now.href))
        return f'it would {kind} something now, which was not recorded: "{cut(" | ".join(said))}"'
    return ""


def asks_otherwise(then: str, now: str, given: Given, *, is_same: bool) -> bool:
    """Whether a dialog asks for something else.

    With other values words may be replaced, but none added; numbers that were not given may differ.

    >>> asks_otherwise("Delete 2 files?", "Delete 3 files?", frozenset(), is_same=True)
    False
    >>> asks_otherwise("Delete order 2?", "Delete order 3?", frozenset({"2"}), is_same=True)
    True
    >>> asks_otherwise("Delete a file?", "Delete a file for ever?", frozenset(), is_same=False)
    True
    """
    old, new = (set(words(text)) for text in (then, now))
    is_other = len(new - old) > (0 if is_same else len(old - new))
    return then != "" and (is_other or not given <= numbers_in(now))


def warning(then: TargetRow, now: TargetRow | None) -> str:
    """The sentence about a consequence that an item or card has now and did not have; else empty.

    >>> warning(TargetRow(("Ada",), kind="card"), TargetRow(("Ada", "This also deletes all mail")))
    'This also deletes all mail'
    """
    if now is None or then.kind == "row" or len(now.cells) <= len(then.cells):
        return ""
    new = (cell for cell in now.cells if cell not in then.cells)
    return next((cell for cell in new if len(words(cell)) >= _SENTENCE
                 and consequences({"dialog_text": cell})), "")  # fmt: skip


def facts_of(target: Target, stands: Surroundings) -> Mapping[str, Any]:
    """What the consequence of pressing a target is read from, where it is now."""
    own = {key: getattr(target, key) for key in ("role", "name", "text", "test_id")}
    known = {key: each for key, each in asdict(replace(stands, row=None)).items() if each}
    called = " ".join(filter(None, (own["name"], own["text"], stands.called)))
    return {**known, **own, "name": called}


def words(text: str) -> list[str]:
    """The words of a text in small letters, without numbers."""
    return _WORD.findall(text.lower())


def cut(text: str) -> str:
    """A text for a reason."""
    return text if len(text) <= 100 else f"{text[:99]}…"
