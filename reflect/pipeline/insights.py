"""Insights on their way through the pipeline, and the conventions among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from blackboard import Board
from blackboard.attestation import attested_one
from blackboard.event import Event
from blackboard.events.insight import InsightRestored, InsightRetired
from blackboard.events.payload import Evidence, PayloadModel, new
from blackboard.events.session import AuthorsAttested
from blackboard.views.decisions import is_left_to_people
from blackboard.views.insights import ACTIVE_STATUSES
from blackboard.views.rows import InsightRow
from reflect.curator.settings import CuratorSettings
from reflect.finding import InsightFinding
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import Critic, Ingested, ingest
from reflect.reflector.insight import Draft
from reflect.rules.similarity import compare
from reflect.trust import least, trust_of

ACTOR = "curator"
CONVENTIONS = "conventions"


def keep(
    board: Board,
    draft: Draft,
    project: str | None,
    learned_from: str,
    critic: Critic,
    settings: CuratorSettings,
) -> Ingested:
    """Keep an insight, or the proof that it gives for what is known."""
    found = as_finding(board, draft, learned_from)
    return ingest(board, found, Place(project, ACTOR), critic, settings)


def as_finding(board: Board, draft: Draft, learned_from: str) -> InsightFinding:
    """A draft, with the trust that its evidence deserves and when that was last seen."""
    shown_by = [
        attested_one(board.log.get(each.event_id), _proofs(board)) for each in draft.evidence
    ]
    quotes = [each.quote for each in draft.evidence]
    trust = least(map(trust_of, shown_by, quotes))
    return InsightFinding(
        statement=draft.statement,
        category=draft.category,
        actionable=draft.actionable,
        evidence=draft.evidence,
        trust=least((trust, "model")) if draft.by_model else trust,
        confidence=draft.confidence,
        occurred_at=max((each.occurred_at for each in shown_by), default=0),
        learned_from=learned_from,
        quotes=draft.quotes,
        writer="model" if draft.by_model else "",
    )


def _proofs(board: Board) -> Callable[[str], Iterable[Event]]:
    return lambda stream: board.read(stream=stream, types=[AuthorsAttested.type])


def replace_convention(
    board: Board, draft: Draft, project: str | None, critic: Critic, settings: CuratorSettings
) -> bool:
    """Keep a project's convention, and let go of what its sessions did before.

    A convention that they return to is active again; what a person decided on is left alone.
    """
    kept = keep(board, draft, project, CONVENTIONS, critic, settings)
    if not kept.is_news:
        return False
    with board.transaction():
        rows = board.view("insights", where={"project": project, "learned_from": CONVENTIONS})
        board.append([
            new(payload, stream=f"insight:{row['id']}", project=project, actor=ACTOR)
            for row in rows
            if not is_left_to_people(row) and (payload := _turn(row, draft.statement)) is not None
        ])  # fmt: skip
    return True


def _turn(row: InsightRow, convention: str) -> PayloadModel | None:
    """What becomes of a convention now that another, or the same again, is in force."""
    is_same = compare(row["statement"], convention) == "same"
    if row["status"] in ACTIVE_STATUSES and not is_same:
        return InsightRetired(insight=row["id"], reason="sessions do otherwise now")
    if row["status"] == "retired" and is_same:
        return InsightRestored(insight=row["id"], undone=row["decisions"][-1]["event"])
    return None


def as_drafts(rows: Sequence[InsightRow]) -> list[Draft]:
    """Insights on the board, as the reflector takes what is known."""
    return [
        Draft(
            row["statement"],
            row["category"],
            row["confidence"],
            bool(row["actionable"]),
            by_model=row["trust"] == "model",
            evidence=tuple(Evidence(**each) for each in row["evidence"]),
        )
        for row in rows
    ]
