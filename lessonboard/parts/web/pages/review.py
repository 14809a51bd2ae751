"""Review: one candidate at a time, with its evidence, and what is similar or contradicts it."""

from __future__ import annotations

from typing import Any, cast

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.views.rows import RuleRow
from blackboard.views.rule import rule_of
from lessonboard.naming import key_of
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, Shown
from lessonboard.parts.web.cited_code import code_of
from lessonboard.parts.web.evidence import quoted
from lessonboard.parts.web.pages.rules import against, same
from lessonboard.parts.web.versions import version_of
from lessonboard.waiting import waiting_insights, waiting_lessons
from reflect.backtest.of_lesson import backtest_of
from reflect.finding import View

_MOST_ALIKE = 30
_ALIKE = 0.5
"""The share of terms from which on waiting rules are offered to be decided together."""


def review(asked: Asked) -> Shown:
    """The candidate that is asked for, or the first that waits."""
    board = asked.board
    view: View = "insights" if asked.query.get("view") == "insights" else "lessons"
    project = asked.query.get("project", "").strip()
    waiting = _waiting(board, view, project)
    about = {"view": view if view == "insights" else "", "project": project}
    counts = {
        "lessons": len(waiting if view == "lessons" else waiting_lessons(board, {})),
        "insights": len(waiting if view == "insights" else waiting_insights(board, {})),
    }
    shared: dict[str, Any] = {"view": view, "project": project, "waiting": counts,
                              "projects": board.values(view, "project")}  # fmt: skip
    if not waiting:
        return Shown("review.html", {**shared, "row": None})
    place = _place(waiting, asked.query.get("at", ""))
    row = waiting[place]
    following = waiting[place + 1 :] or waiting[:place]
    after = address("/review", **about, at=following[0]["id"] if following else None)
    opposed = against(board, row)
    is_said = "constraint" in row and is_said_once(row)
    contradicted = {other["id"] for other, _, _ in opposed}
    return Shown("review.html", {
        **shared,
        "row": row,
        "is_said": is_said,
        "place": place,
        "number": len(waiting),
        "words": rule_of(row),
        "version": version_of(row),
        "here_again": address("/review", **about, at=row["id"]),
        "after": after,
        "before": address("/review", **about, at=waiting[place - 1]["id"]) if place else "",
        "quotes": list(quoted(board, row)),
        "against": opposed,
        "same": same(board, row),
        "alike": [(each, version_of(each)) for each in _alike(board, view, row, waiting)
                  if each["id"] not in contradicted],
        "code": code_of(asked, row) if "constraint" in row else [],
        "last": asked.undoing.latest(),
        "last_said": asked.undoing.said(asked.undoing.latest()),
        "missed": asked.query.get("at", row["id"]) != row["id"],
    })  # fmt: skip


def backtest(asked: Asked) -> Shown:
    """When a lesson would have been shown in the board's own history, and what followed."""
    board = asked.board
    row = board.row("lessons", key_of(board, "lessons", asked.names["name"]))
    return Shown("backtest.html", {"row": row, "found": backtest_of(board, row)})


def _waiting(board: Board, view: View, project: str) -> list[RuleRow]:
    where = {"project": board.projects(project)} if project else {}
    found = waiting_lessons(board, where) if view == "lessons" else waiting_insights(board, where)
    return cast("list[RuleRow]", found)


def _place(waiting: list[RuleRow], name: str) -> int:
    return next((place for place, row in enumerate(waiting) if row["id"] == name), 0)


def _alike(board: Board, view: View, row: RuleRow, waiting: list[RuleRow]) -> list[RuleRow]:
    """Those that wait too and share most of their terms, the most alike first."""
    words = rule_of(row)
    near = {each.key: each.similarity
            for each in board.similar(words, view=view, threshold=_ALIKE)}  # fmt: skip
    some = [each for each in waiting if each["id"] in near and each["id"] != row["id"]]
    return sorted(some, key=lambda each: -near[each["id"]])[:_MOST_ALIKE]
