"""Ingest a rule file: the file as a document, its rules as lessons of low trust.

The document is appended first, with secrets redacted, and each lesson cites it. Ingesting the same
file again changes nothing; a changed rule revises its lesson, a removed rule has no effect.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from blackboard import Board
from blackboard.actors import role
from blackboard.delivery.keys import lesson_key
from blackboard.event import Event
from blackboard.events import streams
from blackboard.events.lesson import LessonRevised, LessonText
from blackboard.events.payload import Evidence, new
from blackboard.events.review import ArtifactRecorded
from blackboard.redaction.redact import redact
from blackboard.search import moments
from blackboard.sources.fields import words
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import Trust
from reflect.finding import Finding
from reflect.freshness.span import digest
from reflect.pipeline.events import Place
from reflect.pipeline.gate import problems
from reflect.pipeline.ingest import Critic, Intake, ingest
from reflect.rule_files.change import changes
from reflect.rule_files.markdown import read_rules
from reflect.rule_files.rule import Rule
from reflect.rule_files.topics import category_of, tags_of

ACTOR = "rule-files"
_MOST_OF_A_FILE = 200_000
_LONGEST_QUOTE = 10_000
_CONFIDENCE = 0.5


@dataclass(frozen=True)
class RuleFile:
    """A file to ingest: `path` is its display name, `at` the time of its last change."""

    path: str
    text: str
    project: str | None
    trust: Trust
    at: int

    @property
    def stream(self) -> str:
        """The stream of its documents."""
        return streams.artifacts(self.project or self.path)


@dataclass
class IngestedRules(Intake):
    """The outcome of a file's rules; `secrets` counts skipped rules that hold one."""

    rules: int = 0
    revised: int = 0
    secrets: int = 0

    def add(self, other: IngestedRules) -> None:
        """Add the counts of another file."""
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)


def ingest_file(board: Board, file: RuleFile, critic: Critic) -> IngestedRules:
    """Ingest a file's rules as lessons; idempotent and safe to interrupt."""
    result = IngestedRules()
    document = read_rules(file.text)
    rules = [rule for rule in document.rules if not _is_secret(rule)]
    result.rules, result.secrets = len(document.rules), len(document.rules) - len(rules)
    if not rules:
        return result
    event, before = _record(board, file)
    for change in changes(_rules_of(before), rules) if before else ():
        row = _lesson_of(board, file, change.before)
        result.revised += row is not None and _revise(board, file, row, change.after, event)
    for rule in rules:
        finding = as_finding(file, rule, event.id, document.paths)
        result.count(ingest(board, finding, Place(file.project, ACTOR), critic).outcome)
    return result


def documents(board: Board, stream: str, path: str) -> list[Event]:
    """The recorded versions of a file, oldest first."""
    events = board.read(stream=stream, types=[ArtifactRecorded.type])
    return [event for event in events if event.payload and event.payload.get("path") == path]


def as_finding(file: RuleFile, rule: Rule, event: str, globs: Sequence[str] = ()) -> Finding:
    """A rule as a finding with its evidence."""
    about = rule.headings[-1] if rule.headings else "how to work here"
    searched = f"{rule.text}\n{rule.code}"
    resolution = f"{file.path} says: {rule.text}" + (f"\n{rule.code}" if rule.code else "")
    folders = [glob for glob in globs if not set("*?[{") & set(glob)]
    return Finding(
        key=f"rule\n{' '.join(rule.text.split()).casefold()}",
        occasion=f"{file.path}\n{hashlib.sha256(rule.text.encode()).hexdigest()}",
        text=LessonText(
            phase="implement",
            category=category_of(rule.headings),
            severity="medium",
            symptom=about,
            root_cause=f"It is written down in {file.path}.",
            resolution=resolution[:_LONGEST_QUOTE],
            constraint=rule.text,
            tags=["rule-file", *tags_of(rule.headings)],
        ),
        evidence=(_evidence(file, rule, event),),
        trust=file.trust,
        confidence=_CONFIDENCE,
        occurred_at=file.at,
        paths=tuple(dict.fromkeys((*folders, *moments.paths(rule.text)))),
        commands=tuple(_commands(searched)),
        writer=f"file {file.path}",
    )


def _evidence(file: RuleFile, rule: Rule, event: str) -> Evidence:
    """The cited lines; those of a repository's file can be checked again later."""
    quote = _quote(rule)
    if file.trust != "repository":
        return Evidence(event_id=event, quote=quote)
    return Evidence(
        event_id=event,
        quote=quote,
        path=file.path,
        first_line=rule.first_line,
        last_line=rule.last_line,
        sha256=digest(rule.quote),
    )


def _quote(rule: Rule) -> str:
    return rule.quote.strip()[:_LONGEST_QUOTE]


def _commands(text: str) -> Iterator[str]:
    """The commands in code spans of several words; a single word may be anything."""
    spans = (span for span in text.split("`")[1::2] if " " in span.strip())
    yield from dict.fromkeys(filter(None, map(lesson_key, spans)))


def _is_secret(rule: Rule) -> bool:
    return redact(rule.quote).secrets > 0


def _record(board: Board, file: RuleFile) -> tuple[Event, str]:
    """The document with the file's current content, and the content before it.

    A file that returns to earlier content gets a new event, because the id derives from the last.
    """
    body = words(file.text, _MOST_OF_A_FILE)
    with board.transaction():
        known = documents(board, file.stream, file.path)
        last = known[-1] if known else None
        if last is not None and (last.payload or {})["body"] == body:
            return last, _body(known[-2]) if len(known) > 1 else ""
        payload = ArtifactRecorded(kind="note", title="rules for agents", body=body, path=file.path)
        key = f"{file.path}\n{last.id if last else ''}\n{hashlib.sha256(body.encode()).hexdigest()}"
        event = new(
            payload,
            project=file.project,
            actor=ACTOR,
            occurred_at=file.at,
            stream=file.stream,
            key=key,
        )
        board.append([event])
        return board.log.get(event.id or ""), _body(last)


def _body(event: Event | None) -> str:
    return str((event.payload or {}).get("body", "")) if event else ""


def _rules_of(body: str) -> tuple[Rule, ...]:
    return read_rules(body).rules


def _lesson_of(board: Board, file: RuleFile, rule: Rule) -> LessonRow | None:
    """The lesson of a rule of this file, unless a person revised it since."""
    cited = {event.id for event in documents(board, file.stream, file.path)}
    where = {"learned_from": ACTOR, "project": file.project}
    for row in board.view("lessons", where=where):
        quotes = [
            evidence["quote"] for evidence in row["evidence"] if evidence["event_id"] in cited
        ]
        people = [decision for decision in row["decisions"] if role(decision["actor"]) != ACTOR]
        revised = any(entry["type"] == LessonRevised.type for entry in people)
        if _quote(rule) in quotes and not revised:
            return row
    return None


def _revise(board: Board, file: RuleFile, row: LessonRow, rule: Rule, event: Event) -> bool:
    """Revise a lesson to its rule's new text, with new evidence."""
    finding = as_finding(file, rule, event.id)
    if problems(replace(finding, trust="human")) or row["constraint"] == rule.text:
        return False
    changed = {name: getattr(finding.text, name) for name in
               ("category", "symptom", "resolution", "constraint", "tags")}  # fmt: skip
    payload = LessonRevised(lesson=row["id"], reason=f"{file.path} was changed", **changed)
    revision = new(
        payload,
        project=row["project"],
        actor=ACTOR,
        occurred_at=file.at,
        key=f"revised:{event.id}:{finding.occasion}",
        causation=event.id,
    )
    return bool(board.append([revision]))
