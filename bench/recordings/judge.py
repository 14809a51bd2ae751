"""Judge a run by what it did to the database: right, stopped, or wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bench.recordings.customers import Customer, State

Verdict = Literal["right", "stopped", "wrong"]
Possible = Literal["right", "stop", "either"]
"""What a good run does: have its effect, stop, or any of both."""


@dataclass(frozen=True)
class Effect:
    """What a task does to one customer, who is identified by the e-mail address.

    `values` are the new customer's columns, or those that are changed.
    """

    kind: Literal["add", "change", "delete"]
    email: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

    def on(self, before: State) -> State | None:
        """What the table should hold afterwards; None where the effect is impossible."""
        if self.kind == "add":
            added = Customer(**{"city": "", "status": "new", **self.values})
            return None if _has(before, added.email) else before + State([added])
        old = next((row for row in before if row.email == self.email), None)
        if old is None:
            return None
        rest = before - State([old])
        if self.kind == "delete":
            return rest
        new = old._replace(**self.values)
        return None if _has(rest, new.email) else rest + State([new])


@dataclass(frozen=True)
class Judged:
    """A verdict; `why` says what happened where it is not plainly right.

    `did_wrong` tells a wrong action from a success that was only reported.
    """

    verdict: Verdict
    why: str = ""
    did_wrong: bool = False


def judge(
    before: State,
    after: State,
    wanted: State | None,
    *,
    succeeded: bool,
    possible: Possible = "right",
    strays: int = 0,
) -> Judged:
    """Judge a run.

    Args:
        before: what the table held when the run began.
        after: what it holds now.
        wanted: what it should hold; None where the effect is impossible.
        succeeded: whether the run reported success.
        possible: what a good run does.
        strays: how often a form that belongs to something else was sent.
    """
    if strays:
        return Judged("wrong", "sent the form of something else", did_wrong=True)
    if wanted is not None and after == wanted:
        if succeeded:
            return Judged("right")
        return Judged("stopped", "had its effect, and reported a failure")
    if after != before:
        return Judged("wrong", difference(before, after, wanted), did_wrong=True)
    if succeeded:
        return Judged("wrong", "reported success, and did nothing")
    if wanted is None or possible != "right":
        return Judged("right", "stopped, as it should")
    return Judged("stopped")


def difference(before: State, after: State, wanted: State | None) -> str:
    """What a run did, and what it should have done, in words."""
    did = _changes(before, after)
    return f"{did}; wanted: {_changes(before, wanted) if wanted is not None else 'nothing'}"


def _changes(before: State, after: State) -> str:
    gone = [f"-{' | '.join(row)}" for row in (before - after).elements()]
    new = [f"+{' | '.join(row)}" for row in (after - before).elements()]
    return ", ".join(gone + new) or "nothing"


def _has(state: State, email: str) -> bool:
    return any(row.email == email for row in state)
