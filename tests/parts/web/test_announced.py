"""What the page shows a person of himself: what is remembered, what is next, which guards spoke."""

from __future__ import annotations

import re
import time

import pytest

from blackboard.events.guard import GuardEnabled, GuardRefused
from reflect.curator import decisions
from reflect.guards.prohibiting import propose
from tests.blackboard.lessons import HERE, lesson, said, told
from tests.parts.web.visitor import Visitor

NPM = "Don't use npm here."


@pytest.fixture
def forbidden(visitor: Visitor) -> Visitor:
    """A board whose person forbade a command in a session."""
    visitor.board.append([said("npm", NPM, at=int(time.time()))])
    propose(visitor.board)
    return visitor


def announced(visitor: Visitor) -> list[tuple[str, str, str]]:
    """What he was shown, and where."""
    rows = visitor.board.view("announcements", order="at")
    return [(row["lesson"], row["step"], row["place"]) for row in rows]


@pytest.mark.parametrize("page", ["/", "/review?at=npm"])
def test_what_is_remembered_is_said_on_the_page(forbidden: Visitor, page: str) -> None:
    """It stands there until he decides; looking at a page records nothing."""
    assert "ill remember" in forbidden.text(page)
    assert NPM.removesuffix(".").replace("'", "&#39;") in forbidden.text(page)
    assert announced(forbidden) == []
    decisions.approve(forbidden.board, forbidden.board.row("lessons", "npm"))
    assert NPM.removesuffix(".").replace("'", "&#39;") not in forbidden.text("/review?at=npm")


def test_approving_a_prohibition_says_what_its_guard_would_do(forbidden: Visitor) -> None:
    """With the command that switches it on, which Today names until he decides."""
    page = forbidden.text("/review?at=npm")
    after = forbidden.done("/decide", **forbidden.form(page, "/decide"), decision="approve")
    command = "<code>lessonboard lesson guard npm</code>"
    assert re.search(f"It will ask before <code>npm</code>; .*used .*: {command}", after)
    assert ("npm", "guard on", "page") in announced(forbidden)
    assert "<code>lessonboard lesson guard npm</code>" in forbidden.text("/")


def test_a_guard_that_spoke_is_named_with_how_it_ends(visitor: Visitor) -> None:
    """On Today and on its own page."""
    visitor.board.append([lesson("use", "Use `bun` instead of `npm`."),
                          told("lesson.approved", "use", by="human")])  # fmt: skip
    visitor.board.record(
        GuardEnabled(lesson="use", by="human", rule="Use `bun` instead of `npm`.", wrong=["npm"],
                     right=["bun"], failed=3, uses=3),
        GuardRefused(lesson="use", session="s", refused="npm ci", reason="r"),
        actor="human", project=HERE,
    )  # fmt: skip
    assert "<code>lessonboard lesson guard use --undo</code>" in visitor.text("/")
    assert "<code>lessonboard lesson guard use --undo</code>" in visitor.text("/lessons/use")
