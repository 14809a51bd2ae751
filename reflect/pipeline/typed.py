"""A rule that a person typed in a session, told by an agent that he asked to remember it; pure.

What counts is the prompt, which the agent's own program attests. Of it only whole sentences are
taken, so that no rule is cut out of its opposite ("never run `x`").
"""

from __future__ import annotations

import re

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search.words import words
from reflect.finding import Finding
from reflect.own_words import own_words

_SURE = 0.9
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|;\s+")
_ASKS = re.compile(
    r"(?i)\A\s*(?:please,?\s+|and\s+|also,?\s+|[/$](?:mcp__lessonboard__|lessonboard[:\s]\s*)?)?"
    r"(?:can you\s+|could you\s+)?remember(?:\s+(?:that|this|to))?\s*[:,]?\s+"
)
_MARKS = ".!?;: \t"
_HYPOTHETICAL = re.compile(r"(?i)\A\s*(?:if|suppose|imagine|what if|should we|do we)\b|\?\s*\Z")


def typed_finding(text: str, prompt: Event, now: int) -> Finding | None:
    """The lesson that a prompt states in these words; None where it does not state them.

    Args:
        text: the rule, as an agent tells it.
        prompt: a message with its author, who must be a person.
        now: microseconds since 1970.
    """
    payload = prompt.payload or {}
    if payload.get("said_by") != "human":
        return None
    sentence = _stated(text, str(payload["text"]))
    if sentence is None:
        return None
    rule = _ASKS.sub("", sentence).strip()
    rule = rule[:1].upper() + rule[1:]
    return Finding(
        key=f"stated:{' '.join(words(rule))}",
        occasion=f"typed:{prompt.id}:{' '.join(words(rule))}",
        text=LessonText(
            phase="implement", category="convention", severity="medium",
            symptom="A person stated it as a rule.",
            root_cause="It is how a person wants it done; nothing in the code says so.",
            resolution=rule, constraint=rule,
        ),
        evidence=(Evidence(event_id=prompt.id, quote=sentence, session=payload["session"]),),
        trust="human",
        confidence=_SURE,
        occurred_at=now,
        stated=_ASKS.match(sentence) is not None,
    )  # fmt: skip


def _stated(text: str, prompt: str) -> str | None:
    """The sentence of a prompt that says a rule in the same words, in order; None for none."""
    wanted = words(text)
    for sentence in _SENTENCE.split(own_words(prompt)):
        said = words(_ASKS.sub("", sentence).strip(_MARKS))
        if wanted and said == wanted and not _HYPOTHETICAL.search(sentence):
            return sentence.strip()
    return None
