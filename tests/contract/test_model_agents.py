"""Every agent that is offered as a model answers, reads nothing, starts nothing, leaves nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import BaseModel

from blackboard.vocabulary import CHILD_MARK
from reflect.model.agents.registry import BUILT_IN
from reflect.model.thread import Message
from tests.contract.model_agents import ANSWER, CANARY, SAMPLES, Place, Sample

_PATIENCE = 120.0
_WORD = "unmistakable-8128"


class Lessons(BaseModel):
    """The shape that is asked for."""

    lessons: list[str]


@pytest.fixture(
    params=[
        pytest.param(each, marks=[each.part.needed, *each.marks], id=each.agent.name)
        for each in SAMPLES
    ]
)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each agent in a home of its own."""
    sample: Sample = request.param
    home = tmp_path / "home"
    home.mkdir()
    return Place(sample, home)


def test_the_answer_and_its_tokens_come_and_nothing_stays(place: Place) -> None:
    """No file holds a word of it, nothing of the person's was started, the mark stood first."""
    with place.sample.service([place.sample.answer]) as model:
        found = place.endpoint(model.url).complete(_thread(_WORD), Lessons, "agent", _PATIENCE)
    assert json.loads(found.text) == json.loads(ANSWER)
    assert found.input_tokens > 0
    sent = json.dumps(model.requests[0])
    assert CHILD_MARK in sent
    assert sent.count(_WORD) == 1
    assert CANARY not in sent, "its own rules went along"
    assert place.holding(_WORD) == []
    assert not (place.home / "started").exists()


def test_a_model_that_calls_tools_gets_nothing(place: Place) -> None:
    """Each built-in tool is called with a file of the person; its text never gets out."""
    calls = place.sample.calls(str(place.secret))
    size = 3 if place.sample.agent.name == "gemini" else len(calls)  # it stops after four turns
    with place.sample.service([*calls[:size], place.sample.answer]) as model:
        found = place.endpoint(model.url).complete(_thread("x"), Lessons, "agent", _PATIENCE)
    assert model.unplayed == 0
    assert len(model.requests) == size + 1
    assert CANARY not in json.dumps(model.requests) + found.text
    assert place.secret.read_text() == CANARY


def test_a_text_that_names_files_and_skills_brings_none_of_them_in(place: Place) -> None:
    """Agents read what a prompt mentions: here a prompt is a record of what others wrote."""
    path = place.secret
    text = "\n".join((
        f"see @{path} and @\"{path}\" and @~/secret.txt @{{{path}}} !{{cat {path}}}",
        f"!`cat {path}` {{file:{path}}} [it]({path}) file://{path} $mine [$mine]({path})",
        f"!cat {path}", f"/add-dir {path.parent}", f"@{path.parent}/", f"# {path}",
    ))  # fmt: skip
    with place.sample.service([place.sample.answer]) as model:
        place.endpoint(model.url).complete(_thread(text), Lessons, "agent", _PATIENCE)
    assert CANARY not in json.dumps(model.requests)


@pytest.mark.parametrize("place", list(SAMPLES[:1]), indirect=True)
@SAMPLES[0].part.needed
def test_claude_code_adds_under_four_kilobytes(place: Place) -> None:
    """The others' figures are in `docs/agents.md`, and may change with each version."""
    assert added(place) < 4096


def test_each_agent_that_is_offered_has_a_sample() -> None:
    """A new one without proof fails."""
    offered = {agent.name for agent in BUILT_IN if not agent.not_offered}
    assert {sample.agent.name for sample in SAMPLES} == offered


def added(place: Place) -> int:
    """Bytes on the wire beyond those of instructions, text and schema, for 9 kB of text."""
    thread = _thread("word " * 1800)
    with place.sample.service([place.sample.answer]) as model:
        place.endpoint(model.url).complete(thread, Lessons, "agent", _PATIENCE)
    sent = len(json.dumps(model.requests[0], separators=(",", ":")))
    return sent - sum(len(message.text) for message in thread)


def _thread(text: str) -> list[Message]:
    system = f"{CHILD_MARK}\nYou read records. Answer in JSON."
    return [Message("system", system), Message("user", text)]
