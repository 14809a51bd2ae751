"""A session that has expired, in a real Chromium: the run stops, and nothing is typed or learnt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from blackboard import Board
from lessonboard.parts.recordings.browser.chromium import BrowserFailed
from lessonboard.parts.recordings.browser.evidence import learn, tell
from lessonboard.parts.recordings.browser.hosts import host
from lessonboard.parts.recordings.browser.login import facts_of, login_sign
from lessonboard.parts.recordings.browser.opening import opened
from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.parts.recordings.workflow.plan import Parameter, Plan, PlanStep
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from tests.long_runs import some
from tests.parts.recordings.browser.members import Members, members

pytestmark = pytest.mark.usefixtures("chromium")


@pytest.fixture
def site() -> Iterator[Members]:
    """Pages for members alone."""
    with members() as site:
        yield site


def step(number: int, action: str, page: str, value: str | None = None, **target: str) -> PlanStep:
    """A step on a page."""
    return PlanStep(number, number - 1, action, value, target, action, {"place": page}, {})


def plan(*steps: PlanStep) -> Plan:
    """A plan whose passwords are parameters."""
    parameters = (Parameter("password", sensitive=True),)
    start = steps[0].before["place"]
    return Plan("task", "A task", parameters, steps, start, hosts=frozenset({host(start)}))


def nickname(site: Members) -> Plan:
    """The nickname is changed, in a field that is called as one of the form for signing in."""
    page = site.url("settings")
    return plan(
        step(1, "TYPE", page, "bob", role="textbox", name="User name"),
        step(2, "CLICK", page, role="button", name="Save"),
    )


def run(plan: Plan, timeout: float = 1.5, **more: object) -> Rerun:
    """Run it as nobody."""
    options = replace(Options(timeout=timeout), **more)  # type: ignore[arg-type] # of Options
    return rerun(plan, {"password": "open sesame"}, options)


def failed(ran: Rerun) -> StepOutcome:
    """The step that failed."""
    assert ran.failed is not None
    return ran.failed


@pytest.mark.parametrize("way", some(["redirect", "in place", "username", "401"], 2))
def test_a_page_for_signing_in_stops_the_run(site: Members, way: str) -> None:
    """By its reason, with what to do; nothing is typed, not even into a field of the same name."""
    site.turns_away = way
    ran = run(nickname(site))
    assert (failed(ran).number, failed(ran).cause, ran.done) == (1, "login", 0)
    assert "the session has expired or there was none" in failed(ran).reason
    assert "lessonboard recording login http://127.0.0.1:" in failed(ran).reason
    assert site.done == []
    assert not [each for each in site.asked if "bob" in each]


@pytest.mark.full
def test_a_single_sign_on_of_another_host_stops_the_run(site: Members) -> None:
    """Whether it was redirected to, or blocked because its host is not one of the recording."""
    site.turns_away = "sso"
    ran = run(nickname(site))
    assert failed(ran).cause == "login"
    ran = run(nickname(site), hosts=(f"localhost:{site.port}",))
    assert failed(ran).cause == "login"


@pytest.mark.full
def test_a_link_to_a_single_sign_on_is_blocked_and_the_reason(site: Members) -> None:
    """It is not opened."""
    script = f"location.href = 'http://localhost:{site.port}/oauth2/authorize?client_id=1'"
    page = site.url("forum")
    like = step(1, "CLICK", page, role="button", name="Like")
    site.pages["/forum"] = site.pages["/forum"].replace("fetch('/done?cats')", script)
    ran = run(plan(like, step(2, "CLICK", site.url("orders"), role="button", name="Order")))
    assert failed(ran).cause == "login"
    assert not [each for each in site.asked if "authorize" in each]


@pytest.mark.full
def test_a_page_that_is_refused_has_a_reason_of_its_own(site: Members) -> None:
    """Somebody is signed in who may not see it."""
    site.turns_away = "403"
    ran = run(nickname(site))
    assert failed(ran).cause == "denied"
    assert "run it as a user who may open it" in failed(ran).reason


@pytest.mark.full
def test_a_dialog_of_the_browser_for_a_password_is_said(site: Members) -> None:
    """At the start before anything is done, in the middle as the reason of the step."""
    site.turns_away = "dialog"
    with pytest.raises(BrowserFailed, match="asks for a user name and password in a dialog"):
        run(nickname(site))
    site.pages["/open"] = "<title>Open</title><a href=/orders>Orders</a>"
    follow = step(1, "CLICK", site.url("open"), role="link", name="Orders")
    ran = run(plan(follow, step(2, "CLICK", site.url("orders"), role="button", name="Order")))
    assert failed(ran).cause == "login"


def test_a_server_that_cannot_answer_is_said_at_once(site: Members) -> None:
    """No step is tried."""
    site.turns_away = "500"
    with pytest.raises(BrowserFailed, match="answered 500 Internal Server Error"):
        run(nickname(site))


def test_a_page_that_is_only_passed_does_not_stop_the_run(site: Members) -> None:
    """A single sign-on may send one on by itself."""
    site.pages["/pass"] = site.pages["/login"] + (
        "<script>setTimeout(() => location.href = '/forum', 700)</script>"
    )
    like = step(1, "CLICK", site.url("forum"), role="button", name="Like")
    ran = run(plan(like), timeout=4.0, url=site.url("pass"))
    assert ran.completed, ran.failed


@pytest.mark.full
def test_a_recorded_sign_in_is_done_with_the_password_of_this_run(site: Members) -> None:
    """A task may be to sign in; where the password is wrong, that is the reason afterwards."""
    page = site.url("login")
    steps = (
        step(1, "TYPE", page, "ada", role="textbox", name="User name"),
        step(2, "TYPE", page, "{password}", role="textbox", name="Password",
             input_type="password"),
        step(3, "CLICK", page, role="button", name="Log in"),
        step(4, "CLICK", site.url("settings"), role="button", name="Save"),
    )  # fmt: skip
    assert run(plan(*steps), timeout=5.0).completed
    wrong = rerun(plan(*steps), {"password": "wrong one"}, Options(timeout=1.5))
    assert (failed(wrong).number, failed(wrong).cause) == (4, "login")
    assert "wrong one" not in repr(wrong)


@pytest.mark.parametrize(
    ("page", "button", "done"),
    [("change", "Change my password", "changed"), ("forum", "Like", "cats")],
)
def test_pages_with_a_password_that_are_no_sign_in_are_acted_on(
    site: Members, page: str, button: str, done: str
) -> None:
    """To change a password, and with a form in the header, although none was typed there."""
    ran = run(plan(step(1, "CLICK", site.url(page), role="button", name=button)))
    assert ran.completed, ran.failed
    assert site.done == [done]


_SIGN_IN = {"login": True, "username": True, "frame": False, "change": False, "confirm": False,
            "adduser": False, "forum": False, "refused": False}  # fmt: skip


def test_what_a_page_shows_is_read_from_it(site: Members) -> None:
    """From the fields that can be seen; those of a frame are not its own."""
    from playwright.sync_api import sync_playwright

    hide = "document.querySelectorAll('input').forEach(field => field.style = 'display:none')"
    with (
        sync_playwright() as playwright,
        opened(playwright.chromium, None, headless=True) as tabs,
    ):
        shown = tabs.open(lambda _opened: None)
        for page, is_login in _SIGN_IN.items():
            shown.goto(site.url(page))
            assert bool(login_sign(facts_of(shown))) is is_login, page
            shown.evaluate(hide)
            assert login_sign(facts_of(shown)) == "", page


@pytest.mark.full
def test_nothing_is_learnt_of_a_session_that_expired(site: Members, board: Board) -> None:
    """It is an event with its cause; no lesson comes of it, and none returns."""
    ran = run(nickname(site))
    event = tell(board, ran, None)
    assert learn(board, ran, event, None, Critic(CriticSettings())) == ("nothing", "")
    assert board.view("lessons") == []
    (happened,) = board.read(types=["workflow.rerun"])
    assert happened.payload is not None
    assert (happened.payload["cause"], happened.payload["failed_step"]) == ("login", 0)
