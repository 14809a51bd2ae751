"""What leaves the board of a workflow: a test that a person keeps, and a skill."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from lessonboard.parts.recordings.browser.chromium import launching
from lessonboard.parts.recordings.compiler.template import escape
from lessonboard.parts.recordings.export import pytest_file, skill_page
from lessonboard.parts.recordings.workflow.plan import NotRunnable, Parameter, Plan, PlanStep
from tests.parts.recordings.browser.site import Site
from tests.parts.recordings.browser.tasks import Circle, play_numb, sign_in

SHOP = "http://shop.example/customers"
_CONFTEST = """
import pytest
from playwright.sync_api import expect, sync_playwright

expect.set_options(timeout=3000)


@pytest.fixture
def page():
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(**{}).new_page()
        page.set_default_timeout(3000)
        yield page
"""


def step(action: str, target: dict[str, Any], value: str | None = None, **more: Any) -> PlanStep:
    """A step on the page of the shop; `plan` numbers it."""
    fields: dict[str, Any] = {"before": {"place": SHOP}, "after": {}, **more}
    return PlanStep(0, 0, action, value, target, "Do it.", **fields)


def plan(title: str, steps: list[PlanStep], *parameters: Parameter, **outcome: str) -> Plan:
    """A plan of these steps."""
    numbered = [replace(each, number=n, index=n) for n, each in enumerate(steps, start=1)]
    return Plan("customers-1", title, parameters, tuple(numbered), SHOP, outcome)


DELETE = plan(
    "Delete a customer",
    [
        step("TYPE", {"role": "searchbox", "name": "Search"}, "{email}"),
        step("KEYPRESS", {"role": "searchbox", "name": "Search"}, "ENTER"),
        step("CLICK", {"role": "button", "name": "Delete", "alike": 3, "section": "Customers",
                       "heading": "Customers",
                       "within": {"kind": "row", "cells": ["Ada", "{email}", ""], "key": 1}},
             danger="delete"),
        step("DIALOG", {"dialog": "confirm", "message": "Delete?"}, "accept"),
    ],
    Parameter("email", "Whose row is deleted.", "ada@example.org", kind="row"),
    text="\N{MULTIPLICATION SIGN} Customer 17 was deleted.", absent="{email}",
)  # fmt: skip
SIGN_IN = plan(
    "Sign in",
    [
        step("TYPE", {"role": "textbox", "name": "User"}, "{user}"),
        step("TYPE", {"role": "textbox", "label": "Password"}, "{password}", sensitive=True),
        step("CLICK", {"role": "checkbox", "name": "Stay", "checked": True}),
        step("CLICK", {"role": "button", "name": "Sign in"},
             after={"place": "http://shop.example/customers/17/home", "title": "Home"}),
    ],
    Parameter("user", "", "ada"), Parameter("password", "", "", sensitive=True),
    heading="Welcome",
)  # fmt: skip


_DELETE = r'''"""Delete a customer: needs pytest-playwright; --browser-channel chrome is for Chrome."""

import os
import re

from playwright.sync_api import Page, expect

EMAIL = os.environ.get("LESSONBOARD_PARAM_EMAIL", "ada@example.org")


def test_delete_a_customer(page: Page) -> None:
    over = "xpath=(ancestor-or-self::*/preceding-sibling::*|ancestor-or-self::*/preceding-sibling::*[self::header or contains(@class,'head') or contains(@class,'bar') or count(*)=1]/*)[self::h1|self::h2|self::h3|self::h4|self::h5|self::h6|self::legend|self::caption|self::th[count(../*)=1]|@role[.='heading']] >> visible=true >> nth=-1"
    site = "http://shop.example"
    page.goto(f"{site}/customers")
    page.get_by_role("searchbox", name="Search", exact=True).fill(EMAIL)
    page.get_by_role("searchbox", name="Search", exact=True).press("Enter")
    expect(page).to_have_url(re.compile(rf"^{site}/customers/?([?#]|$)"))
    row = page.get_by_role("row").filter(has=page.get_by_text(EMAIL, exact=True))
    if EMAIL == "ada@example.org":
        row = row.filter(has=page.get_by_text("Ada", exact=True))
    expect(row.locator("td, th, [role$=cell]").nth(1)).to_have_text(EMAIL)
    expect(row.locator(over)).to_contain_text("Customers", ignore_case=True)
    page.once("dialog", lambda d: d.accept() if d.message == "Delete?" else d.dismiss())
    with page.expect_event("dialog"):
        row.get_by_role("button", name="Delete", exact=True).click()
    said = re.compile(r"Customer [1-9]\d* was deleted\.")
    expect(page.get_by_text(said).first).to_be_visible()
    gone = re.compile(rf"(?<!\w){re.escape(EMAIL)}(?!\w)")
    expect(page.get_by_text(gone)).to_have_count(0)
'''  # noqa: E501
_SIGN_IN = r'''"""Sign in: needs pytest-playwright; --browser-channel chrome is for Chrome."""

import os
import re

import pytest
from playwright.sync_api import Page, expect

USER = os.environ.get("LESSONBOARD_PARAM_USER", "ada")
PASSWORD = os.environ.get("LESSONBOARD_PARAM_PASSWORD", "")


@pytest.mark.skipif(not PASSWORD, reason="set LESSONBOARD_PARAM_PASSWORD")
def test_sign_in(page: Page) -> None:
    site = "http://shop.example"
    page.goto(f"{site}/customers")
    page.get_by_role("textbox", name="User", exact=True).fill(USER)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("checkbox", name="Stay", exact=True).check()
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(re.compile(rf"^{site}/customers/\d+/home/?([?#]|$)"))
    expect(
        page.get_by_role("heading", name="Welcome", exact=True).first
    ).to_be_visible()
'''


def test_four_steps_are_a_short_test_as_a_person_writes_it() -> None:
    """A row that varies, a question, and what must be there in the end."""
    text = pytest_file(DELETE)
    assert text.count("\n") <= 30
    assert text == _DELETE


def test_a_secret_is_taken_from_the_environment() -> None:
    """Without it the test is skipped."""
    text = pytest_file(SIGN_IN)
    assert text.count("\n") <= 30
    assert text == _SIGN_IN


def done(text: str, folder: Path, browser: str, **values: str) -> tuple[int, str]:
    """What the test did as a program of its own, in a folder without our packages."""
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    options = repr({**launching(browser, headless=True), "executable_path": browser})
    (folder / "conftest.py").write_text(_CONFTEST.replace("{}", options, 1))
    given = {f"LESSONBOARD_PARAM_{name}": value for name, value in values.items()}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:playwright", "-p", "no:cacheprovider",
         "test_it.py"], cwd=folder, capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **given},
    )  # fmt: skip
    return ran.returncode, ran.stdout


@pytest.mark.full
def test_the_test_does_the_task_with_other_values(
    chromium: str, site: Site, board: Board, tmp_path: Path
) -> None:
    """Where two are alike that were one, it fails and does nothing."""
    text = pytest_file(Circle(site, board, tmp_path).taught("search.html", play_numb))
    code, out = done(text, tmp_path, chromium, SONG_NAME="Clocks")
    assert code == 0, out
    assert site.done == [{"played": "Clocks"}]
    site.done.clear()
    site.later['["", " (live)"]'] = '["", ""]'
    code, out = done(text, tmp_path, chromium, SONG_NAME="Clocks")
    assert (code, site.done) == (1, []), out
    assert "resolved to 2 elements" in out


@pytest.mark.parametrize(("wanted", "played"), [("Numb (live)", "Numb (live)"), ("Gone", None)])
def test_it_acts_in_the_row_that_is_meant(
    chromium: str, site: Site, tmp_path: Path, wanted: str, played: str | None
) -> None:
    """It is known by what it says, wherever it stands now; where there is none, nothing is done."""
    site.later["play.textContent = `Play ${asked}${kind}`;"] = (
        'play.textContent = "Play"; item.append(asked + kind);'
    )
    within = {"kind": "item", "cells": ["{song}"], "key": 0}
    target = {"role": "button", "name": "Play", "within": within, "alike": 2}
    steps = (PlanStep(1, 0, "CLICK", None, target, "Play it", {}, {}, danger="send"),)
    start = site.url("results.html?q=Numb")
    text = pytest_file(Plan("r", "Play", (Parameter("song", "", "Numb"),), steps, start))
    code, out = done(text, tmp_path, chromium, SONG=wanted)
    assert site.done == ([{"played": played}] if played else []), out
    assert code == (0 if played else 1), out


@pytest.mark.parametrize(
    "over",
    [
        "",
        "<h2>Other songs</h2>",
        "<div><h2>Other songs</h2></div>",
        "<header><h2>Other songs</h2><button>New</button></header>",
    ],
)
def test_what_sends_is_done_only_under_its_heading(
    chromium: str, site: Site, tmp_path: Path, over: str
) -> None:
    """A button of the same name that has moved under another one is left alone."""
    site.later["</h1>"] = f"</h1>{over}"
    target = {"role": "button", "name": "Search", "section": "Find songs"}
    steps = (PlanStep(1, 0, "CLICK", None, target, "Send it", {}, {}, danger="send"),)
    made = Plan("r", "Search", (), steps, site.url("search.html"), {"heading": "Songs found"})
    code, out = done(pytest_file(made), tmp_path, chromium)
    assert code == bool(over), out
    assert any("results.html" in each for each in site.asked) == (not over)


def test_a_test_without_its_secret_is_skipped(
    chromium: str, site: Site, board: Board, tmp_path: Path
) -> None:
    """No file holds one."""
    taught = Circle(site, board, tmp_path).taught("login.html", sign_in)
    text = pytest_file(taught)
    assert "correct horse" not in text + skill_page(taught)
    assert "LESSONBOARD_PARAM_PASSWORD" in skill_page(taught)
    assert "1 skipped" in done(text, tmp_path, chromium, USER="bob")[1]
    code, out = done(text, tmp_path, chromium, USER="bob", PASSWORD="open sesame")
    assert code == 0, out
    assert any("user=bob&password=open+sesame" in each for each in site.asked)


def test_what_a_test_cannot_say_is_refused_with_the_reason() -> None:
    """With the number of the step; a skill is there for it nevertheless."""
    twin = step("CLICK", {"role": "button", "name": "Delete", "alike": 2}, danger="delete")
    icon = step("CLICK", {"role": "button", "selector": "button"}, danger="delete")
    day = step("TYPE", {"role": "textbox", "name": "Since", "calendar": "DD.MM.YYYY"}, "1.2.2026")
    key = step("KEYPRESS", {"role": "listbox", "name": "Customers"}, "DELETE")
    row = {"kind": "row", "cells": ["Ada"], "key": 0, "twins": 1}
    equal = step("CLICK", {"role": "link", "name": "Edit", "within": row})
    asks = step("DIALOG", {"dialog": "confirm"}, "accept")
    within_bin = {"kind": "row", "cells": ["Bin"], "key": 0}
    drop = {"role": "button", "name": "Drop here", "within": within_bin}
    drag = step("DRAG", {"role": "listitem", "name": "Numb", "to": drop})
    for each, why in ((twin, "one of 2 alike"), (drag, "no statement does DRAG"),
                      (key, "a key deletes"), (asks, "unasked"),
                      (day, "in a calendar"), (icon, "only its place"),
                      (equal, "another row says the same"),
                      (step("CLICK", {}), "nothing describes")):  # fmt: skip
        with pytest.raises(NotRunnable, match=f"step 1 of customers-1 cannot be said.*{why}"):
            pytest_file(plan("A task", [each]))
        assert skill_page(plan("A task", [each]))


def test_a_dangerous_thing_is_pressed_in_its_form_and_row_alone() -> None:
    """The form is known by where it is sent, the cell by its column."""
    within = {"kind": "row", "cells": ["Numb"], "headers": ["Song"], "key": 0}
    form = {"role": "button", "name": "Delete", "form": "/songs/7/delete"}
    text = pytest_file(plan("Delete", [step("CLICK", form, danger="delete")], text="Deleted"))
    assert 'to_have_attribute(\n        "action", re.compile(r"(^|/)delete/?([?#]|$)")' in text
    text = pytest_file(plan("Delete", [step("CLICK", {**form, "within": within})], text="Gone"))
    assert 'nth(heads.all_inner_texts().index("Song"))' in text


def test_what_its_row_says_may_be_the_row() -> None:
    """An item of a menu is a list's item for us, and for Playwright none."""
    within = {"kind": "item", "cells": ["{item}"], "key": 0}
    item = step("CLICK", {"role": "menuitem", "name": "{item}", "within": within})
    text = pytest_file(plan("Use the menu", [item], Parameter("item", "", "Refresh"), text="Ok"))
    assert '    page.get_by_role("menuitem", name=ITEM, exact=True).click()\n' in text
    assert "row =" not in text


