"""What put an error right before: the aftermaths of its occurrences, grouped and ranked; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from blackboard.follow_up import FollowUp, Step
from blackboard.search.forms import commands
from blackboard.search.signature import masked


@dataclass(frozen=True)
class Remedy:
    """One way in which an error was answered, with the sessions in which that was seen.

    `worked` says that the call passed afterwards in all of them; `came_back` in how many of them
    the error was seen again after that. `latest` is the newest example, `said` what humans wrote.
    """

    latest: FollowUp
    sessions: tuple[str, ...]
    worked: bool
    came_back: int
    said: tuple[str, ...]

    @property
    def proved(self) -> bool:
        """Whether it worked, and the error stayed away in at least one of the sessions."""
        return self.worked and self.came_back < len(self.sessions)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was done before the call passed, in the newest example."""
        return self.latest.steps


def ranked(aftermaths: Iterable[FollowUp], project: str | None = None) -> list[Remedy]:
    """The remedies, best first: what provably worked, in this project, most often, most recently.

    Args:
        aftermaths: what came after each occurrence of the error.
        project: the project in which the error is met now.
    """
    groups: dict[tuple[str, ...], list[FollowUp]] = {}
    for each in last_tries(aftermaths):
        groups.setdefault(_key(each), []).append(each)
    return sorted(map(_remedy, groups.values()), key=lambda remedy: _rank(remedy, project))


def last_tries(aftermaths: Iterable[FollowUp]) -> list[FollowUp]:
    """Of failures that were answered by the same call, or by none, the last of a session."""
    found: dict[tuple[str, str], FollowUp] = {}
    for each in sorted(aftermaths, key=lambda each: each.position):
        found[each.session, each.worked.event if each.worked else ""] = each
    answered = {session for session, event in found if event}
    return [each for each in found.values() if each.worked or each.session not in answered]


def _key(each: FollowUp) -> tuple[str, ...]:
    """What two sessions must have in common to have done the same."""
    if each.worked is None:
        return ("nothing",)
    if each.how == "other":
        return ("other", _gist(each.worked))
    return ("same", *sorted({_gist(step) for step in each.steps}))


def _gist(step: Step) -> str:
    """A step without what differs from one time to the next."""
    if step.kind == "command":
        return " ; ".join(" ".join(words) for words in commands(step.text))
    return step.text.rsplit("/", 1)[-1] if step.kind == "edit" else masked(step.text)


def _remedy(group: Sequence[FollowUp]) -> Remedy:
    newest_first = sorted(group, key=lambda each: (-each.occurred_at, -each.position))
    back = {each.session for each in group if each.came_back}
    return Remedy(
        latest=newest_first[0],
        sessions=tuple(dict.fromkeys(each.session for each in newest_first)),
        worked=newest_first[0].worked is not None,
        came_back=len(back),
        said=tuple(dict.fromkeys(each.said for each in newest_first if each.said)),
    )


def _rank(remedy: Remedy, project: str | None) -> tuple[bool, bool, bool, int, int]:
    elsewhere = project is not None and remedy.latest.project != project
    return (
        not remedy.worked,
        not remedy.proved,
        elsewhere,
        -len(remedy.sessions),
        -remedy.latest.occurred_at,
    )
