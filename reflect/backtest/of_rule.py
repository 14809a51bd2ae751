"""What a rule would do that a person is about to state: what it meets, and when it is shown.

Nothing is written: it is kept on a temporary board alone, and the sessions are replayed there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.harm import harms
from blackboard.redaction.redact import redact
from blackboard.search.terms import terms
from blackboard.views.rows import LessonRow, SessionRow
from reflect.backtest.of_lesson import LessonBacktest, in_all, occasion
from reflect.backtest.past import empty_board
from reflect.backtest.steps import Step
from reflect.pipeline.ingest import Critic
from reflect.pipeline.known import Neighbour, neighbours
from reflect.pipeline.stated import NotARule, Rule, add

_SHORTEST_STEM, _ENDING = 3, 3
"""Letters of a term that are looked for at least, and those that its forms may differ in."""


class RulePreview(NamedTuple):
    """What is known of a rule before it is kept.

    `refused` says why it would not be kept, and is empty where it would be; `safe` is its text
    without secrets, `harm` what it would do, `near` what says the same or the opposite. `found` is
    None where it would not be kept.
    """

    safe: str
    refused: str
    harm: tuple[str, ...]
    near: tuple[Neighbour, ...]
    found: LessonBacktest | None


def preview(
    board: Board,
    rule: Rule,
    project: str | None,
    critic: Critic,
    now: int,
    enough: Callable[[], bool] = lambda: False,
) -> RulePreview:
    """What a rule would do, if it were kept; the board is only read.

    Args:
        board: the board with the history.
        rule: what a person is about to state.
        project: where it would hold; None is everywhere.
        critic: looks at it as when it is kept.
        now: microseconds since 1970.
        enough: asked after each session whether the rest may be left out; the latest come first.
    """
    safe = redact(rule.text).value
    harm = tuple(harms(safe))
    with empty_board() as alone:
        try:
            added = add(alone, rule._replace(despite=harm), project, critic, now)
        except NotARule as error:
            return RulePreview(safe, str(error), harm, (), None)
        near = neighbours(board, [added.row["constraint"]], project, ("lessons", "insights"))
        found = _replayed(board, alone, added.row, project, enough)
    return RulePreview(safe, "", harm, tuple(near), found)


def _replayed(
    board: Board, alone: Board, row: LessonRow, project: str | None, enough: Callable[[], bool]
) -> LessonBacktest:
    where: dict[str, Any] = {"child": 0}
    if project is not None:
        where["project"] = project
    sessions: list[SessionRow] = board.view("sessions", where=where, order="-started_at")
    fits = _fitting(row)
    found = []
    for session in sessions:
        found.append(occasion(board, alone, row, session, fits))
        if enough():
            break
    return in_all(found, len(sessions))


def _fitting(row: LessonRow) -> Callable[[Step], bool]:
    """Whether a rule may be shown at a step at all; to ask the board takes much longer.

    A start is asked about. A prompt has to share a word with it: words are looked for by their
    beginnings, so that their forms are found too. A call has to share a command or file.
    """
    bound = {each.rpartition("/")[2] for each in (*row["commands"], *row["paths"])}
    bound |= {each.split()[0] for each in row["commands"]}
    said = terms(" ".join((row["constraint"], row["symptom"])))
    stems = {each[: max(_SHORTEST_STEM, len(each) - _ENDING)] for each in said}
    called, named = _any_of(bound), _any_of(bound | stems)

    def may_fit(step: Step) -> bool:
        known = step.situation
        if known.step == "failed":
            return any(map(called.search, (known.command, *known.paths)))
        is_named = known.step == "prompt" and bool(named.search(known.prompt))
        return is_named or known.step == "start"

    return may_fit


def _any_of(words: set[str]) -> re.Pattern[str]:
    """A pattern that finds any of some words; none finds nothing."""
    escaped = "|".join(map(re.escape, sorted(filter(None, words))))
    return re.compile(escaped or "(?!)", re.IGNORECASE)
