"""A lesson's page, or an insight's: rule, evidence, cited code, account, decisions, guard."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from blackboard import Board
from blackboard.delivery.contradicted import kept_back
from blackboard.views.rows import ExposureRow, RuleRow
from blackboard.views.rule import rule_of
from lessonboard import muting
from lessonboard.decided import decided
from lessonboard.naming import key_of
from lessonboard.pages.page import Asked, Shown
from lessonboard.parts.web.accounts import AccountShown, account_of
from lessonboard.parts.web.cited_code import code_of
from lessonboard.parts.web.evidence import quoted
from lessonboard.parts.web.versions import version_of
from lessonboard.present.exposures import became
from reflect.finding import View
from reflect.guards.prohibiting import objection, weigh
from reflect.guards.switching import examine, guard_of, resting
from reflect.pipeline.known import beside
from reflect.pipeline.pairs import undecided


def rule(asked: Asked, view: View) -> Shown:
    """The page of one row of a view."""
    board = asked.board
    row: RuleRow = board.row(view, key_of(board, view, asked.names["name"]))
    guard = guard_of(board, row["id"]) if view == "lessons" else None
    found: AccountShown = account_of(asked, row)
    return Shown("rule.html", {
        "row": row,
        "view": view,
        "words": rule_of(row),
        "version": version_of(row),
        "quotes": list(quoted(board, row)),
        "against": against(board, row),
        "same": same(board, row),
        "code": code_of(asked, row) if "constraint" in row else [],
        "account": found,
        "known": _titles(board, [each["session"] for each in found.account.exposures]),
        "exposures": list(_by_kind(found.account.exposures)),
        "guard": guard,
        "guard_rests": resting(board, [guard]).get(row["id"], "") if guard else "",
        "is_muted": _is_muted(board, row),
        "decided": decided(board, row),
    })  # fmt: skip


def lesson(asked: Asked) -> Shown:
    """A lesson's page."""
    return rule(asked, "lessons")


def insight(asked: Asked) -> Shown:
    """An insight's page."""
    return rule(asked, "insights")


def against(board: Board, row: RuleRow) -> list[tuple[RuleRow, str, str]]:
    """What contradicts a lesson, how surely, and whether it is therefore kept back."""
    if "constraint" not in row:
        return []
    pairs = undecided(board, [row]).get(row["id"], [])
    return [(other, verdict, kept_back(dict(row), dict(other), ())) for other, verdict in pairs]


def same(board: Board, row: RuleRow) -> list[RuleRow]:
    """The offered lessons and insights that say the same."""
    if "constraint" not in row:
        return []
    return [each.row for each in beside(board, row) if each.says == "same" and each.is_active]


def guard_examined(asked: Asked) -> Shown:
    """What a lesson would have refused on the board's own history, had it been a guard."""
    board = asked.board
    row = board.row("lessons", key_of(board, "lessons", asked.names["name"]))
    found, why = examine(board, row)
    guard = guard_of(board, row["id"])
    weighed = weigh(board, row, time.time_ns() // 1000) if why else None
    return Shown("guard.html", {
        "row": row, "version": version_of(row), "found": found, "figures": found.as_json(),
        "why_not": objection(row) if weighed else why, "weighed": weighed,
        "state": guard["state"] if guard else "off",
    })  # fmt: skip


def _by_kind(
    exposures: Sequence[ExposureRow],
) -> Iterator[tuple[str, list[tuple[ExposureRow, str]]]]:
    """The sessions of a lesson's account: those in which it was shown, held back, or neither."""
    kinds: dict[str, list[tuple[ExposureRow, str]]] = {
        "Shown": [],
        "Held back": [],
        "Not shown": [],
    }
    for each in exposures:
        is_shown, is_held = each["injected_at"] is not None, each["withheld_at"] is not None
        kind = "Shown" if is_shown else "Held back" if is_held else "Not shown"
        kinds[kind].append((each, became(each)))
    return ((kind, found) for kind, found in kinds.items() if found)


def _titles(board: Board, sessions: list[str]) -> dict[str, str]:
    """What was asked in those sessions that are on the board."""
    rows = board.view("sessions", where={"id": sessions}) if sessions else []
    return {row["id"]: row["title"] or "(nothing was asked)" for row in rows}


def _is_muted(board: Board, row: RuleRow) -> bool:
    where = muting.Where(project=row["project"])
    return bool(row["project"]) and muting.is_muted(board, row["id"], where)
