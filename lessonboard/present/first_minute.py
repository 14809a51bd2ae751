"""What the first minute found, as lines."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from blackboard.fixes.follow_up import Step
from lessonboard.first_minute.errors import CameBack
from lessonboard.first_minute.found import FirstFound
from lessonboard.first_minute.offer import Offer
from lessonboard.present.found import found_lines
from lessonboard.present.line import Line
from lessonboard.present.screen import Screen
from lessonboard.present.text import counted, day, one_line, project_name, short_path

_WIDEST = 100
_MOST_STEPS = 2
_RULE = " ━─=-"
_LONG_BEGINNING = 40
"""Characters that two forms of a command have in common and that are left out."""


def offer_line(found: Offer, board: str) -> str:
    """Return what is read, into what, and that nothing leaves the machine."""
    agents, size = _listed(found.agents), f"{max(1, round(found.size / 1e6))} MB"
    return one_line(
        f"Lessonboard reads {counted(found.files, 'transcript')} ({size}) of {agents}, newest "
        f"first, into {board}. Nothing leaves this machine."
    )


def first_lines(found: FirstFound, screen: Screen) -> Iterator[Line]:
    """Yield what was read, what came back, and what the person's own words find."""
    agents = _listed([f"{number} of {name}" for name, number in found.agents.items()])
    since = f", since {day(found.since)}" if found.sessions else ""
    yield Line(one_line(f"{counted(found.sessions, 'session')}: {agents}{since}."), "strong")
    yield Line("")
    yield from _errors(found, screen)
    if found.words:
        yield Line("")
        yield Line("A search for words that you used:", "strong")
        yield Line(f"  $ lessonboard search {one_line(shlex.join(found.words.split()))}")
        for each in found.hits:
            for line in found_lines(each, screen):
                yield Line(f"  {line.text}", line.tone)


def next_lines(commands: Mapping[str, str]) -> Iterator[Line]:
    """Yield what to do next: commands, and what each does."""
    yield Line("")
    yield Line("Next:", "strong")
    widest = max(map(len, commands))
    for command, what in commands.items():
        yield Line(f"  {command:{widest}}  {what}")


def _errors(found: FirstFound, screen: Screen) -> Iterator[Line]:
    if not found.errors:
        yield Line("No error of a command came back in a second session yet.")
        return
    yield Line("Errors that came back, and what was done:", "strong")
    for each in found.errors:
        sessions = f"{counted(each.sessions, 'session')} of {project_name(each.project)}"
        where = one_line(f"in {sessions}, last on {day(each.last_at)}")
        yield Line(f"  {_cut(each.error.rstrip(_RULE), screen)}", "bad")
        yield Line(f"    {where}{_verdict(each)}")
        yield from _remedy(each, screen)


def _verdict(error: CameBack) -> str:
    if error.remedy is None:
        return "; nothing was seen to work"
    worked = len(error.remedy.sessions)
    return "; what worked:" if worked == error.sessions else f"; what worked in {worked} of them:"


def _remedy(error: CameBack, screen: Screen) -> Iterator[Line]:
    """Yield the call that failed, what was done, and the call that passed."""
    if error.remedy is None:
        return
    latest = error.remedy.latest
    failed, passed = latest.target, _call(latest.worked) if latest.worked else ""
    if latest.how == "other":
        failed, passed = _apart(failed, passed)
    yield Line(f"      failed  {_cut(failed, screen)}")
    if latest.how == "same":
        for step in list(dict.fromkeys(map(_call, error.remedy.steps)))[-_MOST_STEPS:]:
            yield Line(f"      did     {_cut(step, screen)}")
    if passed:
        again = " again" if latest.how == "same" else ""
        yield Line(f"      passed  {_cut(passed, screen)}{again}", "good")


def _apart(failed: str, passed: str) -> tuple[str, str]:
    """Return two forms of a command from shortly before where they differ.

    >>> _apart("x" * 60 + " --wait 1 db", "x" * 60 + " --wait 60 db")
    ('… --wait 1 db', '… --wait 60 db')
    """
    same = next((at for at, (one, other) in enumerate(zip(failed, passed, strict=False))
                 if one != other), 0)  # fmt: skip
    start = failed.rfind(" ", 0, max(0, failed.rfind(" ", 0, same))) + 1
    if start < _LONG_BEGINNING:
        return failed, passed
    return f"… {failed[start:]}", f"… {passed[start:]}"


def _call(step: Step) -> str:
    """Return a shell line, or another tool with the file that it was about."""
    if step.in_shell:
        return step.text
    first = step.text.strip().partition("\n")[0]
    return f"{step.tool} {short_path(first) if ' ' not in first else first}"


def _cut(text: str, screen: Screen) -> str:
    width = min(screen.width or _WIDEST, _WIDEST)
    return one_line(text, max(20, width - 16))


def _listed(names: list[str] | tuple[str, ...]) -> str:
    """Return names as a sentence lists them.

    >>> _listed(["Codex", "Pi", "Aider"]), _listed([])
    ('Codex, Pi and Aider', 'no agent')
    """
    if len(names) < 2:
        return names[0] if names else "no agent"
    return f"{', '.join(names[:-1])} and {names[-1]}"
