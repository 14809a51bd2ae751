"""Scripts of Playwright's code generator become recordings, in both languages alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessonboard.parts.recordings.sources import SECRET, NotARecording, Recording, read_recording
from lessonboard.parts.recordings.sources.converting import convert
from tests.long_runs import rounds

PYTHON = """
from playwright.sync_api import Playwright, sync_playwright, expect
import re

USER = "ada"

def run(playwright: Playwright) -> None:
    browser = playwright.chromium.launch(headless=False)
    context = browser.new_context()
    page = context.new_page()
    page.goto("http://shop/")
{body}
    page.close()
    context.close()
    browser.close()

with sync_playwright() as playwright:
    run(playwright)
"""
ASYNC = """
import asyncio
from playwright.async_api import Playwright, async_playwright, expect

async def run(playwright: Playwright) -> None:
    page = await (await playwright.chromium.launch()).new_page()
    await page.goto("http://shop/")
    await page.get_by_role("button", name="Save").click()
    async with page.expect_popup() as page1_info:
        await page.get_by_text("Open").click()
    page1 = await page1_info.value
    await page1.get_by_label("Name").fill("Ada")

async def main() -> None:
    async with async_playwright() as playwright:
        await run(playwright)

asyncio.run(main())
"""
SCRIPT = """
import {{ test, expect }} from '@playwright/test';

test('buys', async ({{ page }}) => {{
  await page.goto('http://shop/');
{body}
}});
"""

IMPORT_PY = "from playwright.sync_api import expect\n"
IMPORT_TS = "import { test } from '@playwright/test';\n"

Expected = list[tuple[str, str | None]]


def converted(folder: Path, name: str, text: str) -> list[Recording]:
    """The recordings that a script becomes."""
    (folder / name).write_text(text)
    return [read_recording(each) for each in convert(folder / name, folder / "recordings")]


def of(folder: Path, language: str, *lines: str) -> Recording:
    """The recording of a script with these lines in it."""
    frame, name = (PYTHON, "a.py") if language == "py" else (SCRIPT, "a.spec.ts")
    (recording,) = converted(folder, name, frame.format(body="\n".join(f"    {x}" for x in lines)))
    return recording


def steps_of(recording: Recording) -> Expected:
    """Each step's type and value."""
    return [(step.action_type, step.value) for step in recording.steps]


BOTH: list[tuple[str, str, Expected, str]] = [
    ('page.get_by_role("button", name="Save", exact=True).click()',
     "await page.getByRole('button', { name: 'Save', exact: true }).click();",
     [("CLICK", None)], 'internal:role=button[name="Save"s]'),
    ('page.get_by_role("row", name="Ada").get_by_role("button").first.click(button="right")',
     "await page.getByRole('row', { name: 'Ada' }).getByRole('button').first()"
     ".click({ button: 'right' });",
     [("CLICK", "right")], 'internal:role=row[name="Ada"i] >> internal:role=button >> nth=0'),
    ('page.locator("li").filter(has_text=re.compile(r"^A/b$", re.I)).nth(2).dblclick()',
     "await page.locator('li').filter({ hasText: /^A\\/b$/i }).nth(2).dblclick();",
     [("CLICK", "double")], r"li >> internal:has-text=/^A\/b$/i >> nth=2"),
    ('page.get_by_role("listitem").filter(has=page.get_by_text("Bob")).last.hover()',
     "await page.getByRole('listitem').filter({ has: page.getByText('Bob') }).last().hover();",
     [("HOVER", None)],
     'internal:role=listitem >> internal:has="internal:text=\\"Bob\\"i" >> nth=-1'),
    ('page.get_by_label("Name").fill("it\'s \\"me\\"\\n")',
     "await page.getByLabel('Name').fill('it\\'s \"me\"\\n');",
     [("TYPE", 'it\'s "me"\n')], 'internal:label="Name"i'),
    ('page.get_by_placeholder("Search").press("Control+a")',
     "await page.getByPlaceholder('Search').press('Control+a');",
     [("KEYPRESS", "CTRL+A")], 'internal:attr=[placeholder="Search"i]'),
    ('page.get_by_test_id("go").check()', "await page.getByTestId('go').check();",
     [("CLICK", None)], 'internal:testid=[data-testid="go"s]'),
    ('page.get_by_label("Colour").select_option(["red", "blue"])',
     "await page.getByLabel('Colour').selectOption(['red', 'blue']);",
     [("TYPE", "red\nblue")], 'internal:label="Colour"i'),
    ('page.get_by_label("Colour").select_option(label="Red")',
     "await page.getByLabel('Colour').selectOption({ label: 'Red' });",
     [("TYPE", "Red")], 'internal:label="Colour"i'),
    ('page.get_by_label("File").set_input_files(["docs/a.pdf", "b.pdf"])',
     "await page.getByLabel('File').setInputFiles(['docs/a.pdf', 'b.pdf']);",
     [("UPLOAD", "a.pdf\nb.pdf")], 'internal:label="File"i'),
    ('page.locator("#card").drag_to(page.get_by_label("Done"))',
     "await page.locator('#card').dragTo(page.getByLabel('Done'));",
     [("DRAG", "Done")], "#card"),
    ('page.locator("//div[@id=\'a\']").click()',
     "await page.locator('//div[@id=\\'a\\']').click();",
     [("CLICK", None)], "xpath=//div[@id='a']"),
    ('page.click("text=Log in")', "await page.click('text=Log in');",
     [("CLICK", None)], "text=Log in"),
    ('expect(page.get_by_role("alert")).to_contain_text("Saved")',
     "await expect(page.getByRole('alert')).toContainText('Saved');",
     [("CHECK", "Saved")], "internal:role=alert"),
    ('expect(page.get_by_role("alert")).not_to_be_visible()',
     "await expect(page.getByRole('alert')).not.toBeVisible();",
     [("CHECK", None)], "internal:role=alert"),
]  # fmt: skip