def test_each_kind_of_step_is_a_statement() -> None:
    """As its users write it; what is optional is done where it is there."""
    field, box = {"role": "textbox", "name": "City"}, {"role": "checkbox", "name": "New"}
    listed = {"role": "combobox", "name": "Status"}
    said = [
        (step("TYPE", listed, "open"), 'name="Status"{}.select_option(label="open")'),
        (step("TYPE", {**listed, "typed_for": "Pa"}, "Paris"), '.press_sequentially("Pa")'),
        (step("CLICK", {**box, "checked": "true"}), '{}("checkbox", name="New"{}.uncheck()'),
        (step("CLICK", field, "double"), '{}("textbox", name="City"{}.dblclick()'),
        (step("HOVER", {"test_id": "menu"}), 'page.get_by_test_id("menu").hover()'),
        (step("KEYPRESS", {}, "CTRL+A"), 'page.keyboard.press("Control+a")'),
        (step("KEYPRESS", {}, "DOWN*3"), "for _ in range(3):"),
        (step("SCROLL", {}, "down 3"), "page.mouse.wheel(0, 300)"),
        (step("UPLOAD", {"label": "File"}, "a.csv"), '.set_input_files("a.csv")'),
        (step("DRAG", {**field, "to": listed}), '"City", exact=True).drag_to('),
        (step("CHECK", {**field, "what": "value"}, "Oslo"), '.to_have_value("Oslo")'),
        (step("CHECK", {"what": "url"}, f"{SHOP}/7"), r'rf"^{site}/customers/\d+/?([?#]|$)"'),
        (step("EXTRACT", {"role": "table", "name": "All"}, "table"), ".to_be_visible()"),
        (step("CLICK", {**field, "frame": "http://pay.example/card?x=1"}),
         "page.frame_locator('iframe[src*=\"card\"]')"),
        (step("CLICK", {**field, "alike": 3, "nth": 1}), '", exact=True).nth(1).click()'),
    ]  # fmt: skip
    for each, statement in said:
        text = pytest_file(plan("A task", [each], text="Done it now."))
        wanted = statement.replace("{}(", "page.get_by_role(").replace("{}.", ", exact=True).")
        assert wanted in text, text


