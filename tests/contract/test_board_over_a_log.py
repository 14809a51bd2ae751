"""A board over a log that is not SQLite: the log elsewhere, a local file that follows it.

Everything that is read must be the same as on a board whose file is the log.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest

from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.errors import AlteredLog, AnotherLog, BoardBusy
from blackboard.event import NewEvent, StoredEvent
from blackboard.fixes import fixes
from blackboard.forgetting import forget, plan
from blackboard.importer import import_files
from blackboard.log import Log
from blackboard.selection import Selection
from blackboard.storage import outbox
from blackboard.storage.followed_log import FollowedLog
from blackboard.storage.hook_board import HookBoard, PendingEvent
from blackboard.storage.outbox import outbox_path
from blackboard.storage.sqlite_json import Json
from blackboard.transcript_files import find
from blackboard.views import VIEWS
from reflect.miner.mine import mine
from scheduler.work.item import LeaseLost
from scheduler.work.queue import Queue
from tests.blackboard.lessons import HERE, lesson
from tests.conftest import FixedClock
from tests.inside import local_connection_of
from tests.memory_log import MemoryLog
from tests.postgres import newest
from tests.postgres_logs import clocked_log

SAMPLES = Path(__file__).resolve().parents[2] / "examples" / "sessions"


@pytest.fixture(params=["memory", "postgresql"])
def remote(request: pytest.FixtureRequest, clock: FixedClock) -> Iterator[Log]:
    """A log that is no file, which the boards on it leave open."""
    if request.param == "memory":
        yield MemoryLog(clock)
        return
    with closing(clocked_log(newest(), clock)) as log:
        yield cast(Log, _LeftOpen(log))


class _LeftOpen:
    """A log that several boards of one test share."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    def close(self) -> None:
        """Leave it open."""


@pytest.fixture
def follower(remote: Log, tmp_path: Path) -> Iterator[Board]:
    """A board on it."""
    with Board.follow(remote, tmp_path / "local.db") as board:
        yield board


@pytest.fixture
def learnt(board: Board) -> Board:
    """A board whose file is its log, with the sample sessions and what they teach."""
    import_files(board, find([SAMPLES]), trusted=True)
    mine(board)
    return board


@pytest.fixture
def both(learnt: Board, follower: Board) -> tuple[Board, Board]:
    """That board, and a follower of a log with the same events."""
    follower.log.append([
        NewEvent(*(getattr(event, name) for name in NewEvent._fields)) for event in learnt.read()
    ])  # fmt: skip
    return learnt, follower


def rows(board: Board) -> dict[str, Any]:
    """All rows of all views."""
    return {view.name: board.view(view.name, order=view.key) for view in VIEWS}


def test_the_follower_holds_the_same_log(both: tuple[Board, Board]) -> None:
    """The same events at the same positions with the same digests, of which none is its own."""
    here, there = both
    there.catch_up()
    assert list(there.read()) == list(here.read())
    copied = local_connection_of(there).execute("SELECT digest FROM events ORDER BY position")
    assert [digest for (digest,) in copied] == [event.digest for event in here.read()]
    assert there.verify() == here.verify()


def test_views_are_the_same(both: tuple[Board, Board]) -> None:
    """Every row of every view."""
    here, there = both
    assert rows(there) == rows(here)
    assert there.view("sessions") != []
    assert there.row("lessons", here.keys("lessons")[0]) == here.row(
        "lessons", here.keys("lessons")[0]
    )


_NPM = Situation(command="npm test", project="github.com/example/parcel-api")

READS: dict[str, Callable[[Board], object]] = {
    # What was taken out of an index still counts in its scores, until a replay.
    "search": lambda board: [hit._replace(score=0) for hit in board.search("tests")],
    "recall": lambda board: board.recall("run the tests"),
    "context": lambda board: board.context(_NPM).text,
    "similar": lambda board: board.similar("Run the tests with pytest", threshold=0.1),
    "fixes": lambda board: fixes(board, "error: Failed to spawn: pytest"),
    "values": lambda board: board.values("sessions", "agent"),
    "projects": lambda board: [
        board.names_of(each) for each in board.values("sessions", "project")
    ],
    "plan": lambda board: plan(board, Selection(before=2**62)).as_json(),
    "as of a position": lambda board: rows(board.as_of(9)),
    "as of a time": lambda board: rows(board.as_of("2100-01-01T00:00Z")),
}


@pytest.mark.parametrize("read", READS)
def test_reads_are_the_same(both: tuple[Board, Board], read: str) -> None:
    """Whatever is read off the log is read off the local file in the same way."""
    here, there = (READS[read](board) for board in both)
    assert there == here
    assert there


