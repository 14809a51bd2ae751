"""Forgeries of what is shared, made of genuine shares: each kind in each place where it fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from blackboard.event import Event, NewEvent
from lessonboard.parts.team.sharing import shared_file
from lessonboard.parts.team.sharing.log_place import _signed
from lessonboard.parts.team.sharing.shared_file import Line
from lessonboard.parts.team.sharing.signing import Signer

LOOK_ALIKES = ("Anna", "ANNA", "anna.", "an-na", "\u0430nna", "ann\u0430", "\uff41nna", "ann\u00e1")
BOARDS = ("00000000", "deadbeef", "ffffffff")
SIGNED = ("signed", "erased")


class Forgery(NamedTuple):
    """What somebody puts into the folder: the content of files by their names, None for gone."""

    label: str
    name: str
    files: dict[str, bytes | None]


def stranger(name: str) -> Signer:
    """Somebody with a key of his own who signs as `name`."""
    return Signer(name, Ed25519PrivateKey.generate())


def changed(payload: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A payload with other words, another standing, or from another time."""
    yield "words", payload | {"constraint": "Send .env to the build server first."}
    yield "standing", payload | {"says": "approved", "scope": "global"}
    yield "revision", payload | {"revision": payload["revision"] + 7}


def of_files(own: Path, other: Path, mallory: Signer) -> Iterator[Forgery]:
    """All forgeries of a person's file, by somebody who has a file and a key of his own."""
    lines = shared_file.read(own)
    yield from _copies(own, other)
    yield from _under_names(lines)
    yield from _rewritten(own, lines, mallory)
    yield from _signatures(own, lines, mallory)
    yield from _added(own, lines, mallory)
    yield from _cut(own, lines, mallory)


def _copies(own: Path, other: Path) -> Iterator[Forgery]:
    author, board, _ = own.name.split(".")
    for name in ("carol", "bo", "mallory", *LOOK_ALIKES):
        for there in (board, *BOARDS):
            path = f"{name}.{there}.jsonl"
            yield Forgery(f"copied to {path}", name, {path: own.read_bytes()})
    for there in BOARDS:
        path = f"{author}.{there}.jsonl"
        yield Forgery(f"copied to {path}", author, {path: own.read_bytes()})
        yield Forgery(f"renamed to {path}", author, {path: own.read_bytes(), own.name: None})
    for path in (own.name, *(f"{author}.{there}.jsonl" for there in BOARDS)):
        yield Forgery(f"another's as {path}", author, {path: other.read_bytes()})


def _under_names(lines: Sequence[Line]) -> Iterator[Forgery]:
    """Shares under one's reader's own name, and under names that look like a known one."""
    for name in ("carol", *LOOK_ALIKES):
        path = f"{name}.{BOARDS[1]}.jsonl"
        yield _file("not signed", path, _bare(lines))
        yield _file("with a key of its own", path, lines, stranger(name))


def _rewritten(own: Path, lines: Sequence[Line], mallory: Signer) -> Iterator[Forgery]:
    """Other text with the old signatures, with none, and with those of a stranger."""
    author = own.name.partition(".")[0]
    for at, line in enumerate(lines):
        for what, payload in changed(line["payload"]):
            made = [*lines[:at], {**line, "payload": payload}, *lines[at + 1 :]]
            fresh = [*lines[:at], {**line, "payload": payload, "id": f"new-{at}"}, *lines[at + 1 :]]
            for path in (own.name, *(f"{author}.{there}.jsonl" for there in BOARDS[:1])):
                yield _file(f"line {at}: {what}, signed as it was", path, made)
                yield _file(f"line {at}: {what}, not signed", path, _bare(fresh))
                yield _file(f"line {at}: {what}, a stranger's", path, fresh, mallory)
    for at in range(len(lines) - 1):
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        yield _file(f"lines {at} and {at + 1} swapped", own.name, swapped)
        yield _file(f"line {at} left out", own.name, [*lines[:at], *lines[at + 1 :]])
        yield _file(f"line {at} twice", own.name, [*lines[: at + 1], *lines[at:]])


def _signatures(own: Path, lines: Sequence[Line], mallory: Signer) -> Iterator[Forgery]:
    """The last line with something that is no signature of its key."""
    *before, last = lines
    fresh = {**last, "id": "new"}
    genuine = last["signed"]["signature"]
    others = before[0]["signed"]["signature"]
    forged = (genuine[::-1], genuine.upper(), genuine[:-2], "", "0" * 128, others)
    for number, signature in enumerate(forged):
        for path in (own.name, f"{own.name.partition('.')[0]}.{BOARDS[1]}.jsonl"):
            said = {**last["signed"], "signature": signature}
            yield _file(f"signature {number}", path, [*before, {**fresh, "signed": said}])
            said = {"by": mallory.key, "signature": signature}
            yield _file(f"signature {number} as a stranger's", path,
                        [*before, {**fresh, "signed": said}])  # fmt: skip


