"""Recurrence: what one session cannot prove is a rule once the problem came back in another.

A problem is known by the signature of its error, where that names something particular, and by
what a miner made of it (`Finding.key`). What most sessions did about it is what is learnt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from blackboard import Board
from blackboard.event import Event
from blackboard.fixes.aftermath import Aftermaths
from blackboard.search.signature import is_particular
from blackboard.search.words import words
from blackboard.views.rows import FailureRow, SessionRow
from reflect.finding import Finding
from reflect.miner.general import generalised
from reflect.miner.unexplained import unexplained

_PROBLEM, _REMEDY = "problem\n", "remedy\n"
"""Before a signature: the key of a rule of several sessions, and of what one session did."""

_NAMELESS = "<name>"
"""In a signature that leaves out what it is about: once it was another worktree's agent."""

_MOST_SESSIONS = 6
"""Other sessions that are asked what they did about the same problem, the newest first."""

_MOST_SIGHTINGS, _MOST_ALIKE = 200, 20
_ALIKE = 0.5
"""The share of an error's weight that another must have to be looked at."""


@dataclass
class Recurrence:
    """What the sessions of a project have in common, as they are mined one after another.

    `find` is what one session teaches; `mined` keeps what it found, by stream. The names of a
    project are those that it had when it was first asked for.
    """

    board: Board
    find: Callable[[Sequence[Event], str | None], list[Finding]]
    mined: dict[str, list[Finding]] = field(default_factory=dict)
    names: dict[str, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._aftermaths = Aftermaths(self.board)

    def found(self, session: SessionRow, events: Sequence[Event]) -> list[Finding]:
        """What a session teaches by itself, found once though later ones asked before."""
        known = self.mined.get(session["stream"])
        return self.find(events, session["cwd"]) if known is None else known

    def taught(self, session: SessionRow, found: Sequence[Finding]) -> Iterator[Finding]:
        """What a session teaches, alone or together with those before it."""
        self.mined[session["stream"]] = list(found)
        yield from (each for each in found if each.alone)
        rows = {row["id"]: row for row in self._failures(session)}
        for each in _distinct(found):
            row = rows.get(each.evidence[0].event_id)
            if row is not None:
                together = list(self._together(session, row, each))
                yield from together or _as_remedy(row, each)
        explained = {each.evidence[0].event_id for each in found if each.evidence}
        taken: set[str] = set()
        for row in rows.values():
            if row["id"] not in explained and row["signature"] not in taken and row["signature"]:
                taken.add(row["signature"])
                yield from self._together(session, row, None)

    def _together(
        self, session: SessionRow, row: FailureRow, own: Finding | None
    ) -> Iterator[Finding]:
        """The findings of all sessions that had this problem and did what most of them did."""
        particular = is_particular(row["signature"])
        if own is None and not particular:
            return
        others = self._others(session, row, own, row["signature"] if particular else None)
        if others or (own and particular and self._sightings(session, row)):
            chosen = _most_common([*others, *([own] if own else [])])
            by_error = particular and chosen[0].forms
            key = f"{_PROBLEM}{row['signature']}" if by_error else chosen[0].key
            yield from (replace(each, key=key) for each in generalised(chosen))
        elif own is None and row["kind"] == "shell":
            rules = unexplained(self.board, row, self._names(session), self._aftermaths)
            if self._sightings(session, row):
                yield from rules
            elif _NAMELESS not in (row["signature"] or ""):
                yield from map(_of_one, rules)

    def _others(
        self, session: SessionRow, row: FailureRow, own: Finding | None, signature: str | None
    ) -> list[Finding]:
        """What other sessions found about the same problem; an occasion counts once."""
        return [
            each
            for stream in self._streams(session, row, own)
            for each in self._found(stream)
            if not each.alone
            and _is_same(each, own, signature)
            and (own is None or each.occasion != own.occasion)
        ]

    def _found(self, stream: str) -> list[Finding]:
        """What a session teaches by itself; it is read again if this run has not mined it."""
        if stream not in self.mined:
            rows = self.board.view("sessions", where={"stream": stream})
            folder = rows[0]["cwd"] if rows else None
            self.mined[stream] = self.find(list(self.board.read(stream=stream)), folder)
        return self.mined[stream]

    def _failures(self, session: SessionRow) -> list[FailureRow]:
        return self.board.view(
            "failures", where={"stream": session["stream"]}, order="position", limit=None
        )

    def _sightings(self, session: SessionRow, row: FailureRow) -> list[str]:
        """The other sessions that met this very error earlier; a copy of a session is no other."""
        if row["signature"] is None:
            return []
        seen = self.board.local.failures.sightings(
            row["signatures"], self._names(session), _MOST_SIGHTINGS
        )
        return [
            each.session
            for each in seen
            if each.session != row["session"] and each.occurred_at < row["occurred_at"]
        ]

    def _streams(self, session: SessionRow, row: FailureRow, own: Finding | None) -> list[str]:
        """The streams of other sessions that had this error, or one like it, newest first."""
        like = self._alike(session, row, own) if own else []
        names = dict.fromkeys((*self._sightings(session, row), *like))
        return [f"session:{each}" for each in list(names)[:_MOST_SESSIONS]]

    def _alike(self, session: SessionRow, row: FailureRow, own: Finding) -> list[str]:
        """The sessions with errors that share words with this one, or with what it is about."""
        names, found = self._names(session), []
        for text in (row["error"], own.key.partition("\n")[2]):
            told = [word for word in words(text) if len(word) > 2]
            found += self.board.local.failures.alike(told, names, _MOST_ALIKE) if told else []
        return [
            each.row["session"]
            for each in found
            if each.share >= _ALIKE and each.row["session"] != row["session"]
        ]

    def _names(self, session: SessionRow) -> Sequence[str] | None:
        project = session["project"]
        if project and project not in self.names:
            self.names[project] = self.board.projects(project)
        return self.names[project] if project else None


def _as_remedy(row: FailureRow, found: Finding) -> Iterator[Finding]:
    """What one session did about its error, where that is known again by its signature.

    Shown at that very error alone (`delivery.proof`), until a rule takes its place.
    """
    if is_particular(row["signature"]) and found.forms:
        yield _of_one(replace(found, key=f"{_PROBLEM}{row['signature']}"))


def _of_one(found: Finding) -> Finding:
    """A rule as the remedy of one session."""
    return replace(found, key=_REMEDY + found.key.removeprefix(_PROBLEM), proof="fix")


def replaced_by(rule: Finding, project: str | None) -> str:
    """The id of the remedy of one session whose place a rule takes; empty where it takes none's."""
    if not rule.key.startswith(_PROBLEM):
        return ""
    key = _REMEDY + rule.key.removeprefix(_PROBLEM)
    return replace(rule, key=key).lesson_id(project)


def _distinct(found: Sequence[Finding]) -> list[Finding]:
    """The findings that one session cannot prove, of each key the first."""
    first: dict[str, Finding] = {}
    for each in found:
        if not each.alone and each.evidence:
            first.setdefault(each.key, each)
    return list(first.values())


def _is_same(each: Finding, own: Finding | None, signature: str | None) -> bool:
    """Whether a finding of another session is about the problem of this one."""
    if own is not None and each.key == own.key:
        return True
    return signature is not None and signature in each.signatures


def _most_common(found: Sequence[Finding]) -> list[Finding]:
    """The findings of the key that most sessions have; of two as common, the later one's."""
    told = {(each.key, each.evidence[0].session) for each in found}
    sessions = Counter(key for key, _session in told)
    best = max(found, key=lambda each: (sessions[each.key], each.occurred_at))
    return [each for each in found if each.key == best.key]
