"""What a user of the database may do: append as himself, and nothing that others did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from blackboard.board import Board
from blackboard.errors import CannotOpen, InvalidEvent, NewerBoard, NotAllowed, OverQuota
from blackboard.event import NewEvent
from lessonboard.parts.team.postgres.connecting import label
from lessonboard.parts.team.postgres.log import PostgresLog
from lessonboard.parts.team.postgres.migrating import FORMAT, STEPS, migrate
from tests.postgres import PASSWORD, Server


def note(text: str = "x", stream: str = "notes", **fields: object) -> NewEvent:
    """A small event."""
    return NewEvent("note.taken", stream, {"text": text})._replace(**fields)  # type: ignore[arg-type]


@pytest.fixture
def hostile(there: Server, name: str) -> Iterator[psycopg.Connection]:
    """A client that speaks SQL of its own with a writer's rights."""
    with psycopg.connect(there.url(name, "bo"), autocommit=True) as connection:
        yield connection


def test_an_event_is_signed_by_the_user_of_the_database(anna: PostgresLog, bo: PostgresLog) -> None:
    """Whatever the client says, also where it says that it is somebody else."""
    anna.append([note(actor="human"), note(actor=""), note(actor="anna/miner"), note(actor="anna")])
    bo.append([note(actor="anna/human"), note(actor="anna")])
    assert [event.actor for event in anna.read()] == [
        "anna/human", "anna/", "anna/miner", "anna/anna", "bo/anna/human", "bo/anna",
    ]  # fmt: skip
    assert anna.verify().sound


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE lessonboard.events SET actor = 'anna/human'",
        "UPDATE lessonboard.events SET payload = NULL",
        "DELETE FROM lessonboard.events",
        "TRUNCATE lessonboard.events",
        "INSERT INTO lessonboard.events SELECT position + 1, id || 'x', stream, version + 1, type, "
        "schema, project, actor, occurred_at, recorded_at, causation, correlation, payload, "
        "payload_sha256, digest FROM lessonboard.events",
        "UPDATE lessonboard.head SET position = 0",
        "UPDATE lessonboard.limits SET events_a_day = 1000000000",
        "UPDATE lessonboard.usage SET events = 0",
        "DELETE FROM lessonboard.leases",
        "DROP TRIGGER events_are_kept ON lessonboard.events",
        "ALTER TABLE lessonboard.events DISABLE TRIGGER ALL",
        "CREATE OR REPLACE FUNCTION lessonboard.signed(claimed text) RETURNS text LANGUAGE sql AS "
        "$$ SELECT 'anna' $$",
        "INSERT INTO lessonboard.usage VALUES ('anna', now()::date, -1000, -1000)",
        "BEGIN; LOCK TABLE lessonboard.head IN EXCLUSIVE MODE",
        "SET SESSION AUTHORIZATION anna",
        "SET ROLE anna",
        "SET ROLE owner",
        "CREATE TABLE lessonboard.mine (x int)",
    ],
)
def test_a_hostile_client_changes_nothing(
    anna: PostgresLog, hostile: psycopg.Connection, statement: str
) -> None:
    """Neither rows nor rights nor what it may use up."""
    before = anna.append([note(actor="human")])
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        hostile.execute(statement.encode())
    assert list(anna.read()) == before


def test_functions_of_the_client_are_not_called(
    anna: PostgresLog, hostile: psycopg.Connection
) -> None:
    """A search path of its own, and things of its own by our names, change nothing."""
    hostile.execute("CREATE TEMP TABLE head AS SELECT 99::bigint AS position")
    hostile.execute("CREATE TEMP TABLE events (id text)")
    hostile.execute("SET search_path = pg_temp, public")
    hostile.execute(
        "SELECT lessonboard.append(ARRAY['e1'], ARRAY['s'], ARRAY['t'], ARRAY[1], ARRAY[NULL], "
        "ARRAY['anna/human'], ARRAY[NULL]::bigint[], ARRAY[NULL], ARRAY[NULL], ARRAY['{}'], NULL)"
    )
    (event,) = anna.read()
    assert (event.position, event.actor) == (1, "bo/anna/human")
    assert anna.verify().sound