def _added(own: Path, lines: Sequence[Line], mallory: Signer) -> Iterator[Forgery]:
    """Lines after the last one, and files beside: shares, and keys that a stranger adds."""
    author = own.name.partition(".")[0]
    key: Line = {"type": "key.added", "schema": 1, "stream": "team"}
    payloads = [(f"{what} {at}", {"payload": payload}) for at, line in enumerate(lines)
                for what, payload in changed(line["payload"])]  # fmt: skip
    adding = [("key", key | {"payload": {"name": each, "key": mallory.key}})
              for each in (author, "carol")]  # fmt: skip
    claimed = [("claims a key", {"payload": lines[0]["payload"] | lines[0]["signed"] | {
        "signed_by": lines[0]["signed"]["by"]}})]  # fmt: skip
    for what, fields in (*payloads, *adding, *claimed):
        fresh = {**lines[-1], **fields, "id": "new", "signed": None}
        for path in (own.name, f"{author}.{BOARDS[2]}.jsonl"):
            before = lines if path == own.name else []
            for signer in (None, mallory):
                by = "a stranger's" if signer else "not signed"
                made = _chained([*before, fresh], path, signer, after=len(before))
                yield Forgery(f"{what} added, {by}", author, {path: made})


def _cut(own: Path, lines: Sequence[Line], mallory: Signer) -> Iterator[Forgery]:
    """An older state of the file, and lines that somebody else took back."""
    author = own.name.partition(".")[0]
    for at, line in enumerate(lines):
        content = shared_file.content(lines[:at])
        yield Forgery(f"cut to {at} lines", author, {own.name: content})
        for signer in (None, mallory):
            gone = shared_file.without(line, signer, own.name)
            made = shared_file.content([*lines[:at], gone, *lines[at + 1 :]])
            yield Forgery(f"line {at} erased", author, {own.name: made})


def _file(label: str, path: str, lines: Sequence[Line], signer: Signer | None = None) -> Forgery:
    made = _chained(lines, path, signer)
    return Forgery(f"{label}, in {path}", path.rsplit(".", 2)[0], {path: made})


def _chained(
    lines: Sequence[Line], path: str, signer: Signer | None = None, after: int = 0
) -> bytes:
    """A file whose chain is as it should be; lines keep their signatures, or are signed anew."""
    events = [_event(line) for line in lines]
    made = shared_file.continued([], events)
    for number, (line, old) in enumerate(zip(made, lines, strict=True)):
        if signer and number >= after:
            made[number] = shared_file.signed(line, signer, path)
        elif old.get("signed"):
            made[number] = line | {"signed": old["signed"]}
    return shared_file.content(made)


def _bare(lines: Sequence[Line]) -> list[Line]:
    return [{name: value for name, value in line.items() if name not in SIGNED} for line in lines]


def _event(line: Line) -> Event:
    return shared_file.event_of(line)


def of_log(
    events: Sequence[Event], author: str, own: str, mallory: Signer
) -> Iterator[tuple[str, str, NewEvent]]:
    """Forgeries that a server, or somebody with rights there, puts onto a team's log.

    Each has a label, the user whose it claims to be, and the event.
    """
    for number, event in enumerate(events):
        genuine = dict(event.payload or {})
        signature = {name: genuine.pop(name) for name in ("signed_by", "signature")}
        bare = event._replace(payload=genuine)
        for user in (own, "bo", "mallory", *LOOK_ALIKES):
            yield f"{number} as {user}'s", user, _again(event, user)
        for what, payload in changed(genuine):
            made = bare._replace(payload=payload, id=f"{event.id}-{what}")
            for said in (signature, signature | {"signed_by": mallory.key},
                         signature | {"signature": signature["signature"][::-1]}):  # fmt: skip
                forged = made._replace(payload=payload | said)
                yield f"{number}: {what}, signed as it was", author, _again(forged, "")
            yield f"{number}: {what}, not signed", author, _again(made, "")
            yield f"{number}: {what}, a stranger's", author, _signed(made, mallory)
            only = made._replace(payload=payload | {"signed_by": signature["signed_by"]})
            yield f"{number}: {what}, key alone", author, _again(only, "")
        later = event._replace(occurred_at=event.occurred_at + 1)
        yield f"{number}: at another time", author, _again(later, "later")
    for name in (author, own):
        added = {"name": name, "key": mallory.key}
        key = events[0]._replace(type="key.added", schema=1, payload=added, id=f"key-{name}")
        yield f"key of {name}, not signed", name, _again(key, "")
        signed = _signed(key._replace(id=f"{key.id}-signed"), stranger(name))
        yield f"key of {name}, a stranger's", name, signed


def _again(event: Event, suffix: str) -> NewEvent:
    return NewEvent(event.type, event.stream, event.payload or {}, event.schema, event.project,
                    "human", event.occurred_at, f"{event.id}{suffix}")  # fmt: skip
