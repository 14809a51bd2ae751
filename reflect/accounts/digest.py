"""The weekly report: what lessons did in a time span, and which ones need a person. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from blackboard.delivery.seen import seen_in, sessions_of
from blackboard.event import iso
from blackboard.views.freshness import STALE
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import ExposureRow, LessonRow, SessionRow
from blackboard.views.sessions import TOKENS
from reflect.accounts.account import Account, came_back, obeyed
from reflect.accounts.intervals import Share
from reflect.accounts.pool import Entry, Pool, pools
from reflect.accounts.words import compared, why_not_measured

_DAY = 86_400_000_000
_READY_SESSIONS = 3
_EVERYWHERE = "\n"
"""The key for all projects together; no project has this name."""

_STALE_SESSIONS = 5
"""A lesson is stale after this many sessions without it; a project without sessions makes none
stale.
"""


_Deed = Literal["injected_at", "withheld_at", "obeyed_at", "recurred_at", "disputed_at"]

Ended = dict[str | None, list[int]]


class Line(NamedTuple):
    """A line of the report."""

    lesson: str
    rule: str
    why: str


class Span(NamedTuple):
    """A time span in microseconds, and the days until a lesson is stale."""

    since: int
    until: int
    stale_days: int


class Digest(NamedTuple):
    """What happened in a time span, the most significant first in each part.

    `pools` are all comparisons so far, over all lessons and by group. `helped` and `harmed` are
    what comparisons show of single lessons, `recurred` and `followed` only what happened.
    `tokens` were spent on `injections` into sessions; `silent` are the sessions without any
    injection; `used` are the tokens of all sessions by column name.
    """

    pools: list[Pool]
    helped: list[Line]
    harmed: list[Line]
    recurred: list[Line]
    followed: list[Line]
    stale: list[Line]
    ready: list[Line]
    learnt: list[Line]
    injected: list[Line]
    injections: int
    tokens: int
    silent: Share
    used: Mapping[str, int] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened; stale and ready lessons may still need a decision."""
        done = (self.helped, self.harmed, self.recurred, self.followed, self.learnt, self.injected)
        return not (any(done) or self.silent.total)


def digest(
    entries: Sequence[Entry],
    sessions: Iterable[SessionRow],
    span: Span,
    harm: Callable[[LessonRow, Account], str],
) -> Digest:
    """Build the report.

    Args:
        entries: the lessons with their accounts, the most frequently seen first.
        sessions: the rows of the same projects' sessions.
        span: the time span.
        harm: returns why a lesson harms, or was retired for that; empty otherwise.
    """
    rows = list(sessions)
    ended = _ended(rows)
    within = [row for row in rows if span.since <= row["last_at"] <= span.until]
    shown = [_in(span, entry, "injected_at") for entry in entries]
    sessions_shown = {exposure["session"] for exposures in shown for exposure in exposures}
    return Digest(
        pools=pools(entries),
        helped=_lines(entries, lambda entry: _helped(entry, span)),
        harmed=_lines(entries, lambda entry: harm(*entry) or _disputed(entry, span)),
        recurred=_lines(entries, lambda entry: _recurred(entry, span)),
        followed=_lines(entries, lambda entry: _followed(entry, span)),
        stale=_lines(entries, lambda entry: _stale(entry, ended, span)),
        ready=_lines(entries, _ready),
        learnt=_lines(entries, lambda entry: _learnt(entry.row, span)),
        injected=_lines(
            sorted(entries, key=lambda entry: -len(_in(span, entry, "injected_at"))),
            lambda entry: _shown(_in(span, entry, "injected_at")),
        ),
        injections=sum(map(len, shown)),
        tokens=sum(exposure["tokens"] for exposures in shown for exposure in exposures),
        silent=Share(sum(row["id"] not in sessions_shown for row in within), len(within)),
        used=_tokens(within),
    )


