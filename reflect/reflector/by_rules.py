"""Insights by rules: sentences that are introduced as a learning."""

from __future__ import annotations

import re

from reflect.own_words import own_words
from reflect.reflector.category import category_of
from reflect.reflector.insight import Draft
from reflect.rules.imperative import is_imperative
from reflect.trajectory import Trajectory, payload_of

_HUMAN_CONFIDENCE, _AGENT_CONFIDENCE = 0.75, 0.6
_LEARNT = re.compile(
    r"""(?ix)^(?:[-*\u2022]\s*)?\**(?:
      lessons?(?:\ learn(?:ed|t))? | key\ (?:insight|takeaway|learning)s? | take-?aways? | gotcha
      | note\ to\ self | (?:note\ )?for\ next\ time | best\ practice | anti-?pattern | pitfall
      | rule\ of\ thumb | going\ forward | in\ (?:the\ )?future | from\ now\ on
    )\**\s*[:,\u2014-]\s*\**\s*(?P<rest>.{12,400})$"""
)
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def by_rules(trajectory: Trajectory) -> list[Draft]:
    """The marked learnings of a session, quoted as evidence."""
    drafts = []
    for event in (*trajectory.said, *trajectory.answered):
        payload = payload_of(event)
        is_human = payload["role"] == "user"
        confidence = _HUMAN_CONFIDENCE if is_human else _AGENT_CONFIDENCE
        for sentence in learnings(own_words(payload["text"]) if is_human else payload["text"]):
            drafts.append(
                Draft(
                    sentence,
                    category_of(sentence),
                    confidence,
                    is_imperative(sentence),
                    quotes=(sentence,),
                )
            )
    return drafts


def learnings(text: str) -> list[str]:
    """The sentences of a text that are introduced as a learning.

    >>> learnings("Done.\\n**Lesson learned:** run `make gen` before the tests.")
    ['run `make gen` before the tests.']
    """
    matches = (_LEARNT.match(line.strip()) for line in _SENTENCE.split(_FENCE.sub("\n", text)))
    return [match["rest"].strip(" *") for match in matches if match]
