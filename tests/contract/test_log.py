"""What every backend of the log promises; a new backend adds one line to BACKENDS."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import chain, ids
from blackboard.condition import Condition
from blackboard.errors import Conflict, InvalidEvent, NotFound, Outdated
from blackboard.event import Event, NewEvent
from blackboard.log import Log
from blackboard.storage.sqlite.log import SqliteLog
from tests.conftest import FixedClock
from tests.long_runs import rounds
from tests.memory_log import MemoryLog
from tests.postgres_logs import POSTGRES, clocked_log

Backend = Callable[[Path, Callable[[], int]], Log]


def _on_server(version: str, _folder: Path, clock: Callable[[], int]) -> Log:
    return clocked_log(version, clock)


BACKENDS: dict[str, Backend] = {
    "memory": lambda folder, clock: MemoryLog(clock),
    "sqlite file": lambda folder, clock: SqliteLog(folder / "log.db", clock=clock),
    "sqlite in memory": lambda folder, clock: SqliteLog(None, clock=clock),
    **{name: partial(_on_server, version) for name, version in POSTGRES.items()},
}


@pytest.fixture(params=BACKENDS)
def log(request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock) -> Iterator[Log]:
    """An empty log of each backend."""
    with closing(BACKENDS[request.param](tmp_path, clock)) as opened:
        yield opened


def note(text: object = "", stream: str = "notes", **fields: Any) -> NewEvent:
    """A small event."""
    return NewEvent("note.taken", stream, {"text": text})._replace(**fields)


def _new_log(backend: str, folder: str) -> Log:
    return BACKENDS[backend](Path(folder), FixedClock())


def texts(log: Log, **filters: Any) -> list[object]:
    """The texts of the notes that a read gives; None for a forgotten one."""
    return [event.payload and event.payload["text"] for event in log.read(**filters)]


def test_positions_count_from_one_without_a_gap(log: Log) -> None:
    """Positions number all events of all streams in the order of their appending."""
    added = log.append([note(1), note(2, "others")]) + log.append([note(3)])
    assert [event.position for event in added] == [1, 2, 3]
    assert log.head() == 3
    assert texts(log) == [1, 2, 3]


def test_versions_count_each_stream_by_itself(log: Log) -> None:
    """Each stream's versions are gapless, whatever happens on other streams."""
    log.append([note(stream="a"), note(stream="b"), note(stream="a")])
    log.append([note(stream="b"), note(stream="a")])
    assert [event.version for event in log.read(stream="a")] == [1, 2, 3]
    assert [event.version for event in log.read(stream="b")] == [1, 2]
    assert (log.version("a"), log.version("b"), log.version("c")) == (3, 2, 0)


def test_an_empty_log_has_nothing(log: Log) -> None:
    """A log without events has head 0, reads nothing, and verifies."""
    assert (log.head(), list(log.read()), log.append([])) == (0, [], [])
    assert log.verify().sound


def test_what_was_appended_is_what_is_read(log: Log, clock: FixedClock) -> None:
    """Append returns the very events that reading gives, with all that was stated."""
    stated = note("x", schema=3, project="p", actor="me", occurred_at=5, id=ids.fresh(1),
                  causation="because", correlation="together")  # fmt: skip
    (added,) = log.append([stated])
    assert list(log.read()) == [added] == [log.get(added.id)]
    for field in NewEvent._fields:
        assert getattr(added, field) == getattr(stated, field)
    assert added.recorded_at == clock.now


def test_what_was_left_out_is_filled_in(log: Log, clock: FixedClock) -> None:
    """An event without id and time gets a fresh id and the time of recording."""
    first, second = log.append([note(), note()])
    assert first.id != second.id
    assert first.occurred_at == first.recorded_at == clock.now


def test_an_id_is_recorded_once_within_a_batch(log: Log) -> None:
    """The second event of the same id in a batch is passed over."""
    same = ids.derived("notes", "1")
    added = log.append([note(1, id=same), note(2, id=same), note(3)])
    assert texts(log) == [1, 3]
    assert [event.version for event in added] == [1, 2]


