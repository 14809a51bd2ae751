"""The page in a real browser: keys, news, the slider, two tabs, hostile text, and accessibility."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

from blackboard import Board, NewEvent
from blackboard.events import streams
from examples.pictures.sample_board import TOLD
from lessonboard.waiting import waiting_lessons
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.pipeline.stated import Rule, add
from tests.long_runs import rounds, some
from tests.optional_parts import AXE
from tests.parts.web.conftest import NOW, Served
from tests.parts.web.test_pages import LESSON, PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Route

Serve = Callable[..., Served]


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A real browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """A tab that fails the test where a page has an error or is refused something."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    problems = watched(page)
    yield page
    context.close()
    assert problems == []


def watched(page: Page) -> list[str]:
    """What goes wrong in a tab from now on: errors of scripts, and what the policy refuses."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if _is_problem(said) else None)
    return problems


def _is_problem(said: ConsoleMessage) -> bool:
    """Whether a line of the console is more than that an answer was a refusal."""
    return said.type == "error" and not said.text.startswith("Failed to load resource")


def open_at(tab: Page, served: Served, path: str = "/") -> None:
    """Open the link, then a page."""
    tab.goto(served.link)
    tab.wait_for_url(served.url("/"))  # the link's page goes there, and would interrupt the next
    if path != "/":
        tab.goto(served.url(path))


def test_ten_candidates_are_reviewed_by_keys_and_taken_back(
    serve: Serve, tab: Page, sample: Path
) -> None:
    """One key for each, as in `lesson review --all`, and u takes the last one back."""
    with Board.open(sample) as board:
        _add_candidates(board)
        names = [row["id"] for row in waiting_lessons(board, {})]
    assert len(names) >= 10
    served = serve()
    open_at(tab, served, "/review")
    for key, said in zip(_KEYS, _SAID, strict=True):
        before = tab.locator("article .rule").inner_text()
        tab.keyboard.press(key)
        tab.wait_for_function("rule => document.querySelector('article .rule')?.innerText != rule",
                              arg=before)  # fmt: skip
        assert said in tab.locator(".said").inner_text()
    with Board.open(sample) as board:
        rows = [board.row("lessons", name)["status"] for name in names[: len(_KEYS)]]
    assert rows == [_STATUS[key] for key in _KEYS]
    *_, third, second, last = names[: len(_KEYS)]
    tab.keyboard.press("u")
    tab.wait_for_url(f"**/review?at={last}**")
    tab.keyboard.press("u")
    tab.wait_for_url(f"**/review?at={second}**")
    with Board.open(sample) as board:
        rows = [board.row("lessons", name)["status"] for name in (third, second, last)]
    assert rows == [_STATUS[_KEYS[-3]], "candidate", "candidate"]


_STATUS = {"a": "approved", "r": "rejected", "t": "retired"}
_KEYS = "arataratar"[: rounds(4, 10)]
_SAID = [{"a": "Approved", "r": "Rejected", "t": "No longer shown"}[key] for key in _KEYS]


def test_a_key_that_is_typed_decides_nothing(serve: Serve, tab: Page, sample: Path) -> None:
    """In a field a letter is a letter."""
    served = serve()
    open_at(tab, served, "/review")
    tab.locator("input[name=reason]").first.focus()
    tab.keyboard.type("approve ratspeb")
    assert tab.url.endswith("/review")
    assert tab.locator("input[name=reason]").first.input_value() == "approve ratspeb"


@pytest.mark.full
def test_what_is_typed_into_the_editor_decides_nothing(
    serve: Serve, tab: Page, sample: Path
) -> None:
    """The key e opens it with the caret behind the words, and every letter is one more of them."""
    served = serve()
    open_at(tab, served, "/review")
    tab.keyboard.press("e")
    tab.keyboard.type(" Restart apart.")
    assert tab.locator("article textarea").input_value().endswith(" Restart apart.")
    with Board.open(sample) as board:
        before = board.log.head()
    tab.keyboard.press("Escape")
    tab.keyboard.press("r")  # the editor is still open
    assert tab.locator("article details[open]").count() == 1
    tab.keyboard.press("Escape")
    assert tab.locator("article details[open]").count() == 0
    with Board.open(sample) as board:
        assert board.log.head() == before


@pytest.mark.full
def test_a_search_begun_at_once_decides_nothing(serve: Serve, tab: Page, sample: Path) -> None:
    """The key / works as soon as the page is there; what is typed after it is a query."""
    served = serve()
    open_at(tab, served, "/review")
    with Board.open(sample) as board:
        before = board.log.head()
    tab.keyboard.type("/pear", delay=120)
    assert tab.locator("header input[type=search]").input_value() == "pear"
    with Board.open(sample) as board:
        assert board.log.head() == before


def test_what_another_process_writes_comes_to_an_open_page(
    serve: Serve, tab: Page, sample: Path
) -> None:
    """Without loading it again, and without asking again and again."""
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    served = serve()
    open_at(tab, served, "/sessions")
    with Board.open(sample) as board:
        name = streams.session("live")
        board.append([
            NewEvent("session.started", name, {"session": "live", "agent": "codex"}),
            NewEvent("message.recorded", name, {"session": "live", "role": "user",
                                                "said_by": "human", "text": "Just now asked"}),
        ])  # fmt: skip
    tab.get_by_text("Just now asked").wait_for(timeout=10_000)
    assert sum(url.endswith("/sessions") for url in asked) <= 4


@pytest.mark.full
def test_many_tabs_are_open_at_once_and_all_hear(
    serve: Serve, browser: Browser, sample: Path
) -> None:
    """One of them listens for all: a browser keeps six connections to one server."""
    served = serve()
    context = browser.new_context()
    tabs = [context.new_page() for _ in range(8)]
    open_at(tabs[0], served)
    for each in tabs:
        each.goto(served.url("/sessions"), timeout=10_000)
    with Board.open(sample) as board:
        name = streams.session("live")
        said = {"session": "live", "role": "user", "said_by": "human", "text": "Heard by all"}
        board.append([NewEvent("session.started", name, {"session": "live", "agent": "codex"}),
                      NewEvent("message.recorded", name, said)])  # fmt: skip
    for each in tabs:
        each.get_by_text("Heard by all").wait_for(timeout=10_000)
    tabs[0].close()  # another one takes over
    with Board.open(sample) as board:
        said = {"session": "live", "role": "user", "said_by": "human", "text": "And more"}
        board.append([NewEvent("message.recorded", streams.session("next"), {
            **said, "session": "next"})])  # fmt: skip
    tabs[-1].get_by_text("And more").wait_for(timeout=15_000)
    context.close()


@pytest.mark.full
def test_a_form_that_is_open_hears_of_a_change(serve: Serve, tab: Page, sample: Path) -> None:
    """What is being decided on is not replaced under one's hands; a line says that it changed."""
    served = serve()
    open_at(tab, served, "/review")
    name = tab.locator("article a[href^='/lessons/lesson']").first.inner_text()
    with Board.open(sample) as board:
        decisions.revise(board, board.row("lessons", name), "clearer", constraint="Seed otherwise.")
    tab.locator("#changed-note").wait_for(state="visible", timeout=10_000)
    tab.keyboard.press("a")
    tab.get_by_role("heading", name="It was changed meanwhile").wait_for()
    assert "Seed otherwise." in tab.locator("main").inner_text()


