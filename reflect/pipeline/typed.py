"""A rule that a person typed in a session, passed on by an agent that they asked to keep it; pure.

What counts is the prompt, which the agent's own program attests, and of it the first paragraph as a
whole: a sentence cut out of it can say the opposite ("never run `x`", "only if I say so").
"""

from __future__ import annotations

import re

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search.words import words
from reflect.finding import Finding
from reflect.own_words import own_words
from reflect.rules.for_now import is_for_now

_SURE = 0.9
_COMMAND = r"[/$](?:mcp__lessonboard__|lessonboard[:\s]\s*)?"
_ASKS = re.compile(
    rf"(?i)\A\s*(?:(?:please,?\s+|{_COMMAND})?remember(?:\s+(?:that|this|to))?\s*[:,]?\s+"
    r"|(?:merke?(?:\s+dir)?|recuerda|retiens|souviens-toi|lembre-se|ricorda|onthoud|記住|记住|覚えて)"
    r"\s*[:\uff1a]\s*)"
)
"""In words: what asks for it. Other languages than English only with a colon, as it is certain."""
_MARKS = ".!; \t\n"
_PARAGRAPH = re.compile(r"\n\s*\n")
_HYPOTHETICAL = re.compile(r"(?i)\A\s*(?:if|suppose|imagine|what if)\b")
_LONGEST = 2_000
"""Characters of a rule, far more than any has."""


def typed_finding(text: str, prompt: Event, now: int) -> Finding | None:
    """The lesson that a prompt begins with, in these words; None where it does not.

    Args:
        text: the rule, as an agent gives it.
        prompt: a message with its author, who must be a person.
        now: microseconds since 1970.
    """
    payload = prompt.payload or {}
    if payload.get("said_by") != "human":
        return None
    typed = str(payload["text"]).strip()
    sentence = _PARAGRAPH.split(typed, maxsplit=1)[0].strip()
    if len(sentence) > _LONGEST or not _states(sentence, text, typed):
        return None
    rule = _ASKS.sub("", sentence).strip()
    rule = rule[:1].upper() + rule[1:]
    return Finding(
        key=f"stated:{' '.join(words(rule))}",
        occasion=f"typed:{prompt.id}:{' '.join(words(rule))}",
        text=LessonText(
            phase="implement", category="convention", severity="medium",
            symptom="", root_cause="", resolution=rule, constraint=rule,
        ),
        evidence=(Evidence(event_id=prompt.id, quote=sentence, session=payload["session"]),),
        trust="human",
        confidence=_SURE,
        occurred_at=now,
        stated=_ASKS.match(sentence) is not None,
    )  # fmt: skip


def _states(sentence: str, rule: str, typed: str) -> bool:
    """Whether a person's first paragraph says a rule and nothing else, in the same words and order.

    The whole of the prompt shows whether it is their own: what is pasted may be signed at its end.
    """
    stated = _ASKS.sub("", sentence).strip()
    said = words(stated.strip(_MARKS))
    is_own = _PARAGRAPH.split(own_words(_ASKS.sub("", typed)), maxsplit=1)[0] == stated
    is_rule = not (is_for_now(stated) or _HYPOTHETICAL.search(sentence))
    return bool(said) and said == words(rule) and is_own and is_rule