def test_an_id_is_recorded_once_across_batches(log: Log) -> None:
    """Telling a fact again changes nothing and returns only what was new."""
    same = ids.derived("notes", "1")
    log.append([note(1, id=same)])
    assert [event.payload for event in log.append([note(2, id=same), note(3)])] == [{"text": 3}]
    assert log.append([note(4, id=same)]) == []
    assert texts(log) == [1, 3]


def test_a_stale_expected_version_is_a_conflict(log: Log) -> None:
    """A stream that moved on refuses the append, says where it is, and stays as it was."""
    log.append([note(1), note(2)])
    with pytest.raises(Conflict) as caught:
        log.append([note(3)], expected_version=1)
    assert (caught.value.stream, caught.value.expected, caught.value.found) == ("notes", 1, 2)
    assert texts(log) == [1, 2]
    assert log.append([note(3)], expected_version=2)[0].version == 3


def test_expected_version_zero_means_a_new_stream(log: Log) -> None:
    """Zero lets a stream begin and refuses one that exists."""
    assert log.append([note(1)], expected_version=0)[0].version == 1
    with pytest.raises(Conflict):
        log.append([note(2)], expected_version=0)


def test_an_expected_version_needs_one_stream(log: Log) -> None:
    """A version of several streams at once is refused as an invalid demand."""
    with pytest.raises(InvalidEvent):
        log.append([note(stream="a"), note(stream="b")], expected_version=0)


def test_a_condition_holds_for_all_streams_or_nothing_is_appended(log: Log) -> None:
    """Each event names the version of its stream; the first that is at another one is named."""
    log.append([note(1, "a"), note(2, "b")])
    both = [note(3, "a"), note(4, "b")]
    with pytest.raises(Conflict, match="stream 'b' is at version 1, not 2"):
        log.append_if(both, Condition([1, 2]))
    assert log.head() == 2
    assert [event.version for event in log.append_if(both, Condition([1, 1]))] == [2, 2]


def test_of_several_the_first_are_appended_whose_streams_are_as_stated(log: Log) -> None:
    """Those that others were faster with are passed over, and what is beyond the number."""
    log.append([note(1, "a"), note(2, "c")])
    offered = [note(3, stream) for stream in "abcd"]
    added = log.append_if(offered, Condition([0, 0, 1, 0], most=2))
    assert [(event.stream, event.version, event.position) for event in added] == [
        ("b", 1, 3), ("c", 2, 4),
    ]  # fmt: skip
    assert [event.stream for event in log.read(2)] == ["b", "c"]
    assert log.append_if([note(5, "a")], Condition([0], most=1)) == []


def test_a_condition_fails_by_later_events_of_its_types(log: Log) -> None:
    """What was read before is not all that counts now."""
    log.append([note(1), NewEvent("other.kind", "o", {})])
    with pytest.raises(Outdated, match="after position 1"):
        log.append_if([note(2, "a")], Condition([0], since=1, unless=["other.kind"]))
    assert log.append_if([note(2, "a")], Condition([0], since=2, unless=["other.kind"]))
    assert log.append_if([note(3, "a")], Condition([1], since=1, unless=["note.erased"]))


def test_a_condition_that_fails_takes_back_nothing_else(log: Log) -> None:
    """The transaction around it goes on; leases end only with what is appended."""
    with log.transaction():
        log.lease(["i"], "w", 10)
        log.append([note(1, "a")])
        with pytest.raises(Conflict):
            log.append_if([note(2, "a")], Condition([0]), ["i"])
        assert log.leases(["i"]).keys() == {"i"}
        log.append_if([note(3, "a")], Condition([1]), ["i"])
    assert (texts(log), log.leases(["i"])) == ([1, 3], {})


def test_a_batch_is_appended_whole_or_not_at_all(log: Log) -> None:
    """One invalid event takes the whole batch with it, ids and versions included."""
    with pytest.raises(InvalidEvent):
        log.append([note(1, id="i"), note(2, stream="")])
    assert (log.head(), log.version("notes")) == (0, 0)
    assert log.append([note(3, id="i")])[0].version == 1


def test_a_transaction_takes_everything_back_on_an_error(log: Log) -> None:
    """What was appended before an error inside a transaction was never there."""
    log.append([note(1)])
    with suppress(ZeroDivisionError), log.transaction():
        log.append([note(2, id="i")])
        assert log.head() == 2
        raise ZeroDivisionError
    assert (texts(log), log.version("notes")) == ([1], 1)
    assert log.append([note(3, id="i")])[0].position == 2
    assert log.verify().sound


