"""Clicks, and pages that follow each other quickly: nothing is decided that was not seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from blackboard import Board
from reflect.curator import decisions
from tests.parts.web.conftest import Served
from tests.parts.web.test_browser import browser as browser  # noqa: PLC0414  # a fixture
from tests.parts.web.test_browser import open_at
from tests.parts.web.test_browser import tab as tab  # noqa: PLC0414  # a fixture
from tests.parts.web.test_keys import Held, decided
from tests.parts.web.test_keys import before as before  # noqa: PLC0414  # a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Page

Serve = Callable[..., Served]
_SAID = "#keys-said"
_READY = "() => !early()"
_ANSWERED = """() => performance.getEntriesByType("resource")
  .some((each) => each.name.endsWith("/decide"))"""


def test_a_double_click_decides_one_lesson(
    serve: Serve, tab: Page, sample: Path, before: int
) -> None:
    """The second click comes as soon as the next rule is there; a later one decides that, too."""
    open_at(tab, serve(), "/review")
    tab.wait_for_function(_READY)
    tab.evaluate("""() => {
      const again = () => document.querySelector(".said") && !keys.busy
        && (look.disconnect(), document.querySelector("button.main[value=approve]").click());
      const look = new MutationObserver(() => setTimeout(again));
      look.observe(document.body, { childList: true });
    }""")
    tab.locator("button.main[value=approve]").click()
    tab.get_by_text("This click did nothing").wait_for()
    assert len(decided(sample, before)) == 1
    tab.wait_for_function(_READY)
    tab.locator("button.main[value=approve]").click()
    tab.wait_for_function("() => !document.querySelector('#keys-said')?.innerText")
    assert len(decided(sample, before)) == 2


def test_news_that_move_the_rows_are_to_be_seen_first(
    serve: Serve, tab: Page, sample: Path
) -> None:
    """On Today, where another tab decides about a row above."""
    open_at(tab, serve())
    tab.wait_for_function(_READY)
    tab.evaluate("""() => new MutationObserver(() => { window.unseen = early(); })
      .observe(document.getElementById("today"), { childList: true })""")
    with Board.open(sample) as board:
        name = tab.locator("form[action='/decide'] input[name=seen]").first.get_attribute("value")
        decisions.reject(board, board.row("lessons", str(name).rpartition(":")[2]))
    tab.wait_for_function("() => window.unseen !== undefined")
    assert tab.evaluate("window.unseen") is True


def test_a_key_is_heard_on_a_check_box(serve: Serve, tab: Page, sample: Path, before: int) -> None:
    """No letter can be typed there."""
    served = serve()
    with Board.open(sample) as board:
        for row in board.view("lessons", where={"status": "candidate"}):
            decisions.revise(board, row, constraint="Run `npx strange-setup` first, always.")
    open_at(tab, served, "/review")
    tab.wait_for_function(_READY)
    tab.locator("input[name=despite]").first.check()
    tab.keyboard.press("a")
    tab.locator(".said").wait_for()
    assert [each.type for each in decided(sample, before)][:1] == ["lesson.approved"]


def test_back_while_a_decision_is_made_stays_back(
    serve: Serve, tab: Page, sample: Path, before: int
) -> None:
    """The answer to the decision pulls nobody forward again."""
    open_at(tab, serve(), "/review")
    first = tab.locator("article .rule").inner_text()
    tab.wait_for_function(_READY)
    tab.keyboard.press("s")
    tab.wait_for_function("rule => document.querySelector('article .rule').innerText !== rule",
                          arg=first)  # fmt: skip
    tab.wait_for_function(_READY)
    held = Held(tab)
    tab.keyboard.press("r")
    tab.locator("[data-pressed]").wait_for()
    tab.evaluate("history.back()")
    tab.wait_for_function("rule => document.querySelector('article .rule').innerText === rule",
                          arg=first)  # fmt: skip
    tab.wait_for_function(_READY)
    address = tab.url
    held.release()
    tab.wait_for_function(_ANSWERED, timeout=60_000)
    tab.evaluate("() => new Promise((then) => setTimeout(then))")
    assert len(decided(sample, before)) == 1
    assert (tab.url, tab.locator("article .rule").inner_text()) == (address, first)


def test_what_is_decided_far_down_is_said_in_sight(serve: Serve, tab: Page) -> None:
    """On Today the banner is above what is seen."""
    tab.set_viewport_size({"width": 1280, "height": 420})
    open_at(tab, serve())
    tab.wait_for_function(_READY)
    tab.get_by_role("button", name="Keep it").last.scroll_into_view_if_needed()
    tab.wait_for_function(_READY)
    tab.get_by_role("button", name="Keep it").last.click()
    tab.locator(_SAID, has_text="Kept: ").wait_for()
    assert "The key u undoes it." in tab.locator(_SAID).inner_text()
