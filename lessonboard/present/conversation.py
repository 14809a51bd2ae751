"""A session's conversation as lines for a terminal, as Markdown, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from blackboard.conversation import CALLS, Entry
from blackboard.event import iso
from blackboard.views.rows import SessionRow
from lessonboard.present.line import Line, Tone
from lessonboard.present.text import (
    block,
    clock,
    counted,
    day,
    minute,
    one_line,
    project_name,
    short_path,
)  # fmt: skip

_MOST_LINES = 30
"""Lines of a message that are shown; an export has all of them."""

_LONGEST, _LONGEST_CALL = 200, 160
_MOST_NAMED = 4
_INDENT = " " * 17
_SILENT = frozenset(("started", "paused"))
"""Entries that show a person nothing that the heading does not."""

VERDICTS = {
    "obeyed": "was followed",
    "recurred": "was not followed: its failure came again",
    "disputed": "was disputed",
    "withheld": "was held back, to measure its worth",
}
"""What became of a lesson, by the kind of the entry that says so."""


def heading(session: SessionRow, name: str) -> Iterator[Line]:
    """Yield what a session was: its name and title, who ran, where, when, and how much was done."""
    yield Line(one_line(session["title"] or "(nothing was asked)", _LONGEST), "strong")
    who = " ".join(filter(None, (session["agent"], session["model"])))
    where = project_name(session["project"])
    branch = f", branch {session['branch']}" if session["branch"] else ""
    yield Line(one_line(f"{name}  {who}  {where}{branch}"), "quiet")
    yield Line(f"{span(session)}  {counts(session)}", "quiet")


def counts(session: SessionRow) -> str:
    """Return how much was said and done in a session."""
    failed = f", {session['failures']} failed" if session["failures"] else ""
    messages, calls = session["total_messages"], session["tool_uses"]
    return f"{counted(messages, 'message')}, {counted(calls, 'tool call')}{failed}"


def conversation_lines(
    entries: Iterable[Entry], names: Mapping[str, str] | None = None
) -> Iterator[Line]:
    """Yield the lines of a conversation for a person: position, time and what happened.

    Quiet work is one line.

    Args:
        entries: what happened.
        names: what subagents' sessions are called.
    """
    date, message = "", None
    for _, together in groupby(filter(_is_shown, entries), key=_group):
        group = list(together)
        first = group[0]
        if day(first.at) != date:
            date = day(first.at)
            yield Line(f"── {date} ──", "quiet")
        goes_on = first.message is not None and first.message == message
        message = first.message
        yield from _group_lines(group, names or {}, goes_on=goes_on)


def entry_json(entry: Entry) -> dict[str, Any]:
    """Return an entry without what says nothing, times in ISO 8601."""
    values = vars(entry)
    said = {name: value for name, value in values.items() if value or name in ("kind", "position")}
    if entry.kind in CALLS:
        said |= {"failed": entry.failed, "exit_code": entry.exit_code}
    said["at"] = iso(entry.at)
    return said | ({"called_at": iso(entry.called_at)} if entry.called_at else {})


def _is_shown(entry: Entry) -> bool:
    return entry.kind not in _SILENT


def _group(entry: Entry) -> tuple[str, int]:
    """Return what may be shown in one line: looks beside each other, calls of one quiet tool."""
    if entry.failed or entry.denied or entry.kind not in ("look", "tool"):
        return "", entry.position
    return ("look", 0) if entry.kind == "look" else (entry.tool, 0)


def _group_lines(group: list[Entry], names: Mapping[str, str], *, goes_on: bool) -> Iterator[Line]:
    entry = group[0]
    at = f"{entry.position:>6}  {clock(entry.at)} "
    if len(group) > 1:
        what = (
            _looks(group) if entry.kind == "look" else f"{one_line(entry.tool)}, {len(group)} times"
        )
        yield Line(f"{at}{what}", "quiet")
    elif entry.kind in ("prompt", "answer"):
        yield from _message(entry, at, goes_on=goes_on)
    elif entry.kind in CALLS:
        yield from _call(entry, at, names)
    else:
        yield from _about_lessons(entry, at)


def _message(entry: Entry, at: str, *, goes_on: bool) -> Iterator[Line]:
    tone: Tone = "strong" if entry.kind == "prompt" else "plain"
    lines = block(entry.text, _MOST_LINES)
    if not goes_on:
        yield Line("")
        yield Line(f"{at}{'You' if entry.kind == 'prompt' else 'Agent'}: {next(lines, '')}", tone)
    for each in lines:
        yield Line(f"{_INDENT}{each}".rstrip(), tone)


def _call(entry: Entry, at: str, names: Mapping[str, str]) -> Iterator[Line]:
    done = call_line(entry)
    how = ending(entry)
    tone: Tone = "bad" if entry.failed else "plain" if entry.kind != "look" else "quiet"
    yield Line(f"{at}{done}{f'  [{how}]' if how else ''}", tone)
    if entry.error:
        yield Line(f"{_INDENT}{one_line(entry.error, _LONGEST)}", "bad")
    if entry.session:
        name = names.get(entry.session, entry.session)
        yield Line(f"{_INDENT}lessonboard session {one_line(name)}", "quiet")


def call_line(entry: Entry) -> str:
    """Return a tool call in a line: `$` and the shell line, or the tool with its files or input."""
    if entry.in_shell:
        first, _, rest = entry.target.strip().partition("\n")
        return one_line(f"$ {first}{' …' if rest else ''}", _LONGEST_CALL)
    if entry.files:
        return one_line(f"{entry.tool} {_named(map(short_path, entry.files))}", _LONGEST_CALL)
    return one_line(f"{entry.tool} {entry.target}", _LONGEST_CALL)


def ending(entry: Entry) -> str:
    """Return how a tool call ended, where that is worth a word."""
    if entry.denied:
        return "refused by you"
    if entry.failed:
        return "failed" if entry.exit_code is None else f"exit {entry.exit_code}"
    if entry.failed is None:
        return "no answer"
    return "you changed it" if entry.corrected else ""


def _looks(group: list[Entry]) -> str:
    told = dict.fromkeys(
        short_path(entry.files[0], 2) if entry.files else one_line(entry.target, 60)
        for entry in group
    )
    return f"looked at {one_line(_named(told), _LONGEST_CALL)}"


def _named(names: Iterable[str]) -> str:
    """Return the first few of many."""
    found = list(names)
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    return ", ".join(found[:_MOST_NAMED]) + more


def _about_lessons(entry: Entry, at: str) -> Iterator[Line]:
    match entry.kind:
        case "context":
            yield Line(f"{at}Lessonboard showed {counted(len(entry.lessons), 'lesson')}", "good")
            for each in block(entry.text, _MOST_LINES):
                yield Line(f"{_INDENT}{each}".rstrip(), "good")
        case "ended":
            reason = f": {one_line(entry.text, 80)}" if entry.text else ""
            yield Line(f"{at}The session ended{reason}", "quiet")
        case "forgotten":
            yield Line(f"{at}[forgotten: {one_line(entry.text)}]", "quiet")
        case _:
            tone: Tone = "bad" if entry.kind in ("recurred", "disputed") else "good"
            reason = f" ({one_line(entry.text, 100)})" if " " in entry.text else ""
            told = f"{' '.join(entry.lessons)} {VERDICTS[entry.kind]}{reason}"
            yield Line(f"{at}{one_line(told)}", tone)


def span(session: SessionRow) -> str:
    """Return from when to when a session went on."""
    start, end = session["started_at"], session["last_at"]
    until = clock(end)[:5] if day(start) == day(end) else minute(end)
    return f"{minute(start)} to {until} UTC"
