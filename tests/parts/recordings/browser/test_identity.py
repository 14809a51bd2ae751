"""Which of several alike is the recorded one: a pure decision, pinned case by case."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.browser.identity import Chosen, Doubt, choose
from lessonboard.parts.recordings.browser.target import Surroundings, Target, TargetRow, target_of

HEADERS = ("Name", "Mail", "Last login", "Id")
BOB = ("Bob", "bob@x.org", "2026-11-01", "7")


def row(*cells: str, headers: tuple[str, ...] = HEADERS) -> Surroundings:
    """An element that stands in a row of a table."""
    return Surroundings(row=TargetRow(cells, headers[: len(cells)]))


def delete(*cells: str, key: int | None = 0, **fields: object) -> Target:
    """A button in a row, as it was recorded."""
    within = {"kind": "row", "cells": list(cells), "headers": list(HEADERS), "key": key}
    return target_of({"role": "button", "name": "Delete", "within": within, **fields})


def chosen(target: Target, *there: Surroundings, recorded: Target | None = None) -> object:
    """The number of the chosen one, or the doubt."""
    found = choose(target, recorded or target, there, dangerous=True)
    return found.number if isinstance(found, Chosen) else found.reason


ADA, EVE = row("Ada", "ada@x.org", "2026-11-02", "3"), row("Eve", "eve@x.org", "2026-11-03", "9")


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ([ADA, row(*BOB), EVE], 1),
        ([row(*BOB), ADA], 0),
        ([ADA, row("Bob", "bob@x.org", "2026-11-20", "7")], 1),
        ([ADA, row("Bob", "bob@x.org", "3 minutes ago", "7")], 1),
        ([row("Bob", "b2@x.org", "2026-11-01", "8"), row(*BOB)], 1),
        ([row("bob@x.org", "Bob", headers=("Mail", "Name"))], 0),
        ([Surroundings(row=TargetRow(("x", *BOB), ("", *HEADERS)))], 0),
    ],
    ids=["among others", "first", "another date", "another age", "a namesake", "columns moved",
         "a new column"],
)  # fmt: skip
def test_a_row_is_found_by_what_it_says(there: list[Surroundings], found: int) -> None:
    """Wherever it stands; what changes from day to day makes no difference."""
    assert chosen(delete(*BOB), *there) == found


@pytest.mark.parametrize(
    ("there", "reason"),
    [
        ([ADA, EVE], 'no row says "Bob | bob@x.org | 7"; there are "Ada'),
        ([row("Bob", "b2@x.org", "2026-11-01", "7")], "no row says"),
        ([row("Bob", "bob@x.org", "2026-11-01", "8")], "no row says"),
        ([row("Bobby", "bob@x.org", "2026-11-01", "7")], "no row says"),
        ([row(*BOB), row(*BOB)], '2 rows say "Bob"'),
        ([Surroundings()], "no row says"),
    ],
    ids=["gone", "another mail", "another id", "a longer name", "twice", "no row"],
)  # fmt: skip
def test_in_doubt_no_row_is_taken(there: list[Surroundings], reason: str) -> None:
    """A number is of no account, unless its column says that it identifies."""
    assert str(chosen(delete(*BOB), *there)).startswith(reason)


def test_another_row_is_found_by_its_key_alone() -> None:
    """Nothing else is known of it; two of that key stop the run."""
    eve = delete("Eve", *BOB[1:])
    assert chosen(eve, ADA, EVE, recorded=delete(*BOB)) == 1
    twins = [EVE, row("Eve", "e2@x.org", "", "")]
    assert chosen(eve, *twins, recorded=delete(*BOB)) == '2 rows say "Eve"'


def test_what_all_rows_say_identifies_none() -> None:
    """A status that all had when it was recorded may change."""
    target = delete(*BOB)
    same = replace(target.stands.row or TargetRow(()), same=(False, True, False, False))
    target = replace(target, stands=replace(target.stands, row=same))
    assert chosen(target, row("Bob", "elsewhere", "2026-11-01", "7")) == 0


ALONE = target_of({"role": "button", "name": "Save", "heading": "Profile", "form": "profile"})
PROFILE, OTHER = Surroundings(heading="Profile", form="profile"), Surroundings(heading="Other")


def test_a_second_alike_button_stops_the_run() -> None:
    """Even where the heading would tell them apart: the page has changed."""
    assert chosen(ALONE, PROFILE) == 0
    assert chosen(ALONE, OTHER) == 0
    assert chosen(ALONE, PROFILE, OTHER) == "there are 2 alike where one was recorded"


def test_of_those_that_were_alike_the_place_tells() -> None:
    """The heading and form, and for what changes nothing the number among as many."""
    target = replace(ALONE, alike=2, nth=1)
    assert chosen(target, OTHER, PROFILE) == 1
    assert isinstance(choose(target, target, [PROFILE, PROFILE], dangerous=True), Doubt)
    assert choose(target, target, [PROFILE] * 2, dangerous=False) == (1, "number 2 of 2 alike")
    assert isinstance(choose(target, target, [PROFILE] * 3, dangerous=False), Doubt)


def test_links_to_one_page_are_one_thing() -> None:
    """A menu that is there twice, on top and below, is no doubt; two pages are."""
    link = Target(role="link", name="Users")
    here, there = (Surroundings(href=f"http://a.example/{name}") for name in ("users", "old"))
    assert chosen(link, here, here) == 0
    assert chosen(link, here, there) == "there are 2 alike where one was recorded"


@given(st.lists(st.tuples(*[st.sampled_from("abc")] * 2), max_size=6), st.integers(0, 5))
def test_only_the_one_row_that_says_the_same_is_ever_taken(
    cells: list[tuple[str, str]], n: int
) -> None:
    """For any table, whichever row was recorded."""
    there = [row(*each) for each in cells]
    wanted = cells[n] if n < len(cells) else ("a", "b")
    found = choose(delete(*wanted), delete(*wanted), there, dangerous=True)
    alike = [each for each in cells if each == wanted]
    assert isinstance(found, Chosen) == (len(alike) == 1)
    assert not isinstance(found, Chosen) or cells[found.number] == wanted


def card(*texts: str) -> TargetRow:
    """A card."""
    return TargetRow(texts, kind="card")


def test_texts_of_a_card_stand_in_their_order() -> None:
    """From Al to Bo is not from Bo to Al; a badge before or after them changes nothing."""
    target = Target(stands=Surroundings(row=replace(card("Al", "to", "Bo"), key=0)))
    there = [Surroundings(row=each) for each in (card("Bo", "to", "Al"), card("Al", "to", "Bo"))]
    assert chosen(target, *there) == 1
    assert isinstance(chosen(target, there[0]), str)
    assert chosen(target, Surroundings(row=card("New", "Al", "to", "Bo"))) == 0


def test_of_twins_none_is_taken_but_by_its_link() -> None:
    """The one that is left need not be the recorded one."""
    twin = replace(row("Bob").row or TargetRow(()), twins=1)
    here, there = (Surroundings(row=twin, href=f"http://a.example/{n}") for n in (1, 2))
    assert chosen(Target(stands=here), there, here) == 1
    assert str(chosen(Target(stands=here), there)).startswith('2 rows said "Bob"')


def test_a_row_of_another_section_is_another_row() -> None:
    """Numbers and added words leave a section what it is."""
    there = replace(row(*BOB), section="Suppliers (3)")
    assert chosen(delete(*BOB, section="Suppliers (4)"), there) == 0
    assert chosen(delete(*BOB, section="Suppliers"), replace(there, section="All suppliers")) == 0
    assert str(chosen(delete(*BOB, section="Customers"), there)).startswith("no row says")
