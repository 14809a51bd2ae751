"""All sources: what they tell is valid, the same however a file grew, and never an accident."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.agents.reader import Reader, Record
from blackboard.events.catalogue import check
from blackboard.importer import import_files
from blackboard.sources.readers import readers
from blackboard.sources.source import Call, Speaker, whole_outputs
from tests.blackboard.records import SAMPLES, read
from tests.long_runs import rounds

_WORDS = st.sampled_from(["user", "assistant", "text", "tool_use", "c1", "exec", "", "\n", "\0"])
_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_WORDS, inner, max_size=2),
    max_leaves=4,
)
_KEYS = (
    "type uuid sessionId timestamp cwd version gitBranch entrypoint isMeta isSidechain agentId "
    "origin message operation content role tool_calls tool_call_id toolUseResult payload id "
    "name arguments input output call_id git cli_version item is_error tool_use_id".split()
)
_TYPES = (
    "user assistant queue-operation session_meta response_item event_msg message function_call "
    "function_call_output custom_tool_call item_completed CommandExecution tool_use "
    "tool_result enqueue remove tool".split()
)
_BLOCKS = st.dictionaries(
    st.sampled_from([*_KEYS, "text"]), _JSON | st.sampled_from(_TYPES), max_size=4
)
_RECORDS = st.dictionaries(
    st.sampled_from(_KEYS),
    _JSON
    | st.sampled_from(_TYPES)
    | _BLOCKS
    | st.fixed_dictionaries({"content": st.lists(_BLOCKS)}),
    max_size=6,
)


@given(st.sampled_from(readers()), st.lists(_RECORDS, max_size=4))
@settings(max_examples=rounds(100, 400), deadline=None)
def test_no_record_breaks_a_reader(source: type[Reader], records: list[Record]) -> None:
    """Whatever stands in the fields of a line, reading goes on and what it tells is valid."""
    for record in records:
        source.recognises(record)
    read(source, records)


@given(st.data())
@settings(max_examples=rounds(6, 30), deadline=None)
def test_a_file_that_grew_tells_the_same(data: st.DataObject) -> None:
    """Cut at any byte and taken in twice as it grows, a file tells what it tells whole."""
    content = data.draw(st.sampled_from(SAMPLES)).read_bytes()
    cut = data.draw(st.integers(1, len(content) - 1))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_bytes(content[:cut])
        with Board.open(":memory:") as board:
            import_files(board, [path])
            path.write_bytes(content)
            import_files(board, [path])
            grown = _told(board), _usage(board)
        with Board.open(":memory:") as board:
            import_files(board, [path])
            assert grown == (_told(board), _usage(board))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem[:30])
def test_everything_told_of_a_real_session_is_valid(path: Path) -> None:
    """Each event of a recorded session fits its payload model, belongs to one project."""
    with Board.open(":memory:") as board:
        assert import_files(board, [path]).failed == []
        events = list(board.read())
    for event in events:
        check(event.type, event.schema, event.payload)
    assert events[0].type == "session.started"
    assert len({event.project for event in events}) == 1
    assert {event.type for event in events} >= {"message.recorded", "tool.called"}


def test_every_sample_is_recognised_by_one_source_only() -> None:
    """The first record that any source claims is claimed by no other."""
    for path in SAMPLES:
        assert _claims(path) == 1, path


def _claims(path: Path) -> int:
    import orjson

    for line in path.read_bytes().splitlines():
        claims = sum(source.recognises(orjson.loads(line)) for source in readers())
        if claims:
            return claims
    return 0


def _told(board: Board) -> dict[str, tuple[Any, ...]]:
    """What was told, by event; the project of what was said first may be told later."""
    return {
        event.id: (event.type, event.stream, event.project, event.occurred_at, event.payload)
        for event in board.read()
        if event.type != "usage.recorded"
    }


def _usage(board: Board) -> dict[str, list[Any]]:
    """What sessions took of their models: a file that grows says it again, with larger sums."""
    return {row["id"]: row["usage"] for row in board.view("sessions")}


def test_outputs_are_whole_for_who_reads_again() -> None:
    """The log keeps their ends alone."""
    speaker, output = Speaker("s", "claude-code"), "a page " * 1_000
    call = Call("look", {}, None)
    cut = speaker.called("1", call, None, output, failed=False).payload
    with whole_outputs():
        whole = speaker.called("1", call, None, output, failed=False).payload
    assert cut is not None
    assert whole is not None
    assert (whole["output"], len(cut["output"]) < 2_100) == (output, True)
