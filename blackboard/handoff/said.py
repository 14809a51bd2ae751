"""What the person asked for, in their words, and what the agent answered them; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from blackboard.handoff.fact import Fact
from blackboard.handoff.runs import shown
from blackboard.handoff.steps import Call, Message, Payload, Steps
from blackboard.handoff.words import prose

_NODS = frozenset(
    """
    y yes ok okay k sure go continue proceed next thanks thank you great good nice perfect cool
    please lgtm yep yeah right correct on ahead do it that fine hi hello hey clear
    """.split()
)
"""A prompt of such words alone is a nod: its worth is in what it answers."""

_WORD = re.compile(r"[\w'-]+")
_FADES = 0.93
_TELLS = 120
"""Characters of an answer that says more than what is done next."""

_LONGEST = 300
"""Characters of a call that was not answered."""


def begun_with(found: Steps, plan: str) -> Iterator[Fact]:
    """The plan that the session was to carry out, which is its aim."""
    places = [each.position for each in found.messages[:1]]
    places += [each.position for each in found.calls[:1]]
    if plan and places:
        yield Fact("asked", min(places), 122, "plan that it began with", prose(plan))


def asked(messages: Sequence[Message]) -> Iterator[Fact]:
    """The prompts, the last and the first worth most, and how the agent answered the last ones."""
    prompts = _once([each for each in messages if each.by_user])
    wish = next((each for each in reversed(prompts) if not is_nod(each.text)), None)
    worth = 56.0
    for prompt in reversed(prompts):
        is_last = prompt is prompts[-1] or prompt is wish
        yield _prompt(prompt, prompts, 130 if is_last else worth)
        worth *= 1 if is_nod(prompt.text) else _FADES
    answers = [each for each in messages if not each.by_user][:-1]
    closing = {one for one, other in pairwise(messages) if other.by_user}
    yield from _answers([each for each in answers if each in closing], 30.0)
    yield from _answers([each for each in answers if each not in closing], 9.0)


def _answers(answers: Sequence[Message], worth: float) -> Iterator[Fact]:
    for answer in reversed(answers):
        share = 1 if len(answer.text) > _TELLS else 0.6
        yield Fact(
            "asked", answer.position, worth * share, "agent", prose(answer.text), keep="rest"
        )
        worth *= _FADES


def last_words(messages: Sequence[Message]) -> Iterator[Fact]:
    """What the agent said last, which mostly says what it did and what is left."""
    last = next((each for each in reversed(messages) if not each.by_user), None)
    if last is not None:
        yield Fact(
            "left", last.position, 150, "agent's last message", prose(last.text), keep="rest"
        )


def stopped(found: Steps, unanswered: Sequence[Payload]) -> Iterator[Fact]:
    """Where the agent was stopped, if it did not end its turn with a message."""
    said = found.messages[-1].position if found.messages else 0
    called = found.calls[-1].position if found.calls else 0
    last = max(said, called)
    for payload in unanswered:
        words = shown(Call(last, payload), _LONGEST)
        yield Fact("left", last, 145, "called after this, no result known", words)
    if unanswered:
        return
    if called > said:
        yield Fact("left", called, 140, "stopped after this call, before it said more")
    elif found.messages and found.messages[-1].by_user:
        yield Fact("left", said, 140, "stopped before it answered the last prompt")


def is_nod(text: str) -> bool:
    """Whether a prompt only agrees.

    >>> is_nod("Yes, please go ahead."), is_nod("please push")
    (True, False)
    """
    return all(word in _NODS for word in _WORD.findall(text.lower()))


def _prompt(prompt: Message, prompts: Sequence[Message], worth: float) -> Fact:
    if is_nod(prompt.text):
        worth *= 0.4
    label = "user" if prompt.author == "human" else "prompt"
    if prompt is prompts[-1]:
        label = f"{label}, last"
    elif prompt is prompts[0]:
        worth, label = 120, f"{label}, first"
    return Fact("asked", prompt.position, worth, label, prose(prompt.text), keep="wishes")


def _once(prompts: Sequence[Message]) -> list[Message]:
    """The prompts; of equal ones in a row the last."""
    after = [*(each.text for each in prompts[1:]), None]
    return [each for each, text in zip(prompts, after, strict=False) if each.text != text]
