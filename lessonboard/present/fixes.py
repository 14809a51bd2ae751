"""What is known of an error, as lines for people and agents, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from blackboard.delivery.seen import seen_in
from blackboard.delivery.voice import spoken
from blackboard.event import iso
from blackboard.fixes import MOST_SEEN, Fixes, Seen
from blackboard.fixes.changes import concerns
from blackboard.fixes.difference import Difference
from blackboard.fixes.follow_up import Step
from blackboard.fixes.remedies import Remedy
from lessonboard.present.text import counted, day, one_line, project_name, quoted, short_path

MOST_LINES = 15
"""The most that a person or an agent's context is shown."""

_MOST_LESSONS, _MOST_STEPS = 2, 3
_LONGEST, _LONGEST_CHANGE, _MOST_CHANGED = 160, 120, 9


def fixes_lines(
    found: Fixes, names: Mapping[str, str], limit: int | None = None, me: str = ""
) -> list[str]:
    """Return what is known of an error: where it was seen, the lessons, the remedies, best first.

    Args:
        found: what is known.
        names: what each session is called.
        limit: the most remedies; without it as many as fill `MOST_LINES` lines, at least one.
        me: the board's person on a team's log; see `Board.person`.
    """
    if not found.error:
        return ["There is no error in what was given."]
    lines = [one_line(found.error, _LONGEST), f"  {_seen(found)}"]
    lines += [f"  lesson {each}" for each in _lessons(found, me)]
    for number, remedy in enumerate(found.remedies[:limit], start=1):
        told = list(_remedy(number, remedy, names))
        if limit is None and number > 1 and len(lines) + len(told) > MOST_LINES:
            break
        lines += told
    return lines


def fixes_json(found: Fixes, limit: int | None = None) -> dict[str, Any]:
    """Return what is known of an error, complete, times in ISO 8601."""
    seen = found.seen
    return {
        "error": found.error,
        "exact": found.exact,
        "alike": found.alike,
        "seen": seen and {**asdict(seen), "first_at": iso(seen.first_at),
                          "last_at": iso(seen.last_at)},
        "lessons": [
            {name: row[name] for name in ("id", "constraint", "status", "trust", "project", "seen")}
            for row in found.lessons
        ],
        "remedies": [_remedy_json(remedy) for remedy in found.remedies[:limit]],
    }  # fmt: skip


def _seen(found: Fixes) -> str:
    if found.seen is None:
        return "not seen in any session that was asked, nor anything like it"
    seen = _times(found.seen)
    return seen if found.exact else f"not seen; the closest, {seen}: {one_line(found.alike, 100)}"


def _times(seen: Seen) -> str:
    days = dict.fromkeys((day(seen.first_at), day(seen.last_at)))
    projects = ", ".join(project_name(each) for each in seen.projects[:3])
    more = f" and {len(seen.projects) - 3} more" if len(seen.projects) > 3 else ""
    or_more = " or more" if seen.times >= MOST_SEEN else ""
    return one_line(
        f"{seen_in(len(seen.sessions))}{or_more}, "
        f"{' to '.join(days)}{f', {projects}{more}' if projects else ''}"
    )


def _lessons(found: Fixes, me: str) -> Iterator[str]:
    rules = dict.fromkeys(row["constraint"] for row in found.lessons)
    for rule in list(rules)[:_MOST_LESSONS]:
        row = next(row for row in found.lessons if row["constraint"] == rule)
        words = spoken(
            row, rule, me, partial(quoted, longest=_LONGEST), partial(one_line, longest=_LONGEST)
        )
        yield f"{one_line(row['id'])} ({row['status']}): {words}"


def _remedy(number: int, remedy: Remedy, names: Mapping[str, str]) -> Iterator[str]:
    latest = remedy.latest
    yield f"{number}. {_verdict(remedy)}"
    yield f"   failed  {_call(latest.tool, latest.target, latest.in_shell)}"
    yield from _steps(remedy)
    if latest.worked is not None:
        yield from _passed(remedy, latest.worked)
    if remedy.said:
        yield f"   said    {quoted(remedy.said[0], 100)}"
    name = names.get(latest.session, latest.session)
    yield f"   see     lessonboard session {one_line(name)} --from {latest.position}"


