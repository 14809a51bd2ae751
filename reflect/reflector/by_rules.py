"""Insights by rules: sentences that state something learnt, quoted as they stand."""

from __future__ import annotations

from blackboard.search.words import words
from reflect.own_words import own_words
from reflect.reflector.category import category_of
from reflect.reflector.forms import ANNOUNCED, Stated, sentences, stated
from reflect.reflector.insight import Draft
from reflect.trajectory import Trajectory, payload_of


def by_rules(trajectory: Trajectory) -> list[Draft]:
    """What a session's person and agent state as learnt, quoted as evidence.

    What an agent repeats of a tool's output or of a prompt is not its own: whoever wrote a README
    could have it stated as a rule.
    """
    said = (own_words(payload_of(event)["text"]) for event in trajectory.said)
    answered = (payload_of(event)["text"] for event in trajectory.answered)
    by_agent = [each for text in answered for each in stated(text, "agent")]
    shown = _shown(trajectory) if by_agent else ""
    own = (each for each in by_agent if _plain(each.words) not in shown)
    return [
        *(_draft(each) for text in said for each in stated(text, "human")),
        *(_draft(each) for each in own),
    ]


def _shown(trajectory: Trajectory) -> str:
    """The plain words of all that the agent was shown."""
    texts = (payload_of(event) for event in trajectory.events)
    shown = (
        str(each.get("output") or (each["text"] if each.get("role") == "user" else ""))
        for each in texts
    )
    return " | ".join(map(_plain, filter(None, shown)))


def _plain(text: str) -> str:
    return " ".join(words(text))


def learnings(text: str) -> list[str]:
    """The sentences of a text that are introduced as a learning.

    >>> learnings("Done.\\n**Lesson learned:** run `make gen` before the tests.")
    ['run `make gen` before the tests.']
    """
    matches = (ANNOUNCED.match(sentence) for sentence in sentences(text))
    return [match["rest"].strip(" *") for match in matches if match]


def _draft(found: Stated) -> Draft:
    return Draft(
        found.words,
        found.category or category_of(found.words),
        found.confidence,
        found.actionable,
        quotes=(found.words,),
    )
