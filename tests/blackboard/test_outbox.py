"""What hooks spilt beside a busy board is taken in: all of it, once, and nothing else."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.ids import derived
from blackboard.storage import outbox
from blackboard.storage.outbox import add, outbox_path
from tests.blackboard.mutations import mutated
from tests.faults.children import killed, start
from tests.long_runs import rounds

_AT = 1_700_000_000_000_000


def line(number: int = 1, **fields: Any) -> str:
    """A turn that ended, as a hook spills it."""
    told = {
        "type": "turn.ended", "stream": "session:s", "payload": {"session": "s"}, "actor": "codex",
        "occurred_at": _AT, "id": derived("session:s", str(number)), **fields,
    }  # fmt: skip
    return json.dumps(told)


def ids(path: Path) -> list[str]:
    """The ids of the events on a board, once what waits is taken in."""
    with Board.open(path) as board:
        board.catch_up()
        assert board.verify().sound
        return [event.id for event in board.read()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A board that is closed."""
    Board.open(tmp_path / "board.db").close()
    return tmp_path / "board.db"


def test_what_was_spilt_is_taken_in_once(path: Path) -> None:
    """By whoever reads the views first."""
    add(str(path), lambda: [line(number) for number in range(3)])
    assert len(ids(path)) == 3
    assert len(ids(path)) == 3
    add(str(path), lambda: [line(2), line(3)])
    assert len(ids(path)) == 4


def test_the_files_are_private(path: Path) -> None:
    """Also the one of what could not be taken in."""
    before = os.umask(0)
    try:
        add(str(path), lambda: [line(), "no event"])
        assert len(ids(path)) == 1
    finally:
        os.umask(before)
    for name in (outbox_path(str(path)), f"{outbox_path(str(path))}.refused"):
        assert stat.S_IMODE(Path(name).stat().st_mode) == 0o600


def test_a_mutated_line_costs_no_other_one(path: Path) -> None:
    """What it holds is recorded or kept aside, and each line beside it is on the board."""
    chance, lines, kept = Random("outbox-1"), [], []
    whole = json.loads(line(project="p", schema=1))
    for number in range(rounds(200, 2000)):
        bad = mutated({**whole, "id": f"bad-{number}"}, chance).replace(b"\n", b" ")
        kept.append(derived("session:s", str(number)))
        lines += [bad.decode("utf-8", "replace"), line(number)]
    add(str(path), lambda: lines)
    found = ids(path)
    assert [each for each in found if each in set(kept)] == kept
    refused = Path(f"{outbox_path(str(path))}.refused").read_bytes().splitlines()
    assert len(refused) > len(lines) / 8
    assert not outbox.is_waiting(str(path))


REFUSED = {
    "torn": line()[:-5],
    "list": "[]",
    "number": "5",
    "text": '"x"',
    "nothing": "{}",
    "no-id": line(id=""),
    "time-is-true": line(occurred_at=True),
    "schema-is-true": line(schema=True),
    "schema-is-huge": line(schema=2**31),
    "id-is-a-number": line(id=5),
    "unknown-field": line(payload={"session": "s", "x": 1}),
    "payload-is-a-list": line(payload=[]),
    "control-character": line(stream="session:a\u0007"),
    "project-breaks-lines": line(project="a\nb"),
    "project-is-a-list": line(project=["a"]),
    "without-end": line(project="x" * 5000),
    "no-stream": line(stream=""),
    "no-time": line(occurred_at=None),
    "time-of-text": line(occurred_at="now"),
    "time-out-of-range": line(occurred_at=2**70),
    "half-a-pair": '{"type": "\\ud83d"}',
    "bytes": "\udcff",
}


@pytest.mark.parametrize("bad", REFUSED.values(), ids=REFUSED)
def test_a_line_that_is_no_event_stops_nobody(path: Path, bad: str) -> None:
    """It is kept aside; those before and after it are taken in, and the board can be read."""
    file = Path(outbox_path(str(path)))
    file.write_bytes(f"{line(1)}\n{bad}\n{line(2)}\n".encode("utf-8", "surrogateescape"))
    assert len(ids(path)) == 2
    assert file.read_bytes() == b""
    kept = Path(f"{file}.refused").read_bytes()
    assert kept == f"{bad}\n".encode("utf-8", "surrogateescape")


