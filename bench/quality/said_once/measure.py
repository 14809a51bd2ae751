"""Shown before the first fitting act, and how much of what is shown is a wish.

A correction counts as shown if the next session's start or first prompt quotes the sentence that
holds the wish, or if Claude Code asks before the act itself (a prohibition). Ordinary sessions have
nothing to show: whatever their next session quotes is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bench.quality.said_once.sessions import (
    Correction,
    Ordinary,
    corrections,
    events_of_correction,
    events_of_ordinary,
    ordinary,
    prompts,
)
from bench.quality.table import Row, table
from blackboard import Board
from blackboard.delivery.situation import Situation
from blackboard.guards.refusal import Attempt, refusal_of
from blackboard.search.words import words
from blackboard.storage.hook_board import HookBoard
from blackboard.views.rows import LessonRow
from reflect.accounts.intervals import Share
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.guards.prohibiting import propose
from reflect.miner.mine import mine

_MOST_ALIKE = 0.5
"""The share of a wish's words that a shown sentence has, so that it is that wish."""


class Shown(NamedTuple):
    """What became of one session: the sentences that its next one is shown, and the question."""

    id: str
    at_start: tuple[str, ...]
    at_prompt: tuple[str, ...]
    is_asked: bool = False

    @property
    def all(self) -> tuple[str, ...]:
        """Every sentence."""
        return (*self.at_start, *self.at_prompt)


class Measured(NamedTuple):
    """The corrections and ordinary sessions with what was shown, and prompts with a wrong one."""

    corrected: Sequence[tuple[Correction, Shown]]
    ordinary: Sequence[tuple[Ordinary, Shown]]
    in_vain: int


def measure(board: Board, half: str = "") -> Measured:
    """Look at the next session of each; the board has learnt from the sessions before."""
    wanted = corrections(half)
    board.catch_up()
    hooks = HookBoard(str(board.local.path), 1.0)
    corrected = [(one, _next_session(board, hooks, one)) for one in wanted]
    others = [(one, _after(board, one)) for one in ordinary()]
    return Measured(corrected, others, _in_vain(board, wanted))


def taken_in(board: Board) -> None:
    """Put all sessions on a board."""
    for number, correction in enumerate(corrections()):
        board.append(events_of_correction(correction, number))
    for number, session in enumerate(ordinary(), 1_000):
        board.append(events_of_ordinary(session, number))


def by_rules(board: Board) -> None:
    """Learn from what is on the board without a model."""
    mine(board)
    curate(board, CuratorSettings())
    propose(board)


def figures(found: Measured, how: str) -> str:
    """The table of what was measured."""
    shown = [is_shown(one, shown) for one, shown in found.corrected]
    rows = [Row(f"{how}: shown before the act", Share(sum(shown), len(shown)), least=0.8)]
    for kind in ("repository", "command", "path", "topic"):
        some = [is_shown(one, shown) for one, shown in found.corrected if one.kind == kind]
        rows.append(Row(f"... {kind}", Share(sum(some), len(some))))
    sentences = [(one, text) for one, each in found.corrected for text in each.all]
    right = sum(is_wish(one, text) for one, text in sentences)
    wrong = sum(bool(shown.all) for _, shown in found.ordinary)
    rows += [
        Row("... of the sentences shown, lasting wishes", Share(right, len(sentences)), least=0.9),
        Row("... ordinary sessions whose next one is shown something",
            Share(wrong, len(found.ordinary)), most=0.01),
        Row("... other prompts at which one is shown", Share(found.in_vain, len(prompts()))),
    ]  # fmt: skip
    return table(rows)


def is_shown(one: Correction, shown: Shown) -> bool:
    """Whether the wish came before the act."""
    return shown.is_asked or any(is_wish(one, text) for text in shown.all)


def is_wish(one: Correction, text: str) -> bool:
    """Whether a sentence that is shown says the wish."""
    wanted, said = set(words(one.wish)), set(words(text))
    return bool(wanted) and len(wanted & said) >= _MOST_ALIKE * len(wanted)


def _next_session(board: Board, hooks: HookBoard, one: Correction) -> Shown:
    session, project = f"next-{one.id}", board.project(one.project)
    start = board.context(Situation(project=project, session=session, step="start"))
    prompt = board.context(
        Situation(one.next_prompt, project=project, session=session, step="prompt")
    )
    lessons = _lessons(board, one.project)
    return Shown(
        one.id,
        tuple(_sentence(lessons[each]) for each in start.ids),
        tuple(_sentence(lessons[each]) for each in prompt.ids),
        _is_asked(hooks, one),
    )


def _after(board: Board, one: Ordinary) -> Shown:
    session, project = f"next-{one.id}", board.project(one.project)
    start = board.context(Situation(project=project, session=session, step="start"))
    said = board.context(Situation(one.typed[0], project=project, session=session, step="prompt"))
    lessons = _lessons(board, one.project)
    return Shown(
        one.id,
        tuple(_sentence(lessons[each]) for each in start.ids),
        tuple(_sentence(lessons[each]) for each in said.ids),
    )


def _in_vain(board: Board, wanted: Sequence[Correction]) -> int:
    """The prompts of other work at which a sentence is shown that is not for all work there."""
    found = 0
    narrow = [one for one in wanted if one.kind != "repository"]
    for number, text in enumerate(prompts()):
        project = board.project(narrow[number % len(narrow)].project)
        found += bool(board.context(Situation(text, project=project, step="prompt")).ids)
    return found


def _lessons(board: Board, project: str) -> dict[str, LessonRow]:
    return {row["id"]: row for row in board.view("lessons", where={"project": project})}


def _sentence(row: LessonRow) -> str:
    return row["said"] or row["constraint"]


def _is_asked(hooks: HookBoard, one: Correction) -> bool:
    """Whether a guard that nobody confirmed means the act, as Claude Code asks its person then."""
    root = f"/home/ada/{one.id}"
    act = one.fitting_act
    paths = (f"{root}/{act['path']}",) if "path" in act else ()
    attempt = Attempt(root, root, act.get("command", ""), paths)
    guards = hooks.active_guards(one.project)
    return any(refusal_of([guard], attempt, set()) for guard in guards)
