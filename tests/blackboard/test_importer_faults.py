"""Importing what is broken, huge or no transcript at all: reported, bounded, never fatal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

import orjson
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.agents import AGENTS, Agent
from blackboard.errors import BoardFull, InvalidEvent
from blackboard.event import NewEvent
from blackboard.import_faults import MOST_NAMED, Fault
from blackboard.importer import Summary, import_files
from blackboard.sources.source import Record
from blackboard.transcript_files import find
from lessonboard.exclusion import excluded
from tests.blackboard.records import human, model, result, use, write
from tests.long_runs import rounds


def _texts(board: Board) -> list[str]:
    return [e.payload["text"] for e in board.read(types=["message.recorded"]) if e.payload]


def _with_neighbour(board: Board, path: Path) -> Summary:
    """Import a file and, after it, one that is sound."""
    sound = write(path.parent / "sound.jsonl", [human("Sound.", sessionId="sound")])
    summary = import_files(board, [path, sound])
    assert _texts(board)[-1] == "Sound."
    return summary


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.jsonl", b"", "empty"),
        ("blank.jsonl", b"\n\n  \n", "no text"),
        ("binary.jsonl", b"\x7fELF\0\0\1", "no text"),
        ("notes.jsonl", b"Dear diary,\n", "no JSON"),
        ("other.json", b'{"name": "kite", "version": "1.0"}', "known format"),
        ("list.json", b"[1, 2, 3]", "known format"),
        ("cut.json", b'[{"role": "user", "content": "Hel', "known format"),
        ("schema.json", b'{"type": ["string", "null"], "role": {}}', "known format"),
        ("junk.jsonl.zst", b"this was never compressed", "could not be read"),
    ],
)
def test_what_is_no_transcript_is_reported(
    board: Board, tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    """A file of another kind is named with the reason, and the next one is imported."""
    path = tmp_path / name
    path.write_bytes(content)
    summary = _with_neighbour(board, path)
    assert [(Path(file).name, reason in why) for file, why in summary.failed] == [(name, True)]
    assert summary.events == 2


def test_missing_files_and_folders_are_reported(board: Board, tmp_path: Path) -> None:
    """A file that is not there, and a folder in place of a file, are named with the reason."""
    (tmp_path / "folder.jsonl").mkdir()
    summary = import_files(board, [tmp_path / "nowhere.jsonl", tmp_path / "folder.jsonl"])
    assert [reason for _, reason in summary.failed] == [
        "could not be opened: No such file or directory",
        "is a folder, not a transcript",
    ]


def test_lines_that_are_no_records_are_counted(board: Board, tmp_path: Path) -> None:
    """Broken and foreign lines between sound ones are counted, and reading goes on."""
    lines: list[Record | bytes] = [
        human("One."),
        b"{broken",
        b"[1, 2]",
        b'"text"',
        b"",
        b"\xff\xfe",
        human("Two."),
    ]
    summary = import_files(board, [write(tmp_path / "s1.jsonl", lines)])
    assert summary.unknown_lines == 4
    assert _texts(board) == ["One.", "Two."]


@pytest.mark.parametrize("field", ["type", "uuid", "timestamp", "cwd", "message", "sessionId"])
@pytest.mark.parametrize("value", [["a"], {"a": 1}, 7, None, "\0", "x\ny", "x" * 9000])
def test_a_line_with_an_odd_field_stops_nothing(
    board: Board, tmp_path: Path, field: str, value: Any
) -> None:
    """A line whose fields hold what nobody expects is at worst passed over."""
    odd = human("Odd.") | {field: value}
    path = write(tmp_path / "s1.jsonl", [human("One."), odd, human("Two.")])
    summary = _with_neighbour(board, path)
    assert summary.failed == []
    assert {"One.", "Two."} <= set(_texts(board))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"caf\xff", "caf\ufffd"),
        (b"a\\ud83db", "a?b"),
        (b"a\\u0000b", "ab"),
        ("\U0001f600".encode(), "\U0001f600"),
    ],
)
def test_odd_characters_are_taken(board: Board, tmp_path: Path, written: bytes, read: str) -> None:
    """Invalid UTF-8, lone surrogates and NULs cost at most the character that they stand for."""
    raw = orjson.dumps(human("WORDS")).replace(b"WORDS", written)
    assert import_files(board, [write(tmp_path / "s1.jsonl", [raw])]).unknown_lines == 0
    assert _texts(board) == [read]
    assert len(board.view("sessions")) == 1
    board.search(read, view="sessions")


def test_a_nul_byte_in_a_line_costs_that_line_only(board: Board, tmp_path: Path) -> None:
    """Zeroes that a crash left in the middle of a file do not hide the rest of it."""
    path = write(tmp_path / "s1.jsonl", [*map(human, "abcdef"), b"\0" * 4096, human("g")])
    assert import_files(board, [path]).unknown_lines == 1
    assert _texts(board) == list("abcdefg")


@pytest.mark.parametrize("depth", [200, 300, 700, 5_000])
def test_deep_nesting_stops_nothing(board: Board, tmp_path: Path, depth: int) -> None:
    """An input nested deeper than anybody reads is at worst passed over."""
    nested = b"[" * depth + b"]" * depth
    deep = orjson.dumps(model(use("c1", x="NESTED"))).replace(b'"NESTED"', nested)
    path = write(tmp_path / "s1.jsonl", [human("One."), deep, result("c1", "ok"), human("Two.")])
    assert _with_neighbour(board, path).failed == []
    assert {"One.", "Two."} <= set(_texts(board))


@pytest.mark.parametrize("number", [b"1e999", b"NaN", b"1" * 30, b"-" + b"9" * 30])
@pytest.mark.parametrize("beside", [b"", b"\\ud800"])
def test_numbers_out_of_range_stop_nothing(
    board: Board, tmp_path: Path, number: bytes, beside: bytes
) -> None:
    """A number that JSON readers disagree about is at worst passed over."""
    raw = orjson.dumps(model("Words.", use("c1", x="NUMBER")))
    raw = raw.replace(b'"NUMBER"', number).replace(b"Words.", b"Words." + beside)
    path = write(tmp_path / "s1.jsonl", [human("One."), raw, result("c1", "ok"), human("Two.")])
    assert _with_neighbour(board, path).failed == []
    assert {"One.", "Two."} <= set(_texts(board))


@pytest.mark.parametrize(
    "folder", ["/home/ada/\0kite", "/home/\ud800", "/" + "k" * 9000, "/a" * 4000]
)
def test_a_folder_that_no_file_system_can_hold_ends_no_import(
    board: Board, tmp_path: Path, folder: str
) -> None:
    """The settings of that folder are asked for as well, and there are none."""
    lines = [human("One.", cwd=folder), human("Two.", cwd=None), human("Three.")]
    path = tmp_path / "s1.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    summary = import_files(board, [path], excluded=excluded())
    assert (summary.failed, summary.left_out, summary.faults) == ([], [], [])
    assert _texts(board) == ["One.", "Two.", "Three."]


def test_what_is_no_record_is_named_by_its_line(board: Board, tmp_path: Path) -> None:
    """Counted from the first line of the file also where reading goes on in its middle."""
    path = write(tmp_path / "s1.jsonl", [human("One."), b"{broken", human("Two.")])
    first = import_files(board, [path]).faults
    with path.open("ab") as file:
        file.write(b"\n[]\n" + orjson.dumps(human("Three.")) + b"\n")
    assert first == [Fault(str(path), 2, "is no JSON object")]
    assert import_files(board, [path]).faults == [Fault(str(path), 5, "is no JSON object")]
    assert import_files(board, [path]).faults == []
    assert _texts(board) == ["One.", "Two.", "Three."]


@pytest.mark.parametrize("more", [0, 1, 7])
def test_the_first_faults_of_a_file_are_named(board: Board, tmp_path: Path, more: int) -> None:
    """Twenty by their lines, and how many come after them."""
    lines: list[Record | bytes] = [
        human("One."),
        *[b"{broken"] * (MOST_NAMED + more),
        human("Two."),
    ]
    faults = import_files(board, [write(tmp_path / "s1.jsonl", lines)]).faults
    assert [fault.line for fault in faults[:MOST_NAMED]] == list(range(2, MOST_NAMED + 2))
    rest = [(MOST_NAMED + 2, f"and {more} more from here on")] if more else []
    assert [fault[1:] for fault in faults[MOST_NAMED:]] == rest


class OddReader:
    """Reads what a record says should be recorded, or fails as it says."""

    name: ClassVar[str] = "odd"
    unknown = 0

    def __init__(self, session: str, state: Record) -> None:
        self._given = session, state

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        return bool(record["odd"])  # a KeyError for those of others

    def read(self, record: Record, offset: int) -> list[NewEvent]:
        """See `Reader.read`."""
        if "raise" in record:
            raise FAILURES[record["raise"]](f"secret {record}")
        payload = {"text": f"{offset}", **record.get("payload", {})}
        event = NewEvent("note.taken", "notes", payload, actor="odd", id=f"note-{offset}")
        return [event._replace(**record.get("event", {}))]

    def waiting(self) -> None:
        """See `Reader.waiting`."""

    def state(self) -> Record:
        """See `Reader.state`."""
        return {}

    def usage(self) -> tuple[NewEvent, ...]:
        """See `Reader.usage`."""
        return ()


FAILURES: dict[str, type[Exception]] = {
    each.__name__: each
    for each in (KeyError, OSError, RecursionError, UnicodeError, ZeroDivisionError, AssertionError,
                 StopIteration, NotImplementedError, InvalidEvent)
}  # fmt: skip
BAD: list[Record] = [
    *({"odd": 1, "raise": each} for each in FAILURES),
    *({"odd": 1, "event": each} for each in (
        {"stream": ""}, {"stream": "a\u0085b"}, {"stream": "x" * 5000}, {"actor": "a\nb"},
        {"occurred_at": 2.0**70}, {"schema": "x" * 5000}, {"project": "a\u2028b"}, {"type": ""},
        {"type": "turn.ended"}, {"type": "turn.ended", "payload": {"session": 7}},
    )),
]  # fmt: skip


@settings(max_examples=rounds(6, 100))
@given(st.lists(st.sampled_from([None, *BAD]), max_size=40))
def test_an_event_that_the_log_refuses_costs_itself_alone(records: list[Record | None]) -> None:
    """All others of its batch are recorded, in order; its line is named, without its text."""
    lines = [orjson.dumps(each or {"odd": 1}) for each in ({"odd": 1}, *records)]
    agent = Agent("odd", "Odd", reader=OddReader)
    with tempfile.TemporaryDirectory() as folder, Board.open(":memory:") as board:
        path = write(Path(folder) / "odd.jsonl", lines)
        with patch.dict(AGENTS, {"odd": agent}):
            summary = import_files(board, [path])
            again = import_files(board, [path])
        good = [number for number, each in enumerate([None, *records]) if each is None]
        places = [str(sum(len(line) + 1 for line in lines[:number])) for number in good]
        assert [event.payload["text"] for event in board.read() if event.payload] == places
    bad = [number + 2 for number, each in enumerate(records) if each is not None]
    assert [fault.line for fault in summary.faults[:MOST_NAMED]] == bad[:MOST_NAMED]
    assert not any("secret" in fault.reason for fault in summary.faults)
    assert (summary.failed, again.faults, again.skipped) == ([], [], 1)


def test_a_full_disk_is_no_fault_of_a_record(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The import ends, and what it could not write is not taken for read."""
    path = write(tmp_path / "s1.jsonl", [human("One."), human("Two.")])
    with monkeypatch.context() as full:
        full.setattr(board.log, "append", _disk_is_full)
        with pytest.raises(BoardFull):
            import_files(board, [path])
    assert import_files(board, [path]).messages == 2