def test_a_follower_compares_its_views_and_its_copy(both: tuple[Board, Board]) -> None:
    """The log is verified where it is; here only what was made of it can have been changed."""
    _, follower = both
    follower.view("lessons")
    assert follower.verify_views() == []
    connection = local_connection_of(follower)
    connection.execute("UPDATE view_lessons SET status = 'approved'")
    assert follower.verify_views()
    follower.replay()
    assert follower.verify_views() == []
    connection.execute("DROP TRIGGER events_are_unchanged")
    connection.execute("UPDATE events SET actor = 'human' WHERE position = 3")
    assert "the envelope or the order was changed" in follower.verify_views()[0]
    assert follower.verify().sound


def test_what_was_just_appended_is_read_back(follower: Board) -> None:
    """By the next read; the events themselves are the log's."""
    follower.append([lesson("a", "Use one space after a full stop.")])
    assert [row["id"] for row in follower.view("lessons")] == ["a"]
    assert [hit.row["id"] for hit in follower.search("full stop")] == ["a"]


def test_what_others_append_is_read_too(remote: Log, tmp_path: Path) -> None:
    """Two machines follow one log."""
    with (
        Board.follow(remote, tmp_path / "a.db") as one,
        Board.follow(remote, tmp_path / "b.db") as other,
    ):
        one.append([lesson("a", "Use one space after a full stop.")])
        assert other.keys("lessons") == ["a"]
        other.append([lesson("b", "Never push on Fridays.")])
        assert sorted(one.keys("lessons")) == ["a", "b"]


def test_importing_and_mining_work_on_a_follower(follower: Board, learnt: Board) -> None:
    """What they append goes to the log, how far they came is remembered, and nothing is doubled."""
    import_files(follower, find([SAMPLES]), trusted=True)
    mine(follower)
    assert len(follower.view("lessons")) == len(learnt.view("lessons"))
    head = follower.log.head()
    import_files(follower, find([SAMPLES]), trusted=True)
    mine(follower)
    assert follower.log.head() == head


def test_an_injection_is_recorded_once(both: tuple[Board, Board]) -> None:
    """What a session was given is on the log, so that no other machine gives it again."""
    _, there = both
    there.append([lesson("a", "Wind the kite string on the wooden reel before landing.")])
    moment = Situation(
        prompt="How do I wind the kite string on its reel?", project=HERE, session="s1"
    )
    assert [there.inject(moment).abstained, there.inject(moment).abstained] == [False, True]
    assert [event.stream for event in there.read(types=["context.injected"])] == ["context:s1"]


def test_a_transaction_that_fails_leaves_neither(follower: Board) -> None:
    """What was read inside a transaction that is taken back is gone from the local file as well."""
    with suppress(ZeroDivisionError), follower.transaction():
        follower.append([lesson("a", "Use one space after a full stop.")])
        assert follower.keys("lessons") == ["a"]
        raise ZeroDivisionError
    assert follower.keys("lessons") == []
    follower.append([lesson("b", "Never push on Fridays.")])
    assert follower.keys("lessons") == ["b"]
    assert follower.log.head() == 1


def test_claims_are_agreed_upon_by_the_log(remote: Log, tmp_path: Path) -> None:
    """Workers on two machines never hold one item; what one loses the other gets."""
    clock = FixedClock()
    with (
        Board.follow(remote, tmp_path / "a.db") as one,
        Board.follow(remote, tmp_path / "b.db") as other,
    ):
        here, there = Queue(one, "here", clock=clock), Queue(other, "there", clock=clock)
        made = {here.create("reflect")[0] for _ in range(4)}
        mine_, yours = here.claim(limit=2), there.claim(limit=4)
        assert {item.id for item in (*mine_, *yours)} == made
        assert len(mine_) == len(yours) == 2
        here.heartbeat(mine_)
        here.complete([(mine_[0], {})])
        assert there.claim() == []
        clock.advance(400_000_000)
        (again,) = [item for item in there.claim(limit=4) if item.id == mine_[1].id]
        with pytest.raises(LeaseLost):
            here.complete([(mine_[1], {})])
        there.complete([(again, {})])
        states = {row["item"]: row["state"] for row in one.view("work")}
        assert (states[mine_[0].id], states[mine_[1].id]) == ("completed", "completed")