def test_transactions_may_be_nested(log: Log) -> None:
    """Inner transactions belong to the outermost one, which decides for all."""
    with log.transaction(), log.transaction():
        log.append([note(1)])
    with suppress(ZeroDivisionError), log.transaction():
        with log.transaction():
            log.append([note(2)])
        raise ZeroDivisionError
    assert texts(log) == [1]


def test_an_error_caught_outside_an_inner_transaction_takes_back_the_inner_part(log: Log) -> None:
    """Whoever catches an inner transaction's error finds nothing of it appended."""
    with log.transaction():
        with suppress(ZeroDivisionError), log.transaction():
            log.append([note(1)])
            raise ZeroDivisionError
        log.append([note(2)])
    assert texts(log) == [2]


def test_a_transaction_holds_other_writers_off(log: Log) -> None:
    """A decision made inside a transaction still holds when it is appended."""
    started, written = threading.Event(), threading.Event()

    def write() -> None:
        started.set()
        log.append([note("other")])
        written.set()

    other = threading.Thread(target=write)
    with log.transaction():
        other.start()
        started.wait(5)
        assert not written.wait(0.05)
        log.append([note("mine")])
    other.join(5)
    assert texts(log) == ["mine", "other"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"after": 2}, [3, 4, 5, 6]),
        ({"until": 2}, [1, 2]),
        ({"until": 0}, []),
        ({"after": 2, "until": 4}, [3, 4]),
        ({"after": 4, "until": 2}, []),
        ({"after": 99}, []),
        ({"stream": "a"}, [1, 4]),
        ({"types": ["x", "y"]}, [2, 3, 4, 5]),
        ({"types": []}, []),
        ({"projects": ["p"]}, [2, 4]),
        ({"limit": 2}, [1, 2]),
        ({"limit": 0}, []),
        (
            {"after": 1, "until": 5, "stream": "a", "types": ["y"], "projects": ["p"], "limit": 9},
            [4],
        ),
    ],
)
def test_reads_are_filtered(log: Log, filters: dict[str, Any], expected: list[int]) -> None:
    """Each filter narrows the events, together they narrow further, and order stays."""
    log.append(
        [
            note(1, "a"),
            note(2, "b", type="x", project="p"),
            note(3, "c", type="y"),
            note(4, "a", type="y", project="p"),
            note(5, "b", type="x"),
            note(6, "c", project="q"),
        ]
    )
    assert texts(log, **filters) == expected


def test_long_reads_are_complete(log: Log) -> None:
    """A read of some thousand events misses and doubles none, with and without a limit."""
    log.append([note(number) for number in range(2500)])
    assert texts(log) == list(range(2500))
    assert texts(log, after=10, limit=2001) == list(range(10, 2011))


def test_an_unknown_id_is_not_found(log: Log) -> None:
    """Asking for an event that is not there is an error of its own."""
    with pytest.raises(NotFound, match="nowhere"):
        log.get("nowhere")


def test_times_of_recording_never_go_back(log: Log, clock: FixedClock) -> None:
    """A clock that is put back leaves times of recording in the order of positions."""
    start = clock.now
    for step in (0, 10, -100, 50):
        clock.advance(step)
        log.append([note()])
    assert [event.recorded_at - start for event in log.read()] == [0, 10, 10, 10]


def test_a_time_has_a_position(log: Log, clock: FixedClock) -> None:
    """The position at a time is that of the last event recorded until then."""
    start = clock.now
    for step in (0, 10, 0, -5, 10):
        clock.advance(step)
        log.append([note()])
    asked = [start - 1, start, start + 9, start + 10, start + 14, start + 15, start + 99]
    assert [log.position_at(time_) for time_ in asked] == [0, 1, 1, 4, 4, 5, 5]


