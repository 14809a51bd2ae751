"""A person's own word: a rule that they state, or a lesson they approve, is approved immediately.

Neither is refused for what the board knows; they are shown what says the same or the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from blackboard import Board, BoardError, NewEvent
from blackboard.delivery.keys import lesson_key
from blackboard.events import streams
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence, new
from blackboard.events.review import ArtifactRecorded
from blackboard.redaction.redact import redact
from blackboard.search.words import words
from blackboard.views.rows import LessonRow, RuleRow
from blackboard.vocabulary import InsightCategory, Severity
from reflect.curator import decisions
from reflect.finding import Finding, InsightFinding, View
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import Critic, ingest
from reflect.pipeline.known import Neighbour, beside
from reflect.pipeline.pairs import record_pairs
from reflect.reflector.category import category_of

AnyRow = TypeVar("AnyRow", bound=RuleRow)
LEARNED_FROM = "by-hand"
_CERTAIN = 0.95


class NotARule(BoardError):
    """What was stated cannot be kept as a rule; the message says why."""


class Rule(NamedTuple):
    """A sentence and what calls for it; without commands and paths, whatever shares its words.

    `despite` names the harm in it to which the person said yes.
    """

    text: str
    commands: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    despite: tuple[str, ...] = ()
    severity: Severity = "medium"


@dataclass(frozen=True)
class Added(Generic[AnyRow]):
    """The lesson or insight that a rule became, whether it is new, and what contradicts it.

    `against` are rows as they are now, beside the rule, until a person decides between the two;
    each says the opposite ("opposite"), or seems to ("unsure").
    """

    row: AnyRow
    is_new: bool
    against: tuple[tuple[RuleRow, str], ...] = ()


def add(
    board: Board, rule: Rule, project: str | None, critic: Critic, now: int
) -> Added[LessonRow]:
    """Keep a rule, approved, or approve the lesson that says it already.

    One whose harm is not named waits as a candidate.

    Args:
        board: where it is kept.
        rule: what was stated.
        project: where it holds; None is everywhere.
        critic: looks at it as at any other lesson.
        now: microseconds since 1970.

    Raises:
        NotARule: it is empty, holds a secret, or the gate refuses it.
    """
    quote = _quote(rule.text, project)
    return _keep(board, _finding(rule, quote, now), quote, project, critic)


def add_insight(
    board: Board,
    statement: str,
    project: str | None,
    critic: Critic,
    now: int,
    category: InsightCategory | None = None,
) -> Added[RuleRow]:
    """Keep a statement about a project, approved, or approve what says it already.

    Args:
        board: where it is kept.
        statement: what was stated.
        project: where it holds; None is everywhere.
        critic: looks at it as at any other insight.
        now: microseconds since 1970.
        category: what it is about; by its words where none is given.

    Raises:
        NotARule: it is empty, holds a secret, or the gate refuses it.
    """
    quote = _quote(statement, project)
    text = str(quote.payload["body"])
    found = InsightFinding(
        statement=text,
        category=category or category_of(text),
        actionable=True,
        evidence=(Evidence(event_id=str(quote.id), quote=text),),
        trust="human",
        confidence=_CERTAIN,
        occurred_at=now,
        learned_from=LEARNED_FROM,
        quotes=(text,),
        scope="project" if project else "global",
        stated=True,
    )
    return _keep(board, found, quote, project, critic)


def _keep(
    board: Board,
    found: Finding | InsightFinding,
    quote: NewEvent,
    project: str | None,
    critic: Critic,
) -> Added[Any]:
    done = ingest(board, found, Place(project, LEARNED_FROM), critic, proof=[quote])
    if done.outcome == "refused":
        raise NotARule(f"not kept: {done.why}")
    against = tuple((board.row(each.view, each.row["id"]), each.says) for each in done.against)
    views: tuple[View, ...] = ("insights", "lessons")
    for view in views:
        for row in board.view(view, where={"id": done.id}):
            return Added(row, done.outcome == "created", against)
    raise NotARule("not kept: it was forgotten, and stays so")


def approve(
    board: Board, row: LessonRow, reason: str = "", despite: Sequence[str] = ()
) -> list[Neighbour]:
    """Approve a lesson; what contradicts it is noted in the reason, and returned.

    That is what says the opposite, and what says the same.

    Raises:
        Harmful: its words do harm that is not among `despite`.
    """
    with board.transaction():
        around = beside(board, row)
        record_pairs(board, row, around)
        said = {
            "opposite": "contradicts", "unsure": "may contradict", "same": "says the same as"
        }  # fmt: skip
        noted = [f"{said[each.says]} {each.row['id']}" for each in around]
        decisions.approve(board, row, "; ".join(filter(None, (reason, *noted))), despite=despite)
    return around


def _quote(rule: str, project: str | None) -> NewEvent:
    """The event that has the sentence, so that forgetting it forgets the lesson too."""
    text = " ".join(rule.split())
    if not text:
        raise NotARule("not kept: the rule is empty")
    if redact(text).secrets:
        raise NotARule("not kept: the rule holds what looks like a secret; state it without")
    payload = ArtifactRecorded(kind="note", title="a person's rule", body=text)
    return new(payload, project=project, actor=decisions.ACTOR, stream=streams.rules(project),
               key=text)  # fmt: skip


def _finding(rule: Rule, quote: NewEvent, now: int) -> Finding:
    text = str(quote.payload["body"])
    calls = [*(f"`{command}`" for command in rule.commands), *rule.paths]
    return Finding(
        key=f"stated:{' '.join(words(text))}",  # with "never": terms leave it out
        occasion=f"stated:{quote.id}",
        text=LessonText(
            phase="implement",
            category="convention",
            severity=rule.severity,
            symptom=f"About {', '.join(calls)}." if calls else "",
            root_cause="",
            resolution=text,
            constraint=text,
        ),
        evidence=(Evidence(event_id=str(quote.id), quote=text),),
        trust="human",
        confidence=_CERTAIN,
        occurred_at=now,
        paths=rule.paths,
        commands=tuple(dict.fromkeys(filter(None, map(lesson_key, rule.commands)))),
        stated=True,
        despite=rule.despite,
    )
