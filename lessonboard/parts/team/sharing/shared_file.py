"""The file of one board in a shared folder: lines of JSON, each chained to the one before.

The digest is that of the log (`blackboard/chain.py`), with the line's number as position and
nothing where the log has what only the log knows. A withdrawn line keeps its hash.

A signature covers the name of the file and the digest, and with it all lines before; that a line
was withdrawn has one of its own. Files from before signing have none.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import orjson

from blackboard import chain
from blackboard.errors import BoardError, InvalidEvent
from blackboard.event import Event
from lessonboard.parts.team.sharing import signing
from lessonboard.parts.team.sharing.signing import Purpose, Signer

Line = dict[str, Any]
MODE = 0o644
"""Others are to read it; the umask of the folder's owner does not count for what is shared."""

_MOST_BYTES = 64 << 20
_TYPES: dict[str, type | tuple[type, ...]] = {
    "id": str, "stream": str, "type": str, "schema": int, "project": (str, type(None)),
    "actor": str, "occurred_at": int, "payload": (dict, type(None)), "payload_sha256": str,
    "digest": str,
}  # fmt: skip
_SIGNATURES = ("signed", "erased")
_SIGNATURE = {"by": re.compile("[0-9a-f]{64}"), "signature": re.compile("[0-9a-f]{128}")}
_FIELDS = ("id", "stream", "type", "schema", "project", "actor", "occurred_at")


class Altered(BoardError):
    """A file is not what its board wrote: it is left out, and the others are read."""


def read(path: Path) -> list[Line]:
    """The whole lines of a file, verified; one that is still being copied is left for later.

    Raises:
        Altered: it is no file of its own, too large, or a line is not what was written.
    """
    raw = _content(path)
    lines, digest = [], chain.GENESIS
    for number, text in enumerate(raw[: raw.rfind(b"\n") + 1].splitlines(), start=1):
        line = _line(text)
        if line is None or not _holds(line, number, digest):
            raise Altered(f"line {number} of {path} is not what was written")
        digest = bytes.fromhex(line["digest"])
        lines.append(line)
    return lines


def continued(
    lines: Sequence[Line], events: Iterable[Event], signed: Callable[[Line], Line] = dict
) -> list[Line]:
    """The lines of events that come after those of a file, each as `signed` leaves it."""
    digest = bytes.fromhex(lines[-1]["digest"]) if lines else chain.GENESIS
    made: list[Line] = []
    for number, event in enumerate(events, start=len(lines) + 1):
        payload = chain.encode(event.type, event.payload or {})
        line: Line = {name: getattr(event, name) for name in _FIELDS}
        hashed = chain.payload_hash(payload)
        digest = chain.link(digest, _envelope(line, number), hashed)
        made.append(signed(line | {"payload": orjson.loads(payload), "payload_sha256": hashed.hex(),
                                   "digest": digest.hex()}))  # fmt: skip
    return made


def signed(line: Line, signer: Signer, file: str) -> Line:
    """A line with a signature that is valid in that file only."""
    return line | {"signed": _signature(line, signer, "share", file)}


def signers(lines: Sequence[Line], path: Path, author: str) -> list[str]:
    """By which key each line is vouched for; empty for lines at the end without a signature.

    Since a signature covers all lines before it, of those by one key the last is verified.

    Raises:
        Altered: a signature is not that of its key for this author, file and line.
    """
    found: list[str] = []
    key = ""
    for line in reversed(lines):
        by = line.get("signed", {}).get("by", "")
        if by and by != key:
            if not _is_signed(line, "signed", path.name, author):
                number = len(lines) - len(found)
                raise Altered(f"line {number} of {path} is signed for another name, file or text")
            key = by
        found.append(key)
    return found[::-1]


def eraser(line: Line, path: Path, author: str) -> str:
    """The key that signed the withdrawal of a line; empty where none did."""
    is_signed = "erased" in line and _is_signed(line, "erased", path.name, author)
    return str(line["erased"]["by"]) if is_signed else ""


