"""Sessions know their models and tokens, however often and in however many pieces they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.agents.claude_code.transcript import ClaudeCode
from blackboard.agents.codex.transcript import Codex
from blackboard.event import NewEvent
from blackboard.importer import import_files
from blackboard.sources.lines import parse
from blackboard.sources.source import Record
from blackboard.transcript_files import find
from blackboard.views.rows import SessionRow
from blackboard.views.sessions import SESSIONS
from blackboard.views.view import fold
from tests.blackboard.records import (
    human,
    line,
    meta,
    read,
    result,
    rollout,
    use,
    write,
)  # fmt: skip
from tests.long_runs import rounds
from tests.memory_log import MemoryLog

Counts = tuple[int, int, int, int]


def took(call: str, tokens: Counts, *blocks: Record, model: str = "opus", **fields: Any) -> Record:
    """A line of Claude Code's model: input, output, read from the cache, written to it."""
    names: Final = ("input_tokens", "output_tokens", "cache_read_input_tokens",
             "cache_creation_input_tokens")  # fmt: skip
    content = list(blocks) or [{"type": "text", "text": "I see."}]
    usage = {**dict(zip(names, tokens, strict=True)), "service_tier": "standard"}
    message = {"role": "assistant", "id": call, "model": model, "content": content, "usage": usage}
    return line("assistant", message=message, **fields)


def counted(total: Counts, last: Counts | None = None) -> Record:
    """Codex's count of tokens: input, of it cached, output, of it thought."""
    names: Final = (
        "input_tokens",
        "cached_input_tokens",
        "output_tokens",
        "reasoning_output_tokens",
    )
    info = {f"{name}_token_usage": dict(zip(names, tokens, strict=True))
            for name, tokens in (("total", total), ("last", last or total))}  # fmt: skip
    return rollout("event_msg", type="token_count", info=info, rate_limits={})


def tokens(row: SessionRow) -> Counts:
    """Input, output, read from the cache, written to it."""
    return (row["input_tokens"], row["output_tokens"], row["cache_read_tokens"],
            row["cache_write_tokens"])  # fmt: skip


def told(source: Any, records: Sequence[Record]) -> list[dict[str, Any]]:
    """The models of the only event that sums up what a session took."""
    _, reader = read(source, records)
    (event,) = reader.usage()
    models: list[dict[str, Any]] = event.payload["models"]
    return models


def test_the_lines_of_one_message_count_once_by_the_last() -> None:
    """Claude Code writes a line for each block, and repeats the counts so far."""
    (model,) = told(
        ClaudeCode,
        [human("a"), took("m1", (10, 1, 100, 5)), took("m1", (10, 40, 100, 5)),
         took("m2", (3, 7, 200, 0))],
    )  # fmt: skip
    assert model == {"model": "opus", "calls": 2, "input_tokens": 13, "output_tokens": 47,
                     "cache_read_tokens": 300, "cache_write_tokens": 5}  # fmt: skip


def test_what_no_model_said_is_not_counted() -> None:
    """Claude Code writes messages of its own in the name of a model that is none."""
    events, reader = read(ClaudeCode, [human("a"), took("m1", (1, 1, 0, 0), model="<synthetic>")])
    assert events
    assert list(reader.usage()) == []


def test_subagents_have_their_own() -> None:
    """A subagent's lines are a session of their own, also within one file."""
    side = {"isSidechain": True, "agentId": "a1"}
    records = [
        human("a"),
        took("m1", (1, 2, 0, 0)),
        took("m2", (5, 6, 0, 0), model="haiku", **side),
    ]
    _, reader = read(ClaudeCode, records)
    usage = [(event.payload["session"], event.payload["models"]) for event in reader.usage()]
    told = [(session, each["model"], each["calls"]) for session, models in usage for each in models]
    assert told == [("s1", "opus", 1), ("s1/a1", "haiku", 1)]


def test_codex_repeats_its_counts_and_may_begin_anew() -> None:
    """A count that says the same again is no call; totals that fall are those of a resumed one."""
    models = told(
        Codex,
        [meta(), rollout("turn_context", model="gpt-a"), counted((100, 40, 10, 3)),
         counted((100, 40, 10, 3), (0, 0, 0, 0)), rollout("turn_context", model="gpt-b"),
         counted((300, 160, 30, 5), (200, 120, 20, 2)), counted((70, 0, 9, 0), (50, 0, 7, 0))],
    )  # fmt: skip
    assert [tuple(model.values()) for model in models] == [
        ("gpt-a", 1, 60, 10, 40, 0),
        ("gpt-b", 2, 130, 27, 120, 0),
    ]


def test_codex_counts_before_anything_was_asked_are_passed_over() -> None:
    """They hold only limits."""
    _, reader = read(Codex, [meta(), rollout("event_msg", type="token_count", info=None)])
    assert list(reader.usage()) == []


_calls = st.integers(1, 3).map("m{}".format)
_blocks = st.sampled_from(["text", "use", "result"])
_steps = st.lists(st.tuples(_calls, st.integers(0, 99), _blocks, st.booleans()), max_size=12)


