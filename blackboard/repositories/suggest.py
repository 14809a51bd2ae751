"""Which projects are likely one repository, with what says so; pure. A person decides.

A fork, a mirror and what was made from a starter look alike: they share a first commit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from blackboard.repositories.alike import Alike
from blackboard.repositories.remote import is_folder
from blackboard.repositories.resolve import Tie

_SHORT_COMMIT = 8
_NAMED_FILES = 2
_REASONS = 3


class Suggestion(NamedTuple):
    """Two projects that may be one, the second of which would give the name, and why."""

    one: str
    other: str
    reasons: list[str]


def suggestions(
    ties: Iterable[Tie],
    alikes: Iterable[Alike],
    projects: Mapping[str, str],
    sessions: Mapping[str, int],
) -> list[Suggestion]:
    """The pairs that a person has not set apart, best founded first.

    Args:
        ties: the rows of the view of that name.
        alikes: the projects with the same files.
        projects: the project of each name that is not one.
        sessions: the projects that there are, with their number of sessions.
    """
    rows = list(ties)
    reasons: dict[tuple[str, str], list[str]] = {}
    for one, other, reason in [*_by_ties(rows), *_by_files(alikes)]:
        first, second = sorted(
            (projects.get(one, one), projects.get(other, other)),
            key=lambda name: (not is_folder(name), sessions.get(name, 0), name),
        )
        if first != second and first in sessions and second in sessions:
            reasons.setdefault((first, second), []).append(reason)
    refused = _refused(rows, projects)
    found = [Suggestion(*pair, list(dict.fromkeys(why))[:_REASONS]) for pair, why in reasons.items()
             if frozenset(pair) not in refused]  # fmt: skip
    return sorted(found, key=lambda each: (-len(each.reasons), -sessions[each.one], each))


def _refused(rows: list[Tie], projects: Mapping[str, str]) -> set[frozenset[str]]:
    """The pairs that a person split, or merged and did not want so."""
    return {
        frozenset(projects.get(row[side] or "", row[side] or "") for side in ("one", "other"))
        for row in rows
        if (row["kind"], bool(row["undone"])) in (("split", False), ("merged", True))
    }


def _by_ties(rows: list[Tie]) -> Iterable[tuple[str, str, str]]:
    for what, names in _sharing(rows).items():
        for one, other in combinations(sorted(names), 2):
            yield one, other, what
    for row in rows:
        one, other = row["one"], row["other"]
        if row["kind"] == "set-url" and one and other:
            yield one, other, f"a session set the remote of {one} to {other}"
        elif row["kind"] == "observed":
            for each in row["remotes"]:
                yield one, each, f"{row['one']} has both as remotes"


def _sharing(rows: list[Tie]) -> dict[str, set[str]]:
    """What several names have in common: a first commit on disk, or the commit of a session."""
    found: dict[str, set[str]] = {}
    for row in rows:
        name = row["other"] if row["kind"] == "observed" and row["other"] else row["one"]
        if row["kind"] == "observed" and name and row["first_commit"]:
            what = f"they share their first commit {row['first_commit'][:_SHORT_COMMIT]}"
            found.setdefault(what, set()).add(name)
        elif row["kind"] == "session" and name and row["commit"]:
            what = f"sessions of both began at the commit {row['commit'][:_SHORT_COMMIT]}"
            found.setdefault(what, set()).add(name)
    return found


def _by_files(alikes: Iterable[Alike]) -> Iterable[tuple[str, str, str]]:
    for each in alikes:
        named = ", ".join(each.files[:_NAMED_FILES])
        share = f"{len(each.files)} of {each.compared} files that agents read in both"
        yield each.one, each.other, f"{share} have the same lines, such as {named}"
