"""What is appended is cleaned, redacted and dumped once, and as by the functions for one value."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import chain, digests, writing
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.redaction import scan
from blackboard.redaction.redact import redact_all
from blackboard.sanitise import clean_all, may_hold_controls
from blackboard.writing import written

_TOKEN = "gh" + "p_0Kq8vT2mZ4wB8rYx6LpN5cR3dF7gH1jK9s"
_TEXTS = st.sampled_from(
    ["plain words", f"use {_TOKEN}", "\x1b[31mred\x1b[0m", "a\r\nb", "Zürich", "Zu\u0308rich",
     "<private>mine</private>", "half \ud800 a pair", "C:\\users", "\u200bhidden", "--token"]
)  # fmt: skip
_VALUES = st.recursive(
    _TEXTS | st.integers(-9, 9) | st.none(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "password", "env"]), inner, max_size=3)
    ),
    max_leaves=8,
)


def _note(payload: dict[str, Any]) -> NewEvent:
    return NewEvent("note.taken", "notes", payload)


@given(st.lists(st.dictionaries(_TEXTS | st.just("token"), _VALUES, max_size=3), max_size=4))
def test_a_batch_is_written_like_each_alone(payloads: list[dict[str, Any]]) -> None:
    """The payloads, their JSON and the count are those of cleaning and redacting one by one."""
    alone = [redact_all(clean_all(payload)) for payload in payloads]
    found = written([_note(payload) for payload in payloads])
    assert [event.payload for event in found.events] == [each.value for each in alone]
    assert found.payloads == [orjson.dumps(each.value) for each in alone]
    assert found.secrets == sum(each.secrets for each in alone)


def test_a_payload_is_dumped_once_and_a_batch_searched_in_one_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What an event costs beside its insert does not come twice, nor a search for each."""
    calls: Counter[str] = Counter()

    def counting(name: str, function: Any) -> Any:
        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return function(*arguments)

        return call

    dumps = SimpleNamespace(dumps=counting("dumps", orjson.dumps))
    monkeypatch.setattr(writing, "orjson", dumps)
    monkeypatch.setattr(chain, "orjson", dumps)
    monkeypatch.setitem(vars(scan.table()), "find", counting("find", scan.table().find))
    with Board.open(":memory:") as board:
        board.append([_note({"text": f"the {number}th note"}) for number in range(200)])
    assert calls == {"dumps": 200, "find": 1}


@pytest.mark.parametrize("text", ["Zürich", "日本語", "naïve café", "→ 1 µs"])
def test_letters_beyond_ascii_need_no_closer_look(text: str) -> None:
    """A text in another language is written as quickly as one in English."""
    assert not may_hold_controls(orjson.dumps({"text": text}).decode())


def test_a_hash_is_the_same_with_and_without_hashlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has not loaded it chains events like everybody else."""
    expected = hashlib.sha256(b"text").digest()
    assert digests.payload_hash(b"text") == expected
    monkeypatch.delitem(sys.modules, "hashlib")
    assert digests.payload_hash(b"text") == expected