def _signature(line: Line, signer: Signer, purpose: Purpose, file: str) -> dict[str, str]:
    return {"by": signer.key, "signature": signer.sign(purpose, file, line["digest"])}


def _is_signed(line: Line, name: str, file: str, author: str) -> bool:
    purpose: Purpose = "erase" if name == "erased" else "share"
    said = line[name]
    return signing.holds(said["by"], said["signature"], purpose, author, file, line["digest"])


def add(path: Path, lines: Sequence[Line]) -> None:
    """Add lines to a file, all or none.

    Raises:
        BoardError: it cannot be written, or is no file of its own.
    """
    if not lines:
        return
    data = content(lines)
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND | _OWN, MODE)
        try:
            _add(descriptor, path, data)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise BoardError(f"could not write to {path}: {error.strerror}") from error


def content(lines: Iterable[Line]) -> bytes:
    """The lines as the file has them."""
    return b"".join(orjson.dumps(line) + b"\n" for line in lines)


def without(line: Line, signer: Signer | None = None, file: str = "") -> Line:
    """A line whose payload was withdrawn, with a signature of that."""
    said = {"erased": _signature(line, signer, "erase", file)} if signer else {}
    return {**line, "payload": None, **said}


def event_of(line: Line) -> Event:
    """The event of a line, as its author gave it."""
    return Event(0, line["id"], line["stream"], 0, line["type"], line["schema"], line["project"],
                 line["actor"], line["occurred_at"], 0, None, None, line["payload"], b"",
                 b"")  # fmt: skip


_OWN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""A file is opened itself, not what a link leads to, and a pipe is not waited for."""


def _content(path: Path) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | _OWN)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise Altered(f"could not read {path}: {error.strerror}") from error
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise Altered(f"{path} is no file")
        if found.st_size > _MOST_BYTES:
            raise Altered(f"{path} is larger than {_MOST_BYTES >> 20} MB")
        return file.read(_MOST_BYTES)


def _add(descriptor: int, path: Path, data: bytes) -> None:
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise BoardError(f"could not write to {path}: it is no file")
    whole = os.pread(descriptor, found.st_size, 0).rfind(b"\n") + 1
    os.ftruncate(descriptor, whole)  # a line that was being written when its process was killed
    if os.write(descriptor, data) < len(data):
        os.ftruncate(descriptor, whole)
        raise BoardError(f"there is no room for {len(data)} bytes in {path}")
    os.fsync(descriptor)


def _line(text: bytes) -> Line | None:
    """A line that has what it must have; None for anything else."""
    try:
        line = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(line, dict) or set(line) - set(_SIGNATURES) != set(_TYPES):
        return None
    fits = all(isinstance(line[name], type_) for name, type_ in _TYPES.items())
    fits = fits and all(_is_signature(line[name]) for name in _SIGNATURES if name in line)
    return line if fits and bool(line["id"]) else None


def _is_signature(said: object) -> bool:
    return (
        isinstance(said, dict)
        and set(said) == set(_SIGNATURE)
        and all(isinstance(said[name], str) and form.fullmatch(said[name])
                for name, form in _SIGNATURE.items())
    )  # fmt: skip


def _holds(line: Line, number: int, previous: bytes) -> bool:
    try:
        hashed = bytes.fromhex(line["payload_sha256"])
        link = chain.link(previous, _envelope(line, number), hashed)
        is_whole = line["payload"] is None or (
            chain.payload_hash(chain.encode(line["type"], line["payload"])) == hashed
        )
    except (ValueError, InvalidEvent):
        return False
    return is_whole and link.hex() == line["digest"]


def _envelope(line: Line, number: int) -> chain.Envelope:
    return (number, line["id"], line["stream"], 0, line["type"], line["schema"],
            line["project"], line["actor"], line["occurred_at"], 0, None, None)  # fmt: skip
