"""What a file names is found again, by Playwright itself, in a real page."""

from __future__ import annotations

import pytest

from lessonboard.parts.recordings.sources.selectors import of_devtools, of_playwright

PAGE = """
<style>.shout { text-transform: uppercase }</style>
<main><form><label>Song name <input id="q" name="song" placeholder="Song"></label>
<button class="shout" data-testid="cart">Add to Cart</button>
<button title="More">...</button><img alt="Logo"></form>
<ul><li><span>Ada</span> <button>Delete</button></li><li><span>Bob</span>
<button>Delete</button></li></ul>
<p>A text that is longer than twelve characters</p><a href="#x">Go on</a>
<div id="host"></div><iframe name="f" srcdoc="<button>Inside</button>"></iframe></main>
<script>
host.attachShadow({mode: 'open'}).innerHTML = '<button class="in">Deep</button>'
</script>
"""

ROW = 'internal:role=listitem >> internal:has-text="Bob"i'
FRAME = 'iframe[name="f"] >> internal:control=enter-frame'

FOUND = [
    (of_devtools([["aria/Song name"], ["#q"], ['xpath///*[@id="q"]'], ["pierce/#q"]]), 4),
    (of_devtools([['aria/Song name[role="textbox"]']]), 1),
    (of_devtools([["aria/ADD TO CART"], ["button.shout"], ["text/Add to Cart"]]), 3),
    (of_devtools([["xpath//html/body/main/form/button[1]"]]), 1),
    (of_devtools([["text/A text that is lo"]]), 1),
    (of_devtools([["#host", "button.in"], ["pierce/button.in"], ["#host >>> .in"]]), 3),
    (of_devtools([['[data-testid="cart"]']]), 1),
    (of_playwright(f"{ROW} >> internal:role=button"), 1),
    (of_playwright(f'{FRAME} >> internal:text="Inside"s'), 1),
]  # fmt: skip


@pytest.fixture(scope="module")
def page(chromium: str):  # type: ignore[no-untyped-def] # noqa: ANN201 - playwright is an extra
    """The page in a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content(PAGE)
        yield page
        browser.close()


def test_a_file_s_locators_find_their_one_element(page) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
    """Through shadow roots and frames; as many lead there as the file has ways."""
    for target, least in FOUND:
        inside = page.frame_locator(target["frame"]) if "frame" in target else page
        counts = {each["selector"]: inside.locator(each["selector"]).count()
                  for each in target["locators"]}  # fmt: skip
        assert all(count <= 1 for count in counts.values()), counts
        assert sum(counts.values()) >= min(least, len(counts)), counts
