"""Who may ask, and for what: only whoever was given the link, from this page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.web import access
from tests.parts.web.visitor import PORT, SECRETS, Visitor

_CHANGES = ("/decide", "/undo", "/forget", "/mute", "/projects/merge", "/queue/retry",
            "/recordings/edit", "/health/verify")  # fmt: skip


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_the_names_of_this_machine_are_its_own(host: str) -> None:
    """A browser may call loopback by any of its names."""
    assert access.refused_host(f"{host}:{PORT}", PORT) is None


@given(st.text(max_size=60))
def test_no_other_name_is(host: str) -> None:
    """A page elsewhere whose name was made to mean this machine (DNS rebinding) is refused."""
    if host not in {f"{each}:{PORT}" for each in access.HOSTS}:
        found = access.refused_host(host, PORT)
        assert found is not None
        assert found.status == 421


def test_secrets_differ_from_each_other_and_from_start_to_start() -> None:
    """The link in a terminal is neither the cookie nor the form's token."""
    first, second = access.new_secrets(), access.new_secrets()
    assert len({*first, *second}) == 8
    assert min(len(each) for each in (first.token, first.session, first.form)) >= 32


def test_the_link_has_a_host_that_no_other_server_knows() -> None:
    """Browsers send a cookie to all ports of its host; macOS knows no names below localhost."""
    hosts = {access.new_secrets("linux").host for _ in range(3)}
    assert len(hosts) == 3
    for host in hosts:
        assert host.endswith(".localhost")
        assert access.refused_host(f"{host}:{PORT}", PORT, host) is None
        assert access.refused_host(f"{host}:{PORT}", PORT, "another.localhost") is not None
    assert access.new_secrets("darwin").host == "127.0.0.1"


def test_the_link_sets_a_cookie_and_leaves_the_address(visitor: Visitor) -> None:
    """The token stands in no address that a page, a history or a log would keep."""
    visitor.client.cookies.clear()
    answer = visitor.get(f"/lessons?q=test&token={SECRETS.token}")
    assert answer.status_code == 200
    assert 'content="0; url=/lessons?q=test"' in answer.text
    assert SECRETS.token not in answer.text
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize("path", ["/", "/lessons", "/live", "/nothing"])
def test_without_the_cookie_nothing_is_shown(visitor: Visitor, path: str) -> None:
    """Another user of the machine, or a site that guesses the port, learns nothing."""
    visitor.client.cookies.clear()
    answer = visitor.get(path)
    assert answer.status_code == 403
    assert "npm" not in answer.text
    assert 'href="/lessons"' not in answer.text
    assert visitor.get("/static/style.css").status_code == 200  # it is the same for everybody


@pytest.mark.parametrize("token", ["", "wrong", SECRETS.form, SECRETS.session])
def test_a_wrong_token_opens_nothing(visitor: Visitor, token: str) -> None:
    """Each secret is good for one thing."""
    visitor.client.cookies.clear()
    assert visitor.get(f"/?token={token}").status_code == 403


def test_another_host_is_refused_even_with_the_cookie(visitor: Visitor) -> None:
    """The name is looked at before anything else."""
    assert visitor.get("/", host="evil.example:8484").status_code == 421


@pytest.mark.parametrize("path", _CHANGES)
@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "http://127.0.0.1:9999", "https://127.0.0.1:8484"],
)
def test_a_change_from_elsewhere_is_refused(
    visitor: Visitor, path: str, origin: str | None
) -> None:
    """A site that sends our forms is refused, and so is one that hides where it is."""
    before = visitor.board.log.head()
    assert visitor.post(path, origin=origin).status_code == 403
    assert visitor.board.log.head() == before


@pytest.mark.parametrize("path", _CHANGES)
def test_a_change_needs_the_token_of_the_form(visitor: Visitor, path: str) -> None:
    """A form that was made up, or is of an earlier start, changes nothing."""
    assert visitor.post(path, form_token="made-up").status_code == 403


def test_every_change_is_a_form(visitor: Visitor) -> None:
    """No link changes anything, whatever follows it."""
    before = visitor.board.log.head()
    for page in visitor.site.pages:
        if page.is_change:
            assert visitor.get(page.path).status_code in (404, 405), page.path
    assert visitor.board.log.head() == before


@pytest.mark.parametrize("path", ["/", "/static/script.js", "/nothing", "/lessons/lesson-x"])
def test_every_answer_is_strict(visitor: Visitor, path: str) -> None:
    """No script but ours, nothing from elsewhere, no frame, and nothing is kept by the browser."""
    headers = visitor.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
