"""The views: one file each, folded from the log by pure functions.

A new view is a file here, a line in VIEWS, and a test whose events and expected row specify it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from blackboard.errors import InvalidView, UnknownView
from blackboard.plugins import contents
from blackboard.plugins.parts import inactive
from blackboard.views.accounts import ACCOUNTS
from blackboard.views.announcements import ANNOUNCEMENTS
from blackboard.views.captures import CAPTURES
from blackboard.views.critiques import CRITIQUES
from blackboard.views.examinations import EXAMINATIONS
from blackboard.views.exposures import EXPOSURES
from blackboard.views.failures import FAILURES
from blackboard.views.files import FILES
from blackboard.views.guards import GUARDS
from blackboard.views.insights import INSIGHTS
from blackboard.views.lessons import LESSONS
from blackboard.views.reviews import REVIEWS
from blackboard.views.sessions import SESSIONS
from blackboard.views.ties import TIES
from blackboard.views.view import View
from blackboard.views.work import WORK

VIEWS: tuple[View, ...] = (
    TIES,
    SESSIONS,
    LESSONS,
    INSIGHTS,
    ACCOUNTS,
    EXPOSURES,
    ANNOUNCEMENTS,
    GUARDS,
    FAILURES,
    FILES,
    CRITIQUES,
    EXAMINATIONS,
    REVIEWS,
    WORK,
    CAPTURES,
    *contents.part("view"),
)
"""Those of the product, which are kept in step together; its active parts add some."""

ABSENT = {view: part for part in inactive() for view in part.views}
"""The names of views that a board may hold and nothing here can fold, each with its part."""

_OURS = frozenset(view.name for view in VIEWS) | ABSENT.keys()
_RESERVED = ("fts_", "sqlite_", "view_")
_TABLES = frozenset({
    "checkpoints", "constraint_postings", "documents", "events", "imported_files", "leases",
    "moments", "passages", "postings", "project_aliases", "recurrences", "replayed_sessions",
    "work_claims",
})  # fmt: skip


def is_ours(view: View) -> bool:
    """Whether a view is one of the product, and not of a plug-in or of a program's own."""
    return view in VIEWS


def added_views() -> list[View]:
    """The views that plug-ins add."""
    return contents.values("view", _OURS, _wrong)


def own_views(views: Iterable[View]) -> dict[str, View]:
    """Views that a program brings along, by name.

    Raises:
        InvalidView: one cannot be a view of a board, or has a name that is taken.
    """
    found: dict[str, View] = {}
    for view in views:
        wrong = _wrong(view)
        if not wrong and (view.name in _OURS or view.name in found):
            wrong = "has the name of another view"
        if wrong:
            raise InvalidView(f"the view {getattr(view, 'name', view)!r} {wrong}")
        found[view.name] = view
    return found


def _wrong(view: object) -> str:
    """What keeps something from being a view beside those of the product."""
    if not isinstance(view, View):
        return "is no `blackboard.View`"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", view.name) or view.name.startswith(_RESERVED):
        return f"must have a name of a-z, 0-9 and _ that does not begin with {', '.join(_RESERVED)}"
    if view.name in _TABLES:
        return "has the name of a table of the board's file"
    if view.injectable or view.rule:
        return "is injectable or has a rule: only views of the product are put before agents"
    return ""


def view_named(name: str) -> View:
    """The view of that name, of the product or of a plug-in.

    Raises:
        UnknownView: with the names that there are.
    """
    for view in VIEWS:
        if view.name == name:
            return view
    if name in ABSENT:
        raise UnknownView(
            f"the view {name!r} is of the part {ABSENT[name].name}, which is not active here; "
            "`lessonboard admin part` says what it needs"
        )
    views = (*VIEWS, *added_views())
    for view in views:
        if view.name == name:
            return view
    raise UnknownView(
        f"there is no view {name!r}; choose one of {', '.join(view.name for view in views)}"
    )
