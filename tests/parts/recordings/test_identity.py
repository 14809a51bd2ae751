"""Which of several alike is the recorded one: a pure decision, pinned case by case."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.browser.identity import (
    Chosen,
    Doubt,
    choose,
    is_switched,
)
from lessonboard.parts.recordings.browser.renamed import only_in_place
from lessonboard.parts.recordings.browser.target import Surroundings, Target, TargetRow, target_of

HEADERS = ("Name", "Mail", "Last login", "Id")
BOB = ("Bob", "bob@x.org", "", "7")


def row(*cells: str, headers: tuple[str, ...] = HEADERS, **more: Any) -> Surroundings:
    """An element that stands in a row of a table."""
    return Surroundings(row=TargetRow(cells, headers[: len(cells)]), **more)


def delete(*cells: str, key: int | None = 0, **fields: object) -> Target:
    """A button in a row, as it was recorded."""
    within = {"kind": "row", "cells": list(cells), "headers": list(HEADERS), "key": key}
    return target_of({"role": "button", "name": "Delete", "within": within, **fields})


def decided(
    target: Target,
    *there: Surroundings,
    recorded: Target | None = None,
    danger: str = "delete",
) -> object:
    """The number of the chosen one, or the doubt."""
    found = choose(target, recorded or target, there, danger=danger)
    return found.number if isinstance(found, Chosen) else found.reason


ADA, EVE = row("Ada", "ada@x.org", "2026-11-02", "3"), row("Eve", "eve@x.org", "2026-11-03", "9")
BOB_NOW = row("Bob", "bob@x.org", "3 minutes ago", "7")


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ([ADA, BOB_NOW, EVE], 1),
        ([BOB_NOW, ADA], 0),
        ([row("Bob", "b2@x.org", "", "8"), BOB_NOW], 1),
        ([row("bob@x.org", "Bob", headers=("Mail", "Name"))], 0),
        ([row("x", *BOB, headers=("", *HEADERS))], 0),
        ([row("Bob", "bob@x.org", "x")], 0),
        ([Surroundings(row=TargetRow(("Bob", "bob@x.org", "now", "7")))], 0),
        ([Surroundings(row=TargetRow(("x", "Bob", "bob@x.org", "now", "7")))], 0),
        ([Surroundings(row=TargetRow(("Bob", "bob@x.org", "now", "7"), kind="card"))], 0),
    ],
    ids=["among others", "first", "a namesake", "columns moved", "a new column",
         "a column is gone", "no headers", "one more cell", "a card now"],
)  # fmt: skip
def test_a_row_is_found_by_what_it_says(there: list[Surroundings], found: int) -> None:
    """Wherever it stands; what need not match makes no difference."""
    assert decided(delete(*BOB), *there) == found


@pytest.mark.parametrize(
    ("there", "reason"),
    [
        ([ADA, EVE], 'no row says "Bob | bob@x.org | 7"; there are "Ada | ada@x.org | 2026-11-02 | '
                     '3"; "Eve | eve@x.org | 2026-11-03 | 9"'),
        ([row("Bob", "b2@x.org", "x", "7")],
         'the row "Bob" does not say "bob@x.org" now, but "Bob | b2@x.org | x | 7"'),
        ([row("Bob", "bob@x.org", "x", "8")],
         'the row "Bob" does not say "7" now, but "Bob | bob@x.org | x | 8"'),
        ([row("Bobby", "bob@x.org", "x", "7")],
         'no row says "Bob | bob@x.org | 7"; there are "Bobby | bob@x.org | x | 7"'),
        ([BOB_NOW, BOB_NOW], '2 rows say "Bob"'),
        ([Surroundings()], 'no row says "Bob | bob@x.org | 7"; there is none at all'),
    ],
    ids=["gone", "another mail", "another id", "a longer name", "twice", "no row"],
)  # fmt: skip
def test_in_doubt_no_row_is_taken(there: list[Surroundings], reason: str) -> None:
    """The reason says what is not there and what is, and never both of one thing."""
    assert decided(delete(*BOB), *there) == reason


def test_many_rows_are_not_all_listed() -> None:
    """Five are shown, and that there are more."""
    rows = [row(f"N{n}", "", "", "") for n in range(6)]
    assert decided(delete(*BOB), *rows).endswith('"N4" and more')  # type: ignore[attr-defined]
    assert decided(delete(*BOB), *rows[:5]).endswith('"N4"')  # type: ignore[attr-defined]


def test_a_long_cell_is_cut_in_a_reason() -> None:
    """At a hundred characters."""
    assert decided(delete("x" * 100), ADA).startswith(  # type: ignore[attr-defined]
        f'no row says "{"x" * 100}"'
    )
    assert decided(delete("x" * 101), ADA).startswith(  # type: ignore[attr-defined]
        f'no row says "{"x" * 99}…"'
    )


def test_another_row_is_found_by_its_key_alone() -> None:
    """Nothing else is known of it; two of that key stop the run, and none is the caller's value."""
    eve = delete("Eve", *BOB[1:])
    assert decided(eve, ADA, EVE, recorded=delete(*BOB)) == 1
    twins = [EVE, row("Eve", "e2@x.org", "", "")]
    assert decided(eve, *twins, recorded=delete(*BOB)) == '2 rows say "Eve"'
    gone = choose(eve, delete(*BOB), [ADA], danger="delete")
    assert gone == Doubt(
        'no row says "Eve"; there are "Ada | ada@x.org | 2026-11-02 | 3"', of_value=True
    )
    nothing = choose(eve, delete(*BOB), [Surroundings()], danger="delete")
    assert isinstance(nothing, Doubt)
    assert not nothing.of_value


