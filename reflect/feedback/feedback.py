"""Feedback: the rules that a person stated in a session, in their own words, as findings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from blackboard.delivery.keys import command_keys
from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from blackboard.search.words import words
from reflect.feedback.own_commands import is_command, is_remember
from reflect.feedback.rules import rules, tidy
from reflect.feedback.taken_back import against, is_withdrawal, taking_back
from reflect.feedback.utterance import Utterance, utterances
from reflect.finding import Finding
from reflect.freshness.of_edit import cited_by
from reflect.invocation import command_of

_LONGEST_QUOTE = 10_000
_WITHDRAWN_WITHIN = 2
"""Utterances after which "never mind" is about something else."""


class TakenBack(NamedTuple):
    """A sentence that may retract what its person had said before."""

    said: Utterance
    sentence: str


def feedback(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The lasting rules that the person of one session stated, by a message or a refusal.

    Without those that they retracted in it.
    """
    said = list(utterances(events))
    for number, each in enumerate(said):
        if is_command(each.text) or is_remember(each.text):
            continue
        refused = each.refused is not None
        for rule in rules(each.text, refused=refused, opening=each.opening):
            if not is_taken_back(rule, said[number + 1 :]):
                yield _with_lines(_finding(each, rule, root), each, events, root)


def is_taken_back(rule: str, later: Sequence[Utterance]) -> bool:
    """Whether a person retracts a rule by what they say after it in the same session."""
    if any(is_withdrawal(each.text) for each in later[:_WITHDRAWN_WITHIN]):
        return True
    back = (sentence for each in later for sentence in taking_back(each.text))
    return any(against(rule, sentence) == "opposite" for sentence in back)


def takings_back(events: Sequence[Event]) -> Iterator[TakenBack]:
    """An attested person's sentences in a session that may retract what they had said anywhere."""
    for each in utterances(events):
        if (each.event.payload or {}).get("said_by") == "human":
            yield from (TakenBack(each, sentence) for sentence in taking_back(each.text))


def stated(taken: TakenBack, root: str | None) -> Finding:
    """A sentence that may retract something, kept beside it until its person decides."""
    return _finding(taken.said, tidy(taken.sentence), root)


def _finding(said: Utterance, rule: str, root: str | None) -> Finding:
    event, done = said.event, said.refused or said.before
    session = (event.payload or {})["session"]
    action, command = _action(said, root)
    bound = _bound(said, rule, command)
    evidence = [Evidence(event_id=event.id, quote=said.text[:_LONGEST_QUOTE], session=session)]
    if done is not None and done is not event and (bound or said.refused):
        quote = command or action
        evidence.append(Evidence(event_id=done.id, quote=quote[:_LONGEST_QUOTE], session=session))
    return Finding(
        key="rule\n" + " ".join(words(rule)),
        occasion=_occasion(event, said.text),
        text=LessonText(
            phase="implement",
            category="preferences",
            severity="medium",
            symptom=action,
            root_cause="The agent could not know how this is done here; a human had to say it.",
            resolution=f"A message of the person's contains: {rule}",
            constraint=rule,
            tags=["human-rule"],
        ),
        evidence=tuple(evidence),
        trust="human",
        confidence=0.7,
        occurred_at=event.occurred_at,
        paths=tuple(moments.paths(rule)),
        commands=bound,
    )


def _bound(said: Utterance, rule: str, command: str) -> tuple[str, ...]:
    """The command that calls for the rule: the refused one, or the last one where it is named."""
    keys = command_keys(command, None)
    if said.refused is not None:
        return tuple(_of_first(keys)[-1:])
    return tuple(each for each in keys if each.split()[0] in words(rule))[-1:]


def _of_first(keys: Sequence[str]) -> list[str]:
    """The keys of the first program of a line, which is mostly what was refused."""
    return [each for each in keys if each.split()[0] == keys[0].split()[0]]


def _with_lines(
    finding: Finding, said: Utterance, events: Sequence[Event], root: str | None
) -> Finding:
    """The finding with the lines that the agent wrote to follow it, where that is certain."""
    done = said.before
    if done is None:
        return finding
    after = events[events.index(said.event) + 1 :]
    cited = cited_by(finding.text.constraint, done, after, root)
    return replace(finding, evidence=(*finding.evidence, cited)) if cited else finding


def _occasion(said: Event, text: str) -> str:
    """The moment of a message, the same in every transcript that was copied from another."""
    return f"{said.occurred_at}:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _action(said: Utterance, root: str | None) -> tuple[str, str]:
    """What the agent had done or was about to do, and the command if it was one."""
    done = said.refused or said.before
    if done is None:
        return "The agent was about to begin.", ""
    did = "was about to" if said.refused else "had just"
    command = command_of(done)
    if command:
        line = " ".join(command.split())
        return f"The agent {did} run `{line[:160]}`.", line
    payload = done.payload or {}
    path = next(iter(payload.get("paths", ())), "").removeprefix(f"{root}/")
    name = payload.get("name", "a tool")
    used = "use" if said.refused else "used"
    return f"The agent {did} {used} {name}{f' on `{path}`' if path else ''}.", ""
