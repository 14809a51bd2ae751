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

ROW = 'internal:role=listitem >> internal:has-text="Bob Delete"i'
ENTER = "internal:control=enter-frame"
FRAME = f'iframe[name="f"] >> {ENTER}'

FOUND = [
    (of_devtools([["aria/Song name"], ["#q"], ['xpath///*[@id="q"]'], ["pierce/#q"]]), 2),
    (of_devtools([["aria/ADD TO CART"], ["button.shout"], ["text/Add to Cart"]]), 1),
    (of_devtools([["xpath//html/body/main/form/button[1]"]]), 1),
    (of_devtools([["text/A text that is lo"]]), 1),
    (of_devtools([["#host", "button.in"], ["pierce/button.in"]]), 1),
    (of_devtools([["#host >>> .in"]]), 1),
    (of_devtools([['[data-testid="cart"]']]), 1),
    (of_playwright(f"{ROW} >> internal:role=button"), 1),
    (of_playwright('internal:text="A text that is longer than twelve"i'), 1),
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


def test_a_file_s_selectors_find_their_one_element(page) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
    """Through shadow roots; as many lead there as the file has ways."""
    for target, ways in FOUND:
        named = target.get("locators") or [target]
        assert [page.locator(each["selector"]).count() for each in named] == [1] * ways, target


@pytest.mark.parametrize(
    ("selector", "target"),
    [
        ('internal:role=button[name="Say \\"hi\\" >> there"s]',
         {"role": "button", "name": 'Say "hi" >> there'}),
        ('internal:label="Song name"i', {"label": "Song name"}),
        ('internal:attr=[placeholder="Song"s]', {"placeholder": "Song"}),
        ('internal:testid=[data-testid="cart"s]', {"test_id": "cart"}),
        ('internal:text="Go on"i >> nth=1', {"text": "Go on", "nth": 1}),
        (f'{FRAME} >> internal:text="Inside"s', {"text": "Inside", "frame": "f"}),
        (f"#a iframe >> {ENTER} >> #b", {"selector": "#b", "frame": "#a iframe"}),
        ('internal:role=listitem >> internal:has-text="Bob"i',
         {"selector": 'internal:role=listitem >> internal:has-text="Bob"s'}),
        ("internal:role=button", {"selector": "internal:role=button"}),
        ('internal:role=link[name="The beginning of a long text"i]',
         {"selector": 'internal:role=link[name="The beginning of a long text"i]'}),
        ('internal:role=checkbox[checked=true][name="A"i]',
         {"selector": 'internal:role=checkbox[checked=true][name="A"s]'}),
        ("button >> internal:has-text=/^A\\/b$/ >> nth=2",
         {"selector": "button >> internal:has-text=/^A\\/b$/ >> nth=2"}),
        (FRAME, {}), ("", {}), (None, {}), (" >> ", {}), ("a" * 2_001, {}),
    ],
)  # fmt: skip
def test_only_what_a_selector_says_of_its_element_is_taken(
    selector: object, target: dict[str, object]
) -> None:
    """What is not told by one name stays the whole chain."""
    assert of_playwright(selector) == target
