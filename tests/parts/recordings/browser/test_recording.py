"""The recorder in a real Chromium: what is done becomes lines, each with the frame before it."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from lessonboard.parts.recordings.browser.chromium import BrowserFailed
from lessonboard.parts.recordings.browser.record_task import Wanted, record
from lessonboard.parts.recordings.sources import read_recording
from tests.parts.recordings.browser.site import PAGES, Site
from tests.parts.recordings.browser.tasks import Circle, lines_of

if TYPE_CHECKING:
    from playwright.async_api import Page

_WATCH = """
import sys
from pathlib import Path
from lessonboard.parts.recordings.browser.record_task import Wanted, record
async def actions(page):
    await page.get_by_label("Song name").fill("Numb")
    await page.get_by_role("button", name="Search").click()
    await page.wait_for_url("**/results.html*")
    await page.get_by_role("button", name="Play Numb", exact=True).click()
    await page.get_by_role("button", name="Play Numb (live)").click()
    print("acted", flush=True)
    await page.wait_for_timeout(60_000)
record(Wanted(sys.argv[1], into=Path(sys.argv[2]), headless=True), actions)
"""


def kinds(lines: list[dict[str, Any]]) -> list[str]:
    """What was done, line by line."""
    return [line["action_type"] for line in lines]


def _colour(folder: Path, line: dict[str, Any]) -> tuple[int, ...]:
    """The colour of the middle of the frame before a line."""
    image = Image.open(io.BytesIO((folder / line["screenshot"]).read_bytes())).convert("RGB")
    found = image.getpixel((image.width // 2, image.height // 2))
    assert isinstance(found, tuple)
    return tuple(map(int, found))


async def _every_kind(page: Page) -> None:
    task = page.get_by_label("New task")
    await task.click()
    await page.keyboard.type("Wrnog")
    await page.keyboard.press("Control+a")
    await page.keyboard.type("Right é")
    await page.keyboard.press("Enter")
    await page.get_by_label("Right é").dblclick()
    await page.get_by_role("button", name="Add").click(button="right")
    await page.get_by_role("button", name="Add").click(button="middle")
    await page.keyboard.press("Control+k")
    await page.mouse.wheel(0, 250)
    await page.mouse.wheel(0, 50)


def test_each_kind_of_action_is_one_line_with_its_target(circle: Circle) -> None:
    """Corrections are one text, two clicks one double click, turns of the wheel one scroll."""
    recorded = circle.record("todo.html", _every_kind)
    lines = lines_of(recorded.folder)
    assert kinds(lines) == [
        "click", "type", "key", "double_click", "right_click", "middle_click", "key", "scroll",
        "end",
    ]  # fmt: skip
    assert lines[1]["action_details"] == {"text": "Right é"}
    assert [lines[n]["action_details"]["key"] for n in (2, 6)] == ["ENTER", "CTRL+K"]
    assert lines[7]["action_details"]["dy"] == -3
    target = lines[1]["details"]["target"]
    assert (target["role"], target["name"]) == ("textbox", "New task")
    assert lines[3]["details"]["target"]["role"] == "checkbox"
    assert lines[4]["details"]["state"] == {
        "headings": ["To do"],
        "messages": ["1 left"],
        "focus": "checkbox Right é",
    }
    assert lines[8]["details"]["url"] == circle.site.url("todo.html")


@pytest.mark.full
def test_the_folder_is_what_the_importer_reads(circle: Circle) -> None:
    """No problem is found in it, its owner alone may read it, and no line lacks its frame."""
    recorded = circle.record("todo.html", _every_kind)
    found = read_recording(recorded.folder)
    assert found.problems == ()
    assert len(found.steps) == recorded.actions == 8
    assert all(step.pre and step.post for step in found.steps)
    files = [path for path in recorded.folder.rglob("*") if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE(recorded.folder.stat().st_mode) == 0o700


@pytest.mark.full
def test_a_frame_shows_the_page_before_the_action(chromium: str, tmp_path: Path) -> None:
    """A page that changes its colour with each click is seen in the colour before the click."""
    script = "document.body.style.background = ['red', 'lime', 'blue', 'white'][n++]"
    button = f'<button style=\\"position:fixed\\" onclick=\\"{script}\\">Go</button>'
    html = f"data:text/html,<body style=background:black><script>let n=0</script>{button}"

    async def click_on(page: Page) -> None:
        for _ in range(4):
            await page.get_by_role("button").click()
            await page.screenshot()  # which waits for the new colour to be shown

    wanted = Wanted(html.replace('\\"', '"'), into=tmp_path, headless=True)
    recorded = record(wanted, click_on)
    seen = [_colour(recorded.folder, line) for line in lines_of(recorded.folder)]
    black, red, lime, blue = (0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255)
    assert seen == [black, red, lime, blue, (255, 255, 255)]
    assert all(line["details"].get("frame_age", 0) >= 0 for line in lines_of(recorded.folder))


def test_a_secret_is_dots_in_every_frame_and_in_no_file(circle: Circle) -> None:
    """A code typed in clear is hidden in the page itself, also once the page shows passwords."""

    async def sign_in(page: Page) -> None:
        await page.get_by_label("Code from").fill("493021")
        code = page.get_by_label("Code from")
        style = "(field) => getComputedStyle(field).webkitTextSecurity"
        assert await code.evaluate(style) == "disc"
        password = page.get_by_label("Password")
        await password.fill("open sesame!")
        await password.evaluate("(field) => { field.type = 'text' }")
        await asyncio.sleep(0.2)
        assert await password.evaluate(style) == "disc"
        await password.press("End")
        await page.keyboard.type("2")
        await page.get_by_role("button", name="Sign in").click()
        await page.wait_for_url("**/welcome.html*")
        await page.get_by_role("heading").click()

    recorded = circle.record("login.html", sign_in)
    lines = lines_of(recorded.folder)
    assert [line["action_details"].get("text") for line in lines[:2]] == ["[secret]"] * 2
    assert all(line["details"]["sensitive"] for line in lines[:2])
    text = (recorded.folder / "manifest.jsonl").read_text()
    for secret in ("493021", "sesame"):
        assert secret not in text
    assert "code=[secret]" in text


@pytest.mark.full
def test_the_page_never_sees_who_watches_it(circle: Circle) -> None:
    """The page sees no name of the recorder, so it cannot forge actions."""
    found: list[Any] = []

    async def look(page: Page) -> None:
        odd = "Object.getOwnPropertyNames(window).filter((name) => /^__[0-9a-f]{16}$/.test(name))"
        found.append(await page.evaluate(odd))
        await page.evaluate("document.querySelector('button').click()")

    recorded = circle.record("search.html", look)
    assert found == [[]]
    assert recorded.actions == 0


@pytest.mark.full
def test_a_recorder_that_is_killed_leaves_a_folder_that_can_be_read(
    chromium: str, site: Site, tmp_path: Path
) -> None:
    """What was done before is there line by line, each with its frame."""
    command = [sys.executable, "-c", _WATCH, site.url("search.html"), str(tmp_path)]
    with subprocess.Popen(
        command, cwd=PAGES.parent.parent, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "acted\n"
        os.killpg(child.pid, signal.SIGKILL)
    (folder,) = tmp_path.iterdir()
    assert kinds(lines_of(folder))[:3] == ["type", "click", "click"]
    assert len(read_recording(folder).steps) >= 3


_OWN = """
import signal, sys
from pathlib import Path
from lessonboard.parts.recordings.browser.record_task import Wanted, record
def own(number, frame):
    print(signal.Signals(number).name, flush=True)
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, own)
async def actions(page):
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.raise_signal(number)
    await page.get_by_label("Song name").fill("Numb")
