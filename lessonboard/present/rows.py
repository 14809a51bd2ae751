"""Rows of the views as lines of a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from blackboard.actors import is_repository
from blackboard.delivery import seen
from blackboard.delivery.voice import NOT_YOURS, author_shown, colleague_of
from blackboard.views.colleagues import is_disputed
from blackboard.views.harmful import unnamed
from blackboard.views.rows import (
    CaptureRow,
    FailureRow,
    LessonRow,
    ReviewRow,
    RuleRow,
    SessionRow,
    WorkRow,
)
from blackboard.views.rule import rule_of
from lessonboard.present.line import Line, Tone
from lessonboard.present.screen import Screen
from lessonboard.present.text import counted, day, one_line, place_of, quoted, rounded

UNDATED = "no date"
"""Instead of the time of a session whose transcript has none."""

_TONES: dict[str, Tone] = {
    "approved": "good",
    "candidate": "waiting",
    "rejected": "bad",
    "retired": "quiet",
    "superseded": "quiet",
}


def failure_text(row: FailureRow) -> str:
    """Return what a failed call said; where it said nothing, what was called and how it ended."""
    if text := one_line(row["error"]):
        return text
    what = one_line(row["target"]) or one_line(row["tool"]) or "A call"
    how = "" if row["exit_code"] is None else f" with exit code {row['exit_code']}"
    return f"{what} failed{how}, without a message"


def rule_lines(row: RuleRow, screen: Screen, me: str = "") -> Iterator[Line]:
    """Yield the lines of a lesson or insight in a list: the rule, what calls for it, its status."""
    yield Line(rule_text(row, screen, me), "strong")
    if "constraint" in row and row["symptom"]:
        yield Line(f"  {screen.cut(row['symptom'], used=2, most=200)}")
    state, last = _state(row), screen.when(row["last_seen_at"])
    place = place_of(row["project"], row["scope"])
    text = f"  {screen.id(row['id'])}  {state}, last {last}  {place}"
    yield Line(text, _TONES.get(row["status"], "plain"))


def _state(row: RuleRow) -> str:
    if "statement" in row:
        return f"{row['category']}  {row['status']}  confidence {row['confidence']:.2f}"
    return f"{row['status']}{_rest(row)}{marked(row)}  {seen_in(row)}"


def rule_text(row: RuleRow, screen: Screen, me: str) -> str:
    """Return what a row says, as much as fits into a line; a colleague's word is theirs."""
    who, text = colleague_of(row, me), rule_of(row)
    if not who:
        return screen.cut(text)
    before = f"{author_shown(who)} says: "
    short = screen.cut(one_line(text), used=len(before) + len(NOT_YOURS) + 3)
    return f"{before}{quoted(short)} {NOT_YOURS}"


def team_lines(row: LessonRow) -> Iterator[str]:
    """Whose lesson it is, and who of the team decided what; nothing for one's own."""
    if not row["author"]:
        return
    yield f"{author_shown(row['author'])} shares it"
    for name, each in sorted(row["colleagues"].items()):
        if each["says"] == "withdrawn":
            how = "no longer has it, or is not trusted" if is_repository(name) else "withdrew it"
            yield f"{author_shown(name)} {how}; it is kept as history"
        elif each["says"]:
            reason = f": {one_line(each['reason'])}" if each["reason"] else ""
            yield f"{author_shown(name)} {each['says']} it{reason}"
        if commit := each.get("git"):
            yield f"by {by_whom(commit.get('author', ''), commit['id'], signed=commit['signed'])}"
    if is_disputed(dict(row)) and row["status"] == "candidate":
        yield "they disagree, so it is shown only to those who decided themselves"


def by_whom(author: str, commit: str, *, signed: bool) -> str:
    """Who wrote a repository's lesson in which commit; nothing is decided by it.

    >>> by_whom("Ann", "3f2a1c0b9d", signed=False)
    '"Ann", in 3f2a1c0'
    """
    mark = ", with a signature that is not verified here" if signed else ""
    who = quoted(one_line(author, 80)) if author else "an unknown author"
    return f"{who}, in {commit[:7]}{mark}"


def seen_in(row: RuleRow) -> str:
    """In how many sessions a lesson or insight was seen; one that was stated may be of none.

    >>> seen_in({"sessions": ["a", "b"], "evidence": [], "trust": "tool"})
    'seen in 2 sessions'
    """
    if found := seen.seen_in(seen.sessions_of(dict(row))):
        return found
    stated = row["trust"] in ("human", "approved")
    return f"seen in no session: {'a person stated it' if stated else 'it was reported'}"