def test_what_is_optional_is_done_where_it_is_there() -> None:
    """A consent bar that is not shown is no failure."""
    accept = step("CLICK", {"role": "button", "name": "Accept all"}, optional=True)
    thing = 'page.get_by_role("button", name="Accept all", exact=True)'
    text = pytest_file(plan("Accept", [accept], text="Done it now."))
    assert f"    if {thing}.is_visible():\n        {thing}.click()\n" in text


def test_a_download_is_waited_for() -> None:
    """Whatever its name is."""
    steps = [step("CLICK", {"role": "link", "name": "Export"}), step("DOWNLOAD", {}, "a.csv")]
    text = pytest_file(plan("Export", steps, text="Done it now."))
    click = 'page.get_by_role("link", name="Export", exact=True).click()'
    assert f"    with page.expect_download():\n        {click}\n" in text


HOSTILE = st.one_of(
    st.text(),
    st.sampled_from([
        '"""', "'''", '\\"""\nimport os\nos.system("x")\n"""', "{}", "{{x}}", "`rm`", "# x\n## y",
        "\n---\nname: other\n---\n", "%s %(x)s", "</script>", "\u2028import os", "'; exit(1) #",
        "\ud83d", "--", "| a | b |", "]]>", "\\", "\\\"'{17}",
    ]),
)  # fmt: skip
ACTIONS = ("CLICK", "TYPE", "KEYPRESS", "SCROLL", "DRAG", "HOVER", "UPLOAD", "DIALOG", "DOWNLOAD",
           "CHECK", "EXTRACT", "JUMP")  # fmt: skip