@pytest.mark.parametrize(("python", "javascript", "expected", "selector"), BOTH)
@pytest.mark.parametrize("language", ["py", "ts"])
def test_a_statement_becomes_a_step(
    tmp_path: Path, language: str, python: str, javascript: str, expected: Expected, selector: str
) -> None:
    """With the selector that Playwright itself makes of it."""
    recording = of(tmp_path, language, python if language == "py" else javascript)
    assert steps_of(recording) == expected
    assert recording.problems == ()
    (step,) = recording.steps
    assert step.target["locators"][0]["selector"] == selector
    assert step.details["url"] == "http://shop/"


EVENTS = {
    "py": [
        'page.get_by_text("Ask").click()',
        'page.once("dialog", lambda dialog: dialog.dismiss())',
        'page.get_by_text("Delete").click()',
        'page.once("dialog", lambda dialog: dialog.accept("Ada"))',
        'page.get_by_text("Rename").click()',
        "with page.expect_popup() as page1_info:",
        '    page.get_by_text("Open").click()',
        "page1 = page1_info.value",
        'page1.locator("#f").content_frame.get_by_text("There").click()',
        "with page.expect_download() as download_info:",
        '    page.get_by_text("Export").click()',
        "download = download_info.value",
        "with page.expect_file_chooser() as fc_info:",
        '    page.get_by_text("Attach").click()',
        'fc_info.value.set_files("a.pdf")',
    ],
    "ts": [
        "await page.getByText('Ask').click();",
        "page.once('dialog', dialog => {",
        "  console.log(`Dialog message: ${dialog.message()}`);",
        "  dialog.dismiss().catch(() => {});",
        "});",
        "await page.getByText('Delete').click();",
        "page.once('dialog', dialog => dialog.accept('Ada'));",
        "await page.getByText('Rename').click();",
        "const page1Promise = page.waitForEvent('popup');",
        "await page.getByText('Open').click();",
        "const page1 = await page1Promise;",
        "await page1.locator('#f').contentFrame().getByText('There').click();",
        "const downloadPromise = page.waitForEvent('download');",
        "await page.getByText('Export').click();",
        "const download = await downloadPromise;",
        "const chooserPromise = page.waitForEvent('filechooser');",
        "await page.getByText('Attach').click();",
        "const chooser = await chooserPromise;",
        "await chooser.setFiles('a.pdf');",
    ],
}


