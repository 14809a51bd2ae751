"""Live capture and import agree: a session is one, from whichever source and in any order."""

from __future__ import annotations

import json
import re
import shutil
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent, micros
from blackboard.importer import import_files
from blackboard.transcript_files import find
from blackboard.views.view import Row
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator.settings import CuratorSettings
from reflect.miner.mine import mine
from reflect.reconsider import reconsider
from reflect.reflecting import ReflectionTools
from scheduler.dispatch import dispatch
from scheduler.handlers.reflect import ReflectHandler
from scheduler.work.queue import Queue
from scheduler.worker import Worker
from tests.conftest import FixedClock

SAMPLES = Path(__file__).parents[2] / "examples" / "sessions"
_OF_THE_LOG = {"position", "stream", "updated_at", "learnt_at", "decisions"}
HOOKS = ("start", "stop", "end")


@pytest.fixture(params=["60370d31", "69fdaceb", "rollout-2026"])
def transcript(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a sample session, with a subagent where the agent keeps those beside it."""
    path = min(SAMPLES.rglob(f"{request.param}*.jsonl"))
    copy = tmp_path / "transcripts" / path.name
    copy.parent.mkdir()
    shutil.copy(path, copy)
    if "rollout" not in path.name:
        _subagent(copy)
    return copy


def _subagent(session: Path) -> None:
    """What a subagent of a session did, as Claude Code keeps it."""
    lines = [json.loads(line) for line in session.read_text().splitlines()]
    spoken = [line for line in lines if line.get("type") in ("user", "assistant")]
    folder = session.with_suffix("") / "subagents"
    folder.mkdir(parents=True)
    with (folder / "agent-a1b2.jsonl").open("w") as file:
        for line in spoken:
            record = {**line, "isSidechain": True, "agentId": "a1b2", "uuid": f"sub-{line['uuid']}"}
            file.write(json.dumps(record) + "\n")


def name_of(transcript: Path) -> str:
    """The session id that the agent passes to its hooks."""
    return transcript.stem[-36:]


def hooked(transcript: Path, step: str) -> NewEvent:
    """What a hook writes at a step, at the time of the session's first line."""
    session = name_of(transcript)
    codex = "rollout" in transcript.name
    told: dict[str, Any] = {"session": session, "transcript": str(transcript)}
    types = {"start": "session.started", "stop": "turn.ended", "end": "session.ended"}
    if step == "start":
        told["agent"] = "codex" if codex else "claude-code"
    at = micros(re.search(r'"timestamp": ?"([^"]+)"', transcript.read_text())[1])  # type: ignore[index]
    return NewEvent(types[step], f"session:{session}", told, occurred_at=at, actor="hook")


def work(board: Board, clock: FixedClock) -> list[Any]:
    """Do all that waits, and return what was done."""
    tools = ReflectionTools(Critic(CriticSettings().in_force()))
    handler = ReflectHandler(lambda _: tools, clock=clock)
    queue = Queue(board, "w", clock=clock)
    dispatch(board, queue)
    done = Worker(lambda: Board.open(board.path or ""), {"reflect": handler}).run(until_idle=True)
    assert (done.failed, done.lost) == (0, 0)
    return board.view("work")


def seen(board: Board) -> dict[str, list[Row]]:
    """Sessions and lessons as anybody would see them."""
    return {
        view: [
            {key: value for key, value in row.items() if key not in _OF_THE_LOG}
            for row in board.view(view, order="id")
        ]
        for view in ("sessions", "lessons")
    }


def plain(path: Path, transcript: Path) -> dict[str, list[Row]]:
    """The session on a board that never heard of a hook."""
    with Board.open(path) as board:
        import_files(board, find([transcript, *_folder(transcript)]))
        mine(board)
        reconsider(board, CuratorSettings())  # as the worker does
        return seen(board)


def _folder(transcript: Path) -> list[Path]:
    return [each for each in [transcript.with_suffix("")] if each.is_dir()]


def test_the_end_of_a_turn_brings_the_transcript_in(
    board: Board, clock: FixedClock, transcript: Path
) -> None:
    """With those of its subagents, each record once, however often a turn ends."""
    board.append([hooked(transcript, "stop")])
    [item] = work(board, clock)
    assert (item["kind"], item["state"]) == ("reflect", "completed")
    sessions = {row["id"]: row for row in board.view("sessions")}
    assert sessions[name_of(transcript)]["user_messages"] > 0
    if _folder(transcript):
        assert sessions[f"{name_of(transcript)}/a1b2"]["total_messages"] > 0
    head = len(list(board.read(types=["message.recorded", "tool.called"])))
    board.append([hooked(transcript, "stop"), hooked(transcript, "end")])
    work(board, clock)
    assert len(list(board.read(types=["message.recorded", "tool.called"]))) == head
    assert board.verify().sound


@pytest.mark.parametrize("order", list(permutations(["hooks", "import"])), ids="-".join)
def test_hooks_change_nothing_of_what_is_seen(
    board: Board, clock: FixedClock, tmp_path: Path, transcript: Path, order: tuple[str, ...]
) -> None:
    """Views of sessions and lessons are those of a board without hooks, but for its end."""
    for each in order:
        if each == "import":
            import_files(board, find([transcript, *_folder(transcript)]))
            mine(board)
        else:
            board.append([hooked(transcript, step) for step in HOOKS])
            work(board, clock)
    live, afterwards = seen(board), plain(tmp_path / "plain.db", transcript)
    for row in (*live["sessions"], *afterwards["sessions"]):
        if row["id"] == name_of(transcript):
            row.pop("ended")
            assert row.pop("started_at")  # the hook is called a moment before the first word
    assert live == afterwards


def test_a_transcript_that_is_being_written(
    board: Board, clock: FixedClock, tmp_path: Path, transcript: Path
) -> None:
    """A torn last line is read when it is whole, and nothing twice."""
    whole = transcript.read_bytes()
    lines = whole.splitlines(keepends=True)
    for part in (b"".join(lines[: len(lines) // 2]), whole[:-30], whole):
        transcript.write_bytes(part)
        board.append([hooked(transcript, "stop")._replace(id=None)])
        work(board, clock)
    import_files(board, find([transcript]))
    assert seen(board)["sessions"] == plain(tmp_path / "plain.db", transcript)["sessions"]


@pytest.mark.parametrize("missing", ["nowhere/x.jsonl", "", "\0", "folder"])
def test_a_transcript_that_is_not_there(
    board: Board, clock: FixedClock, tmp_path: Path, missing: str
) -> None:
    """The item ends without fuss, and others are done."""
    (tmp_path / "folder").mkdir()
    place = str(tmp_path / missing) if missing != "\0" else missing
    input_ = {"session": "gone", "transcript": place} if missing else {"session": "gone"}
    board.append([
        NewEvent("session.started", "session:gone", {"session": "gone", "agent": "codex"}),
        NewEvent("turn.ended", "session:gone", input_),
    ])  # fmt: skip
    assert [item["state"] for item in work(board, clock)] in ([], ["completed"])