def test_of_another_row_all_that_is_told_must_be_there() -> None:
    """A name and a mail that are not of one row are of none."""
    recorded, told = delete(*BOB), delete("Eve", "ada@x.org", "", "7")
    assert isinstance(decided(told, ADA, EVE, recorded=recorded), str)
    assert decided(delete("Eve", "eve@x.org", "", "7"), ADA, EVE, recorded=recorded) == 1
    assert decided(delete("Eve", BOB[1], "", "7"), ADA, EVE, recorded=recorded) == 1


def test_a_row_without_a_key_is_found_by_all_its_cells() -> None:
    """Also by those of another run."""
    one, other = delete("Bob", "b", key=None), delete("Eve", "eve@x.org", key=None)
    assert decided(other, ADA, EVE, recorded=one) == 1
    assert decided(other, ADA, recorded=one).startswith(  # type: ignore[attr-defined]
        'no row says "Eve | eve@x.org"'
    )


def test_of_a_row_by_hand_every_cell_must_be_there() -> None:
    """A column that is gone is no match; nor is the key alone."""
    within = {"cells": ["Eve", "eve@x.org"], "headers": ["Name", "Mail"], "exact": True, "key": 0}
    hand = target_of({"role": "button", "name": "Delete", "within": within})
    assert decided(hand, ADA, EVE) == 1
    assert decided(hand, row("Eve", headers=("Name",))) != 0
    other = target_of({"name": "Delete", "within": {**within, "cells": ["Ada", "eve@x.org"]}})
    assert decided(other, ADA, recorded=hand) != 0


def test_a_row_of_another_section_is_another_row() -> None:
    """But one that the caller names, if its key is there once; numbers and added words are none."""
    there = replace(BOB_NOW, section="Suppliers (3)")
    assert decided(delete(*BOB, section="Suppliers (4)"), there) == 0
    assert decided(delete(*BOB, section="Suppliers"), replace(there, section="All suppliers")) == 0
    assert decided(delete(*BOB, section="Customers"), there) == (
        'the row "Bob" was under "Customers", and is now under "Suppliers (3)"'
    )
    assert decided(delete(*BOB), there) == 0
    assert decided(delete(*BOB, section="Suppliers"), replace(there, section="")) != 0
    named, ada = delete(*BOB, section="Customers"), delete("Ada", *BOB[1:], section="Customers")
    assert decided(named, there, recorded=ada) == 0
    assert decided(named, there, there, recorded=ada) == '2 rows say "Bob"'
    own = replace(there, section="Customers")
    assert decided(named, there, own, recorded=ada) == 1


ALONE = target_of({"role": "button", "name": "Save", "heading": "Profile", "form": "profile"})
PROFILE, OTHER = Surroundings(heading="Profile", form="profile"), Surroundings(heading="Other")


