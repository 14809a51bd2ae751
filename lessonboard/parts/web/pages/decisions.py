"""What a person decides on the page about lessons and insights."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from blackboard.views.rows import LessonRow, RuleRow
from lessonboard import muting
from lessonboard.decided import undo as undo_any
from lessonboard.decided import undoable
from lessonboard.pages.addresses import is_ours, of_rule
from lessonboard.pages.page import Asked, BadRequest, Moved
from lessonboard.parts.web.deciding import Seen, as_seen, decide
from lessonboard.parts.web.undoing import explain, remember, undo
from lessonboard.present.text import one_line
from reflect.finding import View
from reflect.guards.switching import switch_off, switch_on


def decided(asked: Asked) -> Moved:
    """Decide on the rows that the form names, as they were seen."""
    view, name, page = asked.needed("view"), asked.needed("decision"), asked.text("page")
    if view not in ("lessons", "insights"):
        raise BadRequest(f"nothing was changed: there are no decisions about {view[:40]!r}")
    rows = seen_rows(asked)
    if not rows:
        raise BadRequest("nothing was changed: the form names nothing to decide about")
    beside = seen_rows(asked, "beside")
    said, undo = decide(asked, cast(View, view), rows, beside, name, _inside(page, rows))
    return Moved(_inside(asked.text("then") or page, rows), said, undo)


def seen_rows(asked: Asked, field: str = "seen") -> list[Seen]:
    """The rows that a field of a form names, each with its version and when it was seen.

    Raises:
        BadRequest: they cannot be read.
    """
    found = []
    for text in asked.form.get(field, []):
        version, first, rest = text.partition(":")
        position, second, name = rest.partition(":")
        if not (first and second and name and re.fullmatch(r"[0-9]{1,18}", position)):
            raise BadRequest("nothing was changed: the form is not one of this page")
        found.append(Seen(name, version, int(position)))
    return found


def undone(asked: Asked) -> Moved:
    """Undo any decision of a row, by a person or a policy."""
    view, name = asked.needed("view"), asked.needed("name")
    if view not in ("lessons", "insights"):
        raise BadRequest(f"nothing was changed: there are no decisions about {view[:40]!r}")
    row: RuleRow = asked.board.row(cast(Any, view), name)
    event = asked.needed("event")
    what = undo_any(asked.board, row, event)
    asked.undoing.drop(event)
    return Moved(of_rule(name), f"Undone: {what}")


def muted(asked: Asked) -> Moved:
    """Mute a lesson in its project, or unmute it."""
    project = asked.needed("project")

    def act(row: LessonRow) -> str:
        where = muting.Where(project=asked.board.project(project))
        if asked.text("muted") == "no":
            muting.unmute(asked.board, row["id"], where)
            return f"Shown again in {where}"
        muting.mute(asked.board, row["id"], where, asked.text("reason"))
        return f"No longer shown in {where}; elsewhere as before"

    return _done_beside(asked, act)


def guarded(asked: Asked) -> Moved:
    """Switch the guard of a lesson on, if it qualifies, or off."""

    def act(row: LessonRow) -> str:
        if asked.text("guard") == "off":
            switch_off(asked.board, row["id"], asked.text("reason"))
            return "The guard refuses nothing from now on"
        switch_on(asked.board, row)
        return "The guard is on: it refuses the wrong form once a session"

    return _done_beside(asked, act)


def _done_beside(asked: Asked, act: Callable[[LessonRow], str]) -> Moved:
    """Decide something beside the one lesson that the form names, so that it can be undone."""
    with asked.board.transaction():
        row = _one_seen(asked)
        before = set(undoable(asked.board, row))
        said, page = act(row), of_rule(row["id"])
        name = remember(asked, row, before, said, page)
    return Moved(page, said, name)


def _one_seen(asked: Asked) -> LessonRow:
    """The one lesson that the form names, as it was seen."""
    rows = seen_rows(asked)
    if len(rows) != 1:
        raise BadRequest("nothing was changed: the form must name one lesson")
    row = as_seen(asked.board, "lessons", rows[0])
    assert "constraint" in row
    return row


def taken_back(asked: Asked) -> Moved:
    """Undo the decision of this server that the form names, or the last one."""
    name = asked.text("decision") or asked.undoing.latest()
    taken = undo(asked, name)
    said = f"Undone: {taken.said[:1].lower()}{taken.said[1:]}"
    return Moved(taken.page, said, asked.undoing.latest())


def explained(asked: Asked) -> Moved:
    """Keep a reason with the decision of this server that the form names."""
    name, reason = asked.needed("decision"), asked.text("reason")
    taken = explain(asked, name, reason)
    page = asked.text("page")
    return Moved(page if is_ours(page) else taken.page,
                 f"Kept with “{taken.said}”: {one_line(reason, 200)}", name)  # fmt: skip


def _inside(page: str, rows: list[Seen]) -> str:
    """An address of this site; of another one nothing is taken."""
    return page if is_ours(page) else of_rule(rows[0].name)
