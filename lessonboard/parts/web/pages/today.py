"""Today: what was learnt, what waits, what was shown and what followed, for the last week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from blackboard import Board
from blackboard.event import iso
from blackboard.plugins import contents
from blackboard.views.lessons import ACTIVE_STATUSES
from lessonboard.inbox.model import Inbox
from lessonboard.inbox.reading import inbox
from lessonboard.pages.page import Asked, Shown
from lessonboard.parts.web.deciding import wordings
from lessonboard.parts.web.plots.bars import columns
from lessonboard.parts.web.plots.plot import Plot
from lessonboard.parts.web.setup import setup_of
from lessonboard.present.text import counted, day
from reflect.accounts.digest import Span
from reflect.accounts.words import pooled
from reflect.curator.report import report
from reflect.guards.next_steps import next_steps, spoke_at, spoke_since

_DAY = 86_400_000_000
_DAYS = 7
_FEW = 6


def today(asked: Asked) -> Shown:
    """The page of the last seven days, today included; in the past, of those before that moment."""
    board, until = asked.board, asked.now
    since = until - until % _DAY - (_DAYS - 1) * _DAY
    span = Span(since, until, asked.app.config.curator.stale_days)
    found = report(board, span, None, asked.app.config.curator)
    parts = {
        "Learnt": found.learnt,
        "Shown": found.injected,
        "Came back although it was shown": found.recurred,
        "Followed": found.followed,
        "Helped, by comparison": found.helped,
        "Harmed or disputed": found.harmed,
        "Stale": found.stale,
        "Ready to become a check": found.ready,
    }
    waits, insights = inbox(board, "lessons", {}), inbox(board, "insights", {})
    newest_first = sorted(waits.of("said"), key=lambda group: -group.first.row["last_seen_at"])
    said = [group.first.row for group in newest_first]
    steps = [step for step in next_steps(board) if step.step != "lesson compile"]
    return Shown("today.html", {
        "remembered": said,
        "wordings": partial(wordings, board),
        "steps": steps,
        "digest": found,
        "span": span,
        "parts": parts,
        "few": _FEW,
        "pool": pooled(found.pools[0]) if found.pools else "",
        "decisions": len(waits.groups) + len(insights.groups),
        "waiting": _number(waits, insights),
        "deferred": len(waits.deferred),
        "offered": _offered(board),
        "guards": [(row, spoke_at(row)) for row in spoke_since(board, span.since, {})],
        "sessions": board.view("sessions", where={"child": 0}, order="-last_at", limit=_FEW),
        "proposals": [each for propose in contents.part("today")
                      for each in propose(asked.app, board, since)],
        "plots": _week(board, span),
        "setup": setup_of(asked),
    })  # fmt: skip


def _number(lessons: Inbox, insights: Inbox) -> str:
    """How many lessons and insights wait, where that is another number than of decisions."""
    if all(each.number() == len(each.groups) for each in (lessons, insights)):
        return ""
    numbers = (("lesson", lessons.number()), ("insight", insights.number()))
    return " and ".join(counted(number, noun) for noun, number in numbers if number)


def _offered(board: Board) -> int:
    return len(board.view("lessons", where={"status": "approved"}))


def _week(board: Board, span: Span) -> list[tuple[str, Plot]]:
    """The days of the week, as small plots that are read beside each other."""
    sessions = board.view("sessions", where={"child": 0, "last_at>=": span.since})
    exposures = board.view("exposures", where={"at>=": span.since})
    lessons = board.view("lessons", where={"learnt_at>=": span.since, "status": ACTIVE_STATUSES})
    failures = Counter[str]()
    for row in sessions:
        failures[day(row["last_at"])] += row["failures"]
    told = Counter(day(row["injected_at"]) for row in exposures if row["injected_at"] is not None)
    came_back = Counter(day(row["recurred_at"]) for row in exposures
                        if row["recurred_at"] is not None)  # fmt: skip
    series = {
        "Sessions": Counter(day(row["last_at"]) for row in sessions),
        "Failed calls": failures,
        "Lessons learnt": Counter(day(row["learnt_at"]) for row in lessons),
        "Lessons shown": told,
        "Failures that came back": came_back,
    }
    days = [iso(span.until - n * _DAY)[:10] for n in reversed(range(_DAYS))]
    return [(name, columns(name, _short(days), [counts[each] for each in days], place % 3 + 1))
            for place, (name, counts) in enumerate(series.items())]  # fmt: skip


def _short(days: Iterable[str]) -> list[str]:
    """Days of one week by their number in the month.

    >>> _short(["2026-11-02"])
    ['2']
    """
    return [each[8:].lstrip("0") for each in days]