def test_a_clock_that_was_far_ahead_does_not_stamp_what_comes_after(
    log: Log, clock: FixedClock
) -> None:
    """Events are dated right as soon as the clock is, and every time still has its position."""
    start, year = clock.now, 365 * 86_400_000_000
    for step in (0, 10, year, 5, -year, 10, 2 * year, -2 * year, 0, 7):
        clock.advance(step)
        log.append([note(), note()])
    times = [event.recorded_at - start for event in log.read()]
    assert times[2:10:2] == [10, year + 10, year + 15, 15]
    assert times[10:] == [25, 25, 2 * year + 25, 2 * year + 25, 25, 25, 25, 25, 32, 32]
    for asked in {*times, *(each + 1 for each in times), *(each - 1 for each in times)}:
        expected = max((at for at, time_ in enumerate(times, 1) if time_ <= asked), default=0)
        assert log.position_at(start + asked) == expected
    assert log.verify().sound


@given(steps=st.lists(st.integers(-3, 3), max_size=12), asked=st.integers(-40, 40))
def test_a_time_has_a_position_whatever_the_clock_did(steps: list[int], asked: int) -> None:
    """It is that of the last event recorded until then, also where times went back."""
    clock, minutes = FixedClock(), 100_000_000
    start = clock.now
    with closing(SqliteLog(None, clock=clock)) as log:
        for step in steps:
            clock.advance(step * minutes)
            log.append([note()])
        until = [
            event.position for event in log.read() if event.recorded_at <= start + asked * minutes
        ]
        assert log.position_at(start + asked * minutes) == max(until, default=0)


def test_waiting_ends_at_once_when_there_is_news(log: Log) -> None:
    """Nobody waits for what is already there."""
    log.append([note()])
    before = time.monotonic()
    assert log.wait(0, 60) == 1
    assert time.monotonic() - before < 5


def test_waiting_ends_when_news_come(log: Log) -> None:
    """A waiting thread learns of an event that another thread appends."""
    heads: list[int] = []
    waiting = threading.Thread(target=lambda: heads.append(log.wait(0, 60)))
    waiting.start()
    log.append([note()])
    waiting.join(10)
    assert heads == [1]


def test_waiting_ends_with_its_timeout(log: Log) -> None:
    """Without news the head is returned when the time is over, not before."""
    before = time.monotonic()
    assert log.wait(0, 0.05) == 0
    assert time.monotonic() - before >= 0.05


@pytest.mark.parametrize("field", ["type", "stream"])
def test_type_and_stream_are_needed(log: Log, field: str) -> None:
    """An event without a type or a stream is refused."""
    with pytest.raises(InvalidEvent):
        log.append([note(**{field: ""})])


@pytest.mark.parametrize("value", ["a\nb", "a\0b", "a\x1bb", "\ud800", "x" * 5000])
@pytest.mark.parametrize(
    "field", ["type", "stream", "project", "actor", "id", "causation", "correlation"]
)
def test_envelopes_hold_short_printable_text(log: Log, field: str, value: str) -> None:
    """Control characters, line breaks, lone surrogates and long texts are refused anywhere."""
    with pytest.raises(InvalidEvent):
        log.append([note(**{field: value})])
    assert log.head() == 0


@pytest.mark.parametrize("time_", [2**63, -(2**63) - 1])
def test_times_fit_into_64_bits(log: Log, time_: int) -> None:
    """A time that no backend could keep is refused by all of them."""
    with pytest.raises(InvalidEvent):
        log.append([note(occurred_at=time_)])
    assert log.head() == 0


@pytest.mark.parametrize("text", [object(), {1: 2}, {1, 2}, b"x", "\ud800", 2**64, -(2**63) - 1])
def test_payloads_are_json(log: Log, text: object) -> None:
    """What JSON cannot say, or not exactly, is refused with the event's type in the message."""
    with pytest.raises(InvalidEvent, match=r"note\.taken"):
        log.append([note(text)])
    assert log.head() == 0


@pytest.mark.parametrize(
    "text",
    [
        {"a": [1, 2.5, None, True, {"b": []}], "": {}},
        "\0 and \x1b and \n and \u2028",
        "日本語 — 🎉 é e\u0301",
        2**63 - 1,
        -(2**63),
        1e308,
    ],
)
def test_payloads_come_back_as_they_were(log: Log, text: object) -> None:
    """Nested values, any text and large numbers survive being kept."""
    (added,) = log.append([note(text)])
    assert added.payload == log.get(added.id).payload == {"text": text}