@pytest.mark.full
def test_two_tabs_do_not_decide_the_same_twice(serve: Serve, browser: Browser) -> None:
    """The second is shown how it stands by now."""
    served = serve()
    context = browser.new_context(java_script_enabled=False)
    first, second = context.new_page(), context.new_page()
    open_at(first, served, "/review")
    second.goto(served.url("/review"))
    for each in (first, second):
        each.wait_for_function("() => !early()")
    first.get_by_role("button", name="Reject").click()
    second.get_by_role("button", name="Approve", exact=False).first.click()
    assert "It was changed meanwhile" in second.locator("main").inner_text()
    assert "rejected" in second.locator("main").inner_text()
    context.close()


@pytest.mark.full
def test_the_slider_goes_back_and_comes_forward(serve: Serve, tab: Page) -> None:
    """What was known at the beginning is less than now, on the page that one is on."""
    served = serve()
    open_at(tab, served, "/lessons")
    now = tab.locator("#results li").count()
    tab.locator("#then-second").focus()
    tab.keyboard.press("Home")
    tab.wait_for_url("**/lessons?second=*")
    assert tab.locator(".past").is_visible()
    assert tab.locator("form[method=post]").count() == 0
    tab.get_by_role("link", name="Back to now").click()
    tab.wait_for_url("**/lessons")
    assert tab.locator("#results li").count() == now