def test_a_second_alike_button_stops_a_dangerous_run() -> None:
    """Unless one is in the form of the recorded one; what is harmless is told by its heading."""
    assert decided(ALONE, PROFILE) == 0
    assert decided(ALONE, OTHER) == 0
    doubt = "there are 2 alike where one was recorded"
    assert choose(ALONE, ALONE, [OTHER, PROFILE], danger="save") == Chosen(
        1, "of 2 alike, by the form that it is in"
    )
    assert decided(ALONE, PROFILE, PROFILE) == doubt
    assert decided(ALONE, replace(PROFILE, form="zzz"), OTHER) == doubt
    bare = replace(ALONE, stands=Surroundings(heading="Profile"))
    assert decided(bare, Surroundings(heading="Profile"), OTHER) == doubt
    under = replace(ALONE, stands=replace(PROFILE, section="Mine"))
    assert decided(under, OTHER, replace(PROFILE, section="Yours")) == doubt
    note = "of 2 alike, by the heading and form above it"
    assert choose(ALONE, ALONE, [OTHER, PROFILE], danger="") == Chosen(1, note)
    assert isinstance(choose(ALONE, ALONE, [OTHER, OTHER], danger=""), Doubt)


def test_of_those_that_were_alike_the_place_tells() -> None:
    """The heading and form, and for what changes nothing the number among as many."""
    target = replace(ALONE, alike=2, nth=1)
    assert decided(target, OTHER, PROFILE) == 1
    assert isinstance(choose(target, target, [PROFILE, PROFILE], danger="save"), Doubt)
    assert choose(target, target, [PROFILE] * 2, danger="") == (1, "number 2 of 2 alike")
    assert isinstance(choose(target, target, [PROFILE] * 3, danger=""), Doubt)
    beyond = replace(target, nth=2)
    assert isinstance(choose(beyond, beyond, [PROFILE] * 2, danger=""), Doubt)
    form = replace(PROFILE, form="other")
    assert isinstance(choose(target, target, [form, OTHER], danger="save"), Doubt)


def test_of_those_that_were_alike_one_that_is_left_may_be_another() -> None:
    """What is harmless may be done in its old place, or where it leads to the same page."""
    target = replace(ALONE, alike=2)
    reason = "one is left where 2 were alike, and nothing shows which"
    assert decided(target, PROFILE) == reason
    assert decided(target, OTHER, danger="") == reason
    assert decided(target, PROFILE, danger="") == 0
    leads = replace(PROFILE, href="http://a.example/x")
    assert decided(replace(target, stands=leads), leads) == 0


def test_a_dangerous_button_of_another_section_is_another_one() -> None:
    """To delete all drafts is not to delete all that is published."""
    target = replace(ALONE, stands=replace(PROFILE, section="Drafts"))
    assert decided(target, replace(PROFILE, section="Published")) == (
        'it was under "Drafts", now under "Published"'
    )
    assert decided(target, replace(PROFILE, section="Published"), danger="") == 0
    assert decided(target, replace(PROFILE, section="drafts (4)")) == 0


@pytest.mark.parametrize(("recorded", "now", "is_taken"), [
    ("/save", "/save", True),
    ("/customers/7/save", "/customers/18/save", True),
    ("/save", "/delete", False),
    ("/save", "editor", True),
    ("", "/delete", True),
])  # fmt: skip
def test_a_form_that_is_sent_elsewhere_is_another_one(
    recorded: str, now: str, *, is_taken: bool
) -> None:
    """Where its button has a consequence; a form may have a name or none."""
    save = target_of({"role": "button", "name": "Save", "form": recorded})
    assert (decided(save, Surroundings(form=now), danger="save") == 0) == is_taken
    assert decided(save, Surroundings(form=now), danger="") == 0


def test_links_to_one_page_are_one_thing() -> None:
    """A menu that is there twice, on top and below, is no doubt; two pages are."""
    link = Target(role="link", name="Users")
    here, there = (Surroundings(href=f"http://a.example/{name}") for name in ("users", "old"))
    same = choose(link, link, [here, here], danger="delete")
    assert same == Chosen(0, "the first of 2 that lead to the same page")
    assert decided(link, here, there) == "there are 2 alike where one was recorded"
    assert decided(replace(link, role="button"), here, here) != 0
    assert decided(link, Surroundings(), Surroundings()) != 0
    led = replace(link, stands=there)
    assert choose(led, led, [here, there], danger="") == Chosen(1, "of 2 alike, by where it leads")


