"""What the index alone says of a query: how well each session fits, and which passages to read.

A session is measured as one text in which a passage counts as a word: how many of its passages hold
each clause, among how many. Where a passage lacks a clause, the one before or after it may hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby

from blackboard.search import weights
from blackboard.search.fit import Fit
from blackboard.search.postings import rarity
from blackboard.search.query import Clause

Match = tuple[int, int]
"""A passage that holds a clause: its position, and the number of its session."""


class Counted:
    """The passages that hold each clause.

    Args:
        matches: those that hold a clause, for each that is wanted.
        totals: how many hold it; of a common clause there are more than `matches` has.
        passages: how many passages each session has, whatever they hold; those of other projects
            than are searched may be left out.
    """

    def __init__(
        self,
        matches: Mapping[Clause, Sequence[Match]],
        totals: Mapping[Clause, int],
        passages: Mapping[int, int],
    ) -> None:
        self._matches = matches
        self._passages = passages
        self._counts = {
            clause: Counter(session for _, session in found) for clause, found in matches.items()
        }
        self.rarities = {clause: self._rarity(clause, totals[clause]) for clause in matches}

    def whole(self, session: int) -> Fit:
        """How well a session fits as a whole."""
        norm = _norm(self._passages.get(session, 1))
        return Fit(
            tuple(
                self.rarities[clause] * counts[session] / (counts[session] + norm)
                for clause, counts in self._counts.items()
            )
        )

    def alone(self, fit: Fit) -> Fit:
        """How well something fits as a whole that is one passage."""
        share = 1 / (1 + _norm(1))
        worth = zip(fit.worth, self.rarities.values(), strict=True)
        return Fit(tuple(share * rarity if found else 0.0 for found, rarity in worth))

    def best(self, sessions: int, passages: int) -> list[int]:
        """The positions of the passages that hold most, of the best sessions: so many of each."""
        by_session = self.hits(self._best_sessions(sessions))
        return [at for found in by_session.values() for at in self._fullest(found, passages)]

    def hits(self, sessions: Sequence[int]) -> dict[int, list[int]]:
        """The passages of some sessions: those that hold everything, or where none does, any."""
        hits: dict[int, list[int]] = {session: [] for session in sessions}
        for at, session in self._sessions.items():
            if session in hits and (at in self._complete or session not in self._whole):
                hits[session].append(at)
        return hits

    def beside(self, position: int) -> float:
        """What clauses are worth that a passage lacks and one next to it holds."""
        lacks = ~self._held[position]
        session = self._sessions[position]
        near = 0
        for at in (position - 1, position + 1):
            if self._sessions.get(at) == session:
                near |= self._held[at]
        return weights.BESIDE * self._worth(near & lacks)

    def _rarity(self, clause: Clause, total: int) -> float:
        """By the sessions that hold it, of which only the newest may have been counted."""
        counted, all_ = len(self._matches[clause]), len(self._passages)
        sessions = len(self._counts[clause]) * max(1, total) // max(1, counted)
        return rarity(min(sessions, all_), all_)

    def _best_sessions(self, most: int) -> list[int]:
        order = sorted(
            self._scores, key=lambda each: (each not in self._whole, -self._scores[each])
        )
        return order[:most]

    def _fullest(self, positions: list[int], most: int) -> list[int]:
        """The passages that hold most; of equal ones some from the first to the last."""
        chosen: list[int] = []
        order = sorted(positions, key=self._worth_of, reverse=True)
        for _, equal in groupby(order, key=self._worth_of):
            chosen += spread(list(equal), most - len(chosen))
            if len(chosen) == most:
                break
        return chosen

    def _worth_of(self, position: int) -> float:
        return self._worth(self._held[position])

    def _worth(self, held: int) -> float:
        """What some clauses, each a bit, are worth together."""
        if held not in self._worths:
            self._worths[held] = sum(
                rarity for bit, rarity in enumerate(self.rarities.values()) if held >> bit & 1
            )
        return self._worths[held]

    @cached_property
    def _worths(self) -> dict[int, float]:
        return {}

    @cached_property
    def _scores(self) -> dict[int, float]:
        """What the whole of each session is worth."""
        norms = {session: _norm(self._passages.get(session, 1)) for session in
                 set(self._sessions.values())}  # fmt: skip
        scores = dict.fromkeys(norms, 0.0)
        for clause, counts in self._counts.items():
            rarity = self.rarities[clause]
            for session, count in counts.items():
                scores[session] += rarity * count / (count + norms[session])
        return scores

    @cached_property
    def _sessions(self) -> dict[int, int]:
        """The session of each passage that holds something."""
        sessions: dict[int, int] = {}
        for found in self._matches.values():
            sessions.update(found)
        return dict(sorted(sessions.items()))

    @cached_property
    def _held(self) -> dict[int, int]:
        """The clauses that each passage holds, a bit for each."""
        held = dict.fromkeys(self._sessions, 0)
        for bit, found in enumerate(self._matches.values()):
            for at, _ in found:
                held[at] |= 1 << bit
        return held

    @cached_property
    def _complete(self) -> frozenset[int]:
        """The passages that hold every clause."""
        all_ = (1 << len(self._matches)) - 1
        return frozenset(at for at, held in self._held.items() if held == all_)

    @cached_property
    def _whole(self) -> frozenset[int]:
        """The sessions of those."""
        return frozenset(self._sessions[at] for at in self._complete)


def spread(found: Sequence[int], most: int) -> list[int]:
    """So many of a sequence, from its start to its end at even distances.

    >>> spread(range(6), 3), spread(range(3), 3)
    ([0, 2, 4], [0, 1, 2])
    """
    size = len(found)
    return list(found) if size <= most else [found[at * size // most] for at in range(most)]


def _norm(passages: int) -> float:
    """How many passages make half of what a clause can be worth, in a session of so many."""
    share = weights.SESSION_LENGTH
    return weights.SESSION_SATURATION * (1 - share + share * passages / weights.TYPICAL_SESSION)