def _tokens(sessions: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """What sessions took of their models, by kind."""
    return {name: sum(row[name] for row in sessions) for name in TOKENS}


def _lines(entries: Iterable[Entry], why: Callable[[Entry], str]) -> list[Line]:
    """A line for each lesson with a reason, in the given order."""
    reasons = ((entry.row, why(entry)) for entry in entries)
    return [Line(row["id"], row["constraint"], words) for row, words in reasons if words]


def _helped(entry: Entry, span: Span) -> str:
    """What proves that a lesson helps which was shown or held back in this time."""
    account = entry.account
    is_used = _in(span, entry, "injected_at") or _in(span, entry, "withheld_at")
    return compared(account.pairs) if is_used and account.verdict == "helps" else ""


def _recurred(entry: Entry, span: Span) -> str:
    """How often the failure came back although the lesson was shown, and what is known of why."""
    failed = [
        exposure for exposure in _shown_with(entry, span, "recurred_at") if came_back(exposure)
    ]
    if not failed:
        return ""
    often = f"in {_counted(len(failed))} that {'was' if len(failed) == 1 else 'were'} shown it"
    return often if entry.account.verdict == "helps" else f"{often}; {_known(entry)}"


def _followed(entry: Entry, span: Span) -> str:
    """How often agents did what a lesson says; those without it may have done so as well."""
    followed = sum(map(obeyed, _shown_with(entry, span, "obeyed_at")))
    if not followed or entry.account.verdict:
        return ""
    account = entry.account
    right, wrong = account.obeyed_without, account.recurred_without
    done = f"followed in {_counted(followed)}"
    if right + wrong:
        also = "done without it as well" if right else "not done without it"
        done += f"; {also}, in {right} of {_counted(right + wrong)}"
    return f"{done}; whether it helps: {_known(entry)}"


def _known(entry: Entry) -> str:
    return why_not_measured(*entry) or compared(entry.account.pairs)


def _shown_with(entry: Entry, span: Span, column: _Deed) -> list[ExposureRow]:
    """The exposures that were shown the lesson and have an event of that column in the span."""
    found = _in(span, entry, column)
    return [exposure for exposure in found if exposure["injected_at"] is not None]


def _disputed(entry: Entry, span: Span) -> str:
    disputed = _in(span, entry, "disputed_at")
    return f"disputed: {disputed[0]['reason'] or 'no reason given'}" if disputed else ""


def _stale(entry: Entry, ended: Ended, span: Span) -> str:
    """Neither seen, shown nor obeyed for long despite sessions; or its cited evidence changed."""
    row = entry.row
    if row["status"] not in ACTIVE_STATUSES:
        return ""
    if row["freshness"] in STALE:
        return row["checked"]["reason"] or f"what it cites has {row['freshness']}"
    last = max([row["last_seen_at"], *(exposure["at"] for exposure in entry.account.exposures[:1])])
    worked = ended.get(_EVERYWHERE if row["scope"] == "global" else row["project"], [last])
    since = len(worked) - bisect_right(worked, last)
    if since < _STALE_SESSIONS or worked[-1] - last < span.stale_days * _DAY:
        return ""
    return f"no sign of it since {iso(last)[:10]}, through {_counted(since)}"


def _ended(sessions: Iterable[SessionRow]) -> Ended:
    """When each project's sessions ended, and those of all projects, in order."""
    ends: Ended = defaultdict(list)
    for session in sorted(sessions, key=lambda row: row["last_at"]):
        for key in (session["project"], _EVERYWHERE):
            ends[key].append(session["last_at"])
    return ends


def is_checkable(row: LessonRow) -> bool:
    """Whether a check could enforce a lesson that sessions keep showing; one that has it is none.

    Only what names a command or an error can be looked for.
    """
    is_bound = bool(row["signatures"] or row["commands"])
    return is_bound and not row["compiled"] and len(row["sessions"]) >= _READY_SESSIONS


def _ready(entry: Entry) -> str:
    """Lessons that an automatic check could enforce instead."""
    row, account = entry
    seen = seen_in(sessions_of(dict(row)))
    if not is_checkable(row) or row["status"] not in ACTIVE_STATUSES:
        return ""
    if account.recurred:
        return f"{seen}; came back in {account.recurred} although it was shown"
    if row["status"] == "approved":
        return f"approved, {seen}; `lessonboard automation compile {row['id']}`"
    return ""


def _learnt(row: LessonRow, span: Span) -> str:
    """What the board learnt in this time, however old the session."""
    if not span.since <= row["learnt_at"] <= span.until or row["status"] not in ACTIVE_STATUSES:
        return ""
    happened = iso(row["created_at"])[:10]
    seen = seen_in(sessions_of(dict(row))) or "seen in no session"
    return f"{row['status']}, happened on {happened}, {seen}"


def _shown(exposures: Sequence[ExposureRow]) -> str:
    tokens = sum(exposure["tokens"] for exposure in exposures)
    return f"in {_counted(len(exposures))}, {tokens} tokens" if exposures else ""


def _in(span: Span, entry: Entry, column: _Deed) -> list[ExposureRow]:
    """The exposures with an event of that column in the span."""
    exposures = entry.account.exposures
    return [
        exposure for exposure in exposures if span.since <= (exposure[column] or -1) <= span.until
    ]


def _counted(sessions: int) -> str:
    return f"{sessions} session" + ("" if sessions == 1 else "s")