def test_a_payload_given_is_not_the_payload_kept(log: Log) -> None:
    """Changing one's own dictionary after the append changes nothing on the log."""
    payload = {"text": ["a"]}
    log.append([NewEvent("note.taken", "notes", payload)])
    payload["text"].append("b")
    assert texts(log) == [["a"]]


def test_an_untouched_log_verifies(log: Log) -> None:
    """Verification counts all events, finds no problem, and ends in the last digest."""
    *_, last = log.append([note(number) for number in range(50)])
    found = log.verify()
    assert (found.events, found.holes, found.problems) == (50, 0, [])
    assert found.head == last.digest.hex()


def test_forgetting_erases_a_payload_and_says_so(log: Log) -> None:
    """The payload goes, envelope and hash stay, and an event tells who did it and why."""
    kept, gone = log.append([note("kept"), note("gone")])
    assert log.forget([gone.id], reason="private", actor="me") == [gone.id]
    assert log.get(gone.id) == gone._replace(payload=None)
    assert log.get(kept.id) == kept
    (said,) = log.read(types=["payload.forgotten"])
    assert said.actor == "me"
    assert said.payload == {"event_id": gone.id, "reason": "private", "because_of": gone.id}


def test_forgetting_reaches_those_that_cite(log: Log) -> None:
    """Events that name a forgotten event in their payload are forgotten with it, at any remove."""
    (source,) = log.append([note("secret")])
    (cites,) = log.append([note({"evidence": source.id})])
    (cites_again,) = log.append([note([cites.id])])
    log.append([note("unconcerned")])
    found = log.forget([source.id], reason="r", actor="me")
    assert found == [source.id, cites.id, cites_again.id]
    assert texts(log, types=["note.taken"]) == [None, None, None, "unconcerned"]
    told = [event.payload for event in log.read(types=["payload.forgotten"])]
    assert [each and each["event_id"] for each in told] == found


def test_a_forgotten_payload_leaves_the_chain_whole(log: Log) -> None:
    """After forgetting the log verifies with one hole more and takes new events."""
    gone, _ = log.append([note(1), note(2)])
    log.forget([gone.id], reason="r", actor="me")
    log.append([note(3)])
    found = log.verify()
    assert (found.sound, found.holes, found.events) == (True, 1, 4)


def test_forgetting_twice_does_no_harm(log: Log) -> None:
    """A second time neither fails nor erases or announces anything else."""
    gone, _ = log.append([note(1), note(2)])
    assert log.forget([gone.id], reason="r", actor="me") == [gone.id]
    assert log.forget([gone.id], reason="r", actor="me") == []
    assert len(list(log.read(types=["payload.forgotten"]))) == 1
    assert texts(log, types=["note.taken"]) == [None, 2]
    assert log.verify().holes == 1


def test_a_forgotten_id_is_not_taken_again(log: Log) -> None:
    """Telling a forgotten fact again is passed over like any that is known."""
    same = ids.derived("notes", "1")
    log.append([note("secret", id=same)])
    log.forget([same], reason="r", actor="me")
    assert log.append([note("secret", id=same)]) == []
    assert log.get(same).payload is None


def test_many_are_forgotten_at_once(log: Log) -> None:
    """Each event asked for goes, and of those that cite it each says because of which."""
    first, second, _ = log.append([note(1), note(2), note(3)])
    (cites,) = log.append([note({"evidence": second.id})])
    assert log.forget([second.id, first.id], reason="r", actor="me") == [
        second.id, first.id, cites.id,
    ]  # fmt: skip
    assert texts(log, types=["note.taken"]) == [None, None, 3, None]
    told = [event.payload for event in log.read(types=["payload.forgotten"])]
    assert [each and each["because_of"] for each in told] == [second.id, first.id, second.id]


def test_nothing_to_forget_changes_nothing(log: Log) -> None:
    """An empty list of events leaves the log as it is."""
    log.append([note(1)])
    assert log.forget([], reason="r", actor="me") == []
    assert log.head() == 1


def test_what_would_be_forgotten_can_be_asked_first(log: Log) -> None:
    """A reach names all that would go, erases nothing, and then saves a second search."""
    (source,) = log.append([note("secret")])
    (cites,) = log.append([note([source.id])])
    reach = log.reach([source.id])
    assert reach.because_of == {source.id: source.id, cites.id: source.id}
    assert texts(log) == ["secret", [source.id]]
    (late,) = log.append([note([cites.id])])
    found = log.forget(reach, reason="r", actor="me")
    assert sorted(found) == sorted([source.id, cites.id, late.id])


