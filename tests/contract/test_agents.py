"""Every agent teaches the same: one made-up session in its form gives the same events and lessons.

The agents are those of the registry, so that a new one without a sample fails.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from blackboard.agents import AGENTS, Agent, agent_named, register
from blackboard.agents.reader import Record
from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.events.catalogue import check
from blackboard.events.upcast import newest
from blackboard.importer import import_files
from blackboard.sources.source import Call, Speaker
from reflect.invocation import command_of
from reflect.miner.mine import mine
from reflect.trajectory import Trajectory, changed_by, is_edit, payload_of, read_by, trajectory
from tests.contract.agent_samples import SAMPLES
from tests.contract.agent_session import FILE, ROOT, SESSION, Edited, Ran, Read, Said, Step

LESSONS = [
    ("Always run `make fmt` before you commit.", "human"),
    ("Use `PRICES=dev npm test` instead of `npm test`.", "tool"),
]

PROVES_A_PERSON = {"claude-code", "codex"}
"""Whose records show that a person typed a prompt; of others nobody knows, so it is nobody's."""

KEEPS_LESS = {"aider": {Ran, Read}}
"""What an agent does not keep: how a command ended, and what was read."""


@pytest.fixture(params=list(AGENTS))
def agent(request: pytest.FixtureRequest) -> str:
    """Each agent that is registered."""
    name: str = request.param
    assert name in SAMPLES, f"add a sample session of {name} to tests/contract/agent_samples.py"
    return name


@pytest.fixture
def board(agent: str, tmp_path: Path) -> Iterator[Board]:
    """A board with the agent's session."""
    with Board.open(tmp_path / "board.db") as opened:
        SAMPLES[agent](opened, tmp_path)
        yield opened


def test_the_same_session_gives_the_same_events(board: Board, agent: str) -> None:
    """What was said, run, read and changed, in order, whatever the agent calls its tools."""
    seen = _trajectory(board)
    assert seen.session["agent"] == agent
    kept = [each for each in SESSION if type(each) not in KEEPS_LESS.get(agent, ())]
    steps = [each for each in _steps(seen.events) if each[0] != "ran" or agent not in KEEPS_LESS]
    assert steps == list(_expected(kept))
    assert seen.changed_lines in (1, 2)  # a patch counts both sides of a replaced line


def test_the_events_are_of_the_newest_version(board: Board) -> None:
    """Each fits its model as it was written, so that nothing has to be lifted."""
    for event in board.read(types=["message.recorded", "tool.called"]):
        assert event.schema == newest(event.type)
        check(event.type, event.schema, event.payload)


def test_the_same_session_gives_the_same_lessons(board: Board, agent: str) -> None:
    """A failed command with its working form, and a human's rule, trusted alike."""
    mine(board)
    rows = board.view("lessons", order="constraint")
    expected = [(rule, _trust(agent, trust)) for rule, trust in _lessons(agent)]
    assert [(row["constraint"], row["trust"]) for row in rows] == expected


def _lessons(agent: str) -> list[tuple[str, str]]:
    """A failed command teaches nothing where nobody says that it failed."""
    return LESSONS[:1] if agent in KEEPS_LESS else LESSONS


def _trust(agent: str, trust: str) -> str:
    return "imported" if trust == "human" and agent not in PROVES_A_PERSON else trust


def test_a_board_of_the_version_before_teaches_the_same(
    board: Board, agent: str, tmp_path: Path
) -> None:
    """Events as version 1 wrote them are lifted to what is written now, by unknown authors."""
    with Board.open(tmp_path / "old.db") as old:
        for event in board.read():
            old.append([_as_before(event)])
        assert list(_steps(_trajectory(old).events)) == list(_steps(_trajectory(board).events))
        mine(old)
        rows = old.view("lessons", order="constraint")
        expected = [(rule, "imported") for rule, _ in _lessons(agent)]
        assert [(row["constraint"], row["trust"]) for row in rows] == expected
        assert [row["kind"] for row in old.view("failures")] == ["shell"] * len(expected[1:])