record(Wanted(sys.argv[1], into=Path(sys.argv[2]), headless=True), actions)
assert signal.getsignal(signal.SIGTERM) is signal.getsignal(signal.SIGINT) is own
"""


def test_a_program_that_records_keeps_its_own_signals(
    chromium: str, site: Site, tmp_path: Path
) -> None:
    """They reach its handlers, and the recording goes on to its last action."""
    command = [sys.executable, "-c", _OWN, site.url("search.html"), str(tmp_path)]
    ran = subprocess.run(command, cwd=PAGES.parent.parent, capture_output=True, text=True)
    assert (ran.stdout.split(), ran.returncode) == (["SIGINT", "SIGTERM"], 0), ran.stderr
    (folder,) = tmp_path.iterdir()
    assert kinds(lines_of(folder)) == ["type", "end"]


def test_ctrl_c_ends_a_recording_with_its_last_frame(
    chromium: str, site: Site, tmp_path: Path
) -> None:
    """The person stops it in the terminal, and the folder is whole."""
    program = (
        "import sys; from pathlib import Path\n"
        "from lessonboard.parts.recordings.browser.record_task import Wanted, record\n"
        "record(Wanted(sys.argv[1], into=Path(sys.argv[2]), headless=True),\n"
        "       tell=lambda said: print(said, flush=True), until_signal=True)"
    )
    command = [sys.executable, "-c", program, site.url("search.html"), str(tmp_path)]
    with subprocess.Popen(
        command, cwd=PAGES.parent.parent, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        os.killpg(child.pid, signal.SIGINT)
        assert child.wait(30) == 0
    (folder,) = tmp_path.iterdir()
    (end,) = lines_of(folder)
    assert end["action_type"] == "end"
    assert (folder / end["screenshot"]).is_file()


def test_a_page_that_cannot_be_opened_is_said_in_one_line(chromium: str, tmp_path: Path) -> None:
    """The error names the address."""
    begun = time.monotonic()
    with pytest.raises(BrowserFailed, match=r"could not open http://127\.0\.0\.1:9/: .*"):
        record(Wanted("http://127.0.0.1:9/", into=tmp_path, headless=True))
    assert time.monotonic() - begun < 30
    assert list(tmp_path.iterdir()) == []
