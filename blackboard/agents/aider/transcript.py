"""The history of Aider's chats in a repository: `.aider.chat.history.md`, all sessions in one.

`#### ` is what was typed, `> ` a notice of Aider, the rest is the model's. Which commands ran is
recorded, what they printed and how they ended is not; times are local ones without a zone (0.85 and
0.86).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from blackboard.event import NewEvent
from blackboard.sources.source import Call, Record, string
from blackboard.sources.tags import fences
from blackboard.sources.turns import Turns
from blackboard.sources.whole_file import WholeFile

_START = re.compile(r"^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$", re.MULTILINE)
_MARKS = {"typed": "#### ", "notice": "> "}
_RUNNING, _APPLIED = "Running ", "Applied edit to "
_PATH = re.compile(r"[^\s<>]*[./][^\s<>]*")
_SEARCH, _REPLACE = "<<<<<<< SEARCH\n", ">>>>>>> REPLACE"
_ANSWER = re.compile(r"(?:y|n|s|d|a|yes|no|skip|all)", re.IGNORECASE)


class Aider(Turns):
    """Reads one chat; see `Reader`."""

    name: ClassVar[str] = "aider"

    def __init__(self, session: str, state: Record) -> None:
        super().__init__(session, state)
        self._blocks: list[tuple[str, str, str]] = []

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`; no chat is kept line by line."""
        return False

    @staticmethod
    def is_whole(file: WholeFile) -> bool:
        """See `WholeReader.is_whole`."""
        return _START.search(file.start[:4000].decode("utf-8", "replace")) is not None

    @staticmethod
    def conversations(file: WholeFile) -> Iterator[list[Record]]:
        """A chat each, as its pieces; see `WholeReader.conversations`."""
        marks = list(_START.finditer(file.text))
        ends = [mark.start() for mark in marks[1:]] + [len(file.text)]
        folder = file.path.absolute().parent
        for number, (mark, end) in enumerate(zip(marks, ends, strict=True)):
            name = _name(folder, mark[1], number)
            head: Record = {"started": mark[1], "cwd": str(folder), "session": name}
            yield [head, *_pieces(file.text[mark.end() : end])]

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        if "started" in record:
            at = _local(str(record["started"]))
            yield from self._begin(record["session"], string(record.get("cwd")), at)
            return
        text, key = str(record.get("text")), f"piece:{offset}"
        match record.get("kind"):
            case "typed" if not _ANSWER.fullmatch(text.strip()):
                yield from self._said("user", key, None, text)
            case "said":
                edits, words = _edits(text)
                self._blocks += edits
                yield from self._said("assistant", key, None, words)
            case "notice":
                yield from self._notice(text, key)

    def _notice(self, text: str, key: str) -> Iterator[NewEvent]:
        if text.startswith(_RUNNING):
            call = Call("run", {"command": text.removeprefix(_RUNNING).strip()}, None)
            yield self._called(key, call, None, "", failed=None)
        elif text.startswith(_APPLIED):
            path = text.removeprefix(_APPLIED).strip()
            for number, (file, old, new) in enumerate(self._blocks):
                if file == path:
                    given = {"file_path": path, "old_string": old, "new_string": new}
                    edit = Call("edit", given, None)
                    yield self._called(f"{key}:{number}", edit, None, "", failed=False)
            self._blocks = [each for each in self._blocks if each[0] != path]


def _pieces(text: str) -> Iterator[Record]:
    """What was typed, said and noticed, in order; lines of one kind belong together."""
    kind, lines = "", list[str]()
    for line in text.splitlines():
        now = next((name for name, mark in _MARKS.items() if line.startswith(mark)), "said")
        if lines and (now != kind or now == "notice"):
            yield {"kind": kind, "text": "\n".join(lines).strip("\n")}
            lines = []
        kind = now
        lines.append(line.removeprefix(_MARKS.get(now, "")).rstrip())
    if lines:
        yield {"kind": kind, "text": "\n".join(lines).strip("\n")}


def _edits(text: str) -> tuple[list[tuple[str, str, str]], str]:
    """The edits in a text, each as its file, old and new; and the text without them.

    An edit is a fence that holds a block, below a line with only the file's name.
    """
    found: list[tuple[str, str, str]] = []
    blocks, outside = fences(text)
    names = iter([line for line in map(_bare, outside.splitlines()) if _PATH.fullmatch(line)])
    for block in blocks:
        old, is_block, new = block.text.partition("\n=======\n")
        if is_block and old.startswith(_SEARCH) and new.endswith(_REPLACE):
            name = next(names, "")
            edit = old.removeprefix(_SEARCH), new.removesuffix(_REPLACE).rstrip("\n")
            found += [(name, *edit)] if name else []
    files = {name for name, _, _ in found}
    kept = [line for line in outside.splitlines() if _bare(line) not in files]
    return found, "\n".join(kept)


def _bare(line: str) -> str:
    return line.strip("`*# ")


def _name(folder: Path, started: str, number: int) -> str:
    """A name for a chat, which has none: the same however often the file is read."""
    place = hashlib.sha256(str(folder).encode("utf-8", "replace")).hexdigest()[:8]
    return f"aider-{place}-{re.sub('[^0-9]', '', started)}-{number}"


def _local(text: str) -> int | None:
    """A time of this machine's zone: the file says none."""
    try:
        return int(datetime.fromisoformat(text).astimezone().timestamp() * 1_000_000)
    except (ValueError, OverflowError, OSError):
        return None