class KaroReader:
    """Reads a format of a stranger's own: what the human says, and what was tried."""

    name: ClassVar[str] = "karo"

    def __init__(self, session: str, state: Record) -> None:
        self.unknown = 0
        self._speaker = Speaker(session, self.name)

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        return "karo" in record

    def read(self, record: Record, offset: int) -> Iterator[NewEvent]:
        """See `Reader.read`."""
        if not self._speaker.begun:
            yield self._speaker.started(offset)
        call = Call("versuche", {"cmd": record["karo"]}, None)
        failed, output = record["failed"], record["output"]
        yield self._speaker.called(str(offset), call, offset, output, failed=failed)

    def waiting(self) -> int | None:
        """See `Reader.waiting`."""
        return None

    def state(self) -> Record:
        """See `Reader.state`."""
        return {}

    def usage(self) -> tuple[NewEvent, ...]:
        """See `Reader.usage`."""
        return ()


KARO = Agent("karo", "Karo", tools={"shell": ("versuche",)}, reader=KaroReader)


def test_a_strangers_agent_teaches_once_it_is_registered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own format, and a tool whose name says nothing to anybody else."""
    path = tmp_path / "one.jsonl"
    steps = [step for step in SESSION if isinstance(step, Ran)]
    lines = [{"karo": each.line, "failed": bool(each.code), "output": each.output}
             for each in steps]  # fmt: skip
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    with Board.open(tmp_path / "board.db") as board:
        assert import_files(board, [path]).failed
        monkeypatch.setitem(AGENTS, KARO.name, KARO)  # it is taken back at the end
        del AGENTS[KARO.name]
        register(KARO)
        assert not import_files(board, [path]).failed
        mine(board)
        assert [row["constraint"] for row in board.view("lessons")] == [LESSONS[1][0]]


def test_the_documents_list_of_messages_teaches_what_they_say(tmp_path: Path) -> None:
    """A shell of nobody in particular: named `bash`, its line in `cmd`, its exit code in words."""
    page = (Path(__file__).parents[2] / "docs" / "agents.md").read_text()
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "talk.jsonl"
    path.write_text(example)
    with Board.open(tmp_path / "board.db") as board:
        import_files(board, [path])
        mine(board)
        (lesson,) = board.view("lessons")
        assert f"teaches: {lesson['constraint']}" in page
        assert (lesson["trust"], board.view("failures")[0]["exit_code"]) == ("imported", 1)


def test_two_agents_of_one_name_are_refused() -> None:
    """Registering the same one again is nothing; another by its name or program is a mistake."""
    register(AGENTS["codex"])
    for other in (Agent("codex", "Another"), Agent("other", "Another", program="codex")):
        with pytest.raises(ValueError, match="already"):
            register(other)
    assert agent_named("claude") is agent_named("claude-code")
    assert agent_named("nobody") is None


def _as_before(event: Event) -> Any:
    added: tuple[str, ...] = ("said_by",)
    added += ("kind", "command", "paths", "cwd") if event.type == "tool.called" else ()
    payload = {name: value for name, value in payload_of(event).items() if name not in added}
    return NewEvent(event.type, event.stream, payload, 1, event.project, event.actor,
                    event.occurred_at, event.id)  # fmt: skip


def _trajectory(board: Board) -> Trajectory:
    (session,) = board.view("sessions")
    return trajectory(board, session)


def _steps(events: Sequence[Event]) -> Iterator[tuple[Any, ...]]:
    """What the events say without ids, names of tools and where the project is."""
    for event in events:
        payload = payload_of(event)
        if event.type == "message.recorded":
            yield payload["role"], payload["text"]
        elif event.type != "tool.called":
            continue
        elif read := read_by(event):
            yield "read", read[0].removeprefix(f"{ROOT}/"), payload.get("failed", False)
        elif is_edit(event):
            yield "changed", [each.removeprefix(f"{ROOT}/") for each in changed_by(event)]
        else:
            ended = payload.get("failed"), payload["output"].split("\n")[-1]
            yield "ran", command_of(event), *ended


def _expected(steps: Sequence[Step] = SESSION) -> Iterator[tuple[Any, ...]]:
    for step in steps:
        match step:
            case Said(text):
                yield "user", text
            case Ran(line, output, code):
                yield "ran", line, bool(code), output
            case Read():
                yield "read", FILE, False
            case Edited():
                yield "changed", [FILE]


def test_the_sample_holds_what_the_contract_is_about() -> None:
    """A failure, its working form, a reading, an edit and a human's correction."""
    assert {type(step) for step in SESSION} == {Said, Ran, Read, Edited}
    assert any(isinstance(step, Ran) and step.code for step in SESSION)
