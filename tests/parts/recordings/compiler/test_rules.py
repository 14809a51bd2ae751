"""Cards and documents: what a person reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.card import card_of
from lessonboard.parts.recordings.compiler.document import document_of
from lessonboard.parts.recordings.compiler.seen import moments
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.sources import read_recording
from tests.parts.recordings.compiler import songs
from tests.parts.recordings.sources.folders import Line, click, key, line, typed


def by_rules(folder: Path) -> tuple[list[StepCardCompiled], dict[str, Any]]:
    """The cards and the document of a folder."""
    recording = read_recording(folder)
    steps = moments(recording)
    cards = [card_of(moment, recording.id) for moment in steps]
    return cards, document_of(recording, steps, cards)


def cards_of(tmp_path: Path, *told: Line) -> list[StepCardCompiled]:
    """The cards that rules make of some lines."""
    return by_rules(songs.record(tmp_path / "task", told))[0]


def test_a_browser_recording_is_told_by_names(tmp_path: Path) -> None:
    """The recorder saw roles and names, so a person can read what was done."""
    cards, document = by_rules(songs.record(tmp_path / "task", songs.lines()))
    assert [card.intent for card in cards] == [
        'Click into the field "Song name".',
        'Fill in the field "Song name".',
        'Press Enter in the field "Song name".',
        'Follow the link "Numb by Linkin Park".',
        'Fill in the field "Password".',
    ]
    assert cards[0].expected_current_state == (
        'The page "Search" is open and shows the field "Song name".'
    )
    assert [card.post_action for card in cards] == [
        "",
        'The field "Song name" holds the text.',
        'The page "Results" opens.',
        'The page "Log in" opens.',
        'The page "Player" opens.',
    ]
    assert cards[1].target["role"] == "textbox"
    assert cards[1].target["label"] == "Song name"
    assert cards[0].target["url"] == f"{songs.HOST}/search?tab=1"
    assert cards[3].target["url"] == f"{songs.HOST}/results"
    assert [(step.get("part"), step.get("page")) for step in document["steps"]] == [
        ("Search", f"{songs.HOST}/search"),
        (None, None),
        (None, None),
        ("Results", f"{songs.HOST}/results"),
        ("Log in", f"{songs.HOST}/login"),
    ]
    assert document["outcome"] == {
        "page": f"{songs.HOST}/player", "title": "Player", "heading": "Now playing",
    }  # fmt: skip


def test_a_recording_of_a_screen_is_told_by_its_pictures(tmp_path: Path) -> None:
    """Without names the screenshot must do."""
    cards = cards_of(
        tmp_path,
        line("double_click", {"x": 5, "y": 5}),
        typed("ls"),
        key("Return"),
        click(100, 70),
        line("right_click", {"x": 60, "y": 40}),
        line("scroll", {"dx": 0, "dy": -3}),
        line("end"),
    )
    assert [(card.intent, card.action_value) for card in cards] == [
        ("Double-click what is marked in screenshots/0.png.", "double"),
        ('Type "ls".', "ls"),
        ("Press Enter.", "ENTER"),
        ("Click what is marked in screenshots/3.png.", None),
        ("Right-click what is marked in screenshots/4.png.", "right"),
        ("Scroll down.", "down 3"),
    ]  # fmt: skip
    assert cards[-1].post_action == "The screen looks like screenshots/6.png."


def test_a_drag_says_on_what_it_ends(tmp_path: Path) -> None:
    """Where the recorder saw it."""
    item = {"role": "listitem", "name": "Milk", "tag": "li"}
    bin_ = {"role": "region", "name": "Done"}
    seen = songs.at("/todo", "To do", target=item, to=bin_)
    (card,) = cards_of(tmp_path, line("drag", {"x1": 1, "y1": 1, "x2": 9, "y2": 9}, details=seen))
    assert (card.intent, card.action_value) == (
        'Drag the item "Milk" onto the area "Done".', 'the region "Done"')  # fmt: skip


def test_an_address_is_gone_to_and_is_no_parameter(tmp_path: Path) -> None:
    """It is part of the way, as a link is; what is typed is still asked for."""
    seen = songs.at("/settings", "Settings", target=ADDRESS_BAR)
    field = songs.at("/search", "Search", target=songs.FIELD)
    folder = songs.record(
        tmp_path / "task",
        [typed(f"{songs.HOST}/search", details=seen), typed("Numb", details=field), line("end")],
    )
    cards, document = by_rules(folder)
    assert list(document["parameters"]) == ["song_name"]
    steps = document["steps"]
    assert [(step["what"], step["value"]) for step in steps] == [
        ("Go to the address.", f"{songs.HOST}/search"),
        ('Fill in the field "Song name".', "{song_name}"),
    ]
    assert steps[0]["target"] == {"textbox": "Address bar"}
    assert cards[0].expected_current_state == 'The page "Settings" is open.'


def test_a_choice_in_a_list_and_a_wheel_over_a_page(tmp_path: Path) -> None:
    """A list is chosen from, not filled in; all that a page holds is not its name."""
    country = {"role": "combobox", "label": "Country", "tag": "select"}
    body = {"tag": "body", "text": "Long list " * 20}
    folder = songs.record(
        tmp_path / "task",
        [
            typed("Brazil", details=songs.at("/order", "Order", target=country)),
            line("scroll", {"dx": 0, "dy": -2}, details=songs.at("/order", "Order", target=body)),
            line("end", details=songs.at("/order", "Order")),
        ],
    )
    cards, _ = by_rules(folder)
    assert [card.intent for card in cards] == [
        'Choose a value in the list "Country".', "Scroll down."]  # fmt: skip
    assert cards[0].post_action == 'The list "Country" shows the choice.'
    assert cards[1].target["primary"] == "the page"


def test_a_click_into_a_field_gives_it_the_focus(tmp_path: Path) -> None:
    """Focus changes of other elements are not mentioned."""
    page = songs.at("/search", "Search")
    focused = {**page, "state": {"headings": [], "focus": "textbox Song name"}}
    button = {"role": "button", "name": "Search"}
    cards = cards_of(
        tmp_path,
        click(details={**page, "target": songs.FIELD}),
        click(details={**focused, "target": button}),
        line("end", details={**page, "state": {"headings": [], "focus": "button Search"}}),
    )
    assert [card.post_action for card in cards] == ['The field "Song name" has the focus.', ""]


def test_a_typed_blank_is_kept_and_is_no_parameter(tmp_path: Path) -> None:
    """There is nothing in it that another run may want to change."""
    folder = songs.record(tmp_path / "task", [typed(" ", details=songs.at("/", "Home",
                                                    target=songs.FIELD))])  # fmt: skip
    cards, document = by_rules(folder)
    assert [card.action_value for card in cards] == [" "]
    assert "parameters" not in document
    assert [step["value"] for step in document["steps"]] == [" "]


def test_one_field_filled_in_twice_has_two_parameters_unless_the_text_is_the_same(
    tmp_path: Path,
) -> None:
    """Names stay apart, and the same text in the same field is one value."""
    seen = songs.at("/", "Home", target=songs.FIELD)
    enter = key("Return", details=seen)
    lines = [each for text in ("one", "two", "one") for each in (typed(text, details=seen), enter)]
    _, document = by_rules(songs.record(tmp_path / "task", lines))
    assert {name: each["example"] for name, each in document["parameters"].items()} == {
        "song_name": "one", "song_name_2": "two"}  # fmt: skip
    assert [step["value"] for step in document["steps"] if step["do"] == "type"] == [
        "{song_name}", "{song_name_2}", "{song_name}"]  # fmt: skip


def test_a_recording_of_one_event(tmp_path: Path) -> None:
    """One step is a task too."""
    cards, document = by_rules(songs.record(tmp_path / "task", [click()]))
    assert (len(cards), [step["id"] for step in document["steps"]]) == (1, [0])


def test_a_missing_screenshot_is_no_hindrance(tmp_path: Path) -> None:
    """The card says that no screenshot shows the place."""
    folder = songs.record(tmp_path / "task", [click(), click(), line("end")])
    (folder / "screenshots" / "1.png").unlink()
    cards, _ = by_rules(folder)
    assert cards[1].intent == "Click a place that no screenshot shows."
    assert cards[0].post_action == ""