def marked(row: Mapping[str, Any]) -> str:
    """Return what is said of a lesson whose harm was not accepted; empty for all others.

    >>> marked({"harm": ["deletes"], "despite": []}), marked({"harm": [], "despite": []})
    (', harmful: deletes', '')
    """
    harm = unnamed(row) if "harm" in row else []
    return f", harmful: {', '.join(harm)}" if harm else ""


def _rest(row: LessonRow) -> str:
    return ", resting" if row["resting"] else ""


def session_lines(row: SessionRow, screen: Screen) -> Iterator[Line]:
    """Yield the lines of a session in a list: when, who, where, how much, and its first prompt."""
    counts = (
        f"{row['total_messages']} messages, {row['tool_uses']} tools, {row['failures']} failed"
        f"{_tokens(row)}"
    )
    place = place_of(row["project"]) if row["project"] else "no project"
    when = UNDATED if row["undated"] else screen.when(row["started_at"])
    yield Line(f"{when}  {row['agent']}  {place}  {counts}")
    name = screen.id(row["id"])
    yield Line(f"  {name}  {screen.cut(_title(row), used=4 + len(name), most=100)}", "strong")


def _title(row: SessionRow) -> str:
    if row["title"]:
        return str(row["title"])
    parent, slash, _ = row["id"].partition("/")
    return f"(a subagent of {parent})" if slash else "(nothing was asked)"


def _tokens(row: SessionRow) -> str:
    """Return what a session took of its models, where its transcript has it.

    Cached input is counted.
    """
    cached = row["cache_read_tokens"] + row["cache_write_tokens"]
    taken, given = row["input_tokens"] + cached, row["output_tokens"]
    if not taken and not given:
        return ""
    models = ", ".join(each["model"] for each in row["usage"]) or row["model"] or "a model"
    return f", {rounded(taken)} tokens in and {rounded(given)} out by {one_line(models)}"


def project_lines(row: Mapping[str, Any], screen: Screen) -> Iterator[Line]:
    """Yield the lines of a project in a list, with how much is known of it."""
    counts = f"{counted(row['sessions'], 'session')}, {counted(row['lessons'], 'lesson')}"
    last = f", last {screen.when(row['last_at'])}" if row["last_at"] else ""
    more = len(row["names"]) - 1
    others = f"  (also {counted(more, 'other name')})" if more else ""
    yield Line(screen.cut(row["project"]), "strong")
    yield Line(f"  {counts}{last}{others}")


def review_lines(row: ReviewRow) -> Iterator[Line]:
    """Yield the lines of a pull request in a list: title, state and number of comments."""
    yield Line(f"#{row['number']} {one_line(row['title']) or '(not recorded)'}", "strong")
    nouns = {"comment": row["comments"], "request": row["requests"], "rework": row["reworks"]}
    counts = ", ".join(counted(number, noun) for noun, number in nouns.items())
    project = one_line((row["project"] or "").removeprefix("github.com/"))
    yield Line(f"  {project}  {row['state']}  last {day(row['last_at'])}  {counts}")


def work_lines(row: WorkRow, waits_for: Sequence[str] = ()) -> Iterator[Line]:
    """Yield the lines of a work item in a list; one that others only wait for has no time yet.

    `waits_for` are the quarantined items that it waits for.
    """
    at = day(row["created_at"]) if row["created_at"] else " " * len("2026-01-01")
    tries = f", attempt {row['attempts']}" if row["attempts"] else ""
    yield Line(
        f"{one_line(row['item'])}  {row['priority'] or '--'}  {row['state']}{tries}  "
        f"{one_line(row['kind'] or '?')}  {at}  {one_line(row['project'] or '')}"
    )
    for name in waits_for:
        yield Line(
            f"  waits for {one_line(name)}, which is quarantined; see `lessonboard admin queue "
            f"{one_line(name)}`, then `admin queue finish --retry`",
            "bad",
        )


def capture_line(row: CaptureRow) -> str:
    """Return what is switched off, since when and why."""
    why = f" ({row['reason']})" if row["reason"] else ""
    since = f" since {day(row['since'])}" if row["since"] is not None else ""
    about = row["project"] or f"session {row['session']}"
    return f"off for {about}{since}{why}"
