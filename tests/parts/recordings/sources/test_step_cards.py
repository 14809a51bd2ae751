"""Step cards that lie beside a recording are read along with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.recordings.sources import read_recording
from tests.parts.recordings.sources.folders import click, line, typed, write

TOKEN = "gh" + "p_" + "0123456789abcdefghij" * 2


def card(kind: str, **more: Any) -> dict[str, Any]:
    """A card of the form that a compiler of such recordings writes."""
    return {"i": 0, "action_type": kind, "intent": "Find it.", "expected_current_state": "A list.",
            "target": {"primary": "the search field", "fallback": None},
            "post_action": ["It is found.", "The list is short."], **more}  # fmt: skip


@pytest.mark.parametrize("name", ["step_cards.json", "schema.json"])
def test_each_step_has_its_card(tmp_path: Path, name: str) -> None:
    """By the order of the steps; secrets in it are hidden."""
    folder = write(tmp_path / "r", [typed("nu"), typed("mb"), click(), line("end")])
    cards: Any = [
        card("TYPE"),
        card("CLICK", intent=TOKEN),
    ]
    cards = cards if name == "step_cards.json" else {"plan": {"steps": cards}}
    (folder / name).write_text(json.dumps(cards))
    recording = read_recording(folder)
    assert recording.problems == ()
    assert recording.cards[0] == {
        "intent": "Find it.", "state": "A list.", "primary": "the search field", "fallback": "",
        "change": "It is found. The list is short.",
    }  # fmt: skip
    assert list(recording.cards) == [0, 2]
    assert "ghp_" not in recording.cards[2]["intent"]


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", "[3]", json.dumps([card("TYPE")]), json.dumps([card("CLICK")] * 2)]
)
def test_cards_of_other_steps_are_left_out_and_told(tmp_path: Path, content: str) -> None:
    """Then the recording is read without them."""
    folder = write(tmp_path / "r", [click(), line("end")])
    (folder / "step_cards.json").write_text(content)
    recording = read_recording(folder)
    assert recording.cards == {}
    (problem,) = recording.problems
    assert (problem.kind, problem.is_loss) == ("metadata", False)
    assert "not those of the 1 steps" in problem.text


def test_the_shared_schema_fits_its_recording(shared_data: Path) -> None:
    """A recording of the desktop with what a model wrote about it."""
    recording = read_recording(shared_data / "recordings" / "spotify")
    assert [len(recording.cards), len(recording.steps)] == [5, 5]
    assert recording.cards[0]["primary"].startswith("Spotlight Search text field")
