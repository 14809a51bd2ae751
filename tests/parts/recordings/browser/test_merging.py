"""What leads to a choice is one action: the choice, with what was typed for it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.browser.merging import Pending, merged
from lessonboard.parts.recordings.browser.observation import Action
from tests.parts.recordings.browser.test_observation import action


def _all(*actions: Action) -> list[tuple[str, dict[str, Any]]]:
    """The kinds and details of what is written of some actions."""
    pending: Pending = ()
    written: list[Action] = []
    for each in actions:
        ready, pending = merged(pending, each)
        written += ready
    return [(each.kind, each.action) for each in [*written, *pending]]


_CLICK = action("click", 1, field="f")
_TYPED = action("type", 2, field="f", text="ber")
_OPTION = action("click", 3, option_of="f")
_CHOSEN = action("type", 3, field="f", text="Bergen", chosen=True)


def test_a_choice_takes_the_place_of_the_strokes_that_led_to_it() -> None:
    """The click into the field, what was typed, the click on the option."""
    pending: Pending = ()
    for each in (_CLICK, _TYPED, _OPTION, _CHOSEN):
        ready, pending = merged(pending, each)
        assert ready == ()
    (one,) = pending
    assert (one.kind, one.action, one.at) == ("type", {"text": "Bergen"}, 1)
    assert one.details["typed_for"] == "ber"


def test_a_choice_by_keys_is_the_same() -> None:
    """The arrows are part of it, and so is Enter."""
    arrows = [action("key", 2 + n / 10, field="f", keys=["ArrowDown"]) for n in range(3)]
    enter = action("key", 3, field="f", option_of="f", keys=["Enter"])
    assert _all(_TYPED, *arrows, enter, _CHOSEN) == [("type", {"text": "Bergen"})]


def test_turning_a_calendar_is_part_of_the_date_that_is_chosen() -> None:
    """However often it was turned; the click that opened it is a step of its own."""
    opened = action("click", 1, target={"id": "due"})
    turned = [action("click", 2 + n / 10, field="calendar") for n in range(3)]
    day = action("click", 3, option_of="calendar")
    date = action("type", 3.1, field="calendar", text="05/01/2027", chosen=True, set=True)
    assert _all(opened, *turned, day, date) == [
        ("click", opened.action), ("type", {"text": "05/01/2027"})]  # fmt: skip


def test_a_number_that_is_counted_up_is_its_last_value() -> None:
    """It is set, not chosen from what is offered for a text."""
    clicks = [[action("click", n, option_of="copies"),
               action("type", n + 0.1, field="copies", text=str(n), chosen=True, set=True)]
              for n in (2, 3, 4)]  # fmt: skip
    pending: Pending = ()
    for each in (each for pair in clicks for each in pair):
        ready, pending = merged(pending, each)
        assert ready == ()
    (one,) = pending
    assert (one.action, "typed_for" in one.details) == ({"text": "4"}, False)


def test_a_click_that_chose_nothing_stays_a_click() -> None:
    """The field did not take over what was clicked."""
    assert [kind for kind, _ in _all(_TYPED, _OPTION, action("click", 4))] == [
        "type", "click", "click"]  # fmt: skip


def test_a_choice_that_is_noticed_too_late_stays_the_click() -> None:
    """It is written already, and is not done twice."""
    kinds = [kind for kind, _ in _all(_TYPED, _OPTION, action("key", 4, keys=["Tab"]), _CHOSEN)]
    assert kinds == ["type", "click", "key"]


@pytest.mark.parametrize(
    ("before", "after", "kinds"),
    [
        (action("click", field="f"), action("type", 2, field="f", text="Chad"), ["type"]),
        (action("click", field="f"), action("upload", 2, field="f", files=["a"]), ["upload"]),
        (action("click", field="f"), action("type", 2, field="g", text="x"), ["click", "type"]),
        (action("click"), action("type", 2, field="f", text="x"), ["click", "type"]),
        (action("hover", target={"id": "a"}), action("click", 2, target={"id": "a"}), ["click"]),
        (action("hover", target={"id": "a"}), action("click", 2, target={"id": "b"}),
         ["hover", "click"]),
    ],
    ids=["list", "file", "another field", "plain field", "rest", "rest elsewhere"],
)  # fmt: skip
def test_what_only_leads_to_an_action_is_part_of_it(
    before: Action, after: Action, kinds: list[str]
) -> None:
    """Opening a list or a chooser, or resting on what is clicked."""
    assert [kind for kind, _ in _all(before, after)] == kinds


_ANY = st.builds(
    lambda kind, field, option: action(
        kind, 1, field=field, option_of=option, text=field, keys=["ArrowDown"], target={"id": field}
    ),
    st.sampled_from(["click", "type", "key", "hover", "scroll", "upload"]),
    st.sampled_from(["", "f", "g"]),
    st.sampled_from(["", "f"]),
)


_OF_BROWSER = st.sampled_from(
    [Action("dialog", 1, {}, None, {"dialog": "alert"}), Action("download", 1, {}, None, {})]
)


@given(st.lists(_ANY | _OF_BROWSER, max_size=60))
def test_nothing_but_a_merge_is_held_back(actions: list[Action]) -> None:
    """What is written and what is pending are never more than what was done, in its order."""
    pending: Pending = ()
    written: list[Action] = []
    for each in actions:
        ready, pending = merged(pending, each)
        written += ready
    assert len(written) + len(pending) <= len(actions)
    assert len(pending) <= 40
    if actions:
        assert pending[-1].kind == actions[-1].kind