def _disk_is_full(*_events: object, **_named: object) -> None:
    raise BoardFull("board.db")


def test_a_file_whose_name_is_no_text_is_read(board: Board, tmp_path: Path) -> None:
    """Names of files are bytes; it is shown without those that are no UTF-8."""
    path = Path(os.fsdecode(os.fsencode(tmp_path / "s1") + b"\xff.jsonl"))
    write(path, [human("One."), b"{broken"])
    summary = import_files(board, [path])
    assert (summary.messages, summary.failed) == (1, [])
    assert [fault.file.encode() and fault.line for fault in summary.faults] == [2]
    assert import_files(board, [path]).skipped == 1


def _compressed(*parts: list[dict[str, Any]]) -> bytes:
    lines = [b"".join(orjson.dumps(each) + b"\n" for each in part) for part in parts]
    return b"".join(zstandard.ZstdCompressor(write_checksum=True).compress(each) for each in lines)


def test_compressed_files_are_read(board: Board, tmp_path: Path) -> None:
    """A `.jsonl.zst` is read like the file it was made from, of one frame or of several."""
    path = tmp_path / "s1.jsonl.zst"
    path.write_bytes(_compressed([human("One.")], [human("Two.")]))
    assert import_files(board, [path]).failed == []
    assert _texts(board) == ["One.", "Two."]


