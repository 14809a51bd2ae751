"""Rows of the views as lines of a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from blackboard.views.rows import InsightRow, LessonRow, SessionRow
from lessonboard.present.line import Line, Tone
from lessonboard.present.screen import Screen
from lessonboard.present.text import counted, one_line, rounded

_TONES: dict[str, Tone] = {
    "approved": "good",
    "candidate": "waiting",
    "rejected": "bad",
    "retired": "quiet",
    "superseded": "quiet",
}


def lesson_lines(row: LessonRow, screen: Screen) -> Iterator[Line]:
    """A lesson in a list: the rule, what calls for it, where it stands."""
    yield Line(screen.cut(row["constraint"]), "strong")
    yield Line(f"  {screen.cut(row['symptom'], used=2, most=200)}")
    times = "once" if row["seen"] == 1 else f"{row['seen']} times"
    text = (
        f"  {screen.id(row['id'])}  {row['status']}  seen {times}, "
        f"last {screen.when(row['last_seen_at'])}  {place_of(row['project'], row['scope'])}"
    )
    yield Line(text, _TONES.get(row["status"], "plain"))


def insight_lines(row: InsightRow, screen: Screen) -> Iterator[Line]:
    """An insight in a list."""
    yield Line(screen.cut(row["statement"]), "strong")
    text = (
        f"  {screen.id(row['id'])}  {row['category']}  {row['status']}  confidence "
        f"{row['confidence']:.2f}, last {screen.when(row['last_seen_at'])}  "
        f"{place_of(row['project'], row['scope'])}"
    )
    yield Line(text, _TONES.get(row["status"], "plain"))


def session_lines(row: SessionRow, screen: Screen) -> Iterator[Line]:
    """A session in a list: when, who, where and how much, then what was asked first."""
    counts = (
        f"{row['total_messages']} messages, {row['tool_uses']} tools, {row['failures']} failed"
        f"{_tokens(row)}"
    )
    place = place_of(row["project"]) if row["project"] else "no project"
    yield Line(f"{screen.when(row['started_at'])}  {row['agent']}  {place}  {counts}")
    name = screen.id(row["id"])
    yield Line(f"  {name}  {screen.cut(_title(row), used=4 + len(name), most=100)}", "strong")


def _title(row: SessionRow) -> str:
    if row["title"]:
        return str(row["title"])
    parent, slash, _ = row["id"].partition("/")
    return f"(a subagent of {parent})" if slash else "(nothing was asked)"


def _tokens(row: SessionRow) -> str:
    """What a session took of its models, where its transcript tells; cached input is counted."""
    cached = row["cache_read_tokens"] + row["cache_write_tokens"]
    taken, given = row["input_tokens"] + cached, row["output_tokens"]
    if not taken and not given:
        return ""
    models = ", ".join(each["model"] for each in row["usage"]) or row["model"] or "a model"
    return f", {rounded(taken)} tokens in and {rounded(given)} out by {one_line(models)}"


def project_lines(row: Mapping[str, Any], screen: Screen) -> Iterator[Line]:
    """A project in a list, with how much is known of it."""
    counts = f"{counted(row['sessions'], 'session')}, {counted(row['lessons'], 'lesson')}"
    last = f", last {screen.when(row['last_at'])}" if row["last_at"] else ""
    more = len(row["names"]) - 1
    others = f"  (also {counted(more, 'other name')})" if more else ""
    yield Line(screen.cut(row["project"]), "strong")
    yield Line(f"  {counts}{last}{others}")


def place_of(project: str | None, scope: str = "project") -> str:
    """Where something holds, without the host that most projects have."""
    name = project if scope == "project" else None
    return one_line((name or "everywhere").removeprefix("github.com/"))
