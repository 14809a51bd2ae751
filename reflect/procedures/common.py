"""What the ways of several sessions have in common: the same steps in the same order; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from blackboard.event import Event
from blackboard.events.reflection import PassedStep, SessionPassed
from blackboard.events.streams import root_of
from blackboard.search.file_names import kind_of_file
from blackboard.views.rows import LessonRow
from reflect.invocation import Invocation
from reflect.miner.change import change

FEWEST_SESSIONS = 3
"""The session that took a way first, and two later ones."""

FEWEST_STEPS = 2
"""The proving command alone is no procedure."""

_FEWEST_FAILURES = 2
"""Sessions in which a form never passed, before it is said to be a dead end."""

_TASK_RUNNERS = frozenset(
    """
    npm pnpm yarn bun make gmake just mise task rake gradle gradlew mvn mvnw composer poe tox nox
    invoke inv deno hatch pdm rye moon turbo nx bazel dune mix lein sbt ant meson ninja
    """.split()
)
"""Programs whose tasks a repository names itself; `go test` is known without having been here."""

_INTERPRETERS = frozenset("python python3 node bash sh zsh ruby perl".split())

Key = tuple[str, str]
"""A step as it is the same in several sessions: its folder and its command."""


class Way(NamedTuple):
    """The way of one session, when it ended, and the id of the event that says it."""

    session: str
    at: int
    passed: SessionPassed
    id: str = ""

    @classmethod
    def of(cls, passed: SessionPassed, at: int, id_: str = "") -> Way:
        """The way that a session took, by the event that says it."""
        return cls(passed.subject, at, passed, id_)

    @property
    def keys(self) -> tuple[Key, ...]:
        """The steps as they are the same in other sessions."""
        return tuple((each.folder, each.command) for each in self.passed.steps)

    def steps_of(self, keys: Sequence[Key]) -> list[PassedStep]:
        """Its own steps of those keys; none where it took them in another order or not all."""
        found = [self.passed.steps[self.keys.index(key)] for key in keys if key in self.keys]
        places = [self.keys.index(key) for key in keys if key in self.keys]
        return found if len(found) == len(keys) and places == sorted(places) else []


class Procedure(NamedTuple):
    """Steps that passed in this order in several sessions, the last of them a check.

    `kinds` are the kinds of files that all of them changed, and `dead_ends` the other forms of a
    step that failed in several sessions and never passed; `failing` are the ways that show these.
    """

    keys: tuple[Key, ...]
    kinds: tuple[str, ...]
    dead_ends: tuple[str, ...]
    ways: tuple[Way, ...]
    failing: tuple[Way, ...] = ()


def way_in(event: Event) -> Way:
    """The way that an event says a session took."""
    return Way.of(SessionPassed.model_validate(event.payload), event.occurred_at, event.id)


def independent(ways: Iterable[Way]) -> list[Way]:
    """The last way of each session, oldest first; a fork of a session is no other one.

    A session that went on without a check since has none.
    """
    last = {root_of(each.session): each for each in sorted(ways, key=lambda way: way.at)}
    first: dict[str, Way] = {}
    passed = (each for each in last.values() if each.passed.steps)
    for each in sorted(passed, key=lambda way: (way.at, way.session)):
        first.setdefault(each.passed.first or each.session, each)
    return list(first.values())


def procedures(ways: Sequence[Way]) -> list[Procedure]:
    """The procedures of a project, of those that share half of their steps the best alone.

    The best is the one of most sessions and steps.

    Args:
        ways: those of independent sessions.
    """
    witnesses: dict[tuple[Key, ...], list[Way]] = {}
    for way in ways:
        for keys in _parts(way):
            witnesses.setdefault(keys, []).append(way)
    enough = [keys for keys, shown in witnesses.items() if len(shown) >= FEWEST_SESSIONS]
    ranked = sorted(enough, key=lambda keys: (-len(witnesses[keys]) * (len(keys) - 1), keys))
    chosen: list[tuple[Key, ...]] = []
    for keys in ranked:
        if not any(overlap(keys, other) for other in chosen):
            chosen.append(keys)
    return [_procedure(keys, witnesses[keys], ways) for keys in chosen]


def steps_cited(row: LessonRow, ways: Iterable[Way]) -> list[PassedStep]:
    """The steps of a procedure, as the way took them of which it cites the most calls."""
    cited = {(each["event_id"], each["quote"]) for each in row["evidence"]}
    taken = ([step for step in way.passed.steps if (step.event_id, step.command) in cited]
             for way in ways)  # fmt: skip
    return max(taken, key=len, default=[])


def of_one(way: Way) -> Procedure:
    """The procedure that one session shows; it is not shown before others take its way."""
    kinds = sorted(set(filter(None, map(kind_of_file, way.passed.files))))
    return Procedure(way.keys, tuple(kinds), (), (way,))


def overlap(keys: Sequence[object], other: Sequence[object]) -> bool:
    """Whether at least half of some steps are among others."""
    return 2 * len(set(keys) & set(other)) >= len(keys)


def _parts(way: Way) -> Iterator[tuple[Key, ...]]:
    """The ordered parts of a way that end with a check and have a step of the repository's own."""
    steps = list(zip(way.keys, way.passed.steps, strict=True))
    for number in range(FEWEST_STEPS, len(steps) + 1):
        for part in combinations(steps, number):
            keys = tuple(key for key, _ in part)
            if part[-1][1].checks and any(map(_is_own, keys)):
                yield keys


def _is_own(key: Key) -> bool:
    """Whether a command is a task that the repository names, or a script of its own."""
    program, *rest = key[1].split()
    script = rest[0] if rest and program in _INTERPRETERS else program
    return program in _TASK_RUNNERS or "/" in script


def _procedure(keys: tuple[Key, ...], shown: Sequence[Way], ways: Sequence[Way]) -> Procedure:
    kinds = [set(filter(None, map(kind_of_file, way.passed.files))) for way in shown]
    common = tuple(sorted(set.intersection(*kinds)))
    dead = tuple(_dead_ends(keys, ways))
    failing = [way for way in ways if any(each.command in dead for each in way.passed.failed)]
    return Procedure(keys, common, dead, tuple(shown), tuple(failing))


def _dead_ends(keys: Sequence[Key], ways: Sequence[Way]) -> Iterator[str]:
    """The other forms of a step that never passed in any session and failed in several."""
    failed = Counter((each.folder, each.command) for way in ways for each in way.passed.failed)
    passed = {key for way in ways for key in way.keys}
    steps = [_as_typed(key) for key in keys]
    for form, number in failed.items():
        if number >= _FEWEST_FAILURES and form not in passed:
            tried = _as_typed(form)
            if any(tried.words != each.words and change(tried, each) for each in steps):
                yield form[1]


def _as_typed(key: Key) -> Invocation:
    return Invocation(key[0], (), tuple(key[1].split()))
