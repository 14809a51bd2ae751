"""Projects: their names, making two one, and where nothing is remembered."""

from __future__ import annotations

from blackboard import NotFound
from lessonboard import project_decisions, switching
from lessonboard.exclusion import excluded
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, BadRequest, Moved, Shown
from lessonboard.places import user_file
from lessonboard.present.ties import tie_reason
from lessonboard.project_list import projects as known_projects
from lessonboard.project_list import ties

_HOME = "/projects"


def projects(asked: Asked) -> Shown:
    """All projects, the latest first, and what is switched off."""
    capture = asked.app.config.capture
    off = switching.switched_off(asked.board)
    return Shown("projects.html", {
        "rows": known_projects(asked.board),
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
    return Moved(_HOME, f"{one} is {into} now; it can be undone below")


def split(asked: Asked) -> Moved:
    """Take a name out of a project."""
    name, project = asked.needed("name"), asked.needed("project")
    project_decisions.split(asked.board, name, _one(asked, project), asked.text("reason"))
    return Moved(_HOME, f"{name} is a project of its own again; it can be undone below")


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