def test_claims_on_several_machines_keep_the_order_of_the_queue(
    remote: Log, tmp_path: Path
) -> None:
    """What others have is passed over, and what became ready elsewhere is seen at once."""
    with (
        Board.follow(remote, tmp_path / "a.db") as one,
        Board.follow(remote, tmp_path / "b.db") as other,
    ):
        here, there = Queue(one, "here"), Queue(other, "there")
        made = [here.create("reflect")[0] for _ in range(40)]
        turns = [here, there, here, here, there, there, there, here]
        claimed = [item for queue in turns for item in queue.claim(limit=4)]
        assert [item.id for item in claimed] == made[:32]
        urgent = there.create("reflect", priority="P1")[0]
        there.fail(claimed[4], "no network")
        assert [item.id for item in here.claim(limit=2)] == [urgent, made[32]]
        assert [item.id for item in there.claim(limit=9)] == made[33:]
        assert (here.claim(), there.claim()) == ([], [])


def test_a_claim_and_a_completion_do_not_hold_the_log(
    remote: Log, follower: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message each, in which the log refuses what others were faster with."""
    queue = Queue(follower, "here")
    for _ in range(3):
        queue.create("reflect")
    (first,) = queue.claim()

    def held(_log: object) -> None:
        raise AssertionError("the log was held")

    monkeypatch.setattr(FollowedLog, "transaction", held)
    queue.complete([(first, {})])
    queue.complete([(item, {}) for item in queue.claim(limit=2)])


def test_leases_go_by_the_clock_of_the_log(remote: Log, follower: Board) -> None:
    """A machine whose own clock is years away holds an item no longer than others."""
    queue = Queue(follower, "here")
    queue.create("reflect")
    (item,) = queue.claim()
    assert item.lease_expires_at == remote.now() + 300_000_000


def test_forgetting_on_the_log_reaches_every_follower(remote: Log, tmp_path: Path) -> None:
    """The text is gone from views, search and the bytes of each file at its next catch-up."""
    files = [tmp_path / "a.db", tmp_path / "b.db"]
    one, other = (Board.follow(remote, path) for path in files)
    with one, other:
        one.append([lesson("a", "Say xylophonequux to the guard."), lesson("b", "Never shout.")])
        for each in (one, other):
            assert len(each.search("xylophonequux")) == 1
        (secret,) = [event.id for event in remote.read(stream="lesson:a")]
        forget(one, plan(one, Selection(matching="xylophonequux")), reason="private")
        for each in (one, other):
            assert each.keys("lessons") == ["b"]
            assert each.search("xylophonequux") == []
            assert each.recall("xylophonequux") == []
            assert each.verify().sound
        assert remote.get(secret).payload is None
    for path in files:
        left = [each for each in tmp_path.glob(f"{path.name}*")
                if b"xylophonequux" in each.read_bytes()]  # fmt: skip
        assert left == []


def test_a_follower_that_was_away_while_text_was_forgotten(remote: Log, tmp_path: Path) -> None:
    """Copies the hole, and the rest verifies."""
    with Board.follow(remote, tmp_path / "a.db") as one:
        one.append([lesson("a", "Say xylophonequux to the guard."), lesson("b", "Never shout.")])
        one.forget(remote.get(next(remote.read()).id).id, reason="private")
    with Board.follow(remote, tmp_path / "late.db") as late:
        assert late.keys("lessons") == ["b"]


def test_the_past_has_no_events_of_later(both: tuple[Board, Board]) -> None:
    """Neither by reading nor by copying."""
    for board in both:
        past = board.as_of(5)
        assert [event.position for event in past.log.stored()] == [1, 2, 3, 4, 5]
        assert [event.position for event in past.read()] == [1, 2, 3, 4, 5]


def test_a_follower_goes_on_where_it_stopped(remote: Log, tmp_path: Path) -> None:
    """Closed and opened again it copies what is new, and nothing twice."""
    path = tmp_path / "local.db"
    for number in range(3):
        with Board.follow(remote, path) as board:
            board.append([lesson(str(number), f"Rule number {number}.")])
            assert len(board.keys("lessons")) == number + 1
            assert copied(board) == number + 1


class _Cut(MemoryLog):
    """A log whose connection breaks: while it is read, or when it should commit."""

    reads = commits = True

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """Nothing after the thousandth event while it cannot be read."""
        if not self.reads and after >= 1_000:
            raise ConnectionError
        return super().stored(after, limit=limit)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Taken back at its end while it cannot commit."""
        with super().transaction():
            yield
            if not self.commits:
                raise ConnectionError


def test_a_copy_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    """What had come is kept, and comes only once."""
    log = _Cut()
    log.append([NewEvent("note.taken", "notes", {"n": n}) for n in range(2_500)])
    log.reads = False
    with Board.follow(log, tmp_path / "local.db") as board:
        with pytest.raises(ConnectionError):
            board.catch_up()
        assert copied(board) == 1_000
        log.reads = True
        board.catch_up()
        assert copied(board) == 2_500
        assert board.lag() == 0


def test_the_local_file_is_never_ahead_of_the_log(tmp_path: Path) -> None:
    """Where the log could not commit, neither does the file."""
    log = _Cut()
    with Board.follow(log, tmp_path / "local.db") as board:
        with suppress(ConnectionError), board.transaction():
            board.append([lesson("a", "Use one space after a full stop.")])
            assert board.keys("lessons") == ["a"]
            log.commits = False
        log.commits = True
        assert (log.head(), copied(board), board.keys("lessons")) == (0, 0, [])


def copied(board: Board) -> int:
    """How many events the local file has."""
    row = local_connection_of(board).execute("SELECT count(*) FROM events").fetchone()
    count: int = row[0]
    return count


def test_many_threads_may_follow_at_once(remote: Log, tmp_path: Path) -> None:
    """Each page is taken by one of them and passed over by the others."""
    remote.append([NewEvent("note.taken", "notes", {"n": n}) for n in range(3_000)])
    path = tmp_path / "local.db"
    Board.follow(remote, path).close()

    def read() -> None:
        with Board.follow(remote, path) as board:
            board.catch_up()

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    with Board.follow(remote, path) as board:
        board.catch_up()
        found = local_connection_of(board).execute("SELECT count(*), max(position) FROM events")
        assert found.fetchone() == (3_000, 3_000)


def test_the_file_of_another_log_is_refused(remote: Log, tmp_path: Path) -> None:
    """So is a board of its own, and a log that was restored shorter; neither is ever mixed."""
    path, own = tmp_path / "local.db", tmp_path / "own.db"
    with Board.follow(remote, path) as board:
        board.append([lesson("a", "Use one space after a full stop.")])
        board.catch_up()
    with pytest.raises(AnotherLog, match="event 1 is not on the log"):
        Board.follow(MemoryLog(), path)
    with Board.open(own) as board:
        board.append([lesson("b", "Never push on Fridays.")])
    with pytest.raises(AnotherLog, match="events of its own"):
        Board.follow(remote, own)


def test_a_follower_is_not_opened_as_a_board_of_its_own(remote: Log, tmp_path: Path) -> None:
    """Whoever appended to it would leave the log behind; reading it is harmless."""
    path = tmp_path / "local.db"
    with Board.follow(remote, path) as board:
        board.append([lesson("a", "Use one space after a full stop.")])
        board.catch_up()
    with pytest.raises(AnotherLog, match="a log elsewhere"):
        Board.open(path)
    with Board.open(path, read_only=True) as board:
        assert board.keys("lessons") == ["a"]


class _Liar(MemoryLog):
    """A log that changed its past."""

    def __init__(self, altered: Callable[[StoredEvent], StoredEvent]) -> None:
        super().__init__()
        self._altered = altered

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """All as it is, but for one event."""
        for event in super().stored(after, limit=limit):
            yield self._altered(event) if event.position == 2 else event


@pytest.mark.parametrize(
    "change",
    [{"payload": '{"n":9}'}, {"actor": "somebody"}, {"position": 3}, {"digest": bytes(32)}],
)
def test_a_log_that_changes_its_past_is_found_out(change: dict[str, Any], tmp_path: Path) -> None:
    """By whoever follows it, at the very event, of which no part is copied."""
    liar = _Liar(lambda event: event._replace(**change))
    liar.append([NewEvent("note.taken", "notes", {"n": n}) for n in range(3)])
    with Board.follow(liar, tmp_path / "local.db") as board:
        with pytest.raises(AlteredLog, match=r"event [23] of the log"):
            board.catch_up()
        assert copied(board) == 0


def test_what_hooks_note_on_a_follower_is_sent_to_the_log(remote: Log, tmp_path: Path) -> None:
    """They do not append to the copy; the outbox is ingested by the next reader, once."""
    path = tmp_path / "local.db"
    json_ = Json()
    with Board.follow(remote, path) as board:
        noted = PendingEvent("turn.ended", "session:s", json.dumps({"session": "s"}), "p")
        hook = HookBoard(str(path), 1.0)
        with pytest.raises(BoardBusy, match="elsewhere"), hook.writing():
            hook.append([noted], "claude-code")
        hook.close()
        for _ in range(2):
            outbox.add(str(path), lambda: [noted.line(json_, "claude-code")])
            board.catch_up()
            assert [event.id for event in remote.read()] == [noted.id]
    assert Path(outbox_path(str(path))).stat().st_size == 0
