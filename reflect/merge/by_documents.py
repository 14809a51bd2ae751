"""Lessons of a merged change that its documents state: learnings, decisions, problems and fixes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from blackboard.vocabulary import Phase
from reflect.documents.stated import stated
from reflect.documents.statement import Statement
from reflect.finding import Finding
from reflect.merge.category import category
from reflect.merge.history import History
from reflect.pipeline.gate import is_filler, is_paraphrase
from reflect.trajectory import payload_of

_LONGEST_QUOTE = 10_000
_CONFIDENCE = 0.5
_MOST = 40
"""The limit per change; more findings than this are noise."""


def by_documents(history: History) -> Iterator[Finding]:
    """What the documents of a pull request state, in their own words."""
    findings = (
        _finding(history, document, statement)
        for document in history.of("artifact.recorded")
        if payload_of(document)["kind"] != "diff"
        for statement in stated(payload_of(document)["body"])
    )
    return islice(findings, _MOST)


def _finding(history: History, document: Event, statement: Statement) -> Finding:
    rule = statement.rule
    path = payload_of(document).get("path", "")
    phase: Phase = "review" if statement.kind == "review" else "implement"
    return Finding(
        key=f"review\n{rule.lower()}",
        occasion=f"{history.subject}:{document.id}:{rule[:80]}",
        text=LessonText(
            phase=phase,
            category=category(rule),
            severity="medium",
            symptom=_filled(statement.symptom),
            root_cause=_cause(statement),
            resolution=_filled(statement.resolution),
            constraint=rule,
            tags=[payload_of(document)["kind"], statement.kind],
        ),
        evidence=(Evidence(event_id=document.id, quote=statement.quote[:_LONGEST_QUOTE]),),
        trust="repository",
        confidence=_CONFIDENCE,
        occurred_at=document.occurred_at,
        paths=tuple(moments.paths(rule)),
        verbatim=True,
        noted=True,
        writer=f"file {path}" if path else "note",
    )


def _cause(statement: Statement) -> str:
    """The stated cause, unless it only repeats what it should explain."""
    cause = _filled(statement.cause)
    repeats = any(is_paraphrase(cause, text) for text in (statement.symptom, statement.rule))
    return "" if repeats else cause


def _filled(text: str) -> str:
    return "" if is_filler(text) else text
