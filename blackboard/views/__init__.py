"""The views: one file each, folded from the log by pure functions.

A new view is a file here, a line in VIEWS, and a test whose events and expected row specify it.
"""

from __future__ import annotations

from blackboard.errors import UnknownView
from blackboard.views.accounts import ACCOUNTS
from blackboard.views.automation import AUTOMATION
from blackboard.views.captures import CAPTURES
from blackboard.views.critiques import CRITIQUES
from blackboard.views.exposures import EXPOSURES
from blackboard.views.failures import FAILURES
from blackboard.views.insights import INSIGHTS
from blackboard.views.lessons import LESSONS
from blackboard.views.recordings import RECORDINGS
from blackboard.views.reviews import REVIEWS
from blackboard.views.runs import RUNS
from blackboard.views.sessions import SESSIONS
from blackboard.views.step_cards import STEP_CARDS
from blackboard.views.ties import TIES
from blackboard.views.view import View
from blackboard.views.work import WORK
from blackboard.views.workflows import WORKFLOWS

VIEWS: tuple[View, ...] = (
    TIES,
    SESSIONS,
    LESSONS,
    INSIGHTS,
    ACCOUNTS,
    EXPOSURES,
    FAILURES,
    CRITIQUES,
    REVIEWS,
    WORK,
    AUTOMATION,
    RUNS,
    RECORDINGS,
    STEP_CARDS,
    WORKFLOWS,
    CAPTURES,
)


def view_named(name: str) -> View:
    """The view of that name.

    Raises:
        UnknownView: with the names that there are.
    """
    for view in VIEWS:
        if view.name == name:
            return view
    raise UnknownView(
        f"there is no view {name!r}; choose one of {', '.join(view.name for view in VIEWS)}"
    )