def _verdict(remedy: Remedy) -> str:
    last = "" if len(remedy.sessions) == 1 else "last "
    where = f"in {counted(len(remedy.sessions), 'session')}, {last}{day(remedy.latest.occurred_at)}"
    like = "" if remedy.close else "of an error like it: "
    if not remedy.worked:
        return f"{like}nothing was seen to work {where}"
    came_back = f"; the error came back in {remedy.came_back}" if remedy.came_back else ""
    return f"{like}{_how(remedy)} {where}{came_back}"


def _how(remedy: Remedy) -> str:
    """Return in a few words what made it work, as far as the session shows."""
    if remedy.is_retry:
        return "passed when it was run again; nothing was seen to be changed"
    if remedy.latest.how == "gone":
        return "gone after this, though something else failed then,"
    if remedy.steps:
        return "passed after this"
    return "another form passed"


def _steps(remedy: Remedy) -> Iterator[str]:
    """Yield what was changed before the call passed, what has to do with the error first.

    Of a permanent failure: what was tried next.
    """
    steps = list({(each.tool, each.text, each.change): each for each in remedy.steps}.values())
    chosen = _latest_of_it(steps, remedy.latest.error) if remedy.worked else steps[:_MOST_STEPS]
    shorts = {short_path(each.text) for each in steps}
    is_clear = len(shorts) == len({each.text for each in steps})
    each_may = max(1, _MOST_CHANGED // max(1, sum(bool(each.change) for each in chosen)))
    for each in chosen:
        yield f"   {'did' if remedy.worked else 'tried':7} {_step(each, whole=not is_clear)}"
        shown = each.change[:each_may] if remedy.worked else ()
        yield from (f"           {one_line(line, _LONGEST_CHANGE)}" for line in shown)
    if len(steps) > len(chosen):
        yield f"           and {len(steps) - len(chosen)} more"


def _latest_of_it(steps: Sequence[Step], error: str) -> list[Step]:
    """Return the latest steps that have to do with an error, then others, in their order."""
    chosen = sorted(
        steps, key=lambda each: (not concerns(each.text, each.change, error), -each.position)
    )[:_MOST_STEPS]
    return sorted(chosen, key=lambda each: each.position)


def _passed(remedy: Remedy, worked: Step) -> Iterator[str]:
    """Yield the call that worked, and how it differs from the one that failed."""
    around = [each for each in remedy.differs if each.name]
    again = "" if remedy.differs or remedy.latest.how != "same" else " again"
    verb = "ran" if remedy.latest.how == "gone" else "passed"
    yield f"   {verb:7} {_step(worked)}{again}"
    for each in around[:_MOST_STEPS]:
        yield f"           {_around(each)}"
    if len(worked.text) > _LONGEST:  # what differs may be cut off
        for each in [each for each in remedy.differs if not each.name][:_MOST_STEPS]:
            before, after = (one_line(text, 70) or "nothing" for text in (each.before, each.after))
            yield f"           {before} -> {after}"
    for line in worked.change:
        yield f"           {one_line(line, _LONGEST_CHANGE)}"


def _around(each: Difference) -> str:
    """Return a folder, variable or parameter that was otherwise."""
    name = one_line(each.name)
    if not each.after:
        return f"without {name} {quoted(each.before, 60)}"
    before = f" instead of {quoted(each.before, 60)}" if each.before else ""
    return f"with {name} {quoted(each.after, _LONGEST)}{before}"


def _step(step: Step, *, whole: bool = False) -> str:
    return _call(step.tool, step.text, step.in_shell, whole=whole)


def _call(tool: str, target: str, in_shell: bool, *, whole: bool = False) -> str:
    """Return the first line of a shell line, or another tool with what it was about."""
    first, _, rest = target.strip().partition("\n")
    if in_shell:
        return one_line(f"{first} …" if rest else first, _LONGEST)
    about = first if whole or " " in first else short_path(first)
    return one_line(f"{tool} {about}", _LONGEST)


def _remedy_json(remedy: Remedy) -> dict[str, Any]:
    latest = asdict(remedy.latest)
    return {
        "worked": remedy.worked,
        "proved": remedy.proved,
        "sessions": list(remedy.sessions),
        "came_back": remedy.came_back,
        "said": list(remedy.said),
        **{
            name: latest[name]
            for name in ("how", "session", "project", "position", "tool", "target")
        },
        "occurred_at": iso(remedy.latest.occurred_at),
        "passed": remedy.latest.worked and remedy.latest.worked._asdict(),
        "steps": [each._asdict() for each in remedy.steps],
        "differs": [each._asdict() for each in remedy.differs],
        "retry": remedy.is_retry,
        "close": remedy.close,
    }
