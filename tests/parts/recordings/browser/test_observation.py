"""What is merged, what is a secret, and what is kept of an observation."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from lessonboard.parts.recordings.browser.folder import RecordingFolder
from lessonboard.parts.recordings.browser.merging import joined
from lessonboard.parts.recordings.browser.observation import Action, Frame, Observation, action_of
from lessonboard.parts.recordings.browser.recorder import Recorder
from lessonboard.parts.recordings.browser.redact import Redactor
from lessonboard.parts.recordings.browser.screencast import frame_at
from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.sources.action import UNSUPPORTED

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

_FRAME = Frame(1.0, b"png")


def seen(kind: str, at: float = 1.0, **more: Any) -> Observation:
    """An observation as a page reports it."""
    return Observation.model_validate({"kind": kind, "at": at, **more})


def action(kind: str, at: float = 1.0, page: int = 0, **more: Any) -> Action:
    """The same as an action, which never shows what was typed in secret."""
    return action_of(seen(kind, at, **more), _FRAME, page)[0]


def test_changes_of_one_field_are_one_typing_that_ends_in_the_last_text() -> None:
    """It began with the first, and its frame is from then."""
    one = joined(action("type", 1, field="a", text="N"), action("type", 2, field="a", text="Nu"))
    assert one is not None
    assert (one.action, one.at, one.last) == ({"text": "Nu"}, 1, 2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (action("type", field="a", text="x"), action("type", field="b", text="y")),
        (action("type", field="a", text="x"), action("type", field="a", text="y", page=1)),
        (action("click"), action("click", 1.1)),
        (action("scroll", dy=100), action("scroll", 3.0, dy=100)),
        (action("key", keys=["Tab"]), action("key", 1.1, keys=["Tab"])),
    ],
    ids=["fields", "pages", "clicks", "pause", "keys"],
)
def test_what_a_person_would_call_two_stays_two(before: Action, after: Action) -> None:
    """Another field, another page, a pause: another action."""
    assert joined(before, after) is None


def test_a_double_click_takes_the_place_of_the_click_that_began_it() -> None:
    """Its frame is the one before the first click."""
    one = joined(action("click", 1.0), action("double_click", 1.2))
    assert one is not None
    assert (one.kind, one.at) == ("double_click", 1.0)


@given(st.lists(st.floats(-500, 500), min_size=1, max_size=20))
def test_turns_of_the_wheel_add_up(turns: list[float]) -> None:
    """Down is below 0, in notches of a hundred pixels."""
    one = action("scroll", 0.0, dy=turns[0])
    for number, turn in enumerate(turns[1:], start=1):
        after = joined(one, action("scroll", number / 10, dy=turn))
        assert after is not None
        one = after
    assert one.action["dy"] == pytest.approx(-sum(turns) / 100)


@given(
    st.sampled_from(
        [
            {"secret": True},
            {"target": {"input_type": "password"}},
            {"target": {"autocomplete": "one-time-code"}},
            {"target": {"label": "Your PIN"}},
        ]
    ),
    st.text("abcdefgh", min_size=5),
)
def test_a_secret_is_replaced_where_it_is_heard(told: dict[str, Any], secret: str) -> None:
    """It is given back apart, to be taken out of everything else."""
    kept, hidden = action_of(seen("type", text=secret, field="f", **told), None, 0)
    assert kept.action == {"text": SECRET}
    assert kept.details["sensitive"] is True
    assert hidden == secret
    assert secret not in repr(kept)


def test_a_field_that_once_held_a_secret_stays_secret() -> None:
    """Also when its last change does not look like one."""
    one = joined(action("type", field="f", text="x", secret=True),
                 action("type", 2, field="f", text="plain"))  # fmt: skip
    assert one is not None
    assert one.action == {"text": SECRET}
    assert one.details["sensitive"] is True


@pytest.mark.parametrize(
    "told",
    [None, 7, [], {}, {"kind": "wish", "at": 1}, {"kind": "click", "at": "soon"},
     {"kind": "type", "at": 1, "text": "x" * 200_001}],
    ids=["nothing", "number", "list", "empty", "kind", "time", "long"],
)  # fmt: skip
def test_what_is_no_observation_is_refused(told: Any) -> None:
    """A page is not believed blindly."""
    with pytest.raises(ValidationError):
        Observation.model_validate(told)


@given(st.lists(st.floats(0, 100), max_size=200), st.floats(0, 100))
def test_the_frame_before_a_moment_is_the_last_one_shown_by_then(
    times: list[float], moment: float
) -> None:
    """Only when there is none, the first after it."""
    found = frame_at(deque(Frame(at, b"") for at in sorted(times)), moment)
    earlier = [at for at in times if at <= moment]
    assert (found and found.at) == (max(earlier) if earlier else min(times, default=None))


@given(st.text("abc &/ü?", min_size=4, max_size=30).filter(str.strip), st.text("xyz ", max_size=20))
def test_a_secret_is_taken_out_of_all_that_is_written(secret: str, around: str) -> None:
    """In any text, including addresses."""
    scrubber = Redactor()
    scrubber.remember("field", secret)
    cleaned = scrubber.clean({"a": [f"{around}{secret}{around}"], "n": 1})
    assert secret not in cleaned["a"][0].replace(SECRET, "")


async def _wrongly(folder: RecordingFolder, told: list[str]) -> None:
    recorder = Recorder(folder, cast("BrowserContext", None), told.append)
    recorder.observed({}, {"kind": "dance", "text": "hunter2"})


def test_an_action_that_a_page_reports_wrongly_is_missing_and_says_so(tmp_path: Path) -> None:
    """The recording does not pass for whole; what was reported is in no line."""
    folder = RecordingFolder(tmp_path, "task")
    folder.describe(name="A task", description="", created_at=0, config={})
    told: list[str] = []
    asyncio.run(_wrongly(folder, told))
    (line,) = map(json.loads, (folder.path / "manifest.jsonl").read_text().splitlines())
    assert (line["action_type"], line["action_details"]["loss"]) == (UNSUPPORTED, True)
    assert "reported wrongly (at, kind)" in line["action_details"]["text"]
    assert "hunter2" not in str([line, told])
