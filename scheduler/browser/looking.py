"""What a page shows: its address, title and headings, and what stands there of a role."""

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
  for (const each of document.querySelectorAll(all)) {
    if (found.length >= most) break;
    if (words.isHidden(each)) continue;
    const said = words.describe(each, () => false);
    const wanted = role ? said.role === role : ["button", "link", "textbox"].includes(said.role);
    if (wanted) found.push(`${said.role} "${said.name || said.text || ""}"`.slice(0, 100));
  }
  return { headings: words.state().headings, candidates: found };
}"""


def look(page: Page, role: str = "") -> Seen:
    """What a page shows; of a page that is being left, only its address."""
    from playwright.sync_api import Error

    seen = Seen(url=page.url)
    with suppress(Error):
        told = page.evaluate(_LOOK % scripts.describing(), [role, _MOST])
        seen = Seen(page.url, page.title(), tuple(told["headings"]), tuple(told["candidates"]))
    return seen