def test_search_finds_while_one_types(serve: Serve, tab: Page) -> None:
    """The list is that of the words so far, and so is the address."""
    served = serve()
    open_at(tab, served, "/lessons")
    before = tab.locator("#results li").count()
    tab.locator(".filters input[name=q]").type("squas")
    tab.wait_for_url("**/lessons?q=squas")
    assert 0 < tab.locator("#results li").count() < before


def test_what_is_chosen_before_the_scripts_are_here_counts(serve: Serve, tab: Page) -> None:
    """On a slow line the list is on the screen before anything listens to it."""
    served = serve()
    open_at(tab, served)
    held: list[Route] = []
    tab.route("**/static/script.js", lambda route: held.append(route))
    tab.goto(served.url("/lessons"), wait_until="commit")
    tab.get_by_label("Order").select_option("last shown")
    assert "order=" not in tab.url
    held[0].continue_()
    tab.wait_for_url("**order=last-shown**")
    assert "shown in 33 sessions" in tab.locator("#results li").first.inner_text()


def test_a_session_is_forgotten_in_a_browser(serve: Serve, tab: Page, sample: Path) -> None:
    """The preview first, a reason, then it is gone."""
    served = serve()
    open_at(tab, served, f"/sessions/{TOLD}")
    tab.get_by_role("link", name="Show what would go").click()
    assert "message: recorded" in tab.locator("main").inner_text()
    tab.locator("input[name=reason]").fill("private")
    tab.get_by_role("button", name="Erase this session").click()
    tab.wait_for_url("**/sessions?said=*")
    assert "there is no way back" in tab.locator(".said").inner_text()
    assert b"both unit tests pass" not in sample.read_bytes()


@pytest.mark.full
def test_the_pages_are_read_without_scripts(serve: Serve, browser: Browser) -> None:
    """Links and forms do all that matters."""
    served = serve()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    open_at(page, served, "/review")
    page.wait_for_function("() => typeof early === 'undefined' || !early()")
    page.get_by_role("button", name="Approve", exact=False).first.click()
    assert "Approved" in page.locator(".said").inner_text()
    page.get_by_role("button", name="Undo").first.click()
    assert "Undone" in page.locator(".said").inner_text()
    page.goto(served.url("/lessons?q=squash"))
    assert page.locator("#results li").count() >= 1
    context.close()


def test_a_lesson_of_markup_is_text(serve: Serve, tab: Page, sample: Path) -> None:
    """No dialog opens, and what it says is read as it was written."""
    said: list[Any] = []

    def refuse(dialog: Any) -> None:
        said.append(dialog.message)
        dialog.dismiss()

    tab.on("dialog", refuse)
    words = "Never write <script>alert(1)</script><img src=x onerror=alert(2)> into `pages`."
    with Board.open(sample) as board:
        found = add(board, Rule(words), "github.com/example/parcel-api",
                    Critic(CriticSettings()), NOW)  # fmt: skip
    served = serve()
    for path in ("/lessons", f"/lessons/{found.row['id']}"):
        open_at(tab, served, path)
        assert tab.get_by_text("<script>alert(1)</script>").first.is_visible()
    assert said == []


