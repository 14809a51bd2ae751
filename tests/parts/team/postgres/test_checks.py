"""What the server checks of an event, and clients and servers that know more than one another."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from blackboard.board import Board
from blackboard.errors import InvalidEvent
from blackboard.event import NewEvent
from blackboard.events.required import REQUIRED
from blackboard.storage import outbox
from blackboard.storage.hook_board import PendingEvent
from blackboard.storage.sqlite_json import Json
from lessonboard.parts.team.postgres.log import PostgresLog
from lessonboard.parts.team.postgres.migrating import FORMAT, STEPS, migrate
from tests.blackboard.lessons import lesson
from tests.postgres import Server

SAMPLE: dict[str, Any] = {
    "string": "x", "integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {},
}  # fmt: skip
ORDINARY = {
    key: fields
    for key, fields in REQUIRED.items()
    if key[0] not in ("payload.forgotten", "stream.closed")  # they have streams of their own
}
RELEASED = (
    "SELECT place, at, stream_version, author, recorded, link FROM lessonboard.append("
    "%s::text[], %s::text[], %s::text[], %s::integer[], ARRAY[NULL]::text[], ARRAY['me'], "
    "ARRAY[NULL]::bigint[], ARRAY[NULL]::text[], ARRAY[NULL]::text[], %s::text[], NULL)"
)
"""How the first release's client appends, and how one does that leaves out its own checks."""


def whole(fields: dict[str, str]) -> dict[str, Any]:
    """A payload with the required fields."""
    return {name: SAMPLE[kind] for name, kind in fields.items()}


def append(there: Server, name: str, type_: str, payload: str, schema: int = 1) -> None:
    """Append as a client that checks nothing."""
    with psycopg.connect(there.url(name, "bo")) as connection:
        values = [[f"{type_}-{payload[:99]}"], ["s"], [type_], [schema], [payload]]
        connection.execute(RELEASED, values)


def test_the_server_refuses_what_lacks_a_required_field(
    anna: PostgresLog, there: Server, name: str
) -> None:
    """Of each known version of a type, or has it as another type of JSON; what has them passes."""
    wrong = []
    for (type_, schema), fields in ORDINARY.items():
        for field, kind in fields.items():
            broken = [{key: each for key, each in whole(fields).items() if key != field}]
            broken += [whole(fields) | {field: None}]
            broken += [whole(fields) | {field: {} if kind == "string" else "x"}]
            if not _are_refused(anna, type_, schema, broken):
                wrong.append(f"{type_} {schema}: {field}")
    assert not wrong
    assert anna.head() == 0
    passing = [
        NewEvent(type_, "s", whole(fields), schema) for (type_, schema), fields in ORDINARY.items()
    ]
    assert len(anna.append(passing)) == len(passing)
    assert there.sql(name, "SELECT DISTINCT is_known FROM lessonboard.events") == [(True,)]


def _are_refused(log: PostgresLog, type_: str, schema: int, payloads: list[dict[str, Any]]) -> bool:
    for payload in payloads:
        try:
            log.append([NewEvent(type_, "s", payload, schema)])
        except InvalidEvent as error:
            if f"the payload of a {type_} event needs" in str(error):
                continue
        return False
    return True


def test_an_unknown_type_and_a_newer_version_pass_and_are_marked(
    there: Server, name: str, anna: PostgresLog
) -> None:
    """They may be of a plug-in or of a newer program; the owner can ask for them."""
    anna.append([NewEvent("note.taken", "s", {"any": None}), NewEvent("turn.ended", "s", {}, 99)])
    anna.append([NewEvent("turn.ended", "s", {"session": "s1"})])
    asked = "SELECT type, schema FROM lessonboard.events WHERE NOT is_known ORDER BY position"
    assert there.sql(name, asked) == [("note.taken", 1), ("turn.ended", 99)]
    assert anna.verify().sound


@pytest.mark.parametrize("schema", ["lessonboard.types", "lessonboard.format"])
def test_no_client_changes_what_is_checked(there: Server, name: str, schema: str) -> None:
    """A writer reads the table of types, and that is all."""
    with psycopg.connect(there.url(name, "bo"), autocommit=True) as connection:
        for statement in ("DELETE FROM {}", "INSERT INTO {} SELECT * FROM {}", "TRUNCATE {}"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.replace("{}", schema).encode())


