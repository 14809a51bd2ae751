"""Lessons of a merged change without a model.

A reviewer's sentence that reads as a standing rule is a lesson when the change was reworked
after it; so is a sentence in a document that is marked as something learnt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from reflect.finding import Finding
from reflect.likeness import compare
from reflect.merge.history import History
from reflect.miner.corrections import rules
from reflect.reflector.by_rules import learnings
from reflect.reflector.category import category_of
from reflect.trajectory import payload_of
from reflect.voice import is_imperative

_CATEGORIES = {
    "testing": "testing",
    "security": "security",
    "performance": "performance",
    "projectSpecific": "architecture",
}
_REASON = re.compile(r"(?i)\b(?:because|since|otherwise|so that|as)\b\s+(?P<why>[^.]{8,300})")
_BLOCK = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SUGGESTION = re.compile(r"```suggestion\s*\n(?P<code>.*?)```", re.DOTALL)
_LONGEST = 1000


def by_rules(history: History) -> list[Finding]:
    """The lessons that the reviews and documents of a pull request state in so many words."""
    found: list[Finding] = []
    for finding in (*_of_reviews(history), *_of_documents(history)):
        if not any(_says_same(finding, each) for each in found):
            found.append(finding)
    return found


def _says_same(some: Finding, other: Finding) -> bool:
    return compare(some.text.constraint, other.text.constraint) == "same"


def _of_reviews(history: History) -> Iterator[Finding]:
    reworked = history.of("rework.completed")
    for review in history.of("review.submitted"):
        after = next((each for each in reworked if each.occurred_at >= review.occurred_at), None)
        if after is None:
            continue  # nobody acted on it: it may have been a passing thought
        payload = payload_of(review)
        remarks = [{"body": payload.get("body", "")}, *payload.get("comments", [])]
        for remark in remarks:
            for rule in rules(_BLOCK.sub(" ", remark["body"])):
                yield _finding(history, review, rule, remark, after)


def _of_documents(history: History) -> Iterator[Finding]:
    for document in history.of("artifact.recorded"):
        for sentence in learnings(payload_of(document)["body"]):
            if is_imperative(sentence):
                yield _finding(history, document, sentence, {"body": sentence}, None)


def _finding(
    history: History, told: Event, rule: str, remark: dict[str, str], rework: Event | None
) -> Finding:
    path = remark.get("path")
    why = _REASON.search(remark["body"])
    evidence = [Evidence(event_id=told.id, quote=remark["body"][:_LONGEST])]
    if rework is not None and payload_of(rework).get("summary"):
        summary = payload_of(rework)["summary"][:_LONGEST]
        evidence.append(Evidence(event_id=rework.id, quote=summary))
    return Finding(
        key=f"review\n{rule.lower()}",
        occasion=f"{history.subject}:{told.id}:{rule[:80]}",
        text=LessonText(
            phase="review" if rework is not None else "rework",
            category=_CATEGORIES.get(category_of(rule), "conventions"),
            severity="medium",
            symptom=_symptom(history, remark),
            root_cause=f"{why['why'][:1].upper()}{why['why'][1:]}." if why else _NOT_WRITTEN,
            resolution=_resolution(remark, rework),
            constraint=rule,
            tags=["review"],
        ),
        evidence=tuple(evidence),
        trust="repository",
        confidence=0.6 if rework is not None else 0.5,
        occurred_at=told.occurred_at,
        paths=tuple([path] if path else moments.paths(rule)),
    )


_NOT_WRITTEN = "Nothing that was written down before the work said so; a reviewer had to."


def _symptom(history: History, remark: dict[str, str]) -> str:
    where = f" in `{remark['path']}`" if remark.get("path") else ""
    lines = [line for line in (remark.get("diff_hunk") or "").splitlines() if line.startswith("+")]
    shown = f": `{lines[-1][1:].strip()[:160]}`" if lines and lines[-1][1:].strip() else "."
    return f"Pull request {history.number} came to review with this{where}{shown}"


def _resolution(remark: dict[str, str], rework: Event | None) -> str:
    suggested = _SUGGESTION.search(remark["body"])
    if suggested:
        return f"Changed to `{' '.join(suggested['code'].split())[:300]}`."
    summary = payload_of(rework).get("summary", "") if rework is not None else ""
    return f"Reworked: {summary[:300]}" if summary else "Recorded as learnt after the merge."
