"""A lesson's page, or an insight's: rule, evidence, cited code, account, decisions, guard."""

from __future__ import annotations

from typing import Any, cast

from blackboard import Board
from blackboard.delivery.contradicted import kept_back
from blackboard.views.rows import RuleRow
from lessonboard import muting
from lessonboard.naming import key_of
from lessonboard.present.exposures import became
from lessonboard.web.accounts import AccountShown, account_of
from lessonboard.web.addresses import of_rule
from lessonboard.web.cited_code import code_of
from lessonboard.web.deciding import Seen, decide
from lessonboard.web.evidence import quoted
from lessonboard.web.page import Asked, BadRequest, Moved, Shown
from lessonboard.web.versions import version_of
from reflect.finding import View
from reflect.guards.switching import examine, guard_of, resting, switch_off, switch_on
from reflect.pipeline.known import beside
from reflect.pipeline.pairs import undecided

_MOST_EXPOSURES = 30


def rule(asked: Asked, view: View) -> Shown:
    """The page of one row of a view."""
    board = asked.board
    row: RuleRow = board.row(view, key_of(board, view, asked.names["name"]))
    guard = guard_of(board, row["id"]) if view == "lessons" else None
    found: AccountShown = account_of(asked, row)
    return Shown("rule.html", {
        "row": row,
        "view": view,
        "words": row["constraint"] if "constraint" in row else row["statement"],
        "version": version_of(row),
        "quotes": list(quoted(board, row)),
        "against": against(board, row),
        "same": same(board, row),
        "code": code_of(asked, row) if "constraint" in row else [],
        "account": found,
        "known": _titles(board, [each["session"] for each in found.account.exposures]),
        "exposures": [(each, became(each)) for each in found.account.exposures[:_MOST_EXPOSURES]],
        "guard": guard,
        "guard_rests": resting(board, [guard]).get(row["id"], "") if guard else "",
        "is_muted": _is_muted(board, row),
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
    return Shown("guard.html", {
        "row": row, "version": version_of(row), "found": found, "figures": found.as_json(),
        "why_not": why, "state": guard["state"] if guard else "off",
    })  # fmt: skip


def decided(asked: Asked) -> Moved:
    """Decide on the rows that the form names, as they were seen."""
    view, name, page = asked.needed("view"), asked.needed("decision"), asked.text("page")
    if view not in ("lessons", "insights"):
        raise BadRequest(f"nothing was changed: there are no decisions about {view[:40]!r}")
    rows = seen_rows(asked)
    said, undo = decide(asked, cast(View, view), rows, name, _inside(page, rows))
    return Moved(_inside(asked.text("then") or page, rows), said, undo)


def seen_rows(asked: Asked) -> list[Seen]:
    """The rows that a form names, each with its version and when it was seen.

    Raises:
        BadRequest: they cannot be read.
    """
    found = []
    for text in asked.form.get("seen", []):
        version, first, rest = text.partition(":")
        position, second, name = rest.partition(":")
        if not (first and second and name and position.isdecimal()):
            raise BadRequest("nothing was changed: the form is not one of this page")
        found.append(Seen(name, version, int(position)))
    return found


def undone(asked: Asked) -> Moved:
    """Take back any decision of a row, whoever made it."""
    from reflect.curator import decisions

    view, name = asked.needed("view"), asked.needed("name")
    if view not in ("lessons", "insights"):
        raise BadRequest(f"nothing was changed: there are no decisions about {view[:40]!r}")
    row: RuleRow = asked.board.row(cast(Any, view), name)
    decisions.undo(asked.board, row, cast(View, view), asked.needed("event"))
    return Moved(of_rule(name), "Taken back")


def muted(asked: Asked) -> Moved:
    """Tell a lesson no more in its project, or again."""
    name, project = asked.needed("name"), asked.needed("project")
    row = asked.board.row("lessons", name)
    where = muting.Where(project=asked.board.project(project))
    if asked.text("muted") == "no":
        muting.unmute(asked.board, row["id"], where)
        return Moved(of_rule(name), f"Told again in {where}")
    muting.mute(asked.board, row["id"], where, asked.text("reason"))
    return Moved(of_rule(name), f"Not told any more in {where}; elsewhere as before")


def guarded(asked: Asked) -> Moved:
    """Switch the guard of a lesson on, if it qualifies, or off."""
    name = asked.needed("name")
    row = asked.board.row("lessons", name)
    if asked.text("guard") == "off":
        switch_off(asked.board, row["id"], asked.text("reason"))
        return Moved(of_rule(name), "The guard refuses nothing from now on")
    switch_on(asked.board, row)
    return Moved(of_rule(name), "The guard is on: it refuses the wrong form once a session")


def _inside(page: str, rows: list[Seen]) -> str:
    """An address of this site; of another one nothing is taken."""
    is_ours = page.startswith("/") and not page.startswith(("//", "/\\"))
    return page if is_ours else of_rule(rows[0].name)


def _titles(board: Board, sessions: list[str]) -> dict[str, str]:
    """What was asked in those sessions that are on the board."""
    names = sessions[:_MOST_EXPOSURES]
    rows = board.view("sessions", where={"id": names}) if names else []
    return {row["id"]: row["title"] or "(nothing was asked)" for row in rows}


def _is_muted(board: Board, row: RuleRow) -> bool:
    where = muting.Where(project=row["project"])
    return bool(row["project"]) and muting.is_muted(board, row["id"], where)
