"""What the transcript of a session has and the log has not, read when it is asked for.

An agent begins a session with a plan that a person approved in another one: the harness writes it,
so it is no prompt. A call that was stopped has no result, so it is not on the log yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.agents.tools import describe
from blackboard.board import Board
from blackboard.errors import is_of_input
from blackboard.event import NewEvent
from blackboard.redaction.private import hide_all
from blackboard.redaction.redact import redact_all
from blackboard.sanitise import clean_all
from blackboard.sources.formats import recognise, starting_state
from blackboard.sources.lines import open_bytes, read_lines
from blackboard.sources.omission import Omission
from blackboard.sources.source import Call
from blackboard.storage.local import ImportProgress
from blackboard.views.rows import SessionRow

_MOST_BYTES = 64 << 20
_MOST_LINES = 50
"""Lines of a transcript in which its plan is looked for."""

_JUST_BEFORE = 1_000_000
"""Microseconds: a call of the last message is as old as the message itself."""


class Unlogged(NamedTuple):
    """What a transcript has besides, clean and without secrets.

    Attributes:
        plan: the plan with which the session began; mostly empty.
        calls: the calls with which it stopped, as payloads of `tool.called` without a result.
    """

    plan: str = ""
    calls: tuple[dict[str, Any], ...] = ()


def unlogged(board: Board, session: SessionRow, out: Omission) -> Unlogged:
    """Read the transcript of a session, if it is still on this machine and named after it.

    Args:
        board: where the session is.
        session: its row of the view `sessions`.
        out: what is not to be remembered, nor shown.
    """
    for path in board.local.imports.stamps():
        if session["id"] in Path(path).name:
            known = board.local.imports.load(path)
            if known is not None and 0 <= known.size - known.offset <= _MOST_BYTES:
                return _read(Path(path), known, session, out)
    return Unlogged()


def _read(path: Path, known: ImportProgress, session: SessionRow, out: Omission) -> Unlogged:
    """What can be read of a file; nothing where it is gone or damaged."""
    try:
        plan = next(_plans(path, known), "")
        calls = list(_open_calls(path, known))
    except Exception as error:
        if not is_of_input(error):
            raise
        return Unlogged()
    last = session["last_at"] - _JUST_BEFORE
    payloads = [_payload(call, session["agent"] or "") for call in calls
                if (call.at or 0) >= last and not _why_out(out, session, call.at)]  # fmt: skip
    is_out = _why_out(out, session, session["started_at"])
    return Unlogged("" if is_out else _clean(plan), tuple(payloads))


def _why_out(out: Omission, session: SessionRow, at: int | None) -> str:
    """Why what happened at a time in a session is left out; empty where it is not."""
    event = NewEvent("tool.called", "", {}, occurred_at=at, correlation=session["id"])
    return out.why_out(event, session["project"], session["cwd"])


def _plans(path: Path, known: ImportProgress) -> Iterator[str]:
    """The plans in the first lines of a file, where its agent writes any."""
    given_plan = getattr(recognise(path, known.state).source, "given_plan", None)
    if given_plan is None:
        return
    with open_bytes(path) as content:
        for number, line in enumerate(read_lines(content, 0)):
            if number >= _MOST_LINES:
                return
            record = hide_all(line.record)[0] if line.private else line.record
            if record is not None and (plan := given_plan(record)):
                yield plan


def _open_calls(path: Path, known: ImportProgress) -> Iterator[Call]:
    """Read on from where the import will, without keeping anything."""
    source = recognise(path, known.state).source
    reader = source("", {**starting_state(source, path), **known.state})
    with open_bytes(path) as content:
        content.seek(known.offset)
        for line in read_lines(content, known.offset):
            if line.record is not None:
                record, _ = hide_all(line.record) if line.private else (line.record, 0)
                for _event in reader.read(record, line.offset):
                    pass  # of these the log has what it is to have
    yield from getattr(reader, "unanswered", list)()


def _payload(call: Call, agent: str) -> dict[str, Any]:
    found: dict[str, Any] = _clean(
        {"name": call.name, "input": call.input, **describe(call.name, call.input, agent)}
    )
    return found


def _clean(value: Any) -> Any:
    """A value as the log would have it."""
    return redact_all({"value": clean_all(value)}).value["value"]
