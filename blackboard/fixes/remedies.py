"""What put an error right before: the aftermaths of its occurrences, grouped and ranked; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from blackboard.fixes.changes import checks
from blackboard.fixes.destroying import destroys
from blackboard.fixes.difference import Difference
from blackboard.fixes.follow_up import FollowUp, Step
from blackboard.fixes.outdated import Line, line_of, outdated
from blackboard.search.complaint import is_misspoken
from blackboard.search.forms import commands
from blackboard.search.signature import masked

_LEAST_CLOSE = 2 / 3
"""The share of the most lines that any occurrence has, from which on another is the same error."""


@dataclass(frozen=True)
class Remedy:
    """One way in which an error was answered, with the sessions in which that was seen.

    `worked` says that the call passed afterwards in all of them; `came_back` in how many of them
    the error was seen again after that. `latest` is the newest of the examples whose lines are
    closest to the error, `said` what people wrote. It is `close` if that example's output has most
    of the lines that were given, as far as any has.
    """

    latest: FollowUp
    sessions: tuple[str, ...]
    worked: bool
    came_back: int
    said: tuple[str, ...]
    close: bool = True

    @property
    def proved(self) -> bool:
        """Whether it worked, and the error stayed away in at least one of the sessions."""
        return self.worked and self.came_back < len(self.sessions)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What may have changed something before the call passed, in `latest`."""
        return self.latest.steps

    @property
    def differs(self) -> tuple[Difference, ...]:
        """How the call that passed differs from the one that failed, in `latest`."""
        return self.latest.differs

    @property
    def is_retry(self) -> bool:
        """Whether the call passed though nothing was changed, as far as the session shows.

        Also where others of the same checks were chosen: what failed was not mended by that.
        """
        last = self.latest
        if (
            last.worked is None
            or self.steps
            or self.said
            or any(each.name for each in self.differs)
        ):
            return False
        if not last.in_shell or commands(last.worked.text) == commands(last.target):
            return last.how == "same" or last.in_shell
        return checks(last.target) and not is_misspoken(last.error)


def ranked(
    aftermaths: Iterable[FollowUp], project: str | None = None, closeness: Sequence[float] = ()
) -> list[Remedy]:
    """Return the remedies, best first.

    What was seen with most of the given lines comes first, then what provably worked; then what is
    closest, of this project, a change rather than a mere retry, what worked in most sessions, the
    latest. What destroys is left out where it was done in another project, and what fails with the
    error itself by now.

    Args:
        aftermaths: what came after each occurrence of the error.
        project: the project in which the error is met now.
        closeness: how many lines each occurrence shares with the error; without it, all alike.
    """
    known = list(aftermaths)
    close: dict[tuple[str, str], float] = {}
    for each, share in zip(known, closeness, strict=False):
        close[_try(each)] = max(share, close.get(_try(each), 0))
    least = (_LEAST_CLOSE * max(closeness) or 1) if closeness else 0
    groups: dict[tuple[str, ...], list[FollowUp]] = {}
    for each in last_tries(known):
        if each.project == project or not each.worked or not _destroys(each):
            groups.setdefault(_key(each), []).append(each)
    stale = outdated(known)
    remedies = (_remedy(group, close, least) for group in groups.values())
    found = [each for each in remedies if not _is_of(each.latest, stale)]
    return sorted(found, key=lambda remedy: _rank(remedy, project, close))


def _is_of(each: FollowUp, stale: Collection[Line]) -> bool:
    """Whether what worked was another form that fails by now."""
    if each.worked is None or each.how != "other" or not each.worked.in_shell:
        return False
    return line_of(each.project, each.worked.text) in stale


def last_tries(aftermaths: Iterable[FollowUp]) -> list[FollowUp]:
    """Of failures that were answered by the same call, or by none, the last of a session."""
    found: dict[tuple[str, str], FollowUp] = {}
    for each in sorted(aftermaths, key=lambda each: each.position):
        found[_try(each)] = each
    answered = {session for session, event in found if event}
    return [each for each in found.values() if each.worked or each.session not in answered]


def _try(each: FollowUp) -> tuple[str, str]:
    """What several tries of a session have in common: what worked in the end."""
    return each.session, each.worked.event if each.worked else ""


def _destroys(each: FollowUp) -> bool:
    lines = [step.text for step in (*each.steps, each.worked) if step and step.in_shell]
    return any(map(destroys, lines))


def _key(each: FollowUp) -> tuple[str, ...]:
    """What two sessions must have in common to have done the same."""
    if each.worked is None:
        return ("nothing",)
    around = [f"{one.name}={one.after}" for one in each.differs if one.name not in ("", "folder")]
    if each.how == "other":
        return ("other", _gist(each.worked), *around)
    return ("same", *sorted({_gist(step) for step in each.steps}), *around)


def _gist(step: Step) -> str:
    """A step without what differs from one time to the next."""
    if step.kind == "command":
        return " ; ".join(" ".join(words) for words in commands(step.text))
    return step.text.rsplit("/", 1)[-1] if step.kind == "edit" else masked(step.text)


def _remedy(group: Sequence[FollowUp], close: dict[tuple[str, str], float], least: float) -> Remedy:
    newest_first = sorted(group, key=lambda each: (-each.occurred_at, -each.position))
    closest_first = sorted(newest_first, key=lambda each: -close.get(_try(each), 0))
    back = {each.session for each in group if each.came_back}
    return Remedy(
        latest=closest_first[0],
        sessions=tuple(dict.fromkeys(each.session for each in newest_first)),
        worked=newest_first[0].worked is not None,
        came_back=len(back),
        said=tuple(dict.fromkeys(each.said for each in newest_first if each.said)),
        close=close.get(_try(closest_first[0]), 0) >= least,
    )


def _rank(
    remedy: Remedy, project: str | None, close: dict[tuple[str, str], float]
) -> tuple[bool, bool, bool, float, bool, bool, int, int]:
    elsewhere = project is not None and remedy.latest.project != project
    return (
        not remedy.close,
        not remedy.worked,
        not remedy.proved,
        -close.get(_try(remedy.latest), 0),
        elsewhere,
        remedy.is_retry,
        -len(remedy.sessions),
        -remedy.latest.occurred_at,
    )
