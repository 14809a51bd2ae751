"""Which addresses may be opened, and which only look like those that may."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.browser.addresses import (
    Address,
    allowed_host,
    host,
    refusal,
    refused,
)
from lessonboard.parts.recordings.browser.hosts_of_plan import (
    allowed_hosts,
    hosts_of,
    recorded_hosts,
)
from lessonboard.parts.recordings.browser.plan import (
    BadParameters,
    NotRunnable,
    Parameter,
    Plan,
    PlanStep,
)
from lessonboard.parts.recordings.sources import ADDRESS_BAR

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


def test_the_first_bad_address_is_said_with_its_place() -> None:
    """A long one is cut."""
    addresses = [
        Address("the start", "http://shop.example"),
        Address("step 2", "data:" + "x" * 999),
    ]
    assert refused(addresses[:1], KNOWN) == ""
    told = refused(addresses, KNOWN)
    assert told.startswith("step 2 opens 'data:xxx")
    assert len(told) < 300
    assert "the recording has none" in refusal("http://a.example", ())


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
    """A plan that opens addresses."""
    bar = {key: ADDRESS_BAR[key] for key in ("role", "name")}
    steps = (PlanStep(1, 0, "CLICK", None, {"role": "button"}, "", {"place": place}, {}),
             *(PlanStep(n, n, "TYPE", address, bar, "", {}, {})
               for n, address in enumerate(addresses, start=2)))  # fmt: skip
    return Plan("task", "A task", (Parameter("page", example="b"),), steps, place)


def test_an_edit_opens_no_host_that_was_not_recorded() -> None:
    """Neither at the start nor in a step nor by a parameter; a person may allow it."""
    recorded = {"shop.example"}
    assert allowed_hosts(edited("/{page}"), {"page": "b"}, recorded) == recorded
    for plan, values, where in (
        (edited("http://evil.example/"), {"page": "b"}, "step 2 opens"),
        (edited("{page}"), {"page": "http://evil.example/"}, "step 2 opens"),
        (edited("http://shop.example{page}"), {"page": ".evil.example"}, "step 2 opens"),
        (edited(place="http://evil.example/"), {"page": "b"}, "the start opens"),
        (edited("{page}"), {"page": "javascript:alert(1)"}, "step 2 opens"),
    ):
        with pytest.raises(NotRunnable, match=where):
            allowed_hosts(plan, values, recorded)
    allowed = allowed_hosts(
        edited("http://evil.example/"), {"page": "b"}, recorded, ["evil.example"]
    )
    assert allowed == {"shop.example", "evil.example"}
    with pytest.raises(BadParameters, match="give HOST or HOST:PORT"):
        allowed_hosts(edited(), {}, recorded, ["*"])


def test_the_hosts_of_a_plan_are_those_that_it_names() -> None:
    """And those that a person allows, as a person is shown them before."""
    plan = edited("http://bar.example:81/", "/x", "{page}")
    assert hosts_of(plan, ["Pay.example"]) == {"shop.example", "bar.example:81", "pay.example"}


def test_the_address_that_a_person_begins_at_is_allowed() -> None:
    """He says so."""
    assert allowed_hosts(edited(), {}, {"shop.example"}, (), "http://test.example:81/x") == {
        "shop.example", "test.example:81",
    }  # fmt: skip


def test_the_hosts_of_a_recording_are_those_of_its_pages() -> None:
    """And of typed addresses; texts that a page has shown, or that were typed into it, are none."""
    bar = {key: ADDRESS_BAR[key] for key in ("role", "name")}
    workflow: Any = {
        "start": "http://a.example/x",
        "title": "http://title.example",
        "plan": {"steps": [
            {"target": {"url": "https://B.example:443/", "text": "http://text.example"},
             "action_value": "http://typed.example", "before": {"place": "http://c.example:8/"}},
            {"target": bar, "action_value": "http://bar.example/{page}"},
            {"target": {"url": "about:blank"}, "after": {"place": 1}},
        ]},
    }  # fmt: skip
    assert recorded_hosts(workflow) == {"a.example", "b.example", "c.example:8", "bar.example"}
    assert recorded_hosts(None) == frozenset()
