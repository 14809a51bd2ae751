"""Read what a page shows: address, title, headings, and its elements of a role."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from scheduler.browser import scripts
from scheduler.browser.expected import Seen

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MOST = 10
_LOOK = """([role, most]) => {
  const words = %s;
  const all = "a, button, input, select, textarea, summary, [role], li, h1, h2, h3, img";
  const found = [];
  for (const element of document.querySelectorAll(all)) {
    if (found.length >= most) break;
    if (words.isHidden(element)) continue;
    const seen = words.describe(element, () => false);
    const wanted = role ? seen.role === role : ["button", "link", "textbox"].includes(seen.role);
    if (wanted) found.push(`${seen.role} "${seen.name || seen.text || ""}"`.slice(0, 100));
  }
  return { headings: words.state().headings, candidates: found };
}"""


def look(page: Page, role: str = "") -> Seen:
    """What a page shows; while it is navigating, only its address."""
    from playwright.sync_api import Error

    seen = Seen(url=page.url)
    with suppress(Error):
        state = page.evaluate(_LOOK % scripts.describing(), [role, _MOST])
        seen = Seen(page.url, page.title(), tuple(state["headings"]), tuple(state["candidates"]))
    return seen
