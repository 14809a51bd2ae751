"""Whatever one record, line or file holds, all others are read and the fault is named."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from blackboard import Board
from blackboard.events.catalogue import check
from blackboard.importer import import_files
from blackboard.transcript_files import find
from lessonboard.exclusion import excluded
from tests.blackboard.mutations import broken, mutated
from tests.contract.agent_samples import SAMPLES
from tests.contract.agent_session import SESSION, Fields, Said
from tests.long_runs import rounds

TOLD = [step.text for step in SESSION if isinstance(step, Said)]
IDS = ("uuid", "id", "step_index")
PER_FILE = 10
"""Mutated records in a file: fewer than the faults that an import names of one."""

_markers = count(1)


class Case(NamedTuple):
    """A file with mutated records, what must be read of it, and the lines that are no record.

    A page may be refused as a whole: its first lines say what it is.
    """

    path: Path
    kept: list[str]
    no_record: list[int]
    is_page: bool = False


def _marked(records: Sequence[Fields]) -> tuple[str, list[bytes]]:
    """One more prompt of the person, with a text and an id of its own, and all that tells it."""
    text = f"Marker {next(_markers)}."
    alike = [json.dumps(each) for each in records if TOLD[0] in json.dumps(each)]
    copies: list[Fields] = [json.loads(each.replace(TOLD[0], text)) for each in alike]
    named = [each | {name: text for name in IDS if name in each} for each in copies]
    return text, [json.dumps(each).encode() for each in named]


def _lines(path: Path, chance: Random) -> Case:
    """The session, then in turn a mutated record and a sound one."""
    records = [json.loads(line) for line in path.read_text().splitlines()]
    lines, kept, no_record = path.read_bytes().splitlines(), [*TOLD], []
    for _ in range(PER_FILE):
        bad = mutated(chance.choice(records), chance).replace(b"\n", b" ").replace(b"\r", b" ")
        text, good = _marked(records)
        lines.append(bad)
        if bad.strip() and not _is_record(bad):
            no_record.append(len(lines))
        lines += good
        kept.append(text)
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return Case(path, kept, no_record)


def _is_record(line: bytes) -> bool:
    try:
        text = line.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
        return isinstance(json.loads(text, strict=False), dict)
    except (ValueError, RecursionError):
        return False


def _array(path: Path, chance: Random) -> Case:
    """The same in a list, where each record is JSON."""
    records = json.loads(path.read_bytes())
    more, kept = [json.dumps(each).encode() for each in records], [*TOLD]
    for _ in range(PER_FILE):
        bad = mutated(chance.choice(records), chance)
        text, good = _marked(records)
        more += [bad if _is_value(bad) else b"null", *good]
        kept.append(text)
    path.write_bytes(b"[" + b",".join(more) + b"]")
    return Case(path, kept, [])


def _is_value(raw: bytes) -> bool:
    try:
        json.loads(raw.decode())
    except (ValueError, RecursionError):
        return False
    return True


def _rows(path: Path, chance: Random) -> Case:
    """The session, others with one mutated row each, and at the end a sound one."""
    with closing(sqlite3.connect(path)) as database:
        for number in range(PER_FILE):
            _copy_session(database, f"ses_bad{number}", number + 1)
            _damage(database, f"ses_bad{number}", chance)
        _copy_session(database, "ses_last", PER_FILE + 1)
        database.commit()
    return Case(path, TOLD, [])


def _copy_session(database: sqlite3.Connection, name: str, later: int) -> None:
    for table, own in _TABLES.items():
        rows = database.execute(f"SELECT * FROM {table} WHERE {own} = 'ses_1'").fetchall()
        for row in rows:
            values: list[Any] = [each.replace("ses_1", name) if isinstance(each, str) else each
                      for each in row]  # fmt: skip
            if table == "session":
                values[4] = f"Marker of {name}"
            else:
                values[-2] += later
            database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", values)


_TABLES = {"session": "id", "message": "session_id", "part": "session_id"}
_ODD = ("NULL", "-1", "9223372036854775807", "1.5", "x'fffe'", "CAST(x'61fffe62' AS TEXT)",
        "char(0)", "'+1'")  # fmt: skip


def _damage(database: sqlite3.Connection, session: str, chance: Random) -> None:
    """Put something else into one field of one row of a session."""
    table = chance.choice(list(_TABLES))
    where = f"{_TABLES[table]} = '{session}'"
    ids = [row[0] for row in database.execute(f"SELECT id FROM {table} WHERE {where}")]
    row = chance.choice(ids)
    columns = [each[1] for each in database.execute(f"PRAGMA table_info({table})")][1:]
    if table != "session" and chance.random() < 0.7:
        found = database.execute(f"SELECT data FROM {table} WHERE id = ?", (row,)).fetchone()
        data = mutated(json.loads(found[0]), chance)
        change, values = "data = CAST(? AS TEXT)", [data]
    else:
        change, values = f"{chance.choice(columns)} = {chance.choice(_ODD)}", []
    database.execute(f"UPDATE {table} SET {change} WHERE id = ?", (*values, row))


def _text(path: Path, chance: Random) -> Case:
    """A page with one line or byte that is not as it should be; what it means then is open."""
    lines = path.read_bytes().split(b"\n")
    at = chance.choice([number for number, line in enumerate(lines) if line])
    lines[at] = broken(lines[at], chance)
    path.write_bytes(b"\n".join(lines))
    return Case(path, [], [], is_page=True)


def _way(path: Path) -> Callable[[Path, Random], Case]:
    ways = {".jsonl": _lines, ".json": _array, ".db": _rows, ".md": _text}
    return ways[path.suffix]


AGENTS = [name for name in SAMPLES if name != "cursor"]
"""Those that keep transcripts; Cursor tells its hooks."""


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder with the session of the contract for each agent."""
    made = {}
    for agent in AGENTS:
        made[agent] = tmp_path_factory.mktemp(agent)
        with Board.open(":memory:") as board:
            SAMPLES[agent](board, made[agent])
    return made


