"""The pairs of pages are what they are taken for, and a run on them is judged by what it did."""

from __future__ import annotations

import urllib.request
from collections import Counter

import pytest

from bench.recordings.pairs.application import opened
from bench.recordings.pairs.case import scene, stop
from bench.recordings.pairs.judge import judge
from bench.recordings.pairs.pages import HARMLESS, TWINS

FIND, SAVE, DELETE = "/search?q=ada", "/save", "/delete"


@pytest.mark.parametrize(
    ("doable", "effects", "succeeded", "verdict", "acted"),
    [
        (True, [FIND, SAVE], True, "right", False),
        (True, [FIND, SAVE], False, "stopped", False),
        (True, [FIND], False, "stopped", False),
        (False, [FIND], False, "right", False),
        (False, [], False, "right", False),
        (False, [], True, "wrong", False),
        (False, [FIND, DELETE], False, "wrong", True),
        (True, [FIND, SAVE, SAVE], True, "wrong", True),
        (True, [SAVE], True, "wrong", True),
    ],
)
def test_a_run_is_judged_by_what_it_did_and_by_what_was_possible(
    doable: bool, effects: list[str], succeeded: bool, verdict: str, acted: bool
) -> None:
    """Nothing but the wanted effects, in their order, is right where it can be done."""
    judged = judge([FIND, SAVE], effects, doable=doable, succeeded=succeeded)
    assert (judged.verdict, judged.did_wrong) == (verdict, acted)


def test_names_are_unique_and_every_page_has_changed() -> None:
    """A case is named once, and is one."""
    for cases in (TWINS, HARMLESS):
        assert not [name for name, n in Counter(case.name for case in cases).items() if n > 1]
        assert not [case.name for case in cases if case.before == case.after]


def test_halves_and_what_can_be_done_are_stable() -> None:
    """Halves b, c, d and e stay held: a case belongs to a half by its name alone."""
    assert Counter((case.half, case.doable) for case in TWINS) == {
        ("a", False): 34, ("b", False): 36, ("a", True): 16, ("b", True): 14,
        ("c", False): 36, ("c", True): 12, ("d", False): 20, ("d", True): 8,
        ("e", False): 20, ("e", True): 8,
    }  # fmt: skip
    assert Counter(case.half for case in HARMLESS) == {"a": 25, "b": 35, "c": 24, "d": 16, "e": 16}


def test_a_substitution_must_find_its_text() -> None:
    """A change that would change nothing is no case."""
    page = scene("<h1>{heading}</h1>", heading="Shop")
    with pytest.raises(ValueError, match="is there 0 times"):
        stop("shop", page, ("h1",), ("Stop", "Go"))
    with pytest.raises(ValueError, match="no part button"):
        stop("shop", page, ("h1",), button="Go")


def test_whatever_is_no_page_is_an_effect() -> None:
    """The application lists what was asked for, with its fields."""
    with opened() as application:
        application.show("<h1>Shop</h1>")
        for path in ("/", "/static/app.js", "/favicon.ico", "/cart?n=2&a=&b=x"):
            urllib.request.urlopen(application.url + path).close()
        assert application.effects == ["/cart?b=x&n=2"]