def test_the_plain_sibling_is_preferred(tmp_path: Path) -> None:
    """Of a file and its compressed form, only the plain one is looked at."""
    write(tmp_path / "s1.jsonl", [human("One.")])
    (tmp_path / "s1.jsonl.zst").write_bytes(b"not even compressed")
    assert [path.name for path in find([tmp_path])] == ["s1.jsonl"]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("problem", ["cut", "flipped"])
def test_a_damaged_compressed_file_is_reported(
    board: Board, tmp_path: Path, share: float, problem: str
) -> None:
    """Damage in the middle of a compressed file is reported, and the next file is imported."""
    whole = _compressed([human(f"{n} " + f"{n * 7919 % 10007} " * 40) for n in range(3000)])
    at = int(len(whole) * share)
    path = tmp_path / "s1.jsonl.zst"
    damaged = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
    path.write_bytes(whole[:at] if problem == "cut" else damaged)
    summary = _with_neighbour(board, path)
    assert len(summary.failed) + summary.torn + summary.unknown_lines >= 1


def test_a_line_of_twenty_megabytes_is_taken(board: Board, tmp_path: Path) -> None:
    """A line that holds a whole file is read, its output shortened in the middle."""
    lines = [model(use("c1", "Read")), result("c1", "x" * (20 << 20)), human("Next.")]
    summary = import_files(board, [write(tmp_path / "s1.jsonl", lines)])
    assert (summary.tool_calls, summary.messages) == (1, 1)
    (call,) = board.read(types=["tool.called"])
    assert call.payload
    assert call.payload["output_chars"] == 20 << 20
    assert len(call.payload["output"]) < 10_000


