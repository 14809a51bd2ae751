"""Forgetting a session: a preview of all that goes, then erasing just that."""

from __future__ import annotations

from hashlib import sha256

from blackboard.forgetting import Plan, forget, plan
from blackboard.selection import Selection
from lessonboard.erasing import copies, erase_beside
from lessonboard.pages.page import Asked, BadRequest, Moved, Shown
from lessonboard.places import runs_folder


def asked_for(asked: Asked) -> Shown:
    """What forgetting a session would erase; nothing is erased by looking."""
    row = asked.board.row("sessions", asked.names["name"])
    found = plan(asked.board, Selection(session=row["id"]))
    return Shown("forget.html", {
        "row": row, "plan": found, "digest": _digest(found),
        "told": {each["id"]: len(asked.board.view("exposures", where={"lesson": each["id"]}))
                 for each in found.lessons},
        "copies": copies(asked.board, asked.app.path, found) if found.events else [],
    })  # fmt: skip


def forgotten(asked: Asked) -> Moved:
    """Erase a session, if what goes with it is still what was shown."""
    name, reason = asked.needed("name"), asked.needed("reason")
    with asked.board.transaction():  # and who cannot write now has lost nothing
        found = plan(asked.board, Selection(session=name))
        if _digest(found) != asked.needed("digest"):
            raise BadRequest(
                "nothing was erased: more would go by now than was shown; load the preview again"
            )
    erase_beside(asked.board, asked.app.path, found, runs_folder())
    erased = forget(asked.board, found, reason=reason)
    asked.undoing.forget()  # what is said of decisions quotes what they were about
    return Moved("/sessions", f"Forgot {len(erased)} events; there is no way back")


def _digest(found: Plan) -> str:
    return sha256("\n".join(sorted(found.reach.because_of)).encode()).hexdigest()[:32]