def test_a_site_that_sends_our_form_is_refused(
    serve: Serve, browser: Browser, sample: Path
) -> None:
    """A page of another origin in the same browser has neither the cookie nor the token."""
    served = serve()
    context = browser.new_context()
    page = context.new_page()
    open_at(page, served)
    with Board.open(sample) as board:
        before = board.log.head()
    page.route("http://evil.test/", lambda route: route.fulfill(
        body=f"<form method=post action='{served.url('/undo')}'><button>x</button></form>",
        content_type="text/html"))  # fmt: skip
    page.goto("http://evil.test/")
    page.locator("button").click()
    page.wait_for_load_state()
    assert "Not allowed" in page.content()
    with Board.open(sample) as board:
        assert board.log.head() == before
    context.close()


def test_another_server_on_this_machine_is_not_sent_the_cookie(
    serve: Serve, browser: Browser
) -> None:
    """Browsers make no difference between ports, so the page has a host of its own."""
    sent: list[str] = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/":
                sent.append(self.headers.get("Cookie", ""))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"another page")

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Other)
    Thread(target=server.serve_forever, daemon=True).start()
    served = serve()
    by_number = served.link.replace(served.link.split("/")[2], f"127.0.0.1:{served.port}")
    for link in (served.link, by_number):  # the second shows that it would be sent
        context = browser.new_context()
        page = context.new_page()
        page.goto(link)
        page.wait_for_url(link.partition("?")[0])
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        context.close()
    assert sent[0] == ""
    assert sent[1].startswith(f"lessonboard-{served.port}=")
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("scheme", "width"),
    some([("light", 360), ("dark", 1280), ("light", 3840)], 1),
)
def test_every_page_fits_its_window_and_passes_axe(
    serve: Serve, browser: Browser, scheme: Any, width: int
) -> None:
    """Nothing is wider than the window; contrast, labels and landmarks are as axe-core asks.

    Without axe-core only the first is looked at.
    """
    served = serve()
    script = Path(found).read_text() if (found := AXE.find()) else ""
    size: Any = {"width": width, "height": 900}
    context = browser.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)
    page = context.new_page()
    problems = watched(page)
    open_at(page, served)
    for path in (*PAGES[:: rounds(3, 1)], f"{LESSON}?as-of=60", "/nothing"):
        page.goto(served.url(path))
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        problems += [f"{path} is {wider} too wide"] if wider > 0 else []
        problems += [f"{path}: {each}" for each in violations(page, script)] if script else []
    context.close()
    assert problems == []


def violations(page: Page, script: str) -> list[str]:
    """What axe-core finds wrong with a page."""
    page.evaluate(script)
    told = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in told["violations"]]


def test_the_printed_page_has_no_buttons(serve: Serve, tab: Page) -> None:
    """On paper stands what is known, not what could be pressed."""
    served = serve()
    open_at(tab, served, LESSON)
    tab.emulate_media(media="print")
    for selector in ("button", ".then", "nav"):
        assert not any(each.is_visible() for each in tab.locator(selector).all())
    assert tab.locator("h1").is_visible()


def _add_candidates(board: Board) -> None:
    """Lessons that wait, so that there are ten and more."""
    model = next(board.read(types=["lesson.created"]))
    for number in range(10):
        name = f"lesson-{number:012d}"
        payload = {**(model.payload or {}), "lesson": name, "trust": "tool",
                   "constraint": f"Run `make step{number}` before `make all{number}`."}  # fmt: skip
        board.append([NewEvent("lesson.created", streams.lesson(name), payload,
                               project=model.project, actor="miner")])  # fmt: skip
