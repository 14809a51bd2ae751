"""Lessons of a merged change by rules.

A reviewer's sentence that reads as a general rule is a lesson if the change was reworked after it;
so is what a document states (`by_documents`). Comments of bots, and of the author on the own
change, do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from reflect.feedback.rules import rules
from reflect.finding import Finding
from reflect.freshness.of_review import cited_by
from reflect.markdown.blocks import blocks, quoter
from reflect.merge.by_documents import by_documents
from reflect.merge.category import category
from reflect.merge.history import History
from reflect.merge.severity import of_remark
from reflect.rules.similarity import compare
from reflect.trajectory import payload_of

_REASON = re.compile(
    r"(?i)\b(?:because|since|so that|as(?=\s+(?:it|this|that|they|we|you)\b)"
    r"|otherwise,?(?!\s+(?:because|since)))\s+(?P<why>[^.]{8,300})"
)
_MARKUP = re.compile(
    r"(?im)^\s*(?:[-*+\u2022]\s+|\d+[.)]\s+)?"
    r"(?:\**(?:nit|nitpick|blocking|suggestion|issue|todo|note|chore|important)"
    r"(?:\s*\([\w, -]+\))?\**:\**\s*)?"
)
_SUGGESTION = re.compile(r"```suggestion[^\n]*\n(?P<code>.*?)```", re.DOTALL)
_NOBODY = ("", "ghost")
_LONGEST = 1000


def by_rules(history: History) -> list[Finding]:
    """The lessons that a pull request's reviews and documents state explicitly."""
    findings: list[Finding] = []
    for finding in (*_of_reviews(history), *by_documents(history)):
        if not any(_says_same(finding, other) for other in findings):
            findings.append(finding)
    return findings


def _says_same(some: Finding, other: Finding) -> bool:
    return compare(some.text.constraint, other.text.constraint) == "same"


def _of_reviews(history: History) -> Iterator[Finding]:
    reworked = history.of("rework.completed")
    for review in history.of("review.submitted"):
        after = [event for event in reworked if event.occurred_at >= review.occurred_at]
        if not after:
            continue  # not acted on: possibly a passing thought
        for remark in _remarks(history, review):
            for passage in passages(remark["body"]):
                for rule in rules(_MARKUP.sub("", passage).replace("**", "")):
                    yield _of_remark(history, review, rule, remark, passage, after)


def _remarks(history: History, review: Event) -> Iterator[dict[str, Any]]:
    """The comments of a review, without those of bots and of the change's author."""
    payload = payload_of(review)
    authors = {payload_of(event).get("author", "") for event in history.of("pr.opened")}
    for remark in ({"body": payload.get("body", "")}, *payload.get("comments", [])):
        author = _author(remark, review)
        if not author.endswith("[bot]") and (author not in authors or author in _NOBODY):
            yield remark


def _author(remark: dict[str, Any], review: Event) -> str:
    return str(remark.get("author") or payload_of(review)["reviewer"])


def passages(text: str) -> list[str]:
    """The paragraphs and list items of a comment, verbatim, without code blocks.

    >>> passages("Two things:\\n- Close it.\\n- Name it.\\n\\n```\\nx = 1\\n```\\nThanks!")
    ['Two things:', '- Close it.', '- Name it.', 'Thanks!']
    """
    quote = quoter(text)
    inner = (each for block in blocks(text) for each in block.walk() if each.kind == "paragraph")
    return [quote(each.first, each.last) for each in inner]


def _of_remark(
    history: History,
    review: Event,
    rule: str,
    remark: dict[str, Any],
    passage: str,
    after: list[Event],
) -> Finding:
    path, body = remark.get("path"), remark["body"]
    quote = body if len(body) <= _LONGEST else passage
    evidence = [Evidence(event_id=review.id, quote=quote)]
    summary = payload_of(after[0]).get("summary", "").strip()
    if summary:
        evidence.append(Evidence(event_id=after[0].id, quote=summary[:_LONGEST]))
    cited = cited_by(remark, after, _last_diff(history))
    if cited is not None:
        evidence.append(cited)
    return Finding(
        key=f"review\n{rule.lower()}",
        occasion=f"{history.subject}:{review.id}:{rule[:80]}",
        text=LessonText(
            phase="review",
            category=category(rule),
            severity=of_remark(passage, payload_of(review)["verdict"], len(after)),
            symptom=_symptom(remark),
            root_cause=_reason(passage),
            resolution=_resolution(body, summary),
            constraint=rule,
            tags=["review"],
        ),
        evidence=tuple(evidence),
        trust="repository",
        confidence=0.6,
        occurred_at=review.occurred_at,
        paths=tuple([path] if path else moments.paths(rule)),
        writer=f"reviewer {_author(remark, review)}",
    )


def _last_diff(history: History) -> Event | None:
    """The last recorded diff of the whole change."""
    documents = history.of("artifact.recorded")
    return next(
        (document for document in reversed(documents) if payload_of(document)["kind"] == "diff"),
        None,
    )


def _reason(text: str) -> str:
    """The reason as a sentence, empty if none is given."""
    match = _REASON.search(text)
    why = " ".join(match["why"].split()) if match else ""
    return f"{why[:1].upper()}{why[1:]}." if why else ""


def _symptom(remark: dict[str, Any]) -> str:
    """The line that the remark is about; empty where the diff does not show it."""
    lines = [line for line in (remark.get("diff_hunk") or "").splitlines() if line.startswith("+")]
    code = lines[-1][1:].strip()[:160] if lines else ""
    where = f"`{remark['path']}`: " if remark.get("path") else ""
    return f"{where}`{code}`" if code else ""


def _resolution(body: str, summary: str) -> str:
    suggested = _SUGGESTION.search(body)
    if suggested:
        return f"Changed to `{' '.join(suggested['code'].split())[:300]}`."
    return f"Reworked: {summary[:300]}" if summary else ""
