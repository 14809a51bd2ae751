"""Which shell lines put an error right once and fail with it by now; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from blackboard.fixes.follow_up import FollowUp

Line = tuple[str | None, str]
"""A project and a shell line in single blanks; the folder that it changes to counts."""


class _Seen(NamedTuple):
    times: int = 0
    last_at: int = 0

    def at(self, moment: int) -> _Seen:
        return _Seen(self.times + 1, max(moment, self.last_at))


def outdated(aftermaths: Iterable[FollowUp]) -> Collection[Line]:
    """The lines that failed with the error after they last passed, and as often as they passed.

    One failure among many that passed may be chance.
    """
    failed: dict[Line, _Seen] = {}
    passed: dict[Line, _Seen] = {}
    for each in aftermaths:
        if each.in_shell:
            line = line_of(each.project, each.target)
            failed[line] = failed.get(line, _Seen()).at(each.occurred_at)
        if each.worked and each.worked.in_shell:
            line = line_of(each.project, each.worked.text)
            passed[line] = passed.get(line, _Seen()).at(each.occurred_at)
    return {
        line
        for line, seen in passed.items()
        if line in failed and failed[line].last_at > seen.last_at
        and failed[line].times >= seen.times
    }  # fmt: skip


def line_of(project: str | None, text: str) -> Line:
    """A shell line as it is compared."""
    return project, " ".join(text.split())