@given(_steps, st.lists(st.integers(1, 4), max_size=12))
@settings(max_examples=rounds(8, 40), phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_a_transcript_read_in_pieces_adds_up_as_if_read_whole(
    tmp_path_factory: pytest.TempPathFactory, steps: Any, cuts: list[int]
) -> None:
    """While calls are open the lines since are read anew, and must not count twice."""
    folder = tmp_path_factory.mktemp("pieces")
    records = [human("Begin.")]
    numbers = count()
    for call, output, block, other in steps:
        given = [use(f"t{next(numbers)}", command="ls")] if block == "use" else []
        model = "haiku" if other else "opus"
        records.append(
            result("t0", "done") if block == "result"
            else took(f"{call}-{model}", (1, output, 2, 0), *given, model=model)
        )  # fmt: skip
    whole, pieces = write(folder / "whole.jsonl", records), folder / "pieces.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    with Board.open(":memory:") as one, Board.open(":memory:") as many:
        import_files(one, [whole])
        pieces.touch()
        for size in [*cuts, len(lines)]:
            with pieces.open("ab") as file:
                file.writelines(lines[:size])
            lines = lines[size:]
            import_files(many, [pieces])
        (expected,), (found,) = one.view("sessions"), many.view("sessions")
    assert tokens(found) == tokens(expected)
    assert found["usage"] == expected["usage"]


def _claude(path: Path, *calls: str) -> Path:
    return write(path, [human("a", uuid="u1"), *(took(call, (1, 10, 0, 0)) for call in calls)])


def test_a_copy_elsewhere_counts_nothing_twice(board: Board, tmp_path: Path) -> None:
    """An archived transcript is the same transcript, also where it has grown."""
    first = _claude(tmp_path / "a.jsonl", "m1", "m2")
    import_files(board, [first])
    copy = tmp_path / "b.jsonl"
    copy.write_bytes(first.read_bytes())
    assert import_files(board, [copy]).events == 0
    with copy.open("ab") as file:
        file.write(orjson.dumps(took("m3", (1, 10, 0, 0))) + b"\n")
    import_files(board, [copy])
    (row,) = board.view("sessions")
    assert tokens(row) == (3, 30, 0, 0)
    assert row["model"] == "opus"


def test_a_board_from_before_learns_the_tokens_of_what_has_grown(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that did not change are not read again; one that did is read from its beginning."""
    paths = [_claude(tmp_path / "old.jsonl", "m1"), _claude(tmp_path / "grown.jsonl", "m1")]
    with monkeypatch.context() as before:
        before.setattr(ClaudeCode, "usage", lambda *_: ())
        before.setattr("blackboard.transcript_files.READS", 1)
        import_files(board, paths)
    with paths[1].open("ab") as file:
        file.write(orjson.dumps(took("m2", (5, 10, 0, 0))) + b"\n")
    again = import_files(board, paths)
    assert (again.skipped, again.messages) == (1, 1)
    assert [tokens(row) for row in board.view("sessions")] == [(6, 20, 0, 0)]


def _sums(*models: tuple[str, int, int]) -> NewEvent:
    told = [{"model": name, "calls": calls, "input_tokens": 1, "output_tokens": output,
             "cache_read_tokens": 0, "cache_write_tokens": 0}
            for name, calls, output in models]  # fmt: skip
    return NewEvent("usage.recorded", "session:s", {"session": "s", "models": told})


@given(st.permutations(
    [_sums(("opus", 1, 5)), _sums(("opus", 2, 9), ("haiku", 1, 90)), _sums(("opus", 2, 9))]
))  # fmt: skip
def test_the_order_in_which_sums_come_does_not_matter(events: list[NewEvent]) -> None:
    """The largest count: a subagent's calls stand in its own file and in that of its session."""
    (row,) = fold(SESSIONS, MemoryLog().append(events)).values()
    assert (row["model"], row["output_tokens"], row["input_tokens"]) == ("haiku", 99, 2)


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_real_transcripts_add_up(shared_data: Path, agent: str) -> None:
    """By another way of counting: the last line of each message id; Codex's own last total."""
    expected: Counter[str] = Counter()
    with Board.open(":memory:") as board:
        paths = list(find([shared_data / "transcripts" / agent]))
        import_files(board, paths)
        rows = board.view("sessions")
    for path in paths:
        lines = [parse(each) or {} for each in path.read_bytes().split(b"\n")]
        expected.update(_by_message(lines) if agent == "claude-code" else _by_total(lines))
    names: Final = ("input_tokens", "output_tokens", "cache_read_tokens")
    assert {name: sum(row[name] for row in rows) for name in names} == dict(expected)
    assert all(row["model"] for row in rows if row["assistant_messages"] and not row["child"])


def _by_message(lines: list[Record]) -> Counter[str]:
    last = {}
    for each in lines:
        inside = (each.get("data") or {}).get("message") if each.get("type") == "progress" else each
        message = (inside or {}).get("message") or {}
        if (inside or {}).get("type") == "assistant" and message.get("model") != "<synthetic>":
            last[message["id"]] = message.get("usage") or {}
    return Counter(
        input_tokens=sum(each.get("input_tokens", 0) for each in last.values()),
        output_tokens=sum(each.get("output_tokens", 0) for each in last.values()),
        cache_read_tokens=sum(each.get("cache_read_input_tokens", 0) for each in last.values()),
    )


def _by_total(lines: list[Record]) -> Counter[str]:
    """What is summed up in falling totals, which happens in one of these files, is added."""
    found: Counter[str] = Counter()
    infos = [(each["payload"].get("info") or {}) for each in filter(None, lines)
             if each["payload"].get("type") == "token_count"]  # fmt: skip
    before: Record = {}
    for info in (each for each in infos if each.get("total_token_usage")):
        total = info["total_token_usage"]
        if total["total_tokens"] < before.get("total_tokens", 0):
            lost = {name: number - info["last_token_usage"][name] for name, number in total.items()}
            found.update(_as_ours(before))
            found.subtract(_as_ours(lost))
        before = total
    found.update(_as_ours(before))
    return found


def _as_ours(total: Record) -> dict[str, int]:
    cached = total.get("cached_input_tokens", 0)
    return {"input_tokens": total.get("input_tokens", 0) - cached, "cache_read_tokens": cached,
            "output_tokens": total.get("output_tokens", 0)}  # fmt: skip
