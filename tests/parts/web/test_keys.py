"""Keys: none is lost, none decides what was not on the screen, and each is answered at once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blackboard import Board, Event
from tests.parts.web.conftest import Served
from tests.parts.web.test_browser import _add_candidates, open_at
from tests.parts.web.test_browser import browser as browser  # noqa: PLC0414  # a fixture
from tests.parts.web.test_browser import tab as tab  # noqa: PLC0414  # a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

Serve = Callable[..., Served]
SEEN = 0.7
"""Seconds for which a rule is on the screen before a key of before decides about it."""

_RULE = "article .rule"
_SAID = "#keys-said"
_DECIDED = ("lesson.approved", "lesson.rejected", "lesson.retired")


def decided(file: Path, before: int) -> list[Event]:
    """What a person decided since."""
    with Board.open(file) as board:
        return [each for each in board.read(before, types=_DECIDED) if each.actor == "human"]


@pytest.fixture
def before(sample: Path) -> int:
    """The log's head before anything is decided, on a board where enough waits."""
    with Board.open(sample) as board:
        _add_candidates(board)
        return board.log.head()


class Held:
    """Requests that decide, held back until they are let through."""

    def __init__(self, tab: Page) -> None:
        self.routes: list[Route] = []
        self.is_open = False
        tab.route("**/decide", self._hold)

    def _hold(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.routes.append(route)

    def release(self) -> None:
        """Let through what is held, and hold nothing more.

        The route stays: a request that is under way while routes are taken off can be lost.
        """
        self.is_open = True
        for each in self.routes:
            each.continue_()


def _shown(tab: Page) -> str:
    return tab.locator("article a[href^='/lessons/lesson']").first.inner_text()


def test_three_quick_keys_decide_three_in_order_each_seen(
    serve: Serve, tab: Page, sample: Path, before: int
) -> None:
    """Those that come too early wait until their rule was on the screen for a moment."""
    served = serve()
    open_at(tab, served, "/review")
    tab.evaluate("""() => {
      window.shown = [];
      const look = () => {
        const name = document.querySelector("article a[href^='/lessons/lesson']")?.innerText;
        if (name && window.shown.at(-1) !== name) window.shown.push(name);
      };
      look();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    }""")
    for _ in range(3):
        tab.keyboard.press("a")
    tab.wait_for_function("() => window.shown.length >= 4")
    shown = tab.evaluate("window.shown")
    made = decided(sample, before)
    assert [(each.payload or {})["lesson"] for each in made] == shown[:3]
    assert {each.type for each in made} == {"lesson.approved"}
    moments = [each.recorded_at / 1_000_000 for each in made]
    assert all(two - one >= SEEN for one, two in pairwise(moments))


def test_a_key_before_the_next_rule_waits_visibly_and_can_be_let_go(
    serve: Serve, tab: Page, sample: Path, before: int
) -> None:
    """The server is slow: the second key is not about the rule that is decided, nor lost."""
    served = serve()
    open_at(tab, served, "/review")
    first, held = _shown(tab), Held(tab)
    tab.keyboard.press("a")
    tab.locator("[data-pressed]").wait_for()
    tab.keyboard.press("r")
    assert "Waits until this has been on the screen" in tab.locator(_SAID).inner_text()
    tab.keyboard.press("Escape")
    assert tab.locator(_SAID).inner_text() == "Let go: r did nothing."
    held.release()
    tab.locator(".said").wait_for()
    assert _shown(tab) != first
    made = decided(sample, before)
    assert [(each.type, (each.payload or {})["lesson"]) for each in made] == [
        ("lesson.approved", first)
    ]


def test_a_key_that_waits_is_shown_on_the_rule_that_it_will_decide(
    serve: Serve, tab: Page, sample: Path, before: int
) -> None:
    """On a slow server a key that is pressed twice decides the first rule once."""
    served = serve()
    open_at(tab, served, "/review")
    first, held = _shown(tab), Held(tab)
    tab.keyboard.press("r")
    tab.locator("[data-pressed]").wait_for()
    tab.keyboard.press("r")
    assert len(held.routes) == 1
    held.release()
    tab.locator("[data-waiting]").wait_for()
    second = _shown(tab)
    tab.wait_for_function("name => !document.querySelector('article')?.innerText.includes(name)",
                          arg=second)  # fmt: skip
    names = [(each.payload or {})["lesson"] for each in decided(sample, before)]
    assert names == [first, second]


def test_a_key_is_answered_in_the_same_moment(serve: Serve, tab: Page, before: int) -> None:
    """Before any server is asked: the button is pressed, and a line says so."""
    served = serve()
    open_at(tab, served, "/review")
    tab.wait_for_function("() => !early()")
    held = Held(tab)
    answered = tab.evaluate("""() => {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
      const said = document.getElementById("keys-said").textContent;
      return [document.querySelector("[data-pressed]").dataset.key, said];
    }""")
    assert answered == ["a", "Approve …"]
    held.release()
    tab.locator(".said").wait_for()


def test_a_server_that_does_not_answer_is_said_and_tried_again(
    serve: Serve, tab: Page, sample: Path, before: int
) -> None:
    """What waited is let go, and the same rule is still to be decided."""
    served = serve()
    open_at(tab, served, "/review")
    first = _shown(tab)
    tab.route("**/decide", lambda route: route.abort())
    tab.keyboard.press("a")
    tab.get_by_text("The server did not answer").wait_for()
    tab.unroute("**/decide")
    tab.keyboard.press("a")
    tab.locator(".said").wait_for()
    made = decided(sample, before)
    assert [(each.payload or {})["lesson"] for each in made] == [first]


def test_a_refused_decision_lets_go_of_what_waits(
    serve: Serve, tab: Page, sample: Path, before: int
) -> None:
    """It was changed meanwhile: the keys after it are not about the page that says so."""
    served = serve()
    open_at(tab, served, "/review")
    name = _shown(tab)
    with Board.open(sample) as board:
        from reflect.curator import decisions

        decisions.pin(board, board.row("lessons", name))
    held = Held(tab)
    tab.keyboard.press("a")
    tab.locator("[data-pressed]").wait_for()
    tab.keyboard.press("r")
    held.release()
    tab.get_by_role("heading", name="It was changed meanwhile").wait_for()
    assert "That was refused: r did nothing." in tab.locator(_SAID).inner_text()
    assert decided(sample, before) == []


def test_skipping_and_going_back_need_no_new_page(
    serve: Serve, tab: Page, sample: Path, before: int
) -> None:
    """The browser's own way back shows the rule before."""
    served = serve()
    open_at(tab, served, "/review")
    first = _shown(tab)
    tab.evaluate("window.same = true")
    tab.keyboard.press("s")
    tab.wait_for_url("**/review?at=*")
    second = _shown(tab)
    assert second != first
    tab.go_back()
    tab.wait_for_function("name => document.querySelector('article').innerText.includes(name)",
                          arg=first)  # fmt: skip
    assert tab.evaluate("window.same") is True
    assert decided(sample, before) == []