def test_other_boxes_than_recorded_are_ticked() -> None:
    """A button for all that is ticked does nothing then, if it is dangerous."""
    target = replace(ALONE, stands=replace(PROFILE, ticked=2))
    three, two = replace(PROFILE, ticked=3), replace(PROFILE, ticked=2)
    assert decided(target, three) == "3 boxes are ticked in rows where 2 were"
    assert decided(target, two) == 0
    assert decided(target, three, danger="") == 0
    assert decided(target) == "0 boxes are ticked in rows where 2 were"
    assert decided(ALONE, three) == 0


@given(st.lists(st.tuples(*[st.sampled_from("abc")] * 2), max_size=6), st.integers(0, 5))
def test_only_the_one_row_that_says_the_same_is_ever_taken(
    cells: list[tuple[str, str]], n: int
) -> None:
    """For any table, whichever row was recorded."""
    there = [row(*each) for each in cells]
    wanted = cells[n] if n < len(cells) else ("a", "b")
    found = choose(delete(*wanted), delete(*wanted), there, danger="delete")
    alike = [each for each in cells if each == wanted]
    assert isinstance(found, Chosen) == (len(alike) == 1)
    assert not isinstance(found, Chosen) or cells[found.number] == wanted


@given(st.lists(st.tuples(*[st.sampled_from(["a", "b", "c", ""])] * 3), max_size=6),
       st.tuples(*[st.sampled_from("abc")] * 3))  # fmt: skip
def test_a_reason_never_lists_what_it_says_is_not_there(
    cells: list[tuple[str, str, str]], wanted: tuple[str, str, str]
) -> None:
    """Whatever the table."""
    found = choose(delete(*wanted), delete(*wanted), [row(*each) for each in cells], danger="save")
    if isinstance(found, Doubt) and found.reason.startswith("no row says"):
        said, _, there = found.reason.partition("; ")
        assert said.removeprefix("no row says ") not in there


def card(*texts: str) -> TargetRow:
    """A card."""
    return TargetRow(texts, kind="card")


def test_texts_of_a_card_stand_in_their_order() -> None:
    """From Al to Bo is not from Bo to Al; a badge before or after them changes nothing."""
    target = Target(stands=Surroundings(row=replace(card("Al", "to", "Bo"), key=0)))
    there = [Surroundings(row=each) for each in (card("Bo", "to", "Al"), card("Al", "to", "Bo"))]
    assert decided(target, *there) == 1
    assert isinstance(decided(target, there[0]), str)
    assert decided(target, Surroundings(row=card("New", "Al", "to", "Bo"))) == 0
    assert decided(target, Surroundings(row=card("Al", "to", "Bo", "New"))) == 0
    assert isinstance(decided(target, Surroundings(row=card("Al", "to"))), str)


def item(*texts: str, kind: str = "item") -> Surroundings:
    """A thing in an item of a list."""
    return Surroundings(row=TargetRow(texts, kind=kind))


def test_texts_of_an_item_are_compared_however_they_are_divided() -> None:
    """A table's cells are not: an empty one has its place."""
    ada = Target(stands=Surroundings(row=TargetRow(("Ada L", "Bern"), kind="item", key=0)))
    assert decided(ada, item("Ada", "L", "Bern")) == 0
    assert decided(ada, item("", "Ada L", "Bern")) == 0
    assert isinstance(decided(ada, item("Ada", "L", "Rome")), str)
    assert isinstance(decided(ada, item("Ada", "Bern")), str)
    bob = Target(stands=Surroundings(row=TargetRow(("Bob L", "Bern"), kind="item", key=0)))
    assert decided(ada, item("Ada", "L", "Rome"), recorded=bob) == 0
    plain = Target(stands=Surroundings(row=TargetRow(("Ada", "B"), key=0)))
    assert isinstance(decided(plain, item("", "Ada", "x", "B", kind="row")), str)
    assert isinstance(decided(plain, item("Ad", "a", "B", kind="row")), str)
    assert isinstance(decided(plain, item("Bea", "B", kind="row")), str)
    assert decided(plain, item("x", "Ada", "B", kind="row")) == 0


