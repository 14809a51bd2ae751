"""The words of a lesson, taken from its passage: what to do, what went wrong, why.

Nothing is written anew: sentences are chosen, and freed of Markdown and of what only calls for
attention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reflect.harvest import signs
from reflect.harvest.parts import labelled
from reflect.harvest.passages import Passage
from reflect.rule_files.sentences import plain, sentences

_LONGEST = 360
_LONGEST_TITLE = 160
_SHORT = 5
"""Words of a lead that needs the next sentence to be understood."""

_NUMBER = re.compile(
    r"^(?:\[[\w-]+\]\s*|(?:\d{4}-\d\d-\d\d|step[- ]?\w+|lesson\s+#?\d+|#?\d+[.):]"
    r"|[A-Z]{1,4}-?\d+[.:)]?)\s*[:\u2013—-]*\s*)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s*[(\[](?:always required|\d{4}-\d\d(?:-\d\d)?|updated[^)]*|fixed[^)]*|new)[)\]]\s*$",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"(?i)^(?:troubleshooting|solution|problem|bug|issue|fix|gotcha|lesson"
    r"|learning)\s*[:\u2013—-]\s+"
)
_ENDS = re.compile(r"(?<=[。\uff01\uff1f])|(?<=[a-z0-9)`\]][.!?])\s+(?=`)")
"""Where a sentence ends that `sentences` does not see: without a blank, or before code."""

_BOLD = re.compile(r"^(?:\*\*|__)(?P<lead>.+?)(?:\*\*|__)", re.DOTALL)
_PLAIN_WORD = re.compile(r"^[a-z]+[ ,:;]")
"""A first word that is no name of a file or function, which keeps its small letter."""

_MARK = re.compile(r"\[… \d+ characters …\]")


class Words(NamedTuple):
    """What a lesson says; empty where the passage does not say it."""

    constraint: str
    symptom: str = ""
    cause: str = ""
    resolution: str = ""


def words_of(passage: Passage) -> Words | None:
    """The words of a passage as a lesson, or None where it has no sentence that stands alone."""
    if _MARK.search(passage.quote):
        return None
    constraint = _of_entry(passage) if passage.parts else _of_sentences(passage)
    if not constraint or not signs.is_informative(constraint):
        return None
    used = {_key(each) for each in _split([constraint])}
    because = {_key(each) for each in _split(passage.part("cause"))}
    left = [each for each in _split(_texts(passage)) if _key(each) not in used]
    told = [each for each in left if _key(each) not in because and not signs.is_order(each)]
    symptom = _first(passage.part("symptom"), 2) or _one(told, signs.is_failure)
    left = [each for each in left if each != symptom and not signs.is_order(each)]
    cause = _first(passage.part("cause"), 2) or _one(left, signs.is_reason)
    said = [passage.text, *(text for text in _texts(passage) if text != passage.text)]
    whole = " ".join(map(plain, said))
    return Words(constraint, symptom, cause, whole[:2_000])


def title_of(text: str) -> str:
    """A heading without its number, date, or what kind of note it is.

    >>> title_of("1. Use UPSERT on parents (ALWAYS REQUIRED)"), title_of("2026-01-02 — Pin React")
    ('Use UPSERT on parents', 'Pin React')
    """
    return _KIND.sub("", _NUMBER.sub("", _TAIL.sub("", plain(text)))).strip()


def _of_entry(passage: Passage) -> str:
    """A rule that is called so; else the title, with what its fix tells to do."""
    title = title_of(passage.text)
    said, fixes = _split(passage.part("rule")), _split(passage.part("fix"))
    if passage.shape == "file" and _is_rule(title, passage):
        return _ended(title)
    is_said = signs.is_statement(title)
    first = next((each for each in said if _stands_alone(each)), "")
    if passage.shape == "file" or (is_said and not signs.is_order(first)):
        first = title
    if not first:
        told = [*_split(passage.part("symptom")), *([title] if fixes else [])]
        first = next((each for each in told if _stands_alone(each)), "")
    return _with_order(first, [*said, *fixes, *_split(passage.details)])


def _is_rule(title: str, passage: Passage) -> bool:
    """Whether the title of a file is its lesson: an order, or one that says when it applies."""
    fields = {name for name, _ in passage.fields}
    if "description" in fields or "applies_when" in fields:
        return len(title.split()) > _SHORT
    return signs.is_order(title)


def _of_sentences(passage: Passage) -> str:
    """The sentence that says most, with the order that follows from it."""
    role, text = labelled(passage.text)
    if role in ("when", "aside"):
        return ""
    found = _split([text if role in ("rule", "fix", "detail") and text else passage.text])
    if not found:
        return ""
    if len(found[0].split()) < _SHORT and len(found) > 1:
        found = [f"{found[0]} {found[1]}", *found[2:]]
    first = _main(passage, found)
    rest = found[found.index(first) + 1 :] if first in found else []
    return _with_order(first, [*rest, *_split(passage.details)])


def _main(passage: Passage, found: Sequence[str]) -> str:
    """The sentence to begin with: a bold lead, an item's first one, of prose a rule or a trap."""
    fits = [each for each in found if _stands_alone(each)]
    bold = _BOLD.match(passage.text)
    lead = bold["lead"].rstrip() if bold else ""
    is_first = signs.is_statement(lead) or (signs.is_informative(lead) and lead.endswith("."))
    if found[0] in fits and (is_first or (passage.shape != "prose" and _says_something(found[0]))):
        return found[0]
    first = next((each for each in fits if signs.is_order(each) or _is_trap(each)), "")
    first = first or next((each for each in fits if _says_something(each)), "")
    return first or (found[0] if found[0] in fits else "")


