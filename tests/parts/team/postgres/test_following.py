"""Boards that follow a log on a server: offline and back, moved, restored, by project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.errors import AlteredLog, AnotherLog, LogUnreachable
from blackboard.event import NewEvent
from blackboard.storage import outbox
from blackboard.storage.hook_board import PendingEvent
from blackboard.storage.sqlite_json import Json
from lessonboard.parts.team.postgres.log import PostgresLog
from scheduler.work.queue import Queue
from tests.blackboard.lessons import HERE, lesson
from tests.postgres import Server, running

RULE = "Run `make seed` before `make test` in this repository."
PROMPT = "How do I run make seed and make test in this repository?"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, which may be stopped."""
    with running() as server:
        server.user("anna")
        server.user("bo")
        yield server


def follow(server: Server, name: str, path: Path, user: str = "anna") -> Board:
    """A board on a log."""
    log = PostgresLog(server.url(name, user))
    try:
        return Board.follow(log, path)
    except BaseException:
        log.close()
        raise


def told(board: Board) -> str:
    """What an agent is told."""
    return board.context(Situation(prompt=PROMPT, project=HERE, asked=True)).text


def test_offline_reading_goes_on_and_what_hooks_note_is_sent_later(
    own: Server, tmp_path: Path
) -> None:
    """Once and in order; what needs the others' agreement says that the log does not answer."""
    name, path = own.database(), tmp_path / "copy.db"
    with follow(own, name, path) as board, follow(own, name, tmp_path / "bo.db", "bo") as other:
        board.append([lesson("seed", RULE, status="approved")])
        assert "make seed" in told(board)
        own.stop()
        assert "make seed" in told(board)
        assert board.local.offline
        assert [event.type for event in board.read()] == ["lesson.created"]
        with pytest.raises(LogUnreachable, match="could not reach the log at postgresql://anna@"):
            board.append([lesson("other", "Never push on Fridays.")])
        with pytest.raises(LogUnreachable):
            Queue(board, "worker").claim()
        for number in range(3):
            noted = PendingEvent("turn.ended", "session:s", json.dumps({"session": "s"}), HERE,
                                 id=f"noted-{number}")  # fmt: skip
            outbox.add(str(path), lambda noted=noted: [noted.line(Json(), "claude-code")])  # type: ignore[misc]
            board.catch_up()
        own.start()
        _until_online(board)
        assert [event.id for event in other.read(types=["turn.ended"])] == [
            f"noted-{number}" for number in range(3)
        ]
        assert {event.actor for event in other.read(types=["turn.ended"])} == {"anna/claude-code"}
        Queue(board, "worker").create("reflect")
    assert not list(tmp_path.glob("*.sending"))


def _until_online(board: Board) -> None:
    for _ in range(100):
        board.log.wait(10_000, 0.1)
        board.catch_up()
        if not board.local.offline:
            board.catch_up()  # the round that found it may have been too early to send
            return
    raise AssertionError("the server did not come back")


def test_a_copy_is_opened_offline_and_there_is_none_of_nothing(own: Server, tmp_path: Path) -> None:
    """Whoever has a copy reads on; who has none is told."""
    name = own.database()
    with follow(own, name, tmp_path / "copy.db") as board:
        board.append([lesson("seed", RULE, status="approved")])
        board.catch_up()
    own.stop()
    with follow(own, name, tmp_path / "copy.db") as board:
        assert "make seed" in told(board)
    with pytest.raises(LogUnreachable):
        follow(own, name, tmp_path / "none.db")


def test_a_log_that_was_restored_shorter_is_told(there: Server, tmp_path: Path) -> None:
    """The copy is not of that log any more, and is never mixed with it."""
    name = there.database()
    with follow(there, name, tmp_path / "copy.db") as board:
        board.append([lesson(str(number), f"Rule {number}.") for number in range(5)])
        board.catch_up()
    there.sql(
        name,
        "ALTER TABLE lessonboard.events DISABLE TRIGGER USER",
        "DELETE FROM lessonboard.events WHERE position > 3",
        "UPDATE lessonboard.head SET position = 3, digest = (SELECT digest FROM "
        "lessonboard.events WHERE position = 3)",
    )
    with pytest.raises(AnotherLog, match="event 5 is not on the log"):
        follow(there, name, tmp_path / "copy.db")


def test_a_server_that_rewrites_history_is_found_out(there: Server, tmp_path: Path) -> None:
    """By the copies, at the first event that comes after what was changed."""
    name = there.database()
    with follow(there, name, tmp_path / "copy.db") as board:
        board.append([NewEvent("note.taken", "notes", {"n": n}) for n in range(3)])
        board.catch_up()
        there.sql(
            name,
            "UPDATE lessonboard.head SET digest = sha256('forged'::bytea)",
        )
        with closing(PostgresLog(there.url(name, "bo"))) as log:
            log.append([NewEvent("note.taken", "notes", {"n": 4})])
        with pytest.raises(AlteredLog, match="event 4"):
            board.catch_up()


def test_of_some_projects_alone_and_the_chain_verifies(there: Server, tmp_path: Path) -> None:
    """Of the rest there are envelopes and hashes, and no text; another list makes another copy."""
    name, path = there.database(), tmp_path / "copy.db"
    with closing(PostgresLog(there.url(name, "anna"))) as log:
        log.append([
            lesson("here", RULE), lesson("there", "Say xylophonequux.", project="elsewhere"),
            lesson("both", "Never push on Fridays.", project=None),
        ])  # fmt: skip

    def copy(projects: list[str]) -> Board:
        log = PostgresLog(there.url(name, "anna"))
        try:
            return Board.follow(log, path, projects=projects)
        except AnotherLog:
            log.close()
            raise

    with copy([HERE]) as board:
        assert board.keys("lessons") == ["both", "here"]
        assert board.verify_views() == []
        assert board.lag() == 0
    files = [each for each in tmp_path.glob("copy.db*") if b"xylophonequux" in each.read_bytes()]
    assert files == []
    with pytest.raises(AnotherLog, match="other projects"):
        copy([HERE, "elsewhere"])


def test_who_follows_is_known_on_the_server(there: Server, tmp_path: Path) -> None:
    """With how far each copy has come."""
    name = there.database()
    log = PostgresLog(there.url(name, "anna"))
    seen = lambda position: log.report_follower("laptop:1", position)  # noqa: E731
    with Board.follow(log, tmp_path / "copy.db", seen=seen) as board:
        board.append([lesson("seed", RULE)])
        board.catch_up()
        board.append([lesson("other", "Never push on Fridays.")])
        ((user, machine, position, _),) = log.followers()
        assert (user, machine, position) == ("anna", "laptop:1", 1)


def test_a_log_without_the_last_step_takes_claims_as_before(own: Server, tmp_path: Path) -> None:
    """Its owner runs `team join --create` when he likes; until then the log is held for each."""
    name = own.database()
    with follow(own, name, tmp_path / "copy.db") as board:
        queue = Queue(board, "worker")
        made = [queue.create("reflect")[0] for _ in range(3)]
        own.sql(name, "DROP FUNCTION lessonboard.append_if")
        first = queue.claim()
        queue.complete([(item, {}) for item in first])
        assert [item.id for item in (*first, *queue.claim(limit=2))] == made
