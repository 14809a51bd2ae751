"""Corrections: what a human told an agent about how to work, in the human's own words.

Only sentences that read as a standing rule are taken: an order or a prohibition whose object is
named, or words such as "always" and "in this repository". What points at the moment ("it",
"this line", "for now") is a task, however much it sounds like a correction.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from blackboard.search.words import words
from reflect.finding import Finding
from reflect.invocation import command_of

_LONGEST_MESSAGE = 700
_LONGEST_QUOTE = 10_000
_LONGEST_SENTENCE = 240
_FEWEST_WORDS, _MOST_WORDS = 3, 40

_FILLER = (
    r"(?:(?:no|nope|ok(?:ay)?|please|and|also|but|so|well|actually|again|hey|wait|just|hmm|oh|yes"
    r"|yeah|right|alright|wrong|then|stop)[,.!:]*\s+)*"
)
_VERB = (
    r"(?:use|run|commit|push|stash|edit|modify|touch|add|install|create|write|mock|import|call|merge"
    r"|force|rebase|squash|amend|delete|hard-?code|put|skip|disable|ignore|upgrade|bump|change"
    r"|generate|format|test|gitignore|stage|track|rename|duplicate|branch|stub|log|print|catch|swallow|introduce|invent|assume|guess|ask)"
)
_RULES = re.compile(
    rf"""(?ix) ^{_FILLER}(?:
      (?:always|never|prefer|avoid|from\ now\ on|in\ the\ future|going\ forward|as\ a\ rule
        |remember\ to|make\ sure\ (?:to\ always|you\ always|to\ never)
        |in\ this\ (?:repo|repository|project|codebase)
        |you\ (?:should|must)\ (?:always|never)|(?:we|i)\ (?:always|never|prefer|only\ ever)
        |(?:we|you)\ (?:don't|do\ not|never|shouldn't|should\ not|must\ not)
         \ (?:want|like|allow|{_VERB})
        |(?:we|you)\ should\ (?:be\ using|use|only|always|never))\b
    | (?:don't|do\ not|dont|never|stop)\ (?:ever\ )?{_VERB}(?:t?ing)?\b
    | (?:use|run|write|put|call|commit|edit)\b.{{2,120}}?
      \b(?:instead|rather\ than|not|never|for\ everything|everywhere|wherever)\b
    | (?:use|run)\b.{{2,80}}?\b(?:here|in\ this\ (?:repo|repository|project|codebase))\b
    | (?:remember|(?:have|keep|bear)\ in\ mind)\ (?:also\ )?(?:that\ )?(?:you|we|there)\b
    | you\ can\ (?:also\ )?(?:access|find|fetch|reach|inspect|read|view|see|get)\b
      .{{2,80}}?\b(?:via|through|using|with|by\ running)\b
    | use\ (?:the\ )?[\w-]+\ (?:skill|mcp|subagent)\b
    | (?:we|i)(?:\ would|'d)?\ (?:don't|do\ not)\ want\b
    | (?:for\ (?:every|each|all)\ .{{2,60}}?,?\ )?i(?:'d|\ would)\ like\b.{{2,80}}?\binstead\ of\b
    | the\ .{{3,60}}?\ (?:is|are)\ (?:just\ |only\ |called\ )?["'`“][^"'`”]+["'`”],?\ not\b
    | if\ you\ (?:don['’]t|do\ not)\ (?:know|understand)\b.{{2,60}}?,\ (?:inspect|read|look|see|check|ask)\b
    | (?:every|all|each)\b.{{2,60}}?\b(?:must|needs?\ to|should|needs?)\b
    )"""
)
_OURS = re.compile(
    r"(?i)^(?:can|could|should)(?:n't)? (?:we|you) (?:please )?use (?:our|the project's) \w+"
)
"""Asked politely, but an order: what is ours is there to be used."""

_ASKED = re.compile(r"(?i)^(?:can|could|should)(?:n't)? (?:we|you) (?:please )?(?=use our)")
_AFTER_NO = re.compile(
    r"(?i)^.{0,120}?\b(?:is|was|'s) (?:not (?:correct|right|true)|incorrect|wrong)[,.:;]\s+"
    r"(?=(?:we|you|for|both|the|all|in)\b.{0,60}\b(?:we|you|must|should|always|never)\b|we\b|you\b)"
)
"""What was wrong, before what is right."""

_IN_MIND = re.compile(r"(?i)^(?:remember|(?:have|keep|bear) in mind)(?: also)?(?: that)?\s+")
_WHERE_POSSIBLE = re.compile(
    r"(?i),?\s*\b(?:if|where|when|wherever|whenever|as far as) (?:(?:we|you|it) can(?: help it)?|it is possible"
    r"|possible|we can avoid it|at all possible)\b"
)
_CONDITION = re.compile(r"(?i)^if you (?:don['’]t|do not) (?:know|understand)[^,]{2,60},\s*")
_ORDER_AFTER_NO = re.compile(r"(?i)^no[,.!]?\s+(?:please\s+)?(?:use|run)\b")
_DEICTIC = re.compile(
    r"(?i)\b(?:this(?! (?:repo|repository|project|codebase))|that|these|those|it|them|its|above"
    r"|below|now(?<!from now)|today|yet|for now|again|(?:first|second|other|last) one|both"
    r"|line \d+|#\d+|current|previous|my|your|option \w)\b"
)
_TASK = re.compile(
    r"(?i)https?://|\b(?:can|could|would|should|shall) (?:you|we|i)\b"
    r"|\b(?:pr|branch|ticket|issue|comment)\b|\bi (?:think|don't think|guess|mean|thought)\b"
    r"|\bnot sure\b|\b(?:didn't|did not)\b|\bwhy\b"
)
_QUOTED_BLOCK = re.compile(r"```.*?(?:```|\Z)|^\s*>[^\n]*", re.DOTALL | re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+|\s[-–—]\s+(?=you can\b)")
_CLAUSE_END = re.compile(r"[,;:(—]| - | because\b| since\b| so that\b| as it\b| but\b")


def corrections(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The standing rules that the human of one session stated."""
    done: Event | None = None
    for event in events:
        if event.type == "tool.called":
            done = event
        elif event.type == "message.recorded" and (event.payload or {}).get("role") == "user":
            for rule in rules((event.payload or {})["text"]):
                yield _finding(event, rule, done, root)


def rules(text: str) -> list[str]:
    """The sentences of a message that state a standing rule; neighbours are kept together.

    >>> rules("No, don't use pip here. Use `uv run` for everything in this repo. Then go on.")
    ["Don't use pip here. Use `uv run` for everything in this repo."]
    >>> rules("don't change this yet")
    []
    """
    if len(text) > _LONGEST_MESSAGE:
        return []  # pasted logs, plans and reviews are not the human's own words
    told = _SENTENCE_END.split(_QUOTED_BLOCK.sub("\n", text))
    found = []
    for is_rule, group in groupby((each.strip() for each in told if each.strip()), key=_is_rule):
        if is_rule:
            found.append(" ".join(_tidy(sentence) for sentence in group))
    return found


def _is_rule(sentence: str) -> bool:
    """Whether a sentence says how something is done here, or what is so in place of an error."""
    if len(sentence) > _LONGEST_SENTENCE or not (
        _FEWEST_WORDS <= len(sentence.split()) <= _MOST_WORDS
    ):
        return False
    if _OURS.match(_without_filler(sentence)):
        return True
    right = _AFTER_NO.sub("", sentence)
    if sentence.endswith("?") or _TASK.search(right):
        return False
    told = _WHERE_POSSIBLE.sub("", _CONDITION.sub("", _without_filler(right)))
    told = _IN_MIND.sub("", told)
    if _DEICTIC.search(_CLAUSE_END.split(told, maxsplit=1)[0]):
        return False
    ruled = _RULES.match(right) or _ORDER_AFTER_NO.match(sentence)
    return bool(ruled) or right != sentence


def _without_filler(sentence: str) -> str:
    return re.sub(rf"(?i)^{_FILLER}", "", sentence)


def _tidy(sentence: str) -> str:
    sentence = _ASKED.sub("", _AFTER_NO.sub("", sentence))
    kept = sentence if re.match(r"(?i)stop \w+ing", sentence) else _without_filler(sentence)
    kept = kept[:1].upper() + kept[1:].rstrip("?")
    return kept if kept.endswith((".", "!", "`")) else f"{kept}."


def _finding(said: Event, rule: str, done: Event | None, root: str | None) -> Finding:
    payload = said.payload or {}
    action, command = _action(done, root)
    mentioned = [each for each in moments.prefixes(command) if each.split()[0] in words(rule)]
    return Finding(
        key="rule\n" + " ".join(words(rule)),
        occasion=_occasion(said),
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
            Evidence(
                event_id=said.id, quote=payload["text"][:_LONGEST_QUOTE], session=payload["session"]
            ),
            *(
                [
                    Evidence(
                        event_id=done.id, quote=command[:_LONGEST_QUOTE], session=payload["session"]
                    )
                ]
                if done and mentioned
                else []
            ),
        ),
        trust="human",
        confidence=0.7,
        occurred_at=said.occurred_at,
        paths=tuple(moments.paths(rule)),
        commands=tuple(mentioned[-1:]),
    )


def _occasion(said: Event) -> str:
    """The moment of a message, the same in every transcript that was copied from another."""
    text = (said.payload or {})["text"]
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
    path = payload.get("input", {}).get("file_path") or payload.get("input", {}).get("path")
    path = str(path or "").removeprefix(f"{root}/")
    name = payload.get("name", "a tool")
    return (f"The agent used {name} on `{path}`." if path else f"The agent used {name}."), ""
