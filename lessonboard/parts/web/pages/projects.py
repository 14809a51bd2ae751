"""Projects: their names, making two one, and where nothing is remembered."""

from __future__ import annotations

from typing import Any, NamedTuple

from blackboard import NotFound
from lessonboard import project_decisions, switching
from lessonboard.exclusion import excluded
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, BadRequest, Moved, Shown
from lessonboard.parts.web.setup import setup_of
from lessonboard.places import user_file
from lessonboard.present.ties import tie_reason
from lessonboard.project_list import projects as known_projects
from lessonboard.project_list import ties
from lessonboard.project_suggestions import suggested

_HOME = "/projects"
_FEW = 4


class Joined(NamedTuple):
    """Two rows of `known_projects`, the first of which would become a part of the second.

    The reasons why they may be one are empty where a person chose them.
    """

    one: dict[str, Any]
    into: dict[str, Any]
    reasons: list[str]


def projects(asked: Asked) -> Shown:
    """All projects, the latest first, what may be one, and what is switched off."""
    capture = asked.app.config.capture
    off = switching.switched_off(asked.board)
    rows = known_projects(asked.board)
    by_name = {row["project"]: row for row in rows}
    chosen = asked.query.get("project", ""), asked.query.get("into", "")
    return Shown("projects.html", {
        "rows": rows,
        "suggested": [Joined(by_name[each.one], by_name[each.other], each.reasons)
                      for each in suggested(asked.board)],
        "chosen": chosen,
        "few": _FEW,
        "joined": Joined(by_name[chosen[0]], by_name[chosen[1]], [])
                  if {*chosen} <= by_name.keys() else None,
        "setup": None if rows else setup_of(asked),
        "off": {row["project"] for row in off if row["project"]},
        "switched_off": off,
        "patterns": capture.exclude,
        "all_off": capture.off,
        "settings": str(user_file()),
        "decisions": [(row, tie_reason(row)) for row in
                      asked.board.view("ties", where={"kind": project_decisions.DECISIONS},
                                       order="-first_at")
                      if not row["undone"]],
    })  # fmt: skip


def project(asked: Asked) -> Shown:
    """One project: its names and why they are one, and what is known of it."""
    board = asked.board
    name = board.project(asked.names["name"]) or asked.names["name"]
    known = [row["project"] for row in known_projects(board)]
    if name not in known:
        raise NotFound(f"there is no project {name!r} on this board")
    names = board.names_of(name)
    where = {"project": name}
    return Shown("project.html", {
        "name": name,
        "names": [each for each in names if each != name],
        "reasons": list(dict.fromkeys(map(tie_reason, ties(board, names)))),
        "others": [each for each in known if each != name],
        "is_off": any(board.project(row["project"]) == name
                      for row in switching.switched_off(board) if row["project"]),
        "excluded": excluded()(name, None),
        "settings": str(user_file()),
        "lessons": board.view("lessons", where={**where, "status": ["approved", "candidate"]},
                              order="-last_seen_at", limit=12),
        "sessions": board.view("sessions", where={**where, "child": 0}, order="-last_at", limit=12),
    })  # fmt: skip


def merged(asked: Asked) -> Moved:
    """Make two projects one."""
    one, into = _one(asked, asked.needed("project")), _one(asked, asked.needed("into"))
    project_decisions.merge(asked.board, one, into, asked.text("reason"))
    return Moved(_HOME, f"{one} is {into} now; undo it under “Decisions that hold”")


def kept_apart(asked: Asked) -> Moved:
    """Keep two projects apart, so that it is not suggested again to merge them."""
    one, other = _one(asked, asked.needed("project")), _one(asked, asked.needed("into"))
    project_decisions.keep_apart(asked.board, one, other, asked.text("reason"))
    return Moved(_HOME, f"{one} and {other} are two projects; undo it under “Decisions that hold”")


def split(asked: Asked) -> Moved:
    """Take a name out of a project."""
    name, project = asked.needed("name"), asked.needed("project")
    project_decisions.split(asked.board, name, _one(asked, project), asked.text("reason"))
    return Moved(
        _HOME, f"{name} is a project of its own again; undo it under “Decisions that hold”"
    )


def undone(asked: Asked) -> Moved:
    """Undo a merge or a split."""
    row = project_decisions.undo(asked.board, asked.needed("decision"))
    return Moved(_HOME, f"Undone: {tie_reason(row)}")


def switched(asked: Asked) -> Moved:
    """Remember nothing of a project from now on, or again."""
    name, state = asked.needed("project"), asked.needed("state")
    if state not in ("on", "off"):
        raise BadRequest(f"nothing was changed: a project is on or off, not {state[:20]!r}")
    about = [switching.Subject(each) for each in asked.board.projects(name)]
    if state == "off":
        switching.switch_off(asked.board, about, asked.text("reason"))
        said = "Off: nothing of it is captured, imported or shown from now on"
    else:
        switching.switch_on(asked.board, about)
        said = "On again; what happened meanwhile stays out"
    return Moved(address(f"/projects/{name}"), said)


def _one(asked: Asked, name: str) -> str:
    found = asked.board.projects(name)
    if len(found) > 1:
        raise BadRequest(f"nothing was changed: {name!r} may mean {', '.join(found[:5])}")
    return found[0]