@pytest.mark.parametrize("size", [500, 501])
def test_a_payload_may_be_as_large_as_the_limit(
    there: Server, name: str, anna: PostgresLog, size: int
) -> None:
    """A larger one is the event's fault, not the quota's: to wait would not help."""
    there.sql(name, "INSERT INTO lessonboard.limits VALUES ('anna', 3, 10000, 500)")
    note = NewEvent("note.taken", "s", {"text": "x" * (size - len('{"text":""}'))})
    if size <= 500:
        assert len(anna.append([note])) == 1
        return
    with pytest.raises(InvalidEvent, match="a payload of 501 bytes is larger than the 500"):
        anna.append([note])


def test_what_the_server_refuses_holds_up_no_outbox(
    there: Server, name: str, tmp_path: Path
) -> None:
    """It is kept aside, and what hooks noted before and after it is sent."""
    there.sql(name, "INSERT INTO lessonboard.limits VALUES ('anna', 90, 100000, 500)")
    path = tmp_path / "copy.db"
    with Board.follow(PostgresLog(there.url(name, "anna")), path) as board:
        texts = {f"{size}": json.dumps({"text": "x" * size}) for size in (1, 600, 2, 700, 3)}
        noted = [PendingEvent("note.taken", "s", text, None, id=id_) for id_, text in texts.items()]
        outbox.add(str(path), lambda: [each.line(Json(), "claude-code") for each in noted])
        board.catch_up()
        assert [event.id for event in board.read()] == ["1", "2", "3"]
    aside = Path(outbox.refused_path(str(path))).read_text().splitlines()
    assert [json.loads(each)["id"] for each in aside] == ["600", "700"]
    assert not list(tmp_path.glob("*.sending"))


def test_the_first_releases_client_works_with_a_newer_server(there: Server, name: str) -> None:
    """It finds its format, and all that it asks and is told is as it was."""
    assert there.sql(name, "SELECT version FROM lessonboard.format") == [(FORMAT,)]
    append(there, name, "turn.ended", '{"session": "s1"}')
    with psycopg.connect(there.url(name, "bo")) as connection:
        values = [["e2"], ["s"], ["note.taken"], [1], ["{}"]]
        found = connection.execute(RELEASED, values).fetchall()
        assert [row[:4] for row in found] == [(1, 2, 2, "bo/me")]


def test_a_newer_client_works_with_the_first_releases_server(
    there: Server, old_name: str, tmp_path: Path
) -> None:
    """It appends, follows and forgets there; the owner may upgrade the log under it."""
    with Board.follow(PostgresLog(there.url(old_name, "anna")), tmp_path / "copy.db") as board:
        [seed] = board.append([lesson("seed", "Run make seed first.")])
        append(there, old_name, "turn.ended", '{"session": 7}')
        assert board.keys("lessons") == ["seed"]
        before = list(board.log.stored())
        assert migrate(there.url(old_name)) == 1
        assert list(board.log.stored()) == before
        assert migrate(there.url(old_name)) == STEPS
        board.append([lesson("next", "Run make test then.")])
        with pytest.raises(psycopg.Error, match="needs string as 'session'"):
            append(there, old_name, "turn.ended", '{"session": 8}')
        assert board.log.verify().sound
        assert board.forget(seed.id, reason="r") == [seed.id]
        assert board.keys("lessons") == ["next"]
        known = there.sql(old_name, "SELECT is_known FROM lessonboard.events ORDER BY position")
        assert [row[0] for row in known] == [None, None, True, True]


def test_what_an_older_server_let_in_harms_no_copy(
    there: Server, old_name: str, tmp_path: Path
) -> None:
    """It is copied without its payload, and all else is read, verified and rebuilt."""
    cases = [
        ("lesson.created", '{"a": 1}'), ("decision.shared", '{"x": [1]}'),
        ("thing.shared", '{"kind": "insight"}'), ("note.taken", '{"n": 1e400}'),
        ("note.taken", '{"n": "\\ud800"}'), ("work.claimed", '{"item": 5}'),
        ("turn.ended", '{"session": "s", "session": 5}'), ("turn.ended", '{"session": "\\udfff"}'),
    ]  # fmt: skip
    cases += [(type_, json.dumps(dict.fromkeys(fields)))
              for (type_, _), fields in ORDINARY.items() if fields]  # fmt: skip
    for type_, payload in cases:
        append(there, old_name, type_, payload)
    with closing(PostgresLog(there.url(old_name, "anna"))) as log:
        log.append([lesson("seed", "Run make seed first.")])
    with Board.follow(PostgresLog(there.url(old_name, "anna")), tmp_path / "copy.db") as board:
        assert board.keys("lessons") == ["seed"]
        board.replay()
        assert board.verify_views() == []
        *bad, last = board.read()
        assert [event.type for event in bad if event.payload is not None] == []
        assert (len(bad), last.type) == (len({*cases}), "lesson.created")
