"""A session's conversation as a complete Markdown document: nothing is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from blackboard.calls import difference
from blackboard.conversation import CALLS, Entry
from blackboard.views.rows import SessionRow
from lessonboard.present.conversation import VERDICTS, call_line, counts, ending, span
from lessonboard.present.text import block, clock, day, minute, one_line, project_name

_LONGEST = 400

MARK = "<!-- lessonboard session {} -->"
"""The first line of every document, by which one is known that may be written again."""


def conversation_markdown(session: SessionRow, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the document, line by line."""
    yield from _heading(session)
    date, message, looked = day(session["started_at"]), None, False
    for entry in entries:
        if day(entry.at) != date:
            date = day(entry.at)
            yield from ("", f"## {date}")
        looks = entry.kind == "look" and not entry.failed
        if not (looks and looked):
            yield ""
        goes_on = entry.message is not None and entry.message == message
        yield from _entry(entry, goes_on=goes_on)
        message, looked = entry.message, looks


def _entry(entry: Entry, *, goes_on: bool) -> Iterator[str]:
    if entry.kind == "look" and not entry.failed:
        yield f"- {_call_line(entry)}"
    elif entry.kind in CALLS:
        yield from _call(entry)
    elif entry.kind in ("prompt", "answer"):
        yield from _message(entry, goes_on=goes_on)
    else:
        yield from _beside(entry)


def _heading(session: SessionRow) -> Iterator[str]:
    yield MARK.format(one_line(session["id"]))
    yield f"# {one_line(session['title'], 120) or 'A session in which nothing was asked'}"
    yield ""
    who = one_line(
        " ".join(filter(None, (session["agent"], session["agent_version"], session["model"])))
    )
    where = (
        session["project"] and project_name(session["project"]),
        session["cwd"],
        session["branch"],
    )
    told = {"Session": f"`{one_line(session['id'])}`", "Agent": who,
            "Place": one_line(", ".join(filter(None, where))), "Time": span(session),
            "Done": counts(session)}  # fmt: skip
    yield from (f"- {name}: {value}" for name, value in told.items() if value)


def _message(entry: Entry, *, goes_on: bool) -> Iterator[str]:
    if entry.kind == "prompt":
        yield from (f"## You, {minute(entry.at)}", "")
        yield from (f"> {each}".rstrip() for each in block(entry.text))
        return
    if not goes_on:
        yield from (f"**Agent**, {clock(entry.at)}", "")
    yield from block(entry.text)


def _call(entry: Entry) -> Iterator[str]:
    yield _call_line(entry)
    if entry.kind == "command" and "\n" in entry.target.strip():
        yield from _fenced(entry.target, "sh")
    if entry.session:
        yield from ("", f"The subagent's session: `{one_line(entry.session)}`")
    if entry.kind == "edit" and not entry.failed:
        yield from _fenced(difference({"input": dict(entry.input)}), "diff")
    else:
        yield from _fenced(entry.text, "text")


def _call_line(entry: Entry) -> str:
    how = ending(entry)
    about = ", ".join(entry.files) or entry.target
    told = call_line(entry) if entry.in_shell else one_line(f"{entry.tool} {about}", _LONGEST)
    return f"{_code(told)}, {clock(entry.at)}{f', {how}' if how else ''}"


def _beside(entry: Entry) -> Iterator[str]:
    match entry.kind:
        case "context":
            yield f"Lessonboard showed, {clock(entry.at)}:"
            yield from _fenced(entry.text, "text")
        case "ended":
            yield f"The session ended, {clock(entry.at)}. {one_line(entry.text)}".rstrip()
        case "forgotten":
            yield f"*Forgotten: {one_line(entry.text)}*"
        case "started" | "paused":
            yield f"*{entry.kind.capitalize()}, {clock(entry.at)}*"
        case _:
            lessons = ", ".join(f"`{one_line(each)}`" for each in entry.lessons)
            yield f"*{lessons} {VERDICTS[entry.kind]}*"


def _fenced(text: str, kind: str) -> Iterator[str]:
    """Yield a block that nothing in the text can end."""
    if not text.strip():
        return
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    yield from ("", f"{fence}{kind}", *block(text), fence)


def _code(text: str) -> str:
    """Return a line as inline code."""
    fence = "`" * (max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    space = " " if len(fence) > 1 else ""
    return f"{fence}{space}{text}{space}{fence}"