@pytest.mark.parametrize("language", ["py", "ts"])
def test_what_the_browser_does_follows_its_cause(tmp_path: Path, language: str) -> None:
    """Dialogs, windows, downloads and file choosers, each after the click that made it."""
    recording = of(tmp_path, language, *EVENTS[language])
    assert steps_of(recording) == [
        ("CLICK", None), ("CLICK", None), ("DIALOG", "dismiss"), ("CLICK", None),
        ("DIALOG", "Ada"), ("CLICK", None), ("CLICK", None), ("CLICK", None), ("DOWNLOAD", None),
        ("CLICK", None), ("UPLOAD", "a.pdf"),
    ]  # fmt: skip
    assert recording.problems == ()
    there = recording.steps[6]
    assert (there.details["page"], there.target["frame"]) == (1, "#f")
    assert recording.steps[-1].target["text"] == "Attach"


@pytest.mark.parametrize("language", ["py", "ts"])
@pytest.mark.parametrize(
    ("python", "javascript", "kind", "said"),
    [
        ("page.evaluate('1')", "await page.evaluate('1');", "lost", "evaluate"),
        ("page.go_back()", "await page.goBack();", "lost", "go_back"),
        ("page.get_by_text('a').click(modifiers=['Shift'])",
         "await page.getByText('a').click({ modifiers: ['Shift'] });", "lost", "key is held"),
        ("page.get_by_label('a').fill(other)", "await page.getByLabel('a').fill(other);",
         "lost", "not written there"),
        ("page.get_by_text(other).click()", "await page.getByText(other).click();",
         "lost", "names a target by"),
        ("page.locator('body').click()", "await page.locator('body').click();",
         "omitted", "background"),
        ("expect(page.locator('a')).to_match_aria_snapshot('- b')",
         "await expect(page.locator('a')).toMatchAriaSnapshot('- b');",
         "omitted", "to_match_aria_snapshot"),
        ("if other: page.get_by_text('a').click()", "if (other) page.getByText('a').click();",
         "lost", "`if`"),
        ("log_in(page)", "await logIn(page);", "lost", "which is not followed"),
    ],
)  # fmt: skip
def test_what_is_not_followed_is_a_problem_with_its_line(
    tmp_path: Path, language: str, python: str, javascript: str, kind: str, said: str
) -> None:
    """Nothing of a script is lost in silence."""
    line = python if language == "py" else javascript
    last = "page.get_by_text('b').click()" if language == "py" else "page.getByText('b').click();"
    recording = of(tmp_path, language, line, last)
    (problem,) = recording.problems
    assert (problem.kind, said in problem.text) == (kind, True), problem.text
    assert f"line {12 if language == 'py' else 6}" in problem.text


@pytest.mark.parametrize("language", ["py", "ts"])
def test_a_password_is_not_even_in_the_folder(tmp_path: Path, language: str) -> None:
    """Nor where it is taken from."""
    lines = {"py": ['page.get_by_label("Password").fill("hunter2")',
                    'page.get_by_label("Password").fill(os.environ["hunter2"])'],
             "ts": ["await page.getByLabel('Password').fill('hunter2');",
                    "await page.getByLabel('Password').fill(process.env.hunter2!);"]}  # fmt: skip
    recording = of(tmp_path, language, *lines[language])
    assert steps_of(recording) == [("TYPE", SECRET)]
    for file in recording.folder.rglob("*.json*"):
        assert "hunter2" not in file.read_text()


def test_an_asynchronous_script_is_read_too(tmp_path: Path) -> None:
    """As the generator writes it with `python-async`."""
    (recording,) = converted(tmp_path, "a.py", ASYNC)
    assert steps_of(recording) == [("CLICK", None), ("CLICK", None), ("TYPE", "Ada")]
    assert recording.steps[-1].details["page"] == 1


