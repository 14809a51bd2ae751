"""The sample sessions as agents of today would have left them: moved in time, typed by a person."""

from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from blackboard.event import iso, micros

SESSIONS = Path(__file__).parents[1] / "sessions"
_TIME = re.compile(r"(2026-11-2\d)(?:T(\d\d)([:_-])(\d\d)\3(\d\d))?")
_SECONDS = re.compile(r"\b1795\d{6}(?=\b|\d{3}\b)")
"""Times in the samples: as ISO 8601, also in names of files, and in (milli)seconds since 1970."""

_SAMPLED = micros("2026-11-21T10:43:00Z") // 1_000_000
"""A minute after the last of the sample sessions ended."""

_MINUTE = 60_000_000
_TOLD = "From earlier sessions (lessonboard):\n- Use `uv run` for everything in this repo."
_HOOKS = {"SessionStart": (60, ""), "UserPromptSubmit": (34, _TOLD), "PreToolUse": (22, "")}
"""How many milliseconds a hook takes at least, and what it tells."""

_TYPED = (('"entrypoint":"sdk-cli"', '"entrypoint":"cli"'),
          ('"promptSource":"sdk"', '"promptSource":"typed"'),
          ('"originator":"codex_exec"', '"originator":"codex_cli_rs"'),
          ('"source":"exec"', '"source":"cli"'))  # fmt: skip
"""The samples were recorded without a terminal; here a person sat at it."""


def moved(text: str, seconds: int) -> str:
    """A text in which all times of the samples are so many seconds later."""

    def at(found: re.Match[str]) -> str:
        day, hour, between, minute, second = found.groups()
        time = f"{day}T{hour or '10'}:{minute or '41'}:{second or '50'}"
        later = datetime.fromisoformat(time) + timedelta(seconds=seconds)
        return f"{later:%Y-%m-%d}" + (f"{later:T%H{between}%M{between}%S}" if hour else "")

    return _SECONDS.sub(lambda found: str(int(found[0]) + seconds), _TIME.sub(at, text))


def add_transcripts(home: Path, now: int) -> None:
    """The sample sessions in the folders of their agents, as if they had just ended.

    Args:
        home: the home folder.
        now: the time there in microseconds since 1970.
    """
    claude, codex = home / ".claude" / "projects", home / ".codex" / "sessions"
    day = f"{datetime.fromtimestamp(now // 1_000_000, UTC):%Y/%m/%d}"
    for source in (SESSIONS / "codex").rglob("*.jsonl"):
        _write(codex / day / moved(source.name, now // 1_000_000 - _SAMPLED), source, now)
    for source in (SESSIONS / "claude-code").rglob("*.jsonl"):
        _write(claude / source.parent.name / source.name, source, now)


def _write(target: Path, source: Path, now: int) -> None:
    """A transcript at its time, with what hooks took in it, and prompts that a person typed."""
    text = moved(source.read_text(), now // 1_000_000 - _SAMPLED)
    for of_a_program, of_a_person in _TYPED:
        text = text.replace(of_a_program, of_a_person)
    if "claude-code" in source.parts:
        text += "".join(f"{_hook(event, n, now)}\n" for n in range(7) for event in _HOOKS)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    os.utime(target, (now / 1_000_000, now / 1_000_000))


def _hook(event: str, number: int, now: int) -> str:
    took, content = _HOOKS[event]
    return json.dumps({
        "type": "attachment",
        "timestamp": iso(now - _MINUTE),
        "attachment": {"type": "hook_success", "hookEvent": event, "toolUseID": f"{event}{number}",
                       "command": "lessonboard-hook", "durationMs": took + number * 7 % 19,
                       "content": content},
    })  # fmt: skip