def test_a_row_with_fewer_cells_than_headers_says_nothing_there() -> None:
    """It is no match for what must be said."""
    assert isinstance(decided(delete(*BOB), Surroundings(row=TargetRow(("Bob",), HEADERS))), str)


def test_half_of_its_cells_say_a_row_where_no_harm_is_done() -> None:
    """With its key, which one row alone has; a dangerous step needs them all."""
    moved = row("Bob", "bob@x.org", "", "8")
    assert decided(delete(*BOB), moved, ADA, danger="") == 0
    assert isinstance(decided(delete(*BOB), moved, ADA), str)
    assert isinstance(decided(delete(*BOB), row("Bob", "x", "", "8"), danger=""), str)
    assert isinstance(decided(delete(*BOB), moved, row("Bob", "x", "", "8"), danger=""), str)
    assert isinstance(decided(delete(*BOB, key=None), moved, danger=""), str)


def test_of_twins_none_is_taken_but_by_its_link() -> None:
    """The one that is left need not be the recorded one."""
    twin = replace(row("Bob").row or TargetRow(()), twins=1)
    here, there = (Surroundings(row=twin, href=f"http://a.example/{n}") for n in (1, 2))
    assert decided(Target(stands=here), there, here) == 1
    assert decided(Target(stands=here), there) == '2 rows said "Bob"; one is left'
    assert decided(Target(stands=here), there, there) == '2 rows say "Bob"'
    assert str(decided(Target(stands=here), ADA)).startswith('no row says "Bob"')


@pytest.mark.parametrize(
    ("then", "now", "danger", "is_taken"),
    [
        ({"title": "Save"}, {"title": "Save it"}, "save", True),
        ({"title": "Save"}, {"title": "Delete"}, "save", False),
        ({"icon": "floppy"}, {"icon": "trash"}, "save", False),
        ({}, {"icon": "trash"}, "unknown", False),
        ({}, {"icon": "floppy"}, "save", True),
        ({}, {"title": "Delete"}, "delete", True),
        ({}, {"dialog_text": "Delete Ada?"}, "", False),
        ({"dialog_text": "Update it?"}, {"dialog_text": "Delete it?"}, "save", False),
        ({"dialog_text": "Archive it?"}, {"dialog_text": "Archive"}, "delete", True),
        ({"icon": "trash"}, {"icon": "bin"}, "delete", True),
        ({}, {"href": "http://a.example/5/delete"}, "", False),
    ],
)
def test_nothing_is_taken_that_is_more_dangerous_than_recorded(
    then: dict[str, str], now: dict[str, str], danger: str, is_taken: bool
) -> None:
    """By title, icon, the dialog's words and the address, whatever it is called."""
    target = target_of({"role": "button", "name": "OK", **then})
    found = choose(target, target, [Surroundings(**now, called="OK")], danger=danger)  # type: ignore[arg-type]
    assert isinstance(found, Chosen) is is_taken, found
    assert is_taken or found.reason.startswith(("it would ", "its dialog said "))  # type: ignore[union-attr]


def test_a_dialog_asks_what_it_asked() -> None:
    """Numbers may differ; for another value as many words as are gone may be new."""
    target = target_of({"role": "button", "name": "OK", "dialog_text": "Bin 2 files of Ada?"})
    other = replace(target, stands=replace(target.stands, dialog_text="Bin 2 files of Bob?"))

    def is_taken(wanted: Target, now: str, danger: str = "delete") -> bool:
        there = Surroundings(dialog_text=now, called="OK")
        return isinstance(choose(wanted, target, [there], danger=danger), Chosen)

    assert is_taken(target, "Bin 3 files of Ada?")
    assert is_taken(target, "Bin 2 files?")
    assert not is_taken(target, "Bin 2 files of Bob?")
    assert is_taken(target, "Bin 2 files of Cy?", "")
    assert is_taken(other, "Bin 2 files of Bob?")
    assert is_taken(other, "Bin 1 file of Bob?")
    assert not is_taken(other, "Bin 2 files of Bob for ever?")


