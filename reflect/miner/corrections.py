"""Corrections: what a human told an agent about how to work, in the human's own words.

They said it in a message, or when they refused a call; `ruling.py` knows a rule from a task.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from blackboard.search.words import words
from reflect.finding import Finding
from reflect.freshness.of_edit import cited_by
from reflect.invocation import command_of
from reflect.miner.ruling import rules

__all__ = ["corrections", "rules"]

_LONGEST_QUOTE = 10_000
_REFUSAL = re.compile(r"\bthe user said:\s*(?P<words>.+)", re.DOTALL | re.IGNORECASE)


def corrections(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The standing rules that the human of one session stated, by a message or a refusal."""
    done: Event | None = None
    said = {each.payload["text"] for each in events if each.payload and "text" in each.payload}
    for number, event in enumerate(events):
        payload = event.payload or {}
        if event.type == "message.recorded" and payload.get("role") == "user":
            for rule in rules(payload["text"]):
                found = _finding(event, payload["text"], rule, done, root)
                yield _with_lines(found, done, events[number + 1 :], root)
        elif event.type == "tool.called":
            done = event
            refusal = _refused_with(event)
            for rule in rules(refusal) if refusal not in said else ():
                found = _finding(event, refusal, rule, event, root)
                yield _with_lines(found, event, events[number + 1 :], root)


def _refused_with(call: Event) -> str:
    """What the human said when a call was refused."""
    payload = call.payload or {}
    words = _REFUSAL.search(payload.get("output", "")) if payload.get("denied") else None
    return words["words"].strip() if words else ""


def _finding(said: Event, text: str, rule: str, done: Event | None, root: str | None) -> Finding:
    payload = said.payload or {}
    action, command = _action(done, root)
    mentioned = [each for each in moments.prefixes(command) if each.split()[0] in words(rule)]
    return Finding(
        key="rule\n" + " ".join(words(rule)),
        occasion=_occasion(said, text),
        text=LessonText(
            phase="implement",
            category="preferences",
            severity="medium",
            symptom=action,
            root_cause="The agent could not know how this is done here; a human had to say it.",
            resolution=f"The human said: {rule}",
            constraint=rule,
            tags=["human-rule"],
        ),
        evidence=(
            Evidence(event_id=said.id, quote=text[:_LONGEST_QUOTE], session=payload["session"]),
            *(
                [
                    Evidence(
                        event_id=done.id, quote=command[:_LONGEST_QUOTE], session=payload["session"]
                    )
                ]
                if done and mentioned and done is not said
                else []
            ),
        ),
        trust="human",
        confidence=0.7,
        occurred_at=said.occurred_at,
        paths=tuple(moments.paths(rule)),
        commands=tuple(mentioned[-1:]),
    )


def _with_lines(
    finding: Finding, done: Event | None, after: Sequence[Event], root: str | None
) -> Finding:
    """The finding with the lines that the agent wrote to follow it, where that is certain."""
    cited = cited_by(finding.text.constraint, done, after, root) if done else None
    return replace(finding, evidence=(*finding.evidence, cited)) if cited else finding


def _occasion(said: Event, text: str) -> str:
    """The moment of a message, the same in every transcript that was copied from another."""
    return f"{said.occurred_at}:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _action(done: Event | None, root: str | None) -> tuple[str, str]:
    """What the agent had done last, as a sentence, and the command if it was one."""
    if done is None:
        return "The agent was about to begin.", ""
    command = command_of(done)
    if command:
        line = " ".join(command.split())
        return f"The agent ran `{line[:160]}`.", line
    payload = done.payload or {}
    path = next(iter(payload.get("paths", ())), "").removeprefix(f"{root}/")
    name = payload.get("name", "a tool")
    return (f"The agent used {name} on `{path}`." if path else f"The agent used {name}."), ""
