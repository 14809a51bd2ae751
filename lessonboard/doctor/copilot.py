"""Whether Copilot CLI calls lessonboard, by the files of its user's hooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from blackboard.agents.copilot import COPILOT
from lessonboard.discovery import home_of
from lessonboard.doctor import launcher, settings_file
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.doctor.settings_file import Hook

NAME = COPILOT.title


def set_up() -> Iterator[Diagnosis]:
    """Yield whether our hook is configured, enabled, and able to start.

    It yields nothing where the agent is not used.
    """
    home = home_of(COPILOT)
    if not home.is_dir():
        return
    found: list[tuple[str, Hook]] = []
    off = False
    for path in (home / "settings.json", *sorted((home / "hooks").glob("*.json"))):
        try:
            settings = settings_file.read(path)
        except (OSError, ValueError, RecursionError) as error:
            advice = "Fix the file: until then Copilot CLI cannot use it."
            yield Diagnosis(NAME, "note", f"{path} cannot be read: {error}", advice)
            continue
        found += [(str(path), hook) for hook in settings_file.hooks(settings)]
        off = off or settings.get("disableAllHooks") is True
    yield _finding(found, off=off)


def _finding(found: list[tuple[str, Hook]], *, off: bool) -> Diagnosis:
    rows = [{"settings": place, "events": list(hook.events), "command": hook.command}
            for place, hook in found]  # fmt: skip
    details: dict[str, Any] = {"hooks": rows}
    if not found:
        advice = "Run `lessonboard init`, so that lessons reach it by themselves."
        return Diagnosis(NAME, "note", "has no hook of lessonboard among its own", advice, details)
    if off:
        advice = "While that is set, no lesson reaches the agent automatically."
        return Diagnosis(
            NAME, "note", "its hooks are switched off: disableAllHooks", advice, details
        )
    gone = next((gone for _, hook in found if (gone := launcher.missing(hook.command))), None)
    if gone:
        problem = f"its hook cannot start: there is no {gone}"
        return Diagnosis(NAME, "bad", problem, "Run `lessonboard init` again.", details)
    events = len({event for _, hook in found for event in hook.events})
    return Diagnosis(NAME, "good", f"calls lessonboard ({events} events)", details=details)
