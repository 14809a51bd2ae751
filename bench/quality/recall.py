"""How well `search` finds sessions of our own by other words than were used, beside bare FTS5.

Sixty queries over eighteen small sessions, written before anything ran on them. Eighteen sessions
are too few to compare rankings by: the rows show that the machinery works.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from bench.quality.boards import imported
from bench.quality.ranks import MOST, Order, Ranks, bare, ranks
from bench.quality.repositories import Repository
from bench.quality.table import Row, table
from blackboard import Board
from blackboard.agents.edits import texts
from blackboard.search.answers import session_of
from reflect.accounts.intervals import Share

_QUERIES = Path(__file__).with_name("recall_queries.jsonl")
_SESSIONS = Repository(
    "own and samples",
    tuple(f"{folder}/sessions/{agent}" for folder in ("bench/quality", "examples")
          for agent in ("claude-code", "codex")),
    tuned=False, root=Path(__file__).resolve().parents[2],
)  # fmt: skip


def measure() -> str:
    """The table of both orders."""
    with imported(_SESSIONS) as (board, _):
        documents = _documents(board)
        asked = _asked(list(documents))
        found = {"search": ranks(ranking(board), asked), "bare FTS5": ranks(bare(documents), asked)}
    return table([row for name, each in found.items() for row in _rows(name, each)])


def ranking(board: Board) -> Order:
    """What the board's own search finds, as ids of sessions."""
    return lambda query: [found.id for found in board.recall(query, limit=MOST)]


def _rows(name: str, found: Ranks) -> list[Row]:
    total = len(found.places)
    what = f"sessions in other words, {name}"
    return [
        Row(f"{what}: at 1 (MRR {found.mrr:.3f})", Share(found.at(1), total)),
        Row(f"{what}: at 3", Share(found.at(3), total)),
    ]


def _asked(sessions: list[str]) -> list[tuple[str, frozenset[str]]]:
    rows = map(json.loads, _QUERIES.read_text(encoding="utf-8").splitlines())
    return [
        (row["query"], frozenset(key for key in sessions if row["session"] in key)) for row in rows
    ]


def _documents(board: Board) -> dict[str, str]:
    """All that was said and done in each session, outputs of tools included."""
    found: dict[str, list[str]] = defaultdict(list)
    for event in board.read(types=["message.recorded", "tool.called"]):
        payload = event.payload or {}
        said = (payload.get("text", ""), *texts(payload.get("input")), payload.get("output", ""))
        found[session_of(payload["session"])] += said
    return {key: "\n".join(lines) for key, lines in found.items()}
