"""From which line of which transcript an event comes, so that labels can be matched to events."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from bench.quality.label_rows import Anchor
from blackboard.event import NewEvent
from blackboard.sources.formats import recognise
from blackboard.sources.lines import open_bytes, read_lines

_NEAR = 8
"""Lines within which an agent writes one human message twice, as its request and as its event."""

_START = 200
"""Characters of two writings of one message that are compared."""


class Origin(NamedTuple):
    """A line of a transcript, and the call or message of which it tells."""

    file: str
    line: int
    call: str | None = None
    message: str | None = None


@dataclass
class Origins:
    """The events of each place, and the places of each event."""

    of_event: dict[str, list[Origin]] = field(default_factory=dict)
    _at_line: defaultdict[tuple[str, int], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )
    _of_call: defaultdict[tuple[str, str], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )
    _of_message: defaultdict[tuple[str, str], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def add(self, event: str, origin: Origin) -> None:
        """One more place from which an event comes."""
        self.of_event.setdefault(event, []).append(origin)
        self._at_line[origin.file, origin.line].add(event)
        if origin.call:
            self._of_call[origin.file, origin.call].add(event)
        if origin.message:
            self._of_message[origin.file, origin.message].add(event)

    def events(self, anchor: Anchor) -> set[str]:
        """The events that an anchor means: of its line, its call and its message."""
        found = set(self._at_line.get((anchor.file, anchor.line), ()))
        found |= self._of_call.get((anchor.file, anchor.call or ""), set())
        return found | self._of_message.get((anchor.file, anchor.message or ""), set())

    def as_json(self) -> list[Any]:
        """The places of each event, for a file."""
        return [[event, *origin] for event, places in self.of_event.items() for origin in places]

    @classmethod
    def of_json(cls, rows: Iterable[Sequence[Any]]) -> Origins:
        """What `as_json` gave."""
        origins = cls()
        for event, *origin in rows:
            origins.add(event, Origin(*origin))
        return origins


def read_origins(files: Iterable[Path], root: Path) -> Origins:
    """The places of all events of transcripts, which are read again as an import reads them."""
    origins = Origins()
    for path in files:
        _read(path, str(path.relative_to(root)), origins)
    return origins


class _Line(NamedTuple):
    number: int
    offset: int
    record: dict[str, Any]


def _read(path: Path, name: str, origins: Origins) -> None:
    lines = list(_lines(path))
    reader = recognise(path)[0](path.stem, {})
    typed: list[tuple[int, str, str]] = []
    calls = _lines_of_calls(lines)
    for line in lines:
        try:
            events = list(reader.read(line.record, line.offset))
        except Exception:
            continue
        for event in events:
            for number in {line.number, *calls.get(event.payload.get("call", ""), ())}:
                origins.add(str(event.id), _origin(event, name, number, line.record))
            if event.payload.get("role") == "user":
                typed.append((line.number, _start(event.payload["text"]), str(event.id)))
    _add_second_writings(lines, typed, name, origins)


def _lines(path: Path) -> Iterator[_Line]:
    """The lines that hold a record, numbered from 1 over all lines."""
    with open_bytes(path) as content:
        starts, offset = {}, 0
        for number, raw in enumerate(content, 1):
            starts[offset] = number
            offset += len(raw)
    with open_bytes(path) as content:
        for line in read_lines(content, 0):
            if line.record is not None:
                yield _Line(starts[line.offset], line.offset, line.record)


def _origin(event: NewEvent, name: str, number: int, record: dict[str, Any]) -> Origin:
    return Origin(name, number, event.payload.get("call"), record.get("uuid"))


def _lines_of_calls(lines: Sequence[_Line]) -> dict[str, list[int]]:
    """The lines on which each call is made; the event comes only with its result."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for line in lines:
        for call in _calls_made(line.record):
            found[call].append(line.number)
    return found


def _calls_made(record: dict[str, Any]) -> Iterator[str]:
    payload, message = record.get("payload"), record.get("message")
    if isinstance(payload, dict) and str(payload.get("type", "")).endswith("_call"):
        yield str(payload.get("call_id"))
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_use":
            yield str(block.get("id"))


def _add_second_writings(
    lines: Sequence[_Line], typed: Sequence[tuple[int, str, str]], name: str, origins: Origins
) -> None:
    """Codex writes what a human says twice, and labels name the line that makes no event."""
    for line in lines:
        payload = line.record.get("payload")
        if not isinstance(payload, dict) or payload.get("type") != "user_message":
            continue
        text = _start(str(payload.get("message")))
        for number, start, event in typed:
            if abs(number - line.number) <= _NEAR and start == text:
                origins.add(event, Origin(name, line.number))


def _start(text: str) -> str:
    return " ".join(text.split())[:_START]


def load(path: Path) -> Origins:
    """Origins from a file."""
    return Origins.of_json(json.loads(path.read_text()))


def save(origins: Origins, path: Path) -> None:
    """Origins to a file."""
    path.write_text(json.dumps(origins.as_json()))