@settings(max_examples=rounds(10, 100))
@given(st.lists(st.one_of(st.binary(max_size=60), st.just(line().encode())), max_size=6))
def test_no_file_whatever_makes_a_board_unreadable(tmp_path_factory: Any, raw: list[bytes]) -> None:
    """Another program may have written to it, or a crash torn it."""
    path = tmp_path_factory.mktemp("spill") / "board.db"
    Path(outbox_path(str(path))).write_bytes(b"\n".join(raw))
    assert len(ids(path)) <= 1


def test_nothing_is_taken_in_inside_a_transaction(path: Path) -> None:
    """What is taken back afterwards would be lost, for the file would be empty."""
    add(str(path), lambda: [line()])
    with Board.open(path) as board, board.transaction():
        board.catch_up()
        assert board.log.head() == 0
        assert Path(outbox_path(str(path))).stat().st_size > 0
    assert len(ids(path)) == 1


def test_a_taker_killed_after_its_commit(path: Path) -> None:
    """What it could not take off the file any more is not on the board twice."""
    add(str(path), lambda: [line(number) for number in range(5)])
    killed(start(
        "import os, signal\n"
        "from blackboard.board import Board\n"
        "from blackboard.storage.outbox import Outbox\n"
        "Outbox.empty = lambda self: os.kill(os.getpid(), signal.SIGKILL)\n"
        "Board.open(sys.argv[1]).catch_up()",
        path,
    ))  # fmt: skip
    assert len(Path(outbox_path(str(path))).read_text().splitlines()) == 5
    assert len(ids(path)) == 5


def test_a_taker_killed_before_its_commit(path: Path) -> None:
    """Then nothing was taken, and the next one does."""
    add(str(path), lambda: [line(number) for number in range(5)])
    killed(start(
        "import os, signal\n"
        "from blackboard.board import Board\n"
        "from blackboard.storage.sqlite.log import SqliteLog\n"
        "SqliteLog.append = lambda self, events: os.kill(os.getpid(), signal.SIGKILL)\n"
        "Board.open(sys.argv[1]).catch_up()",
        path,
    ))  # fmt: skip
    assert len(ids(path)) == 5


def test_many_takers_and_spillers_at_once(path: Path) -> None:
    """Nothing is lost between reading and emptying."""
    spills = (
        "import json, sys\n"
        "from blackboard.storage.outbox import add\n"
        "base = json.loads(sys.argv[2])\n"
        "for n in range(200):\n"
        "    told = {**base, 'id': f'{sys.argv[3]}-{n}'}\n"
        "    while True:\n"
        "        try:\n"
        "            add(sys.argv[1], lambda: [json.dumps(told)])\n"
        "            break\n"
        "        except BlockingIOError:\n"
        "            pass\n"
    )
    takes = (
        "import sys\nfrom blackboard.board import Board\n"
        "with Board.open(sys.argv[1]) as board:\n"
        "    for _ in range(100):\n        board.catch_up()\n"
    )
    root = Path(__file__).parents[2]
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(path), line(), name], cwd=root)
        for code, name in ((spills, "a"), (spills, "b"), (takes, ""), (takes, ""))
    ]
    assert [process.wait(timeout=120) for process in running] == [0] * 4
    found = ids(path)
    assert len(found) == len(set(found)) == 400


def test_a_full_spill_file_is_an_error_and_stays_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No room is left for half of a line."""
    add(str(path), lambda: [line(1)])
    before = Path(outbox_path(str(path))).read_bytes()
    whole = os.write
    with monkeypatch.context() as full:
        full.setattr("blackboard.storage.outbox.os.write", lambda file, data: whole(file, data[:7]))
        with pytest.raises(OSError, match="no room"):
            add(str(path), lambda: [line(2)])
    assert Path(outbox_path(str(path))).read_bytes() == before
    monkeypatch.setattr(outbox, "_MOST_BYTES", 10)
    with pytest.raises(OSError, match="too much"):
        add(str(path), lambda: [line(2)])
