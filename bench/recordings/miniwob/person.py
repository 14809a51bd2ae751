"""What people do on the pages, with the mouse and the keyboard."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bench.recordings.miniwob.task import Person, Values, given

if TYPE_CHECKING:
    from playwright.async_api import Page

_MONTHS = 12
_TURNS = 1500  # milliseconds in which the wheel comes out


def does(*steps: str) -> Person:
    """A person who does one step after another: `click CSS`, `hover CSS`, `type KEY CSS`.

    In the CSS, `{key}` stands for a value. `set` and `pick` are for what has no caret: date fields
    and lists.
    """

    async def act(page: Page, values: Values) -> None:
        texts = {**values, **given(values)}
        for step in steps:
            await _do(page, step, texts)

    return act


async def _do(page: Page, step: str, texts: Values) -> None:
    verb, rest = step.split(" ", 1)
    key, css = ("", rest) if verb in ("click", "hover") else rest.split(" ", 1)
    where, text = page.locator(css.format(**texts)).first, texts.get(key, "")
    if verb in ("click", "type"):
        await where.click()
    if verb == "hover":
        await where.hover()
    elif verb == "type":
        await where.press_sequentially(text)
    elif verb == "set":
        await where.fill(text)
    elif verb == "pick":
        await where.select_option(text)


def for_each(prefix: str, css: str, *then: str, first: str = "") -> Person:
    """A person who clicks on what each of the values `prefix1`, `prefix2`, ... names."""

    async def act(page: Page, values: Values) -> None:
        each = [name for name in values if name.startswith(prefix)]
        clicks = [f"click {css.replace('{each}', values[name])}" for name in each]
        await does(*([first] if first else []), *clicks, *then)(page, values)

    return act


async def open_menus(page: Page, values: Values) -> None:
    """Open one menu after another by pointing at it, and click on the item in the last."""
    *menus, item = [f'#menu li > div:text-is("{each}")' for each in given(values).values()]
    await does(*(f"hover {menu}" for menu in menus), f"click {item}")(page, values)


async def open_wheel(page: Page, values: Values) -> None:
    """Open a menu that is drawn as a wheel, and click on an item once it has come out."""
    await page.locator("[id$='spreadertitle']").first.click()
    await page.wait_for_timeout(_TURNS)
    await does('click tspan:text-is("{item}")')(page, values)


async def choose_several(page: Page, values: Values) -> None:
    """Select the named options of a list in which several can be selected."""
    await page.locator("#options").select_option([*given(values).values()])
    await page.locator("#area button").click()


async def choose_date(page: Page, values: Values) -> None:
    """Open the calendar, go back to the month, and click the day."""
    wanted = datetime.strptime(values["date"], "%m/%d/%Y")  # a day
    await page.locator("#datepicker").click()
    for _ in range(_MONTHS - wanted.month):
        await page.locator(".ui-datepicker-prev").click()
    await page.locator(f'.ui-datepicker-calendar a:text-is("{wanted.day}")').click()
    await page.locator("#subbtn").click()


async def search(page: Page, values: Values) -> None:
    """Search, go to the page of the result, and open it."""
    await does("type text #search-text", "click #search")(page, values)
    place = int(values["_place"]) - 1
    if place >= 3:  # results on a page
        await page.locator(f'#pagination a:text-is("{place // 3 + 1}")').click()
    await page.locator("#page-content a").nth(place % 3).click()


async def look_up(page: Page, values: Values) -> None:
    """Leaf through a contact book, and click on a detail of a contact."""
    for _ in range(int(values["_page"])):
        await page.locator("#pagination .next a").click()
    await page.locator(f"#contact a.{values['_detail']}").click()


async def answer_mail(page: Page, values: Values) -> None:
    """Reply to a mail, forward it, delete it, or mark it."""
    row = '.email-thread:has(.email-sender:text-is("{name}"))'
    if icon := values.get("_icon"):
        await does(f"click {row} .{icon}")(page, values)
    elif "text" in values:
        await does(f"click {row} .email-sender", "click .email-reply", "type text #reply-text",
                   "click #send-reply")(page, values)  # fmt: skip
    else:
        await does(f"click {row} .email-sender", "click .email-forward",
                   "type to .forward-sender", "click #send-forward")(page, values)  # fmt: skip


async def answer_post(page: Page, values: Values) -> None:
    """Click a button of a user's post, or an item of its menu."""
    post, action = '.media:has(.username:text-is("{user}"))', values["_action"]
    if action in ("Reply", "Retweet", "Like"):
        await does(f"click {post} .{action.lower()}")(page, values)
    else:
        await does(f"click {post} .more", f'click {post} li:has-text("{action}")')(page, values)