def test_each_test_is_a_recording(tmp_path: Path) -> None:
    """With what is done before each, and what all share."""
    text = """
        import { test } from '@playwright/test';
        const name = 'Ada';
        test.describe('shop', () => {
          test.beforeEach(async ({ page }) => { await page.goto('http://shop/'); });
          test('one', async ({ page }) => { await page.getByLabel('Name').fill(name); });
          test('two', async ({ page }) => { await page.getByText('Go').click(); });
        });
    """
    one, two = converted(tmp_path, "a.spec.js", text)
    assert [one.name, two.name] == ["a: shop one", "a: shop two"]
    assert (steps_of(one), steps_of(two)) == ([("TYPE", "Ada")], [("CLICK", None)])
    assert two.steps[0].details["url"] == "http://shop/"
    text = """
        from playwright.sync_api import Page
        def test_one(page: Page) -> None:
            page.get_by_label("Name").fill("Ada")
        def test_two(page: Page) -> None:
            page.get_by_text("Go").click()
    """
    python = converted(tmp_path, "test_a.py", "\n".join(line[8:] for line in text.splitlines()))
    assert [each.name for each in python] == ["test_a: test_one", "test_a: test_two"]


def test_the_row_of_a_target_is_kept_beside_its_locator(tmp_path: Path) -> None:
    """By what the script says of it: a name, or a text in it."""
    rows = of(tmp_path, "py", 'page.get_by_role("row", name="Ada").get_by_role("button").click()',
              'page.get_by_role("listitem").filter(has_text="Bob").locator("a").click()',
              'page.get_by_role("list").get_by_text("Go").click()')  # fmt: skip
    assert [step.target.get("within") for step in rows.steps] == [
        {"kind": "row", "role": "row", "text": "Ada"},
        {"kind": "item", "role": "listitem", "text": "Bob"},
        None,
    ]


def test_a_page_is_known_until_something_is_pressed(tmp_path: Path) -> None:
    """Where a click led is not written in a script, unless it waits for it."""
    recording = of(tmp_path, "py", 'page.get_by_label("a").fill("1")',
                   'page.get_by_text("Go").click()', 'page.get_by_label("b").fill("2")',
                   'expect(page).to_have_url("http://shop/b")',
                   'page.get_by_label("c").fill("3")')  # fmt: skip
    assert [step.details.get("url") for step in recording.steps] == [
        "http://shop/", "http://shop/", None, None, "http://shop/b"]  # fmt: skip


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,a"])
@pytest.mark.parametrize("first", [True, False])
def test_an_address_that_is_no_page_is_refused(tmp_path: Path, url: str, first: bool) -> None:
    """As the start, and in the middle."""
    click = 'page.get_by_text("a").click()'
    lines = [click, f'page.goto("{url}")', click]
    with pytest.raises(NotARecording, match=f"it opens a {url.partition(':')[0]}: address"):
        of(tmp_path, "py", *(lines[1:] if not first else lines))


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.py", IMPORT_PY + "def run(page:\n", "line 2: "),
        ("a.ts", IMPORT_TS + "test('a', (\n", "a syntax error"),
        ("a.py", IMPORT_PY + "x = " + "(" * 5_000 + ")" * 5_000, "parse"),
        ("a.py", IMPORT_PY + "x = " + "-" * 90_000 + "1", "parse"),
        ("a.ts", IMPORT_TS + "x = " + "[" * 5_000 + "]" * 5_000, "deep"),
        ("a.py", IMPORT_PY, "nothing in it is an action"),
    ],
)  # fmt: skip
def test_a_script_that_cannot_be_parsed_is_refused(
    tmp_path: Path, name: str, text: str, found: str
) -> None:
    """With the line where it fails."""
    with pytest.raises(NotARecording, match=found):
        converted(tmp_path, name, text)


WORDS = [
    "page", ".", "get_by_role", "getByRole", "click", "fill", "(", ")", "{", "}", "=>", "await",
    "'a'", '"b"', "name", "=", ":", ",", "\n", "    ", "def", "with", "as", "lambda", "test", "[",
    "]", "expect", "once", "if", "for", "/a/", "`", "\\", "${", "1", "async", "locator",
]  # fmt: skip


@pytest.mark.parametrize("start", [IMPORT_PY, IMPORT_TS])
@given(body=st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join) | st.text(max_size=40))
@settings(max_examples=rounds(30, 150))
def test_any_text_is_converted_or_refused(
    tmp_path_factory: pytest.TempPathFactory, start: str, body: str
) -> None:
    """Never another error, and nothing in it is run."""
    folder: Any = tmp_path_factory.mktemp("s")
    (folder / "a.txt").write_bytes((start + body).encode("utf-8", "surrogatepass"))
    try:
        convert(folder / "a.txt", folder / "recordings")
    except NotARecording:
        return
