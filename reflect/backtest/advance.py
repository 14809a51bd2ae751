"""The backtest as a fold: what came back in each session, given those that had ended before it.

A session's result depends on nothing later than its beginning. So it is kept in a table of the
local file, and only what is new is added. What comes late (an older session, a lesson of one)
drops the sessions that began after it could be known, and they are looked at again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from blackboard import Board
from blackboard.events.upcast import latest
from blackboard.storage.local import Happening, Replayed
from blackboard.views.rows import GuardRow, LessonRow, SessionRow
from reflect.backtest.figures import Met, Telling
from reflect.backtest.occasions import Occasion, broken, failed, said
from reflect.backtest.past import Past, empty_board
from reflect.backtest.standing import Rules, missing_of, sessions_of
from reflect.backtest.taught import Sight, sights


def advance(
    board: Board,
    rules: Rules,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
    stopping: Callable[[], bool] = lambda: False,
) -> bool:
    """Look at every session that is missing; whether none is left.

    It may be stopped or killed at any time, and goes on from there. Where another program is at it,
    that one goes on.
    """
    sessions = sessions_of(board)
    some = missing_of(board, rules, sessions)
    if not some:
        return True
    with empty_board() as temporary:
        replay = _Replay(board, rules, sessions, Past(temporary, rules.policy, rules.limits))
        reached = board.local.recurrences.reached(rules.version)
        for done, session in enumerate(some, 1):
            if stopping() or reached is None:
                return False
            found = replay.look_at(session)
            if not board.local.recurrences.add(rules.version, reached, _replayed(session), found):
                return False
            progress(done, len(some))
    return True


def _replayed(session: SessionRow) -> Replayed:
    return Replayed(session["id"], session["started_at"], session["last_at"])


class _Replay:
    """Sessions looked at by their beginning, with what was known then."""

    def __init__(
        self, board: Board, rules: Rules, sessions: Sequence[SessionRow], past: Past
    ) -> None:
        self._board = board
        self._past = past
        self._sessions = list(reversed(sessions))
        self._project = {row["id"]: row["project"] for row in sessions}
        found = sights(board, {row["id"]: row["last_at"] for row in sessions})
        past.created(found)
        self._coming = list(reversed(found))
        self._in: dict[str, list[Sight]] = defaultdict(list)
        for sight in found:
            for session in sight.sessions:
                self._in[session].append(sight)
        guards = board.view("guards")
        self._guards: list[GuardRow] = [row for row in guards if row["forbids"] or
                                        (row["paths"] and not row["wrong"])]  # fmt: skip

    def look_at(self, session: SessionRow) -> list[Happening]:
        """What happened in a session, and whether what came back would have met its lesson."""
        self._know(session)
        found = list(self._occasions(session))
        wanted = [each.event.occurred_at for each in found if each.about]
        told: list[Telling] = []
        if wanted:
            self._past.bring_up()
            events = list(latest(self._board.read(stream=session["stream"])))
            told = self._past.shown(session, events, max(wanted))
        return [self._happening(session, each, told) for each in found]

    def _know(self, session: SessionRow) -> None:
        """Bring the past up to the beginning of a session; it is folded only where asked for."""
        began = session["started_at"]
        while self._sessions and self._sessions[-1]["started_at"] < began:
            self._past.lived(self._sessions.pop())
        while self._coming and self._coming[-1].known_at <= began:
            sight = self._coming.pop()
            self._past.know(sight, self._board.project(sight.event.project))

    def _occasions(self, session: SessionRow) -> Iterable[Occasion]:
        def earlier(key: str) -> frozenset[str]:
            before = self._board.local.recurrences.earlier(key, session["started_at"])
            return frozenset(
                event for name, event in before
                if self._project.get(name) == session["project"] and name != session["id"]
            )  # fmt: skip

        def lessons() -> list[LessonRow]:
            self._past.bring_up()
            return [row for row in self._past.lessons.values() if _is_of(row, session["project"])]

        yield from failed(self._board, session, earlier, lessons)
        yield from said(self._board, self._in[session["id"]], self._past.known_at)
        if any(each["id"] in self._past.known_at for each in self._guards):
            known = [row["id"] for row in lessons()]
            yield from broken(self._board, session, self._guards, known)

    def _happening(
        self, session: SessionRow, occasion: Occasion, told: Iterable[Telling]
    ) -> Happening:
        known: Mapping[str, int] = self._past.known_at
        about = sorted(occasion.about, key=lambda name: (known[name], name))
        shown = [each for each in told if each.lesson["id"] in about]
        in_time = [each for each in shown if each.is_before(occasion.event)]
        best = next((each.lesson["id"] for each in (*in_time, *shown)), about[0] if about else "")
        met: Met = "in time" if in_time else "beside" if shown else \
            "not shown" if about else "not learnt"  # fmt: skip
        return Happening(
            session["id"], occasion.event.id, occasion.event.occurred_at, occasion.what,
            occasion.key, met if occasion.recurs else "", best, known.get(best),
        )  # fmt: skip


def _is_of(lesson: LessonRow, project: str | None) -> bool:
    return lesson["scope"] == "global" or lesson["project"] == project