def _with_order(first: str, others: Sequence[str]) -> str:
    """A statement, and where it is a mere fact, the order that the passage draws from it."""
    if not first:
        return ""
    if not signs.is_strict(first) and (not signs.is_order(first) or signs.is_limit(first)):
        orders = [each for each in others if _follows(each) and each != first]
        order = next((each for each in orders if ": " not in each), "") or "".join(orders[:1])
        if order and len(first) + len(order) < _LONGEST:
            return f"{_ended(first)} {_ended(order)}"
        if order and _stands_alone(order) and not signs.is_failure(first):
            return _ended(order)
    return _ended(first)


def _follows(sentence: str) -> bool:
    return signs.is_order(sentence) and not sentence.endswith(("?", ":", "\uff1a"))


def _is_trap(sentence: str) -> bool:
    return signs.is_failure(sentence) or signs.is_strong(sentence)


def _says_something(sentence: str) -> bool:
    return signs.is_order(sentence) or signs.is_strong(sentence) or signs.is_trouble(sentence)


def _stands_alone(sentence: str) -> bool:
    is_short = len(sentence) > _LONGEST or not signs.is_informative(sentence)
    return not (is_short or signs.is_anaphoric(sentence) or sentence.endswith(("?", ":", "\uff1a")))


def _texts(passage: Passage) -> list[str]:
    own = [] if passage.parts and passage.shape in ("entry", "file") else [passage.text]
    return [*own, *(text for role, text in passage.parts if role != "aside"), *passage.details]


def _split(texts: Iterable[str]) -> list[str]:
    """The sentences of texts, in plain words; a script without blanks ends them by its own sign."""
    found: list[str] = []
    for text in texts:
        for _, sentence in sentences(text):
            found += [signs.bare(each) for each in _ENDS.split(sentence)]
    return [each for each in found if each]


def _first(texts: Sequence[str], most: int) -> str:
    return " ".join(_split(texts[:1])[:most])[:600]


def _one(found: Sequence[str], fits: object) -> str:
    assert callable(fits)
    return next((each for each in found if fits(each)), "")[:600]


def _ended(sentence: str) -> str:
    text = sentence.strip().rstrip(",;:—\u2013- ")
    if _PLAIN_WORD.match(text):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "。", "\uff01", "…")) else f"{text}."


def _key(sentence: str) -> str:
    return re.sub(r"\W+", " ", sentence.lower()).strip()