def test_a_dialog_names_the_numbers_that_were_given() -> None:
    """Also where everything is as recorded."""
    target = target_of({"role": "button", "name": "OK", "dialog_text": "Bin order 7 of 12?"})
    for asked, is_taken in (("Bin order 7 of 15?", True), ("Bin order 9 of 12?", False)):
        there = Surroundings(dialog_text=asked, called="OK")
        found = choose(target, target, [there], danger="delete", given=frozenset({"7"}))
        assert isinstance(found, Chosen) is is_taken


def test_a_row_in_the_form_of_something_else_is_another_one() -> None:
    """Whichever row is named; what is harmless is done."""
    bob, there = delete(*BOB), replace(row(*BOB), form="/delete-admin")
    target = replace(bob, stands=replace(bob.stands, form="/delete"))
    named = replace(target, stands=replace(target.stands, row=TargetRow(("Bob",), key=0)))
    other = replace(named, stands=replace(named.stands, row=TargetRow(("Eve",), key=0)))
    for wanted, then in ((target, target), (named, other)):
        found = choose(wanted, then, [there], danger="delete")
        assert found == Doubt('it was in the form of "/delete", now of "/delete-admin"')
        assert isinstance(choose(wanted, then, [there], danger=""), Chosen)


@pytest.mark.parametrize(
    ("besides", "kind", "danger", "is_taken"),
    [("Accepting cancels and deletes Bob", "card", "save", False),
     ("Accepting cancels and deletes Bob", "card", "", True),
     ("Accepting cancels and deletes Bob", "row", "save", True),
     ("New: deleted", "card", "save", True),
     ("It is about the old house", "card", "save", True)],
)  # fmt: skip
def test_a_card_that_warns_of_more_is_left_alone(
    besides: str, kind: str, danger: str, *, is_taken: bool
) -> None:
    """By a sentence about a consequence, which it did not say when it was recorded."""
    within = {"kind": kind, "cells": ["Budget", ""], "key": 0}
    target = target_of({"role": "button", "name": "Accept", "within": within})
    there = Surroundings(row=TargetRow(("Budget", "Monday", besides), kind=kind), called="Accept")
    assert isinstance(choose(target, target, [there], danger=danger), Chosen) is is_taken


def test_a_number_may_be_written_in_groups() -> None:
    """An account is the same one."""
    pay = delete("Water", "DE02120300000000202051")
    assert decided(pay, row("Water", "DE02 1203 0000 0000 2020 51")) == 0
    assert isinstance(decided(pay, row("Water", "DE02 1203 0000 0000 2020 52")), str)


def test_a_row_without_a_key_must_say_all() -> None:
    """Which is no fault of the value that is on the page."""
    wanted = delete(*BOB, key=None)
    exact = replace(wanted, stands=replace(wanted.stands, row=TargetRow(BOB, HEADERS, exact=True)))
    found = choose(exact, exact, [row("Bob", "x", "", "8")], danger="delete")
    assert isinstance(found, Doubt)
    assert not found.of_value
    assert "`by` in the workflow names the one cell" in found.reason
    gone = choose(exact, exact, [row("Eve", "x", "", "8")], danger="delete")
    assert isinstance(gone, Doubt)
    assert gone.of_value


def test_of_several_alike_a_dangerous_one_is_known_by_its_place() -> None:
    """As many as were recorded, or not: its number is enough for a harmless one alone."""
    two = replace(ALONE, alike=2, nth=1)
    assert decided(two, OTHER, PROFILE) == 1
    assert isinstance(decided(two, OTHER, OTHER), str)
    assert decided(two, OTHER, OTHER, danger="") == 1
    assert isinstance(decided(replace(two, alike=3), OTHER, OTHER, danger=""), str)


def test_a_section_that_is_gone_is_another_place() -> None:
    """For what is dangerous; a link is known by the very address."""
    under = target_of({"role": "button", "name": "Save", "section": "Profile"})
    assert isinstance(decided(under, Surroundings()), str)
    assert decided(under, Surroundings(), danger="") == 0
    link = target_of({"role": "link", "name": "More", "href": "http://a.example/2", "alike": 2})
    there = [Surroundings(href=f"http://a.example/{n}") for n in (1, 2)]
    assert decided(link, *there, danger="") == 1


