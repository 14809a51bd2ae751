"""Which addresses may be opened, and which only look like those that may."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.browser.hosts import (
    allowed_host,
    allowed_hosts,
    host,
    refusal,
)
from lessonboard.parts.recordings.workflow.plan import (
    BadParameters,
    NotRunnable,
    Parameter,
    Plan,
    PlanStep,
)

KNOWN = frozenset({"shop.example", "shop.example:8080", "[::1]:80", "xn--bcher-kva.example"})


@pytest.mark.parametrize(
    "url",
    ["http://shop.example", "https://shop.example/a?b#c", "HTTPS://SHOP.Example./x",
     "http://shop.example:80/", "https://shop.example:443", "http://shop.example:8080/x",
     "https://[::1]:80/", "https://[0:0:0::1]:80/", "http://bücher.example/", "/relative", "x?y=1",
     "?q=http://evil.example", "http://shop.example/?at=a@evil.example", "",
     "http://shop.example/?q=two words"],
)  # fmt: skip
def test_the_same_host_in_other_words_is_the_same(url: str) -> None:
    """By case, a dot at the end, the scheme's own port, and other spellings of a number or name."""
    assert refusal(url, KNOWN) == ""


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://evil.example/", "give --allow-host evil.example"),
        ("http://shop.example.evil.example/", "not one of the recording"),
        ("http://shop.example:81/", "give --allow-host shop.example:81"),
        ("http://shop.example:443/", "not one of the recording"),
        ("//evil.example/x", "not one of the recording"),
        ("http://2130706433/", "not one of the recording"),
        ("http://[::2]:80/", "not one of the recording"),
        ("http://shop.example@evil.example/", "a user name precedes"),
        ("http://shop.example:80@evil.example/", "a user name precedes"),
        ("http://ada:pw@shop.example/", "a user name precedes"),
        ("http://@shop.example/", "a user name precedes"),
        ("http://evil.example\\@shop.example/", "backslashes"),
        ("\\\\evil.example/", "backslashes"),
        ("/\\evil.example/", "backslashes"),
        ("http://shop.example\t.evil.example/", "control characters"),
        ("java\nscript:alert(1)", "control characters"),
        ("\x01javascript:alert(1)", "control characters"),
        (" http://shop.example/", "control characters"),
        ("javascript:alert(1)", "not javascript:"),
        ("JavaScript://shop.example/%0aalert(1)", "not javascript:"),
        ("file:///etc/passwd", "not file:"),
        ("file://shop.example/x", "not file:"),
        ("data:text/html,x", "not data:"),
        ("view-source:http://shop.example/", "not view-source:"),
        ("chrome://settings", "not chrome:"),
        ("about:blank", "not about:"),
        ("blob:http://shop.example/1", "not blob:"),
        ("ftp://shop.example/", "not ftp:"),
        ("shop.example:8080/x", "not shop.example:"),
        ("http:shop.example", "names no host"),
        ("http:///shop.example/", "names no host"),
        ("http://", "names no host"),
        ("http://shop%2eexample/", "names no host"),
        ("http://shop.example:99999/", "names no host"),
        ("http://shop.example:x/", "names no host"),
        ("http://[::1/", "names no host"),
        ("http://-/", "names no host"),
    ],
)
def test_what_is_disguised_or_elsewhere_is_refused(url: str, reason: str) -> None:
    """With its reason, and what to give where it is meant."""
    assert reason in refusal(url, KNOWN)


@given(st.text(max_size=80), st.sampled_from(["", "http:", "https://", "//", "http://[", "\\"]))
def test_nothing_is_allowed_that_a_browser_takes_elsewhere(text: str, begin: str) -> None:
    """What passes is relative or has an allowed host, whatever it is made of."""
    url = begin + text
    if refusal(url, KNOWN) == "":
        assert host(url) in KNOWN or not url.lower().startswith(("http:", "https:", "//"))


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("Pay.Example", {"pay.example"}),
        ("pay.example:443", {"pay.example", "pay.example:443"}),
        ("localhost:8080", {"localhost:8080"}),
        ("[::1]:9", {"[::1]:9"}),
        ("https://pay.example", set()),
        ("*.example", set()),
        ("ada@pay.example", set()),
        ("", set()),
        ("pay example", set()),
    ],
)
def test_a_person_allows_hosts_not_patterns(text: str, hosts: set[str]) -> None:
    """With a port or without."""
    assert allowed_host(text) == hosts


def edited(*addresses: str, place: str = "http://shop.example/a") -> Plan:
    """A plan that opens addresses, of a recording on one host."""
    steps = (PlanStep(1, 0, "CLICK", None, {"role": "button"}, "", {"place": place}, {}),
             *(PlanStep(n, n, "TYPE", address, {}, "", {}, {}, is_address=True)
               for n, address in enumerate(addresses, start=2)))  # fmt: skip
    parameters = (Parameter("page", example="b"),)
    return Plan("task", "A task", parameters, steps, place, hosts=frozenset({"shop.example"}))


def test_an_edit_opens_no_host_that_was_not_recorded() -> None:
    """Neither at the start nor in a step nor by a parameter; a person may allow it."""
    assert allowed_hosts(edited("/{page}"), {"page": "b"}) == {"shop.example"}
    for plan, values, where in (
        (edited("http://evil.example/"), {"page": "b"}, "step 2 opens"),
        (edited("{page}"), {"page": "http://evil.example/"}, "step 2 opens"),
        (edited("http://shop.example{page}"), {"page": ".evil.example"}, "step 2 opens"),
        (edited(place="http://evil.example/"), {"page": "b"}, "the start opens"),
        (edited("{page}"), {"page": "javascript:alert(1)"}, "step 2 opens"),
        (edited("data:" + "x" * 999), {"page": "b"}, "step 2 opens 'data:xxx.{0,300}$"),
    ):
        with pytest.raises(NotRunnable, match=where):
            allowed_hosts(plan, values)
    allowed = allowed_hosts(edited("http://evil.example/"), {"page": "b"}, ["evil.example"])
    assert allowed == {"shop.example", "evil.example"}
    with pytest.raises(BadParameters, match="give HOST or HOST:PORT"):
        allowed_hosts(edited(), {}, ["*"])


def test_a_secret_in_an_address_is_not_shown() -> None:
    """The template is."""
    secret = (Parameter("page", sensitive=True),)
    plan = replace(edited("http://{page}/"), parameters=secret)
    with pytest.raises(NotRunnable) as refused:
        allowed_hosts(plan, {"page": "hunter2.example"})
    assert "opens 'http://{page}/': with its secret" in str(refused.value)


def test_the_address_that_a_person_begins_at_is_allowed() -> None:
    """He says so."""
    assert allowed_hosts(edited(), {}, (), "http://test.example:81/x") == {
        "shop.example", "test.example:81",
    }  # fmt: skip