def plan_of(text: str, *actions: str) -> Plan:
    """A workflow with a text wherever there may be one."""
    safe = escape(text)
    target = {"role": "button", "name": safe, "locators": [{"by": "id", "selector": safe}],
              "heading": safe, "section": safe, "message": safe,
              "within": {"kind": "row", "cells": ["{song}", safe, safe], "key": 0}}  # fmt: skip
    steps = tuple(PlanStep(n, n, action, safe, target, safe, {"place": safe}, {"title": safe},
                           danger="delete") for n, action in enumerate(actions, 1))  # fmt: skip
    parameters = (Parameter("song", text, text), Parameter("word", text, "", sensitive=True))
    return Plan(text or "r", text, parameters, steps, SHOP, {"text": safe, "absent": safe}, (text,))


@given(text=HOSTILE, actions=st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=4))
def test_any_plan_is_a_test_that_compiles_or_is_refused(text: str, actions: list[str]) -> None:
    """No text becomes code: the same plan with another text is the same statements."""
    made = plan_of(text, *actions)
    try:
        compile(pytest_file(made).encode("utf-8", "strict"), "test_it.py", "exec")
    except NotRunnable as error:
        refused = str(error)
    else:
        refused = "cannot be said in a test: not refused"
    assert "cannot be said in a test: " in refused