def test_a_closed_stream_is_forgotten_whole(log: Log) -> None:
    """All its events go with those that cite them, and later ones are passed over for good."""
    inside, other = log.append([note("in", "session:a"), note("out", "session:b")])
    (cites,) = log.append([note([inside.id])])
    found = log.forget([], reason="r", actor="me", closing=["session:a"])
    assert found == [inside.id, cites.id]
    late = [note(1, "session:a"), note(2, "session:a/helper"), note(3, "session:ab")]
    assert [event.stream for event in log.append(late)] == ["session:ab"]
    assert log.append([note(4, "session:a")]) == []
    assert log.get(other.id).payload == {"text": "out"}
    (said,) = log.read(types=["stream.closed"])
    assert said.payload == {"stream": "session:a", "reason": "r"}


@pytest.mark.parametrize("name", ['say "hi"', "back\\slash", "päß/x", '"'])
def test_an_odd_id_is_found_where_it_is_cited(log: Log, name: str) -> None:
    """Whatever JSON makes of the characters of an id, its citation is seen."""
    log.append([note("secret", id=name), note("near", id=f"{name}x"), note([f"{name}x"])])
    (cites,) = log.append([note({"cites": name})])
    assert log.forget([name], reason="r", actor="me") == [name, cites.id]


_graphs = st.lists(st.lists(st.integers(0, 9), max_size=2), min_size=1, max_size=10)
_KINDS = ("note.taken", "call.noted", "word.noted")


@pytest.mark.server
@given(
    graph=_graphs,
    asked=st.sets(st.integers(0, 9), min_size=1),
    backend=st.sampled_from(sorted(BACKENDS)),
)
@settings(max_examples=rounds(12, 40))
def test_whatever_cites_whatever_all_of_it_is_found(
    graph: list[list[int]], asked: set[int], backend: str
) -> None:
    """Backwards, forwards and in circles: exactly what leads to an event asked for is forgotten."""
    wanted = {number for number in asked if number < len(graph)}
    expected = set(wanted)
    while more := {n for n, cited in enumerate(graph) if expected & set(cited)} - expected:
        expected |= more
    events = [
        note([f"e{each}" for each in cited], id=f"e{number}", type=_KINDS[number % 3])
        for number, cited in enumerate(graph)
    ]
    with TemporaryDirectory() as folder, closing(_new_log(backend, folder)) as log:
        log.append(events)
        found = log.forget([f"e{number}" for number in wanted], reason="r", actor="me")
        assert set(found) == {f"e{number}" for number in expected}
        assert log.verify().sound


def test_what_is_not_there_cannot_be_forgotten(log: Log) -> None:
    """Forgetting an unknown id is an error and leaves no trace."""
    with pytest.raises(NotFound):
        log.forget(["nowhere"], reason="r", actor="me")
    assert log.head() == 0


def test_stored_events_can_be_copied_and_verified(log: Log) -> None:
    """Their payloads are the very texts that were hashed; a forgotten one is gone there too."""
    first, *_ = log.append([note({"é": [1, 2.50]}), note("gone"), note(3)])
    gone = log.append([note("gone too")])[0]
    log.forget([gone.id], reason="r", actor="me")
    copied = list(log.stored())
    digest = chain.GENESIS
    for event in copied:
        if event.payload is not None:
            assert chain.payload_hash(event.payload.encode()) == event.payload_sha256
        assert chain.link(digest, event[:12], event.payload_sha256) == event.digest
        digest = event.digest
    assert [event.position for event in copied if event.payload is None] == [gone.position]
    assert copied[0][:12] == first[:12]


def test_stored_events_come_in_pages(log: Log) -> None:
    """From a position on, at most so many, and a long read misses none."""
    log.append([note(number) for number in range(2500)])
    assert [event.position for event in log.stored(2, limit=3)] == [3, 4, 5]
    assert [event.position for event in log.stored(100, limit=2001)] == list(range(101, 2102))
    assert len(list(log.stored())) == 2500
    assert list(log.stored(2500)) == list(log.stored(limit=0)) == []


