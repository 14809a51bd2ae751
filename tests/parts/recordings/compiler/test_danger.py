"""What counts as consequence, and which cells of a row last: lists that are pinned here."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.compiler.danger import KINDS, consequences, danger_of, weight
from lessonboard.parts.recordings.compiler.volatile import lasting


@pytest.mark.parametrize(
    ("name", "danger"),
    [
        ("Delete", "delete"), ("Remove user", "delete"), ("Pay now", "pay"), ("Send", "send"),
        ("Save and publish", "send"), ("Save", "save"), ("OK", "save"), ("deleteAll", "delete"),
        ("Cancel order", "pay"), ("Clear filters", "delete"),
        ("Play", "unknown"), ("", "unknown"), ("Löschen", "unknown"), ("Close account", "unknown"),
        ("Cancel subscription", "unknown"), ("Back up", "unknown"), ("More of it", "unknown"),
        ("Search", ""), ("Search songs", ""), ("Filter", ""), ("Sort by name", ""), ("Next", ""),
        ("Next page", ""), ("Back", ""), ("Back to the list", ""), ("Close", ""), ("Cancel", ""),
        ("Menu", ""), ("Show all", ""), ("Log in", ""), ("Sign in", ""), ("Edit", ""),
    ],
)  # fmt: skip
def test_a_button_is_known_by_its_words(name: str, danger: str) -> None:
    """What the lists do not know is dangerous."""
    assert danger_of("CLICK", {"role": "button", "name": name}) == danger


@pytest.mark.parametrize(
    ("target", "danger"),
    [
        ({"role": "button", "name": "Save", "title": "Delete it"}, "delete"),
        ({"role": "button", "icon": "fa-trash"}, "delete"),
        ({"role": "button", "icon": "floppy", "title": "Remove"}, "delete"),
        ({"role": "img", "icon": "paper-plane"}, "send"),
        ({"role": "button", "name": "Yes", "dialog_text": "Delete Ada?"}, "delete"),
        ({"role": "button", "name": "Continue", "dialog_text": "Pay 5 now?"}, "pay"),
        ({"role": "button", "name": "Yes", "dialog_text": "Are you there?"}, "save"),
        ({"role": "button", "name": "OK", "dialog_text": "All will be erased."}, "delete"),
        ({"role": "button", "name": "Next", "dialog_text": "All data will be deleted."}, "delete"),
        ({"role": "button", "name": "Next", "dialog_text": "Which one do you want?"}, ""),
        ({"role": "button", "name": "Next month", "dialog_text": "Clear January"}, ""),
        ({"role": "button", "name": "Save", "dialog_text": "Delete the old one?"}, "save"),
        ({"role": "button", "name": "Cancel", "dialog_text": "Delete Ada?"}, ""),
        ({"role": "button", "name": "Cancel", "dialog_text": "Cancel your plan?"}, "unknown"),
        ({"role": "button", "name": "Play", "submits": True}, "save"),
        ({"role": "button", "name": "Go", "asks": True}, ""),
        ({"role": "button", "name": "Apply", "asks": True, "title": "Delete"}, "delete"),
        ({"role": "button", "name": "Play", "asks": True}, ""),
        ({"role": "button", "name": "Actions", "opens": True}, ""),
        ({"role": "button", "name": "Delete", "opens": True}, "delete"),
        ({"role": "button", "name": "Go", "form_action": "/user/5/delete"}, "delete"),
        ({"role": "link", "name": "Orders", "href": "http://a.example/orders"}, ""),
        ({"role": "link", "name": "Create one", "href": "http://a.example/new"}, ""),
        ({"role": "link", "name": "Delete", "href": "http://a.example/x"}, "delete"),
        ({"role": "link", "name": "Yes", "href": "http://a.example/songs/3/delete"}, "delete"),
        ({"role": "link", "name": "Confirm", "dialog_text": "Delete the song?"}, "delete"),
        ({"role": "link", "name": "Update or delete"}, "delete"),
        ({"role": "link", "name": "Add an order", "href": "http://a.example/new"}, ""),
        ({"role": "link", "name": "Off", "href": "http://a.example/x?do=delete"}, "delete"),
        ({"role": "link", "name": "Old", "href": "http://a.example/archive/order/5"}, ""),
        ({"role": "link", "name": "Go", "href": "http://a.example/#"}, "save"),
        ({"role": "link", "name": "Play", "href": "javascript:x()"}, "unknown"),
        ({"role": "textbox", "name": "Delete"}, ""),
        ({"role": "checkbox", "name": "Delete"}, ""),
        ({"role": "tab", "name": "Orders"}, ""),
        ({"role": "switch", "name": "Backups"}, "unknown"),
        ({"role": "listitem", "name": "Delete"}, "delete"),
        ({"role": "listitem", "name": "Germany"}, ""),
        ({"text": "Germany"}, "unknown"),
        ({"text": "Delete"}, "delete"),
        ({"test_id": "delete-user"}, "delete"),
        ({"role": "link", "label": "Delete"}, "delete"),
    ],
)
def test_title_icon_dialog_and_structure_say_what_a_click_does(
    target: dict[str, Any], danger: str
) -> None:
    """The worst word counts; a dialog speaks for the button that agrees to it."""
    assert danger_of("CLICK", target) == danger


@pytest.mark.parametrize(
    ("action", "role", "name", "value", "danger"),
    [
        ("KEYPRESS", "button", "Delete", "ENTER", "delete"),
        ("KEYPRESS", "button", "Delete", None, "delete"),
        ("KEYPRESS", "button", "Delete", "SPACE*2", "delete"),
        ("KEYPRESS", "button", "Delete", "TAB", ""),
        ("KEYPRESS", "textbox", "Name", "ENTER", "unknown"),
        ("KEYPRESS", "textbox", "Search", "ENTER", ""),
        ("KEYPRESS", "searchbox", "Name", "ENTER", ""),
        ("KEYPRESS", "textbox", "Name", "SPACE", ""),
        ("KEYPRESS", "textbox", "Name", "BACKSPACE", ""),
        ("KEYPRESS", "listbox", "Files", "DELETE", "delete"),
        ("KEYPRESS", "", "", "ENTER", "unknown"),
        ("KEYPRESS", "", "", "SPACE", ""),
        ("KEYPRESS", "textbox", "Name", "CTRL+S", "unknown"),
        ("KEYPRESS", "textbox", "Name", "CTRL+A", ""),
        ("KEYPRESS", "textbox", "Name", "SHIFT+TAB", ""),
        ("KEYPRESS", "textbox", "Name", "+", ""),
        ("DRAG", "listitem", "A task", None, "unknown"),
        ("TYPE", "textbox", "Delete", "x", ""),
        ("SCROLL", "button", "Delete", None, ""),
    ],
)
def test_keys_do_what_they_send(
    action: str, role: str, name: str, value: str | None, danger: str
) -> None:
    """Enter in a field sends its form; typing changes nothing yet."""
    assert danger_of(action, {"role": role, "name": name}, value) == danger


@given(st.text(max_size=30), st.sampled_from(["button", "link", "menuitem", "switch", ""]))
def test_a_consequence_is_one_of_the_list_and_more_words_never_make_it_harmless(
    name: str, role: str
) -> None:
    """Whatever it is called: beside "delete" nothing is harmless."""
    danger = danger_of("CLICK", {"role": role, "name": name, "href": "#"})
    assert danger in KINDS
    worse = danger_of("CLICK", {"role": role, "name": f"delete {name}", "href": "#"})
    assert worse == "delete"
    assert weight(danger) <= weight(worse)


def test_consequences_are_weighed_in_their_order() -> None:
    """What is not in the list weighs as much as the unknown."""
    assert [weight(each) for each in KINDS] == [0, 1, 2, 3, 4, 5]
    assert weight("other") == weight("unknown")


def test_the_words_that_tell_a_consequence_are_those_of_the_list() -> None:
    """Its own, and the dialog's where it only agrees."""
    target = {"role": "button", "name": "Yes, do it", "dialog_text": "Delete Ada and pay?"}
    assert consequences(target) == {"yes", "delete", "pay"}
    assert consequences({**target, "name": "Save it"}) == {"save"}