def test_a_harmless_step_needs_half_of_the_other_cells() -> None:
    """In the only row of its key."""
    bob = delete("Bob", "a", "b", "c")
    assert isinstance(decided(bob, row("Bob", "a", "x", "y"), danger=""), str)
    assert decided(bob, row("Bob", "a", "b", "y"), danger="") == 0
    twice = [row("Bob", "a", "b", "y"), row("Bob", "a", "b", "z")]
    assert isinstance(decided(bob, *twice, danger=""), str)


SEARCH = target_of({"role": "button", "name": "Search", "form": "q", "section": "Songs"})
FIND = Surroundings(form="q", called="Find")


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ([FIND], 0),
        ([Surroundings(form="other", called="Find"), FIND], 1),
        ([Surroundings(form="zzz", called="Find"), FIND], 1),
        ([FIND, replace(FIND, called="Clear")], None),
        ([FIND, FIND], None),
        ([Surroundings(form="other", called="Find")], None),
        ([replace(FIND, called="Delete")], None),
        ([replace(FIND, called="Rebuild")], None),
        ([replace(FIND, called="Rebuild", asks=True)], 0),
        ([replace(FIND, called="Find Ada")], None),
        ([replace(FIND, called="Actions", opens=True)], None),
        ([replace(FIND, title="Delete all")], None),
        ([replace(FIND, row=TargetRow(("a",)))], None),
        ([], None),
    ],
    ids=["renamed", "another form has one", "a further form", "two of other words", "two",
         "elsewhere", "dangerous", "unknown",
         "a form that asks", "of another thing", "a menu", "a dangerous title", "in a row",
         "nothing"],
)  # fmt: skip
def test_a_lone_harmless_button_may_be_renamed(
    there: list[Surroundings], found: int | None
) -> None:
    """The only one of its role in its form, and no more dangerous than the recorded one."""
    choice = only_in_place(SEARCH, there, danger="")
    assert (choice and choice.number) == found
    if choice:
        assert choice.note.startswith("found as the only button of the form, now called ")


def test_without_a_form_the_section_or_the_page_is_the_place() -> None:
    """The note says which."""
    section = replace(SEARCH, stands=Surroundings(section="Songs"))
    there = [Surroundings(section="Songs", title="Find"), Surroundings(section="x", icon="search")]
    assert only_in_place(section, there, danger="") == Chosen(
        0, 'found as the only button of the section, now called "Find"'
    )
    page = replace(SEARCH, stands=Surroundings())
    assert only_in_place(page, there, danger="") == Chosen(
        1, 'found as the only button of the page that is called alike, now called "search"'
    )
    assert only_in_place(page, [there[0]] * 2, danger="") is None
    assert only_in_place(page, [Surroundings(called="Rebuild", asks=True)], danger="") is None
    assert only_in_place(page, there[1:], danger="") == Chosen(
        0, 'found as the only button of the page, now called "search"'
    )


def test_one_of_two_in_a_place_must_be_called_alike_and_be_of_the_same() -> None:
    """Words such as "my" and "form" do not count."""
    two = [replace(FIND, called=name, asks=True) for name in ("Search songs", "Search all")]
    assert only_in_place(SEARCH, two, danger="") is None
    there = [Surroundings(called=name, asks=True, form="q") for name in ("Explain", "My list")]
    assert only_in_place(replace(SEARCH, name="My form"), there, danger="") is None
    under = [Surroundings(section="A", title="Find"), Surroundings(section="Songs", title="Find")]
    found = only_in_place(replace(SEARCH, stands=Surroundings(section="Songs")), under, danger="")
    assert found is not None
    assert found.number == 1
    both = replace(SEARCH, name="Show songs and albums", stands=Surroundings())
    assert only_in_place(both, [Surroundings(called="Show songs")], danger="") is None


