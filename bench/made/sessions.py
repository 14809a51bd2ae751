"""Made sessions as transcripts of Claude Code, as many as are wanted, the same in every run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import accumulate, count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from bench.made.texts import counts, drawn, text
from bench.made.words import Session, spelled

_START = datetime(2026, 1, 5, 9, tzinfo=UTC)
_APART = timedelta(hours=3)
"""Between the beginnings of sessions: 700 events a day."""

_FILES, _FILLER = 60, 1_000_000
_ENVELOPES = 1_400
"""Bytes of the fields that are written for each event besides its texts."""

_NAMES = {"shell": "Bash", "read": "Read", "edit": "Edit", "search": "Grep", "other": "TodoWrite"}

Record = dict[str, Any]


class _Call(NamedTuple):
    """A tool call: its kind, what it was given, and what it gave."""

    kind: str
    given: Record
    output: str
    failed: bool


class _Project:
    """A folder that sessions share: its files, and the calls that failed in it."""

    def __init__(self, name: str) -> None:
        random = Random(name)
        self.folder = f"/home/me/work/{name}"
        self.files = [
            f"{self.folder}/{spelled(random.randrange(70, 400), 4)}/"
            f"{spelled(random.randrange(9_999), 5)}.{random.choice(('ts', 'py', 'go', 'md'))}"
            for _ in range(_FILES)
        ]
        self.failures: dict[str, list[_Call]] = defaultdict(list)


class Sessions:
    """The sessions of a person, one after the other; what failed once comes back in later ones.

    Args:
        name: of the person; another one has other sessions in the same projects.
    """

    def __init__(self, name: str = "session") -> None:
        self._name = name
        shares = counts()["projects"]
        self._projects = [_Project(spelled(7_000 + each, 6)) for each in range(len(shares))]
        self._weights = list(accumulate(shares))
        self._numbers = count()
        self._begin = _START
        filler = Session(Random("filler"), [])
        self._filler = text("shell_output", filler, _FILLER)

    def write(self, folder: Path) -> tuple[Path, int]:
        """Write the next session below a folder: its file, and how many events it should bring."""
        number = next(self._numbers)
        random = Random(f"{self._name} {number}")
        (project,) = random.choices(self._projects, cum_weights=self._weights)
        parallel = random.random() < counts()["parallel"]
        self._begin += timedelta(minutes=2) if parallel else _APART
        session = str(UUID(int=random.getrandbits(128), version=4))
        wanted = max(4, drawn(counts()["session_events"], random))
        made = _Made(project, random, session, self._begin, self._filler)
        path = folder / project.folder.replace("/", "-") / f"{session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\n".join(map(orjson.dumps, made.records(wanted))) + b"\n")
        return path, wanted


class _Made:
    """One session as it is made."""

    def __init__(
        self, project: _Project, random: Random, session: str, begin: datetime, filler: str
    ) -> None:
        self._project = project
        self._random = random
        self._words = Session(random, [])
        self._now = begin
        self._filler = filler
        self._commands: list[str] = []
        self._known = {"sessionId": session, "cwd": project.folder, "gitBranch": "main",
                       "version": "2.1.330", "userType": "external", "entrypoint": "cli",
                       "isSidechain": False, "parentUuid": None}  # fmt: skip

    def records(self, wanted: int) -> Iterator[Record]:
        """The transcript's records, for so many events."""
        steps, step = counts()["next_step"], ""
        for _ in range(wanted):
            after = steps[step]
            (step,) = self._random.choices(list(after), list(after.values()))
            self._now += timedelta(seconds=drawn(counts()["gap_seconds"], self._random))
            if step == "prompt":
                yield self._record("user", {"content": text("prompt", self._words)})
            elif step == "answer":
                said = [{"type": "text", "text": text("answer", self._words)}]
                yield self._assistant(said)
            else:
                yield from self._called(self._call(step))
            yield self._other()

    def _call(self, kind: str) -> _Call:
        """A call; of those that fail a share fails as one of the project did before."""
        failed = self._random.random() < counts()["failed"].get(kind, 0)
        before = self._project.failures[kind]
        if failed and before and self._random.random() < counts()["failed_again"]:
            return self._random.choice(before)
        output = text("failed" if failed else f"{kind}_output", self._words)
        call = _Call(kind, self._given(kind), output, failed)
        if failed:
            before.append(call)
        return call

    def _given(self, kind: str) -> Record:
        file = self._project.files[int(self._random.triangular(0, _FILES, 0))]
        if kind == "shell":
            if not self._commands or self._random.random() >= counts()["repeated_commands"]:
                self._commands.append(text("command", self._words))
            return {"command": self._random.choice(self._commands), "description": "Look at it"}
        if kind == "read":
            return {"file_path": file}
        if kind == "search":
            return {"pattern": text("given", self._words), "path": self._project.folder}
        if kind == "edit":
            old, new = (text("edit", self._words)[: 1 << 14] for _ in range(2))
            return {"file_path": file, "old_string": old[: len(old) // 2],
                    "new_string": new[: len(new) // 2]}  # fmt: skip
        return {"todos": [{"content": text("given", self._words), "status": "pending"}]}

    def _called(self, call: _Call) -> Iterator[Record]:
        name = f"toolu_{self._random.getrandbits(96):024x}"
        yield self._assistant([{"type": "tool_use", "id": name, "name": _NAMES[call.kind],
                                "input": call.given}])  # fmt: skip
        output = (
            f"Exit code 1\n{call.output}" if call.failed and call.kind == "shell" else call.output
        )
        result = {"type": "tool_result", "tool_use_id": name, "content": output,
                  "is_error": call.failed}  # fmt: skip
        self._now += timedelta(seconds=1)
        yield self._record("user", {"content": [result]})

    def _assistant(self, content: list[Record]) -> Record:
        usage = {"input_tokens": 9, "output_tokens": 200, "cache_read_input_tokens": 40_000}
        name = f"msg_{self._random.getrandbits(96):024x}"
        return self._record("assistant", {"id": name, "model": "made", "content": content,
                                          "usage": usage})  # fmt: skip

    def _other(self) -> Record:
        """What a transcript holds besides: most of its bytes."""
        size = int(self._random.triangular(0, 2 * (counts()["other_bytes"] - _ENVELOPES)))
        start = self._random.randrange(_FILLER - size)
        return self._record("progress", None, data={"output": self._filler[start : start + size]})

    def _record(self, kind: str, message: Mapping[str, Any] | None, **more: Any) -> Record:
        name = str(UUID(int=self._random.getrandbits(128), version=4))
        at = self._now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        record = {**self._known, "type": kind, "uuid": name, "timestamp": at, **more}
        return {**record, "message": {"role": kind, **message}} if message is not None else record