_CHILD = """
import resource, sys
from pathlib import Path
from blackboard import Board
from blackboard.importer import import_files
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with Board.open(sys.argv[2]) as board:
    summary = import_files(board, [Path(sys.argv[1])])
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(summary.messages, (after - before) // 1024)
"""


def test_memory_stays_flat_however_long_a_file_is(tmp_path: Path) -> None:
    """A transcript of 200 MB is imported within a small part of that memory."""
    path = tmp_path / "s1.jsonl"
    filler = orjson.dumps({"type": "progress", "sessionId": "s1", "data": "x" * 200_000}) + b"\n"
    with path.open("wb") as file:
        for number in range(1_000):
            file.write(orjson.dumps(human(f"Message {number}.")) + b"\n" + filler)
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(path), str(tmp_path / "board.db")],
        capture_output=True,
        text=True,
        check=True,
    )
    messages, megabytes = map(int, done.stdout.split())
    assert path.stat().st_size > 200_000_000
    assert messages == 1_000
    assert megabytes < 40


def test_a_file_that_is_a_bomb_is_refused_in_time(board: Board, tmp_path: Path) -> None:
    """A gigabyte of blanks in a few kilobytes: the limit ends it, and says so."""
    path = tmp_path / "bomb.jsonl.zst"
    compressor = zstandard.ZstdCompressor().compressobj()
    with path.open("wb") as file:
        file.write(compressor.compress(orjson.dumps(human("One.")) + b"\n"))
        for _ in range(1024):
            file.write(compressor.compress(b" " * (1 << 20)))
        file.write(compressor.flush())
    assert path.stat().st_size < 1 << 20
    summary = import_files(board, [path])
    ((_, reason),) = summary.failed
    assert "when decompressed" in reason


def test_a_transcript_that_compresses_well_is_read(board: Board, tmp_path: Path) -> None:
    """A session that repeats itself is smaller by a hundred times, and still a session."""
    path = tmp_path / "s1.jsonl.zst"
    path.write_bytes(_compressed([human("the same words again and again " * 20)] * 3000))
    assert import_files(board, [path]).failed == []


def test_a_named_pipe_is_refused_at_once(board: Board, tmp_path: Path) -> None:
    """Nobody may ever write to it."""
    path = tmp_path / "s1.jsonl"
    os.mkfifo(path)
    assert import_files(board, [path]).failed == [(str(path), "is not a regular file")]
