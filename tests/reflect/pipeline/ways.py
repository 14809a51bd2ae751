"""Every way by which something learnt comes onto a board, each as a function of a rule."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from blackboard import Board, NewEvent
from blackboard.events.payload import Evidence
from lessonboard.mcp.remembering import Refused, remember
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator.settings import CuratorSettings
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import ingest
from reflect.pipeline.insights import keep
from reflect.pipeline.records import import_lessons
from reflect.pipeline.stated import NotARule, Rule, add
from reflect.reflecting import reflect_on_merge
from reflect.reflector.insight import Draft
from reflect.rule_files.ingest import RuleFile, ingest_file
from tests.reflect.findings import HERE, NOON, WORDS, found
from tests.reflect.merge.changes import MEANS, remark, reviewed, reworked, told

RULES = Critic(CriticSettings())
LATER = NOON + 60_000_000

Way = Callable[[Board, str], str]
"""Puts a rule before a board, a minute after noon; returns what was shown to who did it."""


def by_miner(board: Board, rule: str) -> str:
    """A finding of the miner, as `mine` hands it over."""
    return ingest(board, found(rule, "s9", at=60), Place(HERE, "miner"), RULES).why


def by_import(board: Board, rule: str) -> str:
    """A line of `lesson add --file`."""
    record = {**WORDS, "constraint": rule, "status": "approved"}
    done = import_lessons(board, [json.dumps(record).encode()], RULES, LATER, HERE)
    said = [*(each.message for each in done.problems), *map(str, done.contradictions)]
    return "; ".join(said)


def by_hand(board: Board, rule: str) -> str:
    """`lesson add`."""
    try:
        added = add(board, Rule(rule), HERE, RULES, LATER)
    except NotARule as error:
        return str(error)
    return "; ".join(f"contradicts {row['id']}" for row, _ in added.against)


def by_agent(board: Board, rule: str) -> str:
    """The MCP tool `remember`, in an agent's own words."""

    @contextmanager
    def opened(_session: str | None = None) -> Iterator[Board]:
        yield board

    app = SimpleNamespace(project=HERE, critic=lambda: RULES)
    desk: Any = SimpleNamespace(app=app, here=HERE, board=opened)
    names = ("symptom", "root_cause", "resolution", "category", "severity")
    words = {name: str(WORDS[name]) for name in names}
    try:
        return remember(desk, rule, "exit code 2", **words)
    except Refused as error:
        return str(error)


def by_reflector(board: Board, rule: str) -> str:
    """An insight that a session proves."""
    said = {"session": "s9", "role": "assistant", "text": rule}
    (event,) = board.append([
        NewEvent("message.recorded", "session:s9", said, project=HERE, occurred_at=LATER, id="said")
    ]) or (board.log.get("said"),)  # fmt: skip
    proof = (Evidence(event_id=event.id, quote=rule, session="s9"),)
    draft = Draft(rule, "testing", 0.8, actionable=True, quotes=(rule,), evidence=proof)
    return keep(board, draft, HERE, "s9", RULES, CuratorSettings()).why


def by_merge(board: Board, rule: str) -> str:
    """A reviewer's remark on a change that was reworked after it."""
    reflect_on_merge(board, told(board, reviewed("", remark(rule)), reworked()), MEANS)
    return ""


def by_rule_file(board: Board, rule: str) -> str:
    """A line of a CLAUDE.md; each rule has a file of its own, for a changed line revises."""
    path = f"part-{len(rule)}/CLAUDE.md"
    ingest_file(board, RuleFile(path, f"- {rule}\n", HERE, "repository", LATER), RULES)
    return ""


WAYS: tuple[Way, ...] = (
    by_miner,
    by_import,
    by_hand,
    by_agent,
    by_reflector,
    by_merge,
    by_rule_file,
)
