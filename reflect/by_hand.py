"""A rule that a person states in so many words becomes a lesson that is approved at once."""

from __future__ import annotations

from typing import NamedTuple

from blackboard import Board, BoardError, NewEvent, ids
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence, new
from blackboard.events.review import ArtifactRecorded
from blackboard.redaction.redact import redact
from blackboard.search.shell import prefixes
from blackboard.search.terms import terms
from blackboard.views.view import Row
from reflect.curator import decisions
from reflect.finding import Finding
from reflect.gate import problems
from reflect.intake import Critic, ingest

LEARNED_FROM = "by-hand"
_CERTAIN = 0.95


class NotARule(BoardError):
    """What was stated cannot be kept as a rule; the message says why."""


class Rule(NamedTuple):
    """A sentence and what calls for it; without commands and paths, whatever shares its words."""

    text: str
    commands: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


def add(
    board: Board, rule: Rule, project: str | None, critic: Critic, now: int
) -> tuple[Row, bool]:
    """Keep a rule, approved, or approve the lesson that says it already.

    Args:
        board: where it is kept.
        rule: what was stated.
        project: where it holds; None is everywhere.
        critic: looks at it as at any other lesson.
        now: microseconds since 1970.

    Returns:
        The lesson, and whether it is new.

    Raises:
        NotARule: it is empty, holds a secret, or the gate refuses it.
    """
    quote = _quote(rule, project)
    finding = _finding(rule, quote, now)
    against = problems(finding)
    if against:
        raise NotARule(f"not kept: {'; '.join(against)}")
    with board.transaction():
        board.append([quote])
        outcome = ingest(board, finding, project, LEARNED_FROM, critic)
        row = _lesson(board, finding.lesson_id(project))
        if row["status"] != "approved":
            decisions.approve(board, row, "stated by a person")
    return board.row("lessons", row["id"]), outcome == "created"


def _quote(rule: Rule, project: str | None) -> NewEvent:
    """The event in which the sentence stands, so that forgetting it forgets the lesson too."""
    text = " ".join(rule.text.split())
    if not text:
        raise NotARule("not kept: the rule is empty")
    if redact(text).secrets:
        raise NotARule("not kept: the rule holds what looks like a secret; state it without")
    stream = f"rules:{project or 'everywhere'}"
    payload = ArtifactRecorded(kind="note", title="a person's rule", body=text)
    return new(payload, stream=stream, project=project, actor=decisions.ACTOR,
               id=ids.derived(stream, text))  # fmt: skip


def _finding(rule: Rule, quote: NewEvent, now: int) -> Finding:
    text = str(quote.payload["body"])
    calls = [*(f"`{command}`" for command in rule.commands), *rule.paths]
    return Finding(
        key=f"stated:{' '.join(terms(text))}",
        occasion=f"stated:{quote.id}",
        text=LessonText(
            phase="implement",
            category="convention",
            severity="medium",
            symptom=f"About {', '.join(calls)}." if calls else "A person stated it as a rule.",
            root_cause="It is how a person wants it done; nothing in the code says so.",
            resolution=text,
            constraint=text,
        ),
        evidence=(Evidence(event_id=str(quote.id), quote=text),),
        trust="human",
        confidence=_CERTAIN,
        occurred_at=now,
        paths=rule.paths,
        commands=tuple(dict.fromkeys(filter(None, map(_bound, rule.commands)))),
    )


def _bound(command: str) -> str:
    """The program of a command line and its subcommands, without what it is piped into.

    >>> _bound("npm run build --silent | tail -5")
    'npm run build'
    """
    found = prefixes(command)
    return [each for each in found if each.split()[0] == found[0]][-1] if found else ""


def _lesson(board: Board, lesson: str) -> Row:
    """The lesson of that id, or the one that it was found to repeat."""
    for event in board.read(stream=f"lesson:{lesson}"):
        if event.payload is not None:
            return board.row("lessons", event.payload["lesson"])
    raise NotARule(f"not kept: {lesson} was forgotten and stays so")
