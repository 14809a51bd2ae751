"""Taking a rule file in: the file as a document, its rules as lessons of little trust.

The document is told first, with secrets taken out, and each lesson cites it. The same file again
changes nothing; a rule that was changed revises its lesson, one that was taken out does nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from blackboard import Board, ids
from blackboard.event import Event
from blackboard.events.lesson import LessonRevised, LessonText
from blackboard.events.payload import Evidence, new
from blackboard.events.review import ArtifactRecorded
from blackboard.redaction.redact import redact
from blackboard.search import moments
from blackboard.sources.fields import words
from blackboard.views.view import Row
from blackboard.vocabulary import Trust
from reflect.finding import Finding
from reflect.freshness.span import digest
from reflect.gate import problems
from reflect.intake import Critic, Intake, ingest
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
    """A file as it is taken in: `path` is how it is named, `at` when it was last changed."""

    path: str
    text: str
    project: str | None
    trust: Trust
    at: int

    @property
    def stream(self) -> str:
        """Where its documents are kept."""
        return f"artifacts:{self.project or self.path}"


@dataclass
class IngestedRules(Intake):
    """What became of the rules of a file; `secrets` are rules that hold one, and were left."""

    rules: int = 0
    revised: int = 0
    secrets: int = 0

    def add(self, other: IngestedRules) -> None:
        """Count what became of another file, too."""
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)


def ingest_file(board: Board, file: RuleFile, critic: Critic) -> IngestedRules:
    """Keep the rules of a file as lessons; safe to run twice or to kill."""
    taken = IngestedRules()
    document = read_rules(file.text)
    told = [rule for rule in document.rules if not _is_secret(rule)]
    taken.rules, taken.secrets = len(document.rules), len(document.rules) - len(told)
    if not told:
        return taken
    event, before = _record(board, file)
    for change in changes(_rules_of(before), told) if before else ():
        row = _lesson_of(board, file, change.before)
        taken.revised += row is not None and _revise(board, file, row, change.after, event)
    for rule in told:
        finding = as_finding(file, rule, event.id, document.paths)
        taken.count(ingest(board, finding, file.project, ACTOR, critic))
    return taken


def documents(board: Board, stream: str, path: str) -> list[Event]:
    """What was recorded of a file, oldest first."""
    events = board.read(stream=stream, types=[ArtifactRecorded.type])
    return [each for each in events if each.payload and each.payload.get("path") == path]


def as_finding(file: RuleFile, rule: Rule, event: str, globs: Sequence[str] = ()) -> Finding:
    """A rule as a lesson with its evidence."""
    about = rule.headings[-1] if rule.headings else "how to work here"
    told = f"{rule.text}\n{rule.code}"
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
        commands=tuple(_commands(told)),
    )


def _evidence(file: RuleFile, rule: Rule, event: str) -> Evidence:
    """The lines that say so; those of a repository's file can be looked for again."""
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
    """The commands in code spans of more than a word: a lone word may be anything."""
    spans = (span for span in text.split("`")[1::2] if " " in span.strip())
    found = [prefix for span in spans for prefix in moments.prefixes(span)[-1:]]
    yield from dict.fromkeys(found)


def _is_secret(rule: Rule) -> bool:
    return redact(rule.quote).secrets > 0


def _record(board: Board, file: RuleFile) -> tuple[Event, str]:
    """The document that says what the file says now, and what the one before it said.

    A file that goes back to what it once said is told anew, for its id follows from the last.
    """
    body = words(file.text, _MOST_OF_A_FILE)
    with board.transaction():
        known = documents(board, file.stream, file.path)
        last = known[-1] if known else None
        if last is not None and (last.payload or {})["body"] == body:
            return last, _body(known[-2]) if len(known) > 1 else ""
        payload = ArtifactRecorded(kind="note", title="rules for agents", body=body, path=file.path)
        key = f"{file.path}\n{last.id if last else ''}\n{hashlib.sha256(body.encode()).hexdigest()}"
        told = new(
            payload,
            stream=file.stream,
            project=file.project,
            actor=ACTOR,
            occurred_at=file.at,
            id=ids.derived(file.stream, key),
        )
        board.append([told])
        return board.log.get(told.id or ""), _body(last)


def _body(event: Event | None) -> str:
    return str((event.payload or {}).get("body", "")) if event else ""


def _rules_of(body: str) -> tuple[Rule, ...]:
    return read_rules(body).rules


def _lesson_of(board: Board, file: RuleFile, rule: Rule) -> Row | None:
    """The lesson that a rule of this file became, unless somebody gave it other words since."""
    cited = {event.id for event in documents(board, file.stream, file.path)}
    where = {"learned_from": ACTOR, "project": file.project}
    for row in board.view("lessons", where=where):
        quotes = [each["quote"] for each in row["evidence"] if each["event_id"] in cited]
        people = [each for each in row["decisions"] if each["actor"] != ACTOR]
        revised = any(each["type"] == LessonRevised.type for each in people)
        if _quote(rule) in quotes and not revised:
            return row
    return None


def _revise(board: Board, file: RuleFile, row: Row, rule: Rule, event: Event) -> bool:
    """Give a lesson the words that its rule has now; the evidence for them follows."""
    finding = as_finding(file, rule, event.id)
    if problems(replace(finding, trust="human")) or row["constraint"] == rule.text:
        return False
    stream = f"lesson:{row['id']}"
    changed = {name: getattr(finding.text, name) for name in
               ("category", "symptom", "resolution", "constraint", "tags")}  # fmt: skip
    payload = LessonRevised(lesson=row["id"], reason=f"{file.path} was changed", **changed)
    told = new(
        payload,
        stream=stream,
        project=row["project"],
        actor=ACTOR,
        occurred_at=file.at,
        id=ids.derived(stream, f"revised:{event.id}:{finding.occasion}"),
        causation=event.id,
    )
    return bool(board.append([told]))