@pytest.mark.parametrize(
    "event",
    [
        ("x\ny", "s", "t", "{}"), ("", "s", "t", "{}"), ("i", "", "t", "{}"),
        ("i", "s", "", "{}"), ("i", "s/" * 20_000, "t", "{}"), ("i", "s" * 5000, "t", "{}"),
        ("i", "s", "t", "not json"), ("i", "s", "t", "[1]"), ("i", "s", "t", "NaN"),
        ("i", "s", "t", ""), ("i", "s\u2028", "t", "{}"), ("i", "s", "t\x7f", "{}"),
    ],
)  # fmt: skip
def test_the_server_checks_envelopes_itself(
    anna: PostgresLog, hostile: psycopg.Connection, event: tuple[str, ...]
) -> None:
    """A client that leaves the checks out appends nothing that cannot be chained."""
    id_, stream, type_, payload = event
    with pytest.raises(psycopg.Error) as caught:
        hostile.execute(
            "SELECT lessonboard.append(%s, %s, %s, ARRAY[1], ARRAY[NULL], ARRAY['me'], "
            "ARRAY[NULL]::bigint[], ARRAY[NULL], ARRAY[NULL], %s, NULL)",
            ([id_], [stream], [type_], [payload]),
        )
    assert caught.value.sqlstate in ("LB002", "22P02")
    assert anna.head() == 0


@pytest.mark.parametrize("arrays", ["ARRAY['i', 'j']", "ARRAY[NULL]"])
def test_arrays_that_do_not_match_append_nothing(
    anna: PostgresLog, hostile: psycopg.Connection, arrays: str
) -> None:
    """Nor do those that hold nothing where something is needed."""
    with pytest.raises(psycopg.Error):
        hostile.execute(
            f"SELECT lessonboard.append({arrays}, ARRAY['s'], ARRAY['t'], ARRAY[1], ARRAY[NULL], "
            "ARRAY['me'], ARRAY[NULL]::bigint[], ARRAY[NULL], ARRAY[NULL], ARRAY['{}'], "
            "NULL)".encode()
        )
    assert anna.head() == 0


def test_only_a_forgetter_forgets_what_others_wrote(
    there: Server, name: str, anna: PostgresLog, bo: PostgresLog
) -> None:
    """A writer takes back what he appended himself."""
    hers, his = anna.append([note("hers")])[0], bo.append([note("his")])[0]
    with pytest.raises(NotAllowed, match="forget"):
        bo.forget([hers.id], reason="r", actor="bo")
    with pytest.raises(NotAllowed):
        bo.append([NewEvent("stream.closed", "closed:session:a", {"stream": "session:a"})])
    assert bo.forget([his.id], reason="r", actor="human") == [his.id]
    assert anna.get(hers.id).payload == {"text": "hers"}
    assert anna.get(his.id).payload is None
    there.user("keeper", "lessonboard_forgetter")
    with closing(PostgresLog(there.url(name, "keeper"))) as keeper:
        assert keeper.forget([hers.id], reason="r", actor="human") == [hers.id]
        assert keeper.verify().sound


@pytest.mark.parametrize(
    ("type_", "stream"),
    [
        ("payload.forgotten", "closed:session:s1"), ("x.y", "closed:session:s1"),
        ("x.y", "forgotten:e1"), ("payload.forgotten", "e1"), ("stream.closed", "s"),
    ],
)  # fmt: skip
def test_streams_that_erase_and_close_are_guarded(
    anna: PostgresLog, bo: PostgresLog, type_: str, stream: str
) -> None:
    """An event of one's own with a fitting id opens none of them."""
    bo.append([note(id="session:s1"), note(id="e1"), note(id=stream[10:] or "x")])
    with pytest.raises(NotAllowed):
        bo.append([NewEvent(type_, stream, {"event_id": "e1", "stream": "session:s1"})])
    assert len(anna.append([note(stream="session:s1")])) == 1


def test_taking_back_reaches_no_other_event(
    there: Server, name: str, anna: PostgresLog, bo: PostgresLog, tmp_path: Path
) -> None:
    """Whatever a writer says in the payload, a copy erases what the server let him name."""
    with Board.follow(PostgresLog(there.url(name, "anna")), tmp_path / "copy.db") as board:
        hers, his = anna.append([note("hers")])[0], bo.append([note("his")])[0]
        forged = {"event_id": hers.id, "reason": "r", "because_of": hers.id}
        bo.append([NewEvent("payload.forgotten", f"forgotten:{his.id}", forged)])
        board.catch_up()
        assert board.log.get(hers.id).payload == {"text": "hers"}


def test_erasing_needs_an_announcement(anna: PostgresLog, hostile: psycopg.Connection) -> None:
    """The function alone erases nothing."""
    (event,) = anna.append([note("kept")])
    with pytest.raises(psycopg.Error, match="never changed"):
        hostile.execute("SELECT lessonboard.erase(%s)", ([event.id],))
    assert anna.get(event.id).payload == {"text": "kept"}