@pytest.mark.parametrize(
    ("cell", "header", "lasts"),
    [("Bob", "", True), ("3 items", "", True), ("7", "", False), ("7", "Id", True),
     ("7", "Ticket", True), ("7", "Order", True), ("7.50", "Order", False), ("#12", "", True),
     ("2026-11-02", "Seen", False), ("5 minutes ago", "", False), ("today", "", False),
     ("at 12:30", "", False), ("Nov 5, 2026", "", False), ("12,50 €", "", False),
     ("50%", "", False), ("7:30 pm", "", False), ("7", "Customer no.", True),
     ("until 9 July", "", False), ("à rendre le 4 mai", "", False), ("12. März", "", False),
     ("3 marbles", "", True), ("2 decks", "", True), ("A-12", "SKU", True),
     ("born 4 May 1961", "", True), ("1961-05-04", "Date of birth", True)],
)  # fmt: skip
def test_what_differs_from_day_to_day_does_not_identify_a_row(
    cell: str, header: str, *, lasts: bool
) -> None:
    """Numbers, amounts and dates; not those that their column says to identify."""
    assert lasting(("x", cell), ("", header), 0, ()) == ["x", cell if lasts else ""]


def test_the_key_and_what_comes_first_stay() -> None:
    """A key is one even where all rows say it; a number that comes first names its row."""
    assert lasting(("7", "a"), (), 0, (True, True)) == ["7", ""]
    assert lasting(("1041", "Open"), (), None, ()) == ["1041", "Open"]
    assert lasting(("", "1041"), (), None, ()) == ["", "1041"]
    assert lasting(("a", "b"), (), 0, (False, True)) == ["a", ""]
    assert lasting(("12.50", "a"), (), None, ()) == ["", "a"]