def test_a_link_may_be_renamed_where_it_leads_to_the_same_page() -> None:
    """One that leads to another page is another link."""
    link = target_of({"role": "link", "name": "Users", "href": "http://a.example/users"})
    people = Surroundings(href="http://a.example/users", called="People")
    other = Surroundings(href="http://a.example/x", called="Users of x")
    assert only_in_place(link, [other, people, people], danger="") == Chosen(
        1, 'found as the only link of the page that leads there, now called "People"'
    )
    assert only_in_place(link, [other, other], danger="") is None
    assert only_in_place(link, [other], danger="") is None
    named = Surroundings(href="http://a.example/x", called="Show users")
    assert only_in_place(link, [named], danger="") is None
    assert only_in_place(replace(link, stands=Surroundings()), [named], danger="") is not None


@pytest.mark.parametrize(
    "recorded",
    [
        replace(SEARCH, alike=2),
        replace(SEARCH, role="textbox"),
        replace(SEARCH, stands=replace(SEARCH.stands, row=TargetRow(("a",)))),
    ],
    ids=["one of two", "a field", "in a row"],
)
def test_what_was_not_alone_is_not_taken_by_its_place(recorded: Target) -> None:
    """Nor a field, whose value belongs to its label."""
    assert only_in_place(recorded, [FIND], danger="") is None


@pytest.mark.parametrize(
    ("then", "now", "danger", "more", "is_taken"),
    [
        ("Save", "Save changes", "save", {}, True),
        ("Save changes", "Update", "save", {}, True),
        ("Submit", "Send", "send", {}, True),
        ("Save", "Save as new", "save", {}, False),
        ("Save", "Create", "save", {}, False),
        ("Save", "Publish", "save", {}, False),
        ("Send", "Send to everyone", "send", {}, False),
        ("Save", "Update", "save", {"submits": False}, False),
        ("Save", "Update", "save", {"form": "other"}, False),
        ("Save", "Update", "save", {"title": "Delete"}, False),
        ("Delete", "Remove", "delete", {}, False),
        ("Pay", "Buy", "pay", {}, False),
        ("Play", "Play it", "unknown", {}, False),
    ],
)
def test_the_only_submit_of_a_form_may_say_the_same_act_in_another_word(
    then: str, now: str, danger: str, more: dict[str, Any], is_taken: bool
) -> None:
    """Of what saves and sends; another act, or more words, is another button."""
    target = target_of({"role": "button", "name": then, "form": "f"})
    facts: dict[str, Any] = {"form": "f", "called": now, "submits": True, **more}
    choice = only_in_place(target, [Surroundings(**facts)], danger=danger)
    assert (choice is not None) is is_taken


@pytest.mark.parametrize(
    ("checked", "now", "is_on"),
    [(True, True, True), (True, False, False), (False, False, True), (False, True, False),
     ("true", False, True), ("true", True, False), ("false", True, True), ("false", False, False),
     ("mixed", True, False), (None, True, False)],
)  # fmt: skip
def test_a_box_that_is_as_the_click_made_it_is_left_alone(
    checked: object, now: bool, is_on: bool
) -> None:
    """A script says how it was afterwards, a recording how it was before."""
    assert is_switched(checked, now) is is_on


def test_texts_of_an_item_may_be_divided_otherwise() -> None:
    """A snapshot for agents has two texts in one, and no empty cells; their order still holds."""
    within = {"kind": "item", "cells": ["Bob", ", Paris"], "key": 0}
    target = target_of({"role": "button", "name": "Delete", "within": within})
    item = partial(TargetRow, kind="item")
    there = [
        Surroundings(row=item(("Bob", ",", "Paris"))),
        Surroundings(row=item(("Eve", "Paris"))),
    ]
    assert decided(target, *there) == 0
    assert decided(target, Surroundings(row=TargetRow(("", "Bob", "", ", Paris", "")))) == 0
    for other in (("Bobby", ", Paris"), ("x", "Bob", ", Paris", "y"), ("Bob", ",", "Paris VI")):
        assert decided(target, Surroundings(row=item(other))) != 0


def test_headers_in_capitals_are_the_same_headers() -> None:
    """A style sheet writes them so, and the browser reads them so."""
    capitals = tuple(header.upper() for header in HEADERS)
    there = [row("Ada", "ada@x.org"), row("Bob", "bob@x.org", headers=capitals)]
    assert decided(delete("Bob", "bob@x.org"), *there) == 1