def test_the_log_has_a_clock(log: Log, clock: FixedClock) -> None:
    """By which leases run, whoever asks."""
    assert log.now() == clock.now
    clock.advance(5)
    assert log.now() == clock.now


def test_a_lease_holds_until_it_ends(log: Log) -> None:
    """The last one counts; what nobody holds is left out; a lease is no event."""
    with log.transaction():
        log.lease(["a", "b"], "me", 10)
        log.lease(["b"], "you", 20)
    assert log.leases(["a", "b", "c"]) == {"a": 10, "b": 20}
    with log.transaction():
        log.end_lease(["a", "never"])
    assert log.leases(["a", "b"]) == {"b": 20}
    assert log.leases([]) == {}
    assert log.head() == 0


def test_many_leases_are_asked_for_at_once(log: Log) -> None:
    """No number of items is too large for one question."""
    items = [str(number) for number in range(2000)]
    log.lease(items, "me", 10)
    assert log.leases(items) == dict.fromkeys(items, 10)


def test_a_lease_is_taken_back_with_its_transaction(log: Log) -> None:
    """Nobody holds what was decided in a transaction that failed."""
    log.lease(["a"], "me", 10)
    with suppress(ZeroDivisionError), log.transaction():
        log.lease(["a", "b"], "you", 20)
        raise ZeroDivisionError
    assert log.leases(["a", "b"]) == {"a": 10}


def test_readers_are_remembered_by_name(log: Log) -> None:
    """Each has a position of its own, 0 at first, and forgetting leaves it as it is."""
    event = log.append([note("x")])[0]
    log.remember_reader("miner", 1)
    log.remember_reader("judge", 7)
    log.remember_reader("judge", 8)
    log.forget([event.id], reason="r", actor="me")
    positions = [log.reader_position(name) for name in ("miner", "judge", "nobody")]
    assert positions == [1, 8, 0]


def test_a_reader_goes_on_where_its_transaction_left_off(log: Log) -> None:
    """What it appended and how far it read are one; both are taken back together."""
    with suppress(ZeroDivisionError), log.transaction():
        log.append([note("made of it")])
        log.remember_reader("miner", 5)
        raise ZeroDivisionError
    assert (log.head(), log.reader_position("miner")) == (0, 0)


_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False,
    allow_infinity=False) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)  # fmt: skip
_events = st.builds(
    NewEvent,
    type=st.sampled_from(["note.taken", "x.y"]),
    stream=st.sampled_from(["a", "b", "ü"]),
    payload=st.fixed_dictionaries({"text": _values}),
    schema=st.integers(1, 3),
    project=st.sampled_from([None, "p"]),
    actor=st.sampled_from(["", "me"]),
    occurred_at=st.none() | st.integers(-(2**62), 2**62),
    id=st.integers(0, 9).map(lambda number: ids.derived("s", str(number))),
    causation=st.sampled_from([None, "c"]),
)
_batches = st.lists(
    st.tuples(st.lists(_events, max_size=4), st.integers(-5, 5), st.sampled_from([None, None, 0])),
    max_size=5,
)


@settings(max_examples=rounds(10, 30), deadline=None)
@given(_batches)
def test_all_backends_record_the_same(
    batches: list[tuple[list[NewEvent], int, int | None]],
) -> None:
    """Any sequence of appends gives the same events, errors and digests on every backend."""
    with TemporaryDirectory() as folder:
        outcomes = [_record(backend, Path(folder), batches) for backend in BACKENDS.values()]
    assert outcomes == outcomes[:1] * len(outcomes)


def _record(
    backend: Backend, folder: Path, batches: list[tuple[list[NewEvent], int, int | None]]
) -> tuple[list[Event | str], str]:
    clock = FixedClock()
    outcome: list[Event | str] = []
    with closing(backend(folder, clock)) as log:
        for events, step, expected in batches:
            clock.advance(step)
            try:
                outcome += log.append(events, expected_version=expected)
            except Conflict as error:
                outcome.append(str(error))
            except InvalidEvent:
                outcome.append("invalid")
        assert list(log.read()) == [each for each in outcome if isinstance(each, Event)]
        found = log.verify()
        assert found.sound
        return outcome, found.head