WORDS = st.text(st.sampled_from("abcXYZ  .,'\"17{}()[]-/"), max_size=90)


@given(text=WORDS, actions=st.lists(st.sampled_from(("CLICK", "TYPE")), min_size=1, max_size=3))
def test_it_is_written_as_ruff_formats_it(text: str, actions: list[str]) -> None:
    """However long the texts are; and its linter finds nothing."""
    source = pytest_file(plan_of(text, *actions))
    for command in (["format", "--diff"], ["check"]):
        ran = subprocess.run([sys.executable, "-m", "ruff", *command, "--isolated", "-"],
                             input=source, capture_output=True, text=True, check=False)  # fmt: skip
        assert ran.returncode == 0, ran.stdout


@given(text=HOSTILE)
def test_no_text_becomes_a_heading_or_a_field(text: str) -> None:
    """Of the skill's page."""
    plain, page = (skill_page(plan_of(each, "CLICK"), each).split("\n") for each in ("plain", text))
    marks, expected = ([line.split(" ")[0] for line in lines if line.startswith(("#", "---"))]
                       for lines in (page, plain))  # fmt: skip
    assert marks == expected
    _, name, description, end, *_ = page
    assert end == "---"
    assert name.removeprefix("name: ").replace("-", "").isalnum()
    assert len(name) <= 6 + 64
    assert len(json.loads(description.removeprefix("description: "))) <= 1024


def test_a_skill_is_one_page_that_promises_no_more_than_is_checked() -> None:
    """It speaks of the end as recorded only where the workflow says what to look for."""
    page = skill_page(DELETE)
    assert page.count("\n") < 60
    assert "the end was as recorded" in page
    page = skill_page(replace(DELETE, outcome={}))
    assert "the end was as recorded" not in page
    assert "is not checked" in page
