"""Cards and drafts without a model: what a person reads, and that nothing is lost."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.card_by_rules import card_by_rules
from lessonboard.parts.recordings.compiler.checks import faults
from lessonboard.parts.recordings.compiler.coordinates import coordinates
from lessonboard.parts.recordings.compiler.draft import WorkflowDraft
from lessonboard.parts.recordings.compiler.draft_by_rules import draft_by_rules
from lessonboard.parts.recordings.compiler.plan import assemble
from lessonboard.parts.recordings.compiler.seen import moments
from lessonboard.parts.recordings.compiler.template import render
from lessonboard.parts.recordings.sources import ADDRESS_BAR, read_recording
from tests.long_runs import rounds
from tests.parts.recordings.compiler import songs
from tests.parts.recordings.sources.folders import Line, click, key, line, typed


def by_rules(folder: Path) -> tuple[list[StepCardCompiled], WorkflowDraft]:
    """The cards and the draft that rules make of a folder."""
    recording = read_recording(folder)
    steps = moments(recording)
    cards = [card_by_rules(recording, moment) for moment in steps]
    draft = draft_by_rules(recording, steps, cards)
    assert faults(draft, cards) == []
    return cards, draft


def cards_of(tmp_path: Path, *told: Line) -> list[StepCardCompiled]:
    """The cards that rules make of some lines."""
    return by_rules(songs.record(tmp_path / "task", told))[0]


def test_a_browser_recording_is_told_by_names(tmp_path: Path) -> None:
    """The recorder saw roles and names, so a person can read what was done."""
    cards, draft = by_rules(songs.record(tmp_path / "task", songs.lines()))
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
    assert [(param.name, param.example, param.sensitive) for param in draft.task_params] == [
        ("song_name", "Numb", False),
        ("password", "", True),
    ]
    assert [(subtask.title, subtask.steps) for subtask in draft.subtasks] == [
        ('On the page "Search"', [0, 1, 2]),
        ('On the page "Results"', [3]),
        ('On the page "Log in"', [4]),
    ]
    assert draft.subtasks[0].description == (
        'Click into the field "Song name"; fill in the field "Song name" with {song_name}; '
        'press Enter in the field "Song name".'
    )
    assert draft.success_criteria == (
        'In the end the page "Player" is open and shows the heading "Now playing".'
    )


def test_a_recording_of_a_screen_is_told_by_its_pictures(tmp_path: Path) -> None:
    """Without names the marked screenshot and the part of the screen must do."""
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
        ("Double-click what is marked in screenshots/0.png, in the upper left of the screen.",
         "double"),
        ('Type "ls".', "ls"),
        ("Press Enter.", "ENTER"),
        ("Click what is marked in screenshots/3.png, in the lower right of the screen.", None),
        ("Right-click what is marked in screenshots/4.png, in the middle of the screen.",
         "right"),
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


def test_an_address_is_gone_to_and_is_no_parameter(board: Board, tmp_path: Path) -> None:
    """It is part of the way, as a link is; what is typed is still asked for."""
    seen = songs.at("/settings", "Settings", target=ADDRESS_BAR)
    field = songs.at("/search", "Search", target=songs.FIELD)
    folder = songs.record(
        tmp_path / "task",
        [typed(f"{songs.HOST}/search", details=seen), typed("Numb", details=field), line("end")],
    )
    workflow = songs.reflect(board, folder, None, tmp_path / "workflows").workflow or {}
    assert [param["name"] for param in workflow["task_params"]] == ["song_name"]
    steps = workflow["plan"]["steps"]
    assert [(step["intent"], step["action_value"]) for step in steps] == [
        ("Go to the address.", f"{songs.HOST}/search"),
        ('Fill in the field "Song name".', "{song_name}"),
    ]
    assert steps[0]["expected_current_state"] == 'The page "Settings" is open.'


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
    cards, draft = by_rules(folder)
    assert [card.intent for card in cards] == [
        'Choose a value in the list "Country".', "Scroll down."]  # fmt: skip
    assert cards[0].post_action == 'The list "Country" shows the choice.'
    assert cards[1].target["primary"] == "the page"
    assert draft.subtasks[0].description == (
        'Choose {country} in the list "Country"; scroll down.')  # fmt: skip
    assert draft.subtasks[0].expected_outcome == 'The page "Order" is open.'


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
    cards, draft = by_rules(folder)
    assert [card.action_value for card in cards] == [" "]
    assert (draft.task_params, draft.step_values) == ([], [])


def test_one_field_filled_in_twice_has_two_parameters_unless_the_text_is_the_same(
    tmp_path: Path,
) -> None:
    """Names stay apart, and the same text in the same field is one value."""
    seen = songs.at("/", "Home", target=songs.FIELD)
    enter = key("Return", details=seen)
    lines = [each for text in ("one", "two", "one") for each in (typed(text, details=seen), enter)]
    _, draft = by_rules(songs.record(tmp_path / "task", lines))
    assert [(param.name, param.example) for param in draft.task_params] == [
        ("song_name", "one"), ("song_name_2", "two")]  # fmt: skip
    assert [value.action_value for value in draft.step_values] == [
        "{song_name}", "{song_name_2}", "{song_name}"]  # fmt: skip


def test_a_recording_of_one_event(tmp_path: Path) -> None:
    """One step is a task too."""
    cards, draft = by_rules(songs.record(tmp_path / "task", [click()]))
    assert (len(cards), [subtask.steps for subtask in draft.subtasks]) == (1, [[0]])


def test_a_missing_screenshot_is_no_hindrance(tmp_path: Path) -> None:
    """The card says that no screenshot shows the place."""
    folder = songs.record(tmp_path / "task", [click(), click(), line("end")])
    (folder / "screenshots" / "1.png").unlink()
    cards, _ = by_rules(folder)
    assert cards[1].intent == "Click a place that no screenshot shows."
    assert cards[0].post_action == ""


WORDS = st.text(max_size=12)
TARGETS = st.fixed_dictionaries(
    {"role": st.sampled_from(["textbox", "button", "link", "tab", "strange"])},
    optional={"label": WORDS, "name": WORDS, "input_type": st.sampled_from(["text", "password"])},
)
PAGES = st.builds(
    lambda path, title, heading, target: songs.at(path, title, heading, target=target),
    st.sampled_from(["/", "/a", "/b?q=1"]), WORDS, WORDS, TARGETS,
)  # fmt: skip
DETAILS = st.none() | PAGES
ACTIONS = st.one_of(
    st.builds(typed, st.text(max_size=30)),
    st.builds(key, st.sampled_from(["Return", "a", "+", ["Control_L", "c"]])),
    st.builds(click, st.integers(0, 2000), st.floats(0, 2000)),
    st.builds(lambda dy: line("scroll", {"dx": 0, "dy": dy}), st.integers(-9, 9)),
    st.just(line("drag", {"x1": 1, "y1": 2, "x2": 3, "y2": 4})),
)


def _with(told: Line, details: dict[str, Any] | None) -> Line:
    return {**told, **({"details": details} if details else {})}


@settings(max_examples=rounds(12, 60))
@given(st.lists(st.builds(_with, ACTIONS, DETAILS), min_size=1, max_size=8))
def test_whatever_was_recorded_is_given_back(told: list[Line]) -> None:
    """The draft of rules passes all checks, and its workflow renders to what was recorded."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "task"
        folder.mkdir()
        songs.save(folder, [click(), *told])
        recording = read_recording(folder)
        cards, draft = by_rules(folder)
        steps = assemble(recording, draft, moments(recording), cards)["plan"]["steps"]
        values = {param.name: param.example for param in draft.task_params}
        assert [each["index"] for each in steps] == [each.index for each in recording.steps]
        for step, was in zip(steps, recording.steps, strict=True):
            if not was.sensitive and step["action_value"] is not None:
                assert render(step["action_value"], values) == was.value


@pytest.mark.parametrize("name", ["spotify", "screenagent"])
def test_real_recordings(shared_data: Path, name: str) -> None:
    """Real recordings become workflows that pass all checks; no secret and no place is in them."""
    for manifest in sorted((shared_data / "recordings" / name).rglob("manifest.jsonl")):
        cards, draft = by_rules(manifest.parent)
        assert len(cards) >= 3
        assert [step for part in draft.subtasks for step in part.steps] == [
            card.index for card in cards
        ]
        assert not any(coordinates(card.intent) for card in cards if card.action_type != "TYPE")
