"""Who wrote what, decided by structure: what a later reading proves, and what it does not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from blackboard.attestation import (
    attested,
    attested_one,
    author_of,
    newly_attested,
    without_author,
)
from blackboard.errors import NotFound
from blackboard.event import Event, NewEvent
from blackboard.events.session import AuthorsAttested, MessageRecorded

STREAM = "session:s1"
MESSAGE = MessageRecorded.type


def said(author: str, text: str = "Use tabs", **fields: Any) -> dict[str, Any]:
    """The payload of a message."""
    return {"session": "s1", "role": "user", "text": text, "said_by": author, **fields}


def event(id_: str, payload: dict[str, Any] | None, type_: str = MESSAGE, schema: int = 2) -> Event:
    """An event as it is read from a board."""
    return Event(1, id_, STREAM, 1, type_, schema, "kite", "import", 0, 0, None, None, payload,
                 b"", b"")  # fmt: skip


def proof(**authors: list[str]) -> Event:
    """An event that says who wrote others."""
    payload = {"session": "s1", "authors": authors}
    return event("proof", payload, AuthorsAttested.type, 1)


def again(id_: str, author: str, type_: str = MESSAGE, **fields: Any) -> NewEvent:
    """An event of a transcript that is read now."""
    return NewEvent(type_, STREAM, said(author, **fields), 2, "kite", id=id_)


def never(_stream: str) -> Iterable[Event]:
    """Nobody has to look for proofs."""
    raise AssertionError("there is nothing to look for")


def test_what_was_proved_since_counts_where_nobody_was_known() -> None:
    """Of each event its own author; the rest stays as it is."""
    events = [event("a", said("unknown")), event("b", said("unknown")), event("c", said("agent"))]
    read = attested([*events, proof(human=["a"], tool=["c"])])
    assert [author_of(each) for each in read[:3]] == ["human", "unknown", "agent"]
    assert [(each.payload or {})["text"] for each in read[:3]] == ["Use tabs"] * 3


def test_only_a_proof_proves() -> None:
    """Not an event of another type with the same fields, nor a proof that was forgotten."""
    fields: dict[str, Any] = {"authors": {"human": ["a"]}}
    forged = [event("x", {**said("agent"), **fields}), event("y", fields, "note.taken", 1),
              event("w", fields, "a.note", 1)]  # fmt: skip
    forgotten = event("z", None, AuthorsAttested.type, 1)
    read = attested([event("a", said("unknown")), *forged, forgotten])
    assert author_of(read[0]) == "unknown"


def test_a_forgotten_message_stays_forgotten() -> None:
    """Whoever wrote it."""
    (read, _) = attested([event("a", None), proof(human=["a"])])
    assert read.payload is None


def test_one_event_is_attested_by_the_proofs_of_its_stream() -> None:
    """They are looked for only where an author may be missing."""
    asked: list[str] = []

    def read(stream: str) -> Iterable[Event]:
        asked.append(stream)
        return [proof(human=["a"])]

    assert author_of(attested_one(event("a", said("unknown")), read)) == "human"
    assert asked == [STREAM]
    for known in ("agent", "tool"):
        assert author_of(attested_one(event("a", said(known)), never)) == known
    assert attested_one(event("a", {"text": "x"}, "note.taken", 1), never).payload == {"text": "x"}


@pytest.mark.parametrize(
    ("known", "now", "proved"),
    [
        (said("unknown"), again("a", "human"), {"human": ["a"]}),
        (said("unknown"), again("a", "tool"), {"tool": ["a"]}),
        (said("unknown"), again("a", "agent"), None),
        (said("unknown"), again("a", "harness"), None),
        (said("human"), again("a", "human"), None),
        (said("hook"), again("a", "human"), None),
        (said("unknown", "Use blanks"), again("a", "human"), None),
        (said("unknown", blocks=[1]), again("a", "human"), None),
        (said("unknown"), again("a", "human", role="assistant"), None),
        (said("unknown"), again("a", "human", type_="note.taken"), None),
        (None, again("a", "human"), None),
        (said("unknown"), again("b", "human"), None),
    ],
    ids=["a person", "a tool", "a model", "a harness", "known", "a hook", "another text",
         "more fields", "another role", "another type", "forgotten", "not there"],
)  # fmt: skip
def test_a_reading_proves_the_same_words_alone(
    known: dict[str, Any] | None, now: NewEvent, proved: dict[str, list[str]] | None
) -> None:
    """Those of a person or a tool, of an event on the board whose author was not known."""

    def get(id_: str) -> Event:
        if id_ != "a":
            raise NotFound(f"no event {id_}")
        return event("a", known)

    found = newly_attested(get, [now])
    assert [each.payload["authors"] for each in found] == ([proved] if proved else [])
    assert [(each.project, each.correlation) for each in found] == [("kite", "s1")] * len(found)


def test_what_is_proved_is_told_once_for_each_session() -> None:
    """With the project that its events have."""
    there = {"a": said("unknown"), "b": said("unknown"), "c": {**said("unknown"), "session": "s2"}}
    others = NewEvent(MESSAGE, "session:s2", {**said("human"), "session": "s2"}, 2, "lens", id="c")
    found = newly_attested(
        lambda id_: event(id_, there[id_]), [again("a", "human"), again("b", "tool"), others]
    )
    assert [(each.payload["session"], each.project, each.payload["authors"]) for each in found] == [
        ("s1", "kite", {"human": ["a"], "tool": ["b"]}),
        ("s2", "lens", {"human": ["c"]}),
    ]


@pytest.mark.parametrize(
    ("author", "left"),
    [("human", "unknown"), ("tool", "unknown"), ("agent", "agent"), ("hook", "hook")],
)
def test_a_transcript_from_elsewhere_says_nothing_of_people_and_tools(
    author: str, left: str
) -> None:
    """A model's words need no proof, and other events have no author."""
    assert without_author(again("a", author)).payload == said(left)
    other = NewEvent("note.taken", STREAM, {"said_by": author})
    assert without_author(other) == other
