"""Review: one decision of the inbox at a time, with its evidence, and what is decided with it."""

from __future__ import annotations

from typing import Any, NamedTuple

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.views.rows import RuleRow
from blackboard.views.rule import rule_of
from lessonboard.inbox.model import SECTIONS, Group, Inbox, Waiting
from lessonboard.inbox.reading import inbox
from lessonboard.inbox.reasons import DEFERRED
from lessonboard.naming import key_of
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, Shown
from lessonboard.parts.web.cited_code import code_of
from lessonboard.parts.web.deciding import wordings
from lessonboard.parts.web.evidence import quoted
from lessonboard.parts.web.pages.rules import against, same
from lessonboard.parts.web.setup import setup_of
from lessonboard.parts.web.versions import version_of
from reflect.backtest.of_lesson import backtest_of
from reflect.finding import View

DEFERRED_SECTION = "deferred"
_VIEWS: tuple[View, ...] = ("lessons", "insights")


class _Place(NamedTuple):
    """A decision of a list, and the row of it that is shown first."""

    number: int
    group: Group
    first: Waiting

    @property
    def same(self) -> list[Waiting]:
        """What says the same as the first, and is decided with it unless a person says no."""
        some = (self.group.first, *self.group.same)
        return [each for each in some if each != self.first] if self.first in some else []

    @property
    def beside(self) -> list[Waiting]:
        """What else belongs to this decision."""
        others = {each.id for each in self.same} | {self.first.id}
        return [each for each in self.group.all if each.id not in others]


def review(asked: Asked) -> Shown:
    """The decision that is asked for, or the first that waits."""
    board = asked.board
    project = asked.query.get("project", "").strip()
    where = {"project": board.projects(project)} if project else {}
    inboxes = {view: inbox(board, view, where) for view in _VIEWS}
    counts = {view: each.number() for view, each in inboxes.items()}
    view = _view(asked, counts)
    found = inboxes[view]
    section, groups, place = _looked_for(asked, found)
    about = {"view": view if view == "insights" else "", "project": project, "section": section}
    shared: dict[str, Any] = {
        "view": view,
        "project": project,
        "section": section,
        "waiting": counts,
        "sections": {name: len(found.of(name)) for name in SECTIONS},
        "deferred": len(found.deferred),
        "decisions": {name: len(each.groups) for name, each in inboxes.items()},
        "projects": board.values(view, "project"),
    }
    if place is None:
        return Shown("review.html", {**shared, "row": None, "setup": setup_of(asked)})
    return Shown("review.html", {**shared, **_decision(asked, place, groups, about)})


def _looked_for(asked: Asked, found: Inbox) -> tuple[str, list[Group], _Place | None]:
    """The section that is shown, its decisions, and the one that is asked for; else the first."""
    name, section = asked.query.get("at", ""), asked.query.get("section", "")
    for each in dict.fromkeys((section, "", DEFERRED_SECTION)):
        groups = _chosen(found, each)
        if place := _place(groups, name):
            return each, groups, place
    groups = _chosen(found, section)
    return section, groups, _Place(0, groups[0], groups[0].first) if groups else None


def _decision(
    asked: Asked, place: _Place, groups: list[Group], about: dict[str, str]
) -> dict[str, Any]:
    """What the page shows of one decision."""
    board, row = asked.board, place.first.row
    rest = [each.first.id for each in groups if each != place.group]
    later = [each.first.id for each in groups[place.number + 1 :] if each.first.id in rest]
    after = address("/review", **about, at=next(iter(later or rest), None))
    before = groups[place.number - 1].first.id if 0 < place.number < len(groups) else ""
    opposed = against(board, row)
    contradicted = {other["id"] for other, _, _ in opposed}
    return {
        "row": row,
        "is_said": is_said(row),
        "place": place.number,
        "number": len(groups),
        "why": DEFERRED.get(place.first.deferred, "") or place.group.why,
        "is_deferred": bool(place.first.deferred),
        "words": rule_of(row),
        "version": version_of(row),
        "here_again": address("/review", **about, at=row["id"]),
        "after": after,
        "before": address("/review", **about, at=before) if before else "",
        "quotes": list(quoted(board, row)),
        "against": opposed,
        "same": same(board, row),
        "wordings": _wordings(board, place.group),
        "alike": _seen(place.same, contradicted),
        "beside": _seen(place.beside, contradicted),
        "code": code_of(asked, row) if "constraint" in row else [],
        "last": asked.undoing.latest(),
        "last_said": asked.undoing.said(asked.undoing.latest()),
        "missed": asked.query.get("at", row["id"]) != row["id"],
    }


def _wordings(board: Board, group: Group) -> list[RuleRow]:
    """What is dropped with a sentence, or with what is decided alike."""
    found = [
        other for each in group.all if is_said(each.row) for other in wordings(board, each.row)
    ]
    return list({row["id"]: row for row in found}.values())


def is_said(row: RuleRow) -> bool:
    """Whether a row is a sentence that its person said, and did not confirm."""
    return "constraint" in row and is_said_once(row)


def backtest(asked: Asked) -> Shown:
    """When a lesson would have been shown in the board's own history, and what followed."""
    board = asked.board
    row = board.row("lessons", key_of(board, "lessons", asked.names["name"]))
    return Shown("backtest.html", {"row": row, "found": backtest_of(board, row)})


def _view(asked: Asked, counts: dict[View, int]) -> View:
    """The one that is asked for; else insights where nothing else waits."""
    wanted = asked.query.get("view", "")
    if wanted in _VIEWS:
        return "insights" if wanted == "insights" else "lessons"
    return "insights" if counts["insights"] and not counts["lessons"] else "lessons"


def _chosen(found: Inbox, section: str) -> list[Group]:
    """The decisions of a section, or all; what is deferred is decided one by one."""
    if section == DEFERRED_SECTION:
        return [Group("conclusions", each, (), (), "") for each in found.deferred]
    return [each for each in found.groups if section in ("", each.section)]


def _place(groups: list[Group], name: str) -> _Place | None:
    return next(
        (_Place(place, group, each) for place, group in enumerate(groups) for each in group.all
         if each.id == name), None
    )  # fmt: skip


def _seen(some: list[Waiting], contradicted: set[str]) -> list[tuple[RuleRow, str]]:
    """Rows with their versions, without what a decision about the first would contradict."""
    return [(each.row, version_of(each.row)) for each in some if each.id not in contradicted]