def test_a_reader_reads_and_no_more(there: Server, name: str, anna: PostgresLog) -> None:
    """He is told which role he lacks."""
    anna.append([note("x")])
    there.user("looker", "lessonboard_reader")
    with closing(PostgresLog(there.url(name, "looker"))) as log:
        assert len(list(log.stored())) == 1
        assert log.wait(0, 1.0) == 1
        with pytest.raises(NotAllowed, match="ask its owner for the role"):
            log.append([note("y")])


def test_a_stranger_sees_nothing(there: Server, name: str) -> None:
    """A user of the server without any of the roles."""
    there.sql("postgres", "DROP ROLE IF EXISTS nobody_here",
              f"CREATE ROLE nobody_here LOGIN PASSWORD '{PASSWORD}'")  # fmt: skip
    with closing(PostgresLog(there.url(name, "nobody_here"))) as log, pytest.raises(NotAllowed):
        log.head()


def test_a_lease_of_another_user_is_left_to_him(anna: PostgresLog, bo: PostgresLog) -> None:
    """Until it runs out by the server's clock."""
    anna.lease(["item"], "worker", anna.now() + 60_000_000)
    with pytest.raises(NotAllowed, match="another user holds"):
        bo.lease(["item"], "worker", bo.now() + 60_000_000)
    bo.end_lease(["item"])
    assert "item" in bo.leases(["item"])
    anna.lease(["item"], "worker", anna.now() - 1)
    bo.lease(["item"], "worker", bo.now() + 60_000_000)


def test_quotas_hold_for_size_and_number(there: Server, name: str, anna: PostgresLog) -> None:
    """For one author, and what is refused leaves no trace; others go on."""
    there.sql(name, "INSERT INTO lessonboard.limits VALUES ('anna', 3, 10000, 500)")
    with pytest.raises(InvalidEvent, match="a payload of 5"):
        anna.append([note("x" * 500)])
    anna.append([note(), note()])
    with pytest.raises(OverQuota, match="4 events"):
        anna.append([note(), note()])
    anna.append([note()])
    assert anna.head() == 3
    there.sql(name, "UPDATE lessonboard.limits SET events_a_day = 9 WHERE author = 'anna'")
    anna.append([note()])


def test_even_the_owner_changes_no_event(there: Server, name: str, anna: PostgresLog) -> None:
    """Short of switching the triggers off, which followers then find out."""
    anna.append([note(str(number)) for number in range(3)])
    for statement in ("UPDATE lessonboard.events SET actor = 'x'", "DELETE FROM lessonboard.events",
                      "TRUNCATE lessonboard.events"):  # fmt: skip
        with pytest.raises(psycopg.Error, match="never changed"):
            there.sql(name, statement)
    there.sql(name, "ALTER TABLE lessonboard.events DISABLE TRIGGER USER",
              "UPDATE lessonboard.events SET actor = 'bo/human' WHERE position = 2")  # fmt: skip
    assert "event 2" in anna.verify().problems[0]


def test_a_database_without_a_log_is_refused(there: Server) -> None:
    """With the command that makes it; nothing is made by opening it."""
    there.sql("postgres", "DROP DATABASE IF EXISTS bare", "CREATE DATABASE bare")
    with (
        closing(PostgresLog(there.url("bare"))) as log,
        pytest.raises(CannotOpen, match="team join --create"),
    ):
        log.head()
    assert there.sql("bare", "SELECT to_regclass('lessonboard.events')") == [(None,)]


def test_a_newer_log_is_refused_and_left_alone(there: Server, name: str) -> None:
    """By clients and by who would upgrade it."""
    there.sql(name, f"UPDATE lessonboard.format SET version = {FORMAT + 1}")
    with closing(PostgresLog(there.url(name, "anna"))) as log, pytest.raises(NewerBoard):
        log.head()
    with pytest.raises(NewerBoard):
        migrate(there.url(name))


def test_setting_up_again_changes_nothing(there: Server, name: str, anna: PostgresLog) -> None:
    """And says which format there was."""
    anna.append([note()])
    assert migrate(there.url(name)) == STEPS
    assert anna.head() == 1


def test_a_password_is_in_no_message(there: Server, name: str) -> None:
    """Neither when it is wrong nor when the address is none."""
    wrong = there.url(name, "anna").replace("sesame", "wrong-password")
    with closing(PostgresLog(wrong)) as log, pytest.raises(Exception, match="password") as caught:
        log.head()
    assert "wrong-password" not in str(caught.value)
    assert "wrong" not in label(wrong)
    with closing(PostgresLog("postgresql://a:hush@[/x")) as log, pytest.raises(CannotOpen) as odd:
        log.head()
    assert "hush" not in str(odd.value)
