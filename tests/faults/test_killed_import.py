"""That an import killed, repeated, resumed or run twice gives the events of an undisturbed one."""

from __future__ import annotations

from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import orjson
import pytest

from blackboard.board import Board
from blackboard.importer import import_files
from tests.faults.children import go, kill_after, let_go, start
from tests.long_runs import rounds

_IMPORT = """
from pathlib import Path
from blackboard.board import Board
from blackboard.importer import import_files
with Board.open(sys.argv[1]) as board:
    ready()
    summary = import_files(
        board, [Path(sys.argv[2])], progress=lambda read: print(read, flush=True))
    assert not summary.failed
"""
_SESSION = "11111111-2222-4333-8444-555555555555"


def line(number: int, kind: str, **fields: Any) -> bytes:
    """One line of a transcript."""
    record = {
        "type": kind,
        "sessionId": _SESSION,
        "uuid": f"u{number}",
        "timestamp": f"2026-01-01T{number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}Z",
        "cwd": "/nowhere/project",
        **fields,
    }
    return orjson.dumps(record) + b"\n"


def human(number: int, text: str) -> bytes:
    """A line in which the human speaks."""
    return line(number, "user", message={"role": "user", "content": text})


def call(number: int, key: str) -> bytes:
    """A line in which the agent says something and calls a tool."""
    content = [
        {"type": "text", "text": f"let me look at {key}"},
        {"type": "tool_use", "id": key, "name": "Bash", "input": {"command": f"cat {key}"}},
    ]
    return line(number, "assistant", message={"id": f"m{number}", "content": content})


def result(number: int, key: str) -> bytes:
    """A line with the result of a tool call."""
    content = [{"type": "tool_result", "tool_use_id": key, "content": f"it is {key}" * 20,
                "is_error": number % 7 == 0}]  # fmt: skip
    return line(number, "user", message={"role": "user", "content": content})


def turn(number: int) -> list[bytes]:
    """Five lines: a question, and two calls whose results come in the other order."""
    first, second = f"a{number}", f"b{number}"
    return [human(number, f"please look at number {number}"), call(number + 1, first),
            call(number + 2, second), result(number + 3, second),
            result(number + 4, first)]  # fmt: skip


_LINES = rounds(5_000, 20_000)


@pytest.fixture(scope="module")
def transcript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A transcript of thousands of lines."""
    path = tmp_path_factory.mktemp("transcripts") / f"{_SESSION}.jsonl"
    path.write_bytes(b"".join(each for number in range(0, _LINES, 5) for each in turn(number)))
    return path


def told(board: Board) -> list[tuple[str, str, object]]:
    """What a board knows, without the times of recording."""
    return [(event.id, event.type, event.payload) for event in board.read()]


@pytest.fixture(scope="module")
def undisturbed(transcript: Path) -> list[tuple[str, str, object]]:
    """The events of an import that nothing interrupted."""
    with Board.open(":memory:") as board:
        summary = import_files(board, [transcript])
        assert (summary.tool_calls, summary.sessions) == (_LINES * 2 // 5, 1)
        return told(board)


def differences(some: list[Any], others: list[Any]) -> list[tuple[Any, Any]]:
    """The first pairs that differ: to compare eight thousand texts in full takes minutes."""
    pairs = zip_longest(some, others)
    return list(islice((pair for pair in pairs if pair[0] != pair[1]), 3))


@pytest.mark.parametrize(
    "points", [(1, 700, 3_000), pytest.param((4_000, 6_500, 19_990), marks=pytest.mark.full)]
)
def test_a_killed_import_run_again_is_as_if_undisturbed(
    tmp_path: Path,
    transcript: Path,
    undisturbed: list[tuple[str, str, object]],
    points: tuple[int, ...],
) -> None:
    """After kills at several points the last run brings exactly the missing events."""
    path = tmp_path / "board.db"
    for lines in points:
        child = start(_IMPORT, path, transcript)
        let_go(child)
        kill_after(child, lines)
    ((_, errors),) = go(start(_IMPORT, path, transcript))
    assert errors == ""
    with Board.open(path) as board:
        assert differences(told(board), undisturbed) == []
        assert board.verify().sound


def test_two_imports_of_one_file_at_once_double_nothing(
    tmp_path: Path, transcript: Path, undisturbed: list[tuple[str, str, object]]
) -> None:
    """Two processes that take in the same file bring each event once."""
    path = tmp_path / "board.db"
    children = [start(_IMPORT, path, transcript) for _ in range(2)]
    assert [errors for _, errors in go(*children)] == ["", ""]
    with Board.open(path) as board:
        assert sorted(told(board), key=str) == sorted(undisturbed, key=str)
        assert board.verify().sound


def test_a_growing_file_gives_the_events_of_the_whole(tmp_path: Path) -> None:
    """A transcript read after every line, with words typed during a call, tells nothing else."""
    lines = [
        human(1, "please begin"),
        line(2, "queue-operation", operation="enqueue", content="typed before the call"),
        call(3, "a"),
        line(4, "queue-operation", operation="enqueue", content="typed during the call"),
        line(5, "queue-operation", operation="remove"),
        line(6, "queue-operation", operation="dequeue"),
        result(7, "a"),
        human(8, "typed during the call"),
    ]
    growing, whole = tmp_path / f"{_SESSION}.jsonl", tmp_path / "whole" / f"{_SESSION}.jsonl"
    whole.parent.mkdir()
    whole.write_bytes(b"".join(lines))
    with Board.open(":memory:") as first, Board.open(":memory:") as second:
        import_files(first, [whole])
        for each in lines:
            with growing.open("ab") as file:
                file.write(each)
            import_files(second, [growing])
        assert told(second) == told(first)
