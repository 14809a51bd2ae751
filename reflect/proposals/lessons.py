"""Proven proposals as findings, which the one pipeline takes in like any other; pure."""

from __future__ import annotations

from typing import NamedTuple, get_args

from blackboard.event import NewEvent
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search.moments import error_line
from reflect.digest import calls
from reflect.digest.digest import Digest
from reflect.digest.entry import Entry
from reflect.finding import Finding
from reflect.pipeline.events import Place, sighting
from reflect.procedures.common import of_one
from reflect.procedures.wording import finding as procedure
from reflect.proposals.answers import Holds
from reflect.proposals.asked import ACTOR
from reflect.proposals.prove import LONGEST_QUOTE, Proven, Shown
from reflect.trajectory import payload_of

_CATEGORIES = {"human-rule": "convention", "fix": "tooling", "environment": "environment",
               "root-cause": "root-cause", "convention": "convention",
               "procedure": "procedure"}  # fmt: skip

_HOLDS = get_args(Holds)
"""What a lesson holds for is a tag; a word that calls for it is none of these."""


class Source(NamedTuple):
    """Which model proposed it, under which version of the prompt."""

    model: str
    prompt: str

    def __str__(self) -> str:
        """As lessons name it.

        >>> str(Source("claude-code", "propose-lessons@1"))
        'claude-code propose-lessons@1'
        """
        return f"{self.model} {self.prompt}"


def finding(proven: Proven, digest: Digest, source: Source) -> Finding:
    """A proven proposal as a lesson: its text is a conclusion of the model's, and never more."""
    proposed, session = proven.proposed, digest.trajectory.id
    if proven.way is not None:  # the model says which calls; structure words what they were
        calling = tuple(word for word in proven.keys.words if word not in _HOLDS)
        way = proven.way
        return procedure(of_one(way), way, trust="model", asked=str(source), words=calling)
    text = " ".join(proposed.text.split())
    numbers = ",".join(str(each.number) for each in proven.cited)
    return Finding(
        key=f"proposed\n{text.lower()}",
        occasion=f"proposed:{session}:{numbers}:{text.lower()}",
        text=LessonText(
            phase="implement",
            category=_CATEGORIES[proposed.kind],
            severity="medium",
            symptom=_symptom(proven, digest),
            root_cause="",
            resolution=_remedy(proven, digest),
            constraint=text,
            tags=[
                *(word for word in proven.keys.words if word not in _HOLDS),
                *([] if proposed.holds == "repository" else [proposed.holds]),
            ],
        ),
        evidence=evidence(proven, proposed.quote, session),
        trust="model",
        confidence=proposed.confidence,
        occurred_at=proven.quoted.event.occurred_at,
        paths=proven.keys.paths,
        commands=proven.keys.commands,
        signatures=proven.keys.signatures,
        verbatim=True,
        noted=True,
        writer="model",
        proof=proven.proof,
        asked=str(source),
    )


def seen_again(shown: Shown, digest: Digest) -> NewEvent:
    """What a session shows of a known lesson once more, as evidence for it."""
    session, project = digest.trajectory.id, digest.trajectory.session["project"]
    numbers = ",".join(str(each.number) for each in shown.cited)
    found = evidence(shown, shown.quote, session)
    occasion = f"seen again:{session}:{numbers}"
    at = shown.quoted.event.occurred_at
    return sighting(shown.lesson, found, occasion, at, Place(project, ACTOR))


def evidence(proven: Proven | Shown, quote: str, session: str) -> tuple[Evidence, ...]:
    """The quoted event first, with the quotation; then the others that are cited."""
    quote = " ".join(quote.split())[:LONGEST_QUOTE]
    first = Evidence(event_id=proven.quoted.event.id, quote=quote, session=session)
    others = (each for each in proven.cited if each is not proven.quoted)
    return (first, *(Evidence(event_id=each.event.id, quote=_told(each), session=session)
                     for each in others))  # fmt: skip


def _told(entry: Entry) -> str:
    """The beginning of what an entry says, as its own quotation."""
    payload = payload_of(entry.event)
    text = str(payload.get("text") or payload.get("command") or payload.get("output") or "")
    return " ".join((text or entry.text).split())[:LONGEST_QUOTE] or "-"


def _symptom(proven: Proven, digest: Digest) -> str:
    failed = proven.pair[0] if proven.pair else _failure_in(proven)
    if failed is None:
        return ""
    payload = payload_of(failed.event)
    line = error_line(str(payload.get("output", ""))) or ""
    told = f"{calls.what(payload, digest.trajectory.root)} failed"
    return f"{told}: {line}" if line else told


def _remedy(proven: Proven, digest: Digest) -> str:
    if not proven.pair:
        return ""
    passed = payload_of(proven.pair[1].event)
    return f"{calls.what(passed, digest.trajectory.root)} passed"


def _failure_in(proven: Proven) -> Entry | None:
    return next((each for each in proven.cited if each.kind == "failed"), None)
