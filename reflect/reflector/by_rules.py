"""The fallback for insights where no model is asked: sentences that say themselves what holds.

Two forms are left of the seed's: what is introduced as learnt, and a sentence that begins with
"Always" or "Never" and a verb. They are quoted verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from blackboard.search.words import words
from reflect.markdown.blocks import Block, blocks
from reflect.markdown.sentences import sentences
from reflect.own_words import own_words
from reflect.reflector.category import category_of
from reflect.reflector.insight import Draft
from reflect.rules.imperative import is_imperative, leading_verb
from reflect.trajectory import Trajectory, payload_of

_OF_HUMAN, _OF_AGENT = 0.8, 0.75
"""Confidences; both are above the curator's `least_confidence`."""

_NAME = (
    r"lessons?(?: learn(?:ed|t))?|key (?:insight|takeaway|learning)s?|take-?aways?|gotcha"
    r"|note to self|(?:note )?for next time|best practice|anti-?pattern|pitfall|rule of thumb"
    r"|going forward|in (?:the )?future|from now on"
)
_MAY_STATE = re.compile(rf"(?i)\b(?:{_NAME}|always|never)\b")
_ANNOUNCED = re.compile(
    rf"(?i)^(?:{_NAME})\**\s*[:,\u2014-]\s*\**\s*(?P<rest>.{{12,400}})(?<![:?])$"
)
_RULE = re.compile(r"(?i)^(?:please )?(?:always|never) \w")
_OF_NOW = re.compile(
    r"""(?ix)\b(?: now | today | yet | currently | again | let\ me | let's | i | i'm | i'll | my
      | (?:always|never)\ mind | this\ (?:time|pr|branch|commit|task|session|change|issue|bug|one)
    )\b | \#\d | [?:]\W*$"""
)
"""Signs of talk about the task at hand."""

_FEWEST_WORDS, _LONGEST = 4, 400


def by_rules(trajectory: Trajectory) -> list[Draft]:
    """What a session's person and agent state as learnt, quoted as evidence.

    What an agent repeats of a tool's output or of a prompt is not its own: the author of a README
    could have it stated as a rule.
    """
    said = (own_words(payload_of(event)["text"]) for event in trajectory.said)
    answered = (payload_of(event)["text"] for event in trajectory.answered)
    by_agent = [each for text in answered for each in stated(text)]
    shown = _shown(trajectory) if by_agent else ""
    own = (each for each in by_agent if " ".join(words(each)) not in shown)
    return [
        *(_draft(each, _OF_HUMAN) for text in said for each in stated(text)),
        *(_draft(each, _OF_AGENT) for each in own),
    ]


def stated(text: str) -> list[str]:
    """The sentences of a text that state something learnt; none of its code and quotations.

    >>> stated("Done. Always run `make` first. I should rest.\\n**Lesson learned:** it is quick.")
    ['Always run `make` first.', 'it is quick.']
    """
    if not _MAY_STATE.search(text):
        return []
    paragraphs = (each for block in blocks(text) for each in _paragraphs(block))
    found = (each.strip(" *_") for one in paragraphs for _, each in sentences(one, by_line=True))
    return [rule for each in found if (rule := _stated(each))]


def _paragraphs(block: Block) -> Iterator[str]:
    if block.kind == "paragraph":
        yield block.text
    elif block.kind != "quote":
        for inner in block.inner:
            yield from _paragraphs(inner)


def _stated(sentence: str) -> str:
    announced = _ANNOUNCED.match(sentence)
    if announced:
        return announced["rest"]
    is_talk = _OF_NOW.search(sentence) or len(sentence) > _LONGEST
    is_rule = _RULE.match(sentence) and len(sentence.split()) >= _FEWEST_WORDS
    return sentence if is_rule and not is_talk and leading_verb(sentence) else ""


def _shown(trajectory: Trajectory) -> str:
    """The plain words of all that the agent was shown."""
    texts = (payload_of(event) for event in trajectory.events)
    shown = (
        str(each.get("output") or (each["text"] if each.get("role") == "user" else ""))
        for each in texts
    )
    return " | ".join(" ".join(words(text)) for text in shown if text)


def _draft(rule: str, confidence: float) -> Draft:
    is_order = is_imperative(rule)
    return Draft(rule, category_of(rule), confidence, is_order, quotes=(rule,))
