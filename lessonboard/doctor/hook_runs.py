"""Measure hooks in Claude Code's transcripts: durations and injected bytes.

Claude Code writes a line per hook run with its command and duration. The hooks' output is measured
and never stored: it is third-party text.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import IO, Any

from blackboard.sources.lines import parse
from lessonboard.doctor.settings_file import is_ours

MOST_FILES = 50
MOST_BYTES = 20 << 20
_LONGEST_LINE = 2 << 20
_LONGEST_NAME = 60
_PLAIN_TEXT_IS_CONTEXT = ("SessionStart", "UserPromptSubmit", "UserPromptExpansion")
_FAILED = ("hook_non_blocking_error", "hook_error_during_execution")
_VARIABLE = re.compile(r"\A\w+=")
_RUNS_ANOTHER = frozenset(
    "bash bun bunx cmd cmd.exe deno env exec go node npx pnpm powershell pwsh py python python3 "
    "ruby run sh timeout uv uvx zsh -m".split()
)
_EXEC = re.compile(r"\bexec +([\w./-]+)")


@dataclass
class Runs:
    """The runs of one hook for one event; `ms` has the known durations."""

    count: int = 0
    failed: int = 0
    cancelled: int = 0
    ms: list[float] = field(default_factory=list)


@dataclass
class Seen:
    """What was measured: runs by hook, whether it is ours, and event; and the injected bytes."""

    runs: dict[tuple[str, bool, str], Runs] = field(default_factory=dict)
    injected: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    sessions: int = 0
    files: int = 0
    bytes: int = 0
    unread: int = 0


def scan(paths: Iterable[Path], since: str) -> Seen:
    """Read the ends of transcripts, newest first, up to a limit.

    Args:
        paths: transcripts of Claude Code, newest first.
        since: an ISO 8601 time; older lines are ignored.
    """
    seen = Seen()
    for path in islice(paths, MOST_FILES):
        left = MOST_BYTES - seen.bytes
        if left <= 0:
            break
        try:
            with path.open("rb") as file:
                _File(seen, since).read(_lines(file, left, seen))
        except OSError:
            seen.unread += 1
            continue
        seen.files += 1
        seen.sessions += not path.name.startswith("agent-")
    return seen


@lru_cache(256)
def program(command: str) -> str:
    """The display name of a hook command: its program or script, without arguments.

    >>> program("FOO=1 node /opt/guard/check.mjs --token 123")
    'check.mjs'
    >>> program("sh -c 'command -v entire || exit 0; exec entire hooks stop'")
    'entire'
    """
    launched = _EXEC.search(command)
    words = [launched[1]] if launched else _words(command[:2000])
    for word in words:
        name = word.strip("'\"();").replace("\\", "/").rstrip("/").rsplit("/", maxsplit=1)[-1]
        if name and not _VARIABLE.match(word) and name not in _RUNS_ANOTHER and name[0] != "-":
            return "".join(char if char.isprintable() else " " for char in name)[:_LONGEST_NAME]
    return words[0][:_LONGEST_NAME] if words and words[0].isprintable() else "unknown"


class _File:
    """The hook lines of one transcript."""

    def __init__(self, seen: Seen, since: str) -> None:
        self._seen = seen
        self._since = since
        self._reported: set[tuple[str, str]] = set()

    def read(self, lines: Iterable[bytes]) -> None:
        for raw in lines:
            if b"hook_" not in raw:
                continue
            record = parse(raw) or {}
            stamp = record.get("timestamp")
            if isinstance(stamp, str) and stamp < self._since:
                continue
            if record.get("type") == "attachment":
                self._attachment(record.get("attachment"))
            elif record.get("subtype") == "stop_hook_summary":
                self._summary(record)

    def _attachment(self, attachment: Any) -> None:
        if not isinstance(attachment, dict):
            return
        kind, event = attachment.get("type"), _text(attachment.get("hookEvent"))
        command = _text(attachment.get("command"))
        if kind == "hook_additional_context":
            self._inject(attachment.get("content"))
        elif kind == "hook_success" or kind in _FAILED or kind == "hook_cancelled":
            self._reported.add((_text(attachment.get("toolUseID")), command))
            runs = self._run(command, event, attachment.get("durationMs"))
            runs.failed += kind in _FAILED
            runs.cancelled += kind == "hook_cancelled"
            if kind == "hook_success" and event in _PLAIN_TEXT_IS_CONTEXT:
                self._inject(attachment.get("content"), ours=is_ours(command))

    def _summary(self, record: dict[str, Any]) -> None:
        """The hooks at the end of a turn, except those with their own lines."""
        hooks = record.get("hookInfos")
        for hook in hooks if isinstance(hooks, list) else ():
            command = _text(hook.get("command")) if isinstance(hook, dict) else ""
            if command and (_text(record.get("toolUseID")), command) not in self._reported:
                self._run(command, "Stop", hook.get("durationMs"))

    def _run(self, command: str, event: str, ms: object) -> Runs:
        ours = is_ours(command)
        key = ("lessonboard" if ours else program(command), ours, event[:_LONGEST_NAME] or "?")
        runs = self._seen.runs.setdefault(key, Runs())
        runs.count += 1
        if type(ms) in (int, float) and 0 <= ms < 1e9:  # type: ignore[operator]
            runs.ms.append(float(ms))  # type: ignore[arg-type]
        return runs

    def _inject(self, content: object, *, ours: bool = False) -> None:
        texts = content if isinstance(content, list) else [content]
        for text in texts:
            if isinstance(text, str):
                mine = ours or "lessonboard" in text.lstrip()[:100].split("\n")[0]
                self._seen.injected[mine] += len(text.encode("utf-8", "replace"))


def _lines(file: IO[bytes], most: int, seen: Seen) -> Iterator[bytes]:
    """The last lines of a file, up to a number of bytes; longer lines are skipped."""
    size = file.seek(0, 2)
    file.seek(max(0, size - most))
    whole = size <= most
    while (raw := file.readline(_LONGEST_LINE)) and seen.bytes < MOST_BYTES:
        seen.bytes += len(raw)
        ends = raw.endswith(b"\n")
        if whole and (ends or len(raw) < _LONGEST_LINE):
            yield raw
        whole = ends


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # truncated, or another shell's syntax
        return command.split()


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