@pytest.mark.parametrize("agent", AGENTS)
def test_a_mutated_record_costs_no_other_one(
    agent: str, samples: dict[str, Path], tmp_path: Path
) -> None:
    """All others of its file and all other files are read, and lines that are no record are named.

    Importing again has nothing new: what was left out is not tried for ever.
    """
    sample = _transcript(samples[agent])
    is_page = sample.suffix == ".md"
    files = rounds(4, 1000 if is_page else 1000 // PER_FILE)
    chance = Random(f"{agent}-1")
    for number in range(files):
        folder = tmp_path / f"{number}"
        shutil.copytree(samples[agent], folder)
        path = _transcript(folder)
        case = _way(path)(path, chance)
        with Board.open(":memory:") as board:
            _check_import(board, case)


def _transcript(folder: Path) -> Path:
    """The largest file of a sample; beside it may lie what tells its folder."""
    return max(find([folder]), key=lambda path: path.stat().st_size)


def _check_import(board: Board, case: Case) -> None:
    summary = import_files(board, [case.path], project="p", excluded=excluded(), trusted=True)
    where = f"{case.path}: {summary.failed} {summary.left_out} {summary.faults}"
    assert not summary.failed or case.is_page, where
    events = list(board.read())
    for event in events:
        check(event.type, event.schema, event.payload)
    texts = {event.payload["text"] for event in events if event.payload and "text" in event.payload}
    assert not [kept for kept in case.kept if kept not in texts], where
    named = {fault.line for fault in summary.faults}
    assert not set(case.no_record) - named, where
    again = import_files(board, [case.path], project="p", excluded=excluded(), trusted=True)
    assert (again.events, again.skipped + len(again.failed)) == (0, 1), where
