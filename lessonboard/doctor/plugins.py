"""Whether plug-ins can be used, and whether events wait for one that is gone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.events.shapes import FIELDS
from blackboard.plugins import contents
from blackboard.plugins.loading import GROUP, LONGEST_IMPORT
from blackboard.plugins.registry import Entry
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.present.text import counted

LONGEST = 6 * LONGEST_IMPORT
"""Seconds for all plug-ins together, on a machine that is busy."""

_MOST_NAMED = 10
_ADVICE = "Fix it, or uninstall the package that it comes with."


class Probed(NamedTuple):
    """What plug-ins add, by plug-in and kind; and pairs of a plug-in and what is wrong with it."""

    plugins: dict[str, dict[str, list[str]]]
    problems: list[tuple[str, str]]


def probed() -> Probed:
    """Return what is known of the installed plug-ins."""
    from importlib.metadata import entry_points

    names = sorted({point.name for point in entry_points(group=GROUP)})
    return probe(names) if names else Probed({}, [])


def checks(probed: Probed) -> list[Entry]:
    """Return the checks that plug-ins add, which are loaded here once another process could."""
    if not any("doctor" in adds for adds in probed.plugins.values()):
        return []
    return [*contents.added("doctor", (), contents.not_a_function).values()]


def look(board: Board | None, probed: Probed) -> Iterator[Diagnosis]:
    """Yield each plug-in, and the events on a board that none declares."""
    for plugin, adds in sorted(probed.plugins.items()):
        found = ", ".join(counted(len(adds[kind]), kind) for kind in sorted(adds)) or "nothing"
        yield Diagnosis(f"plug-in {plugin}", "good", f"adds {found}", details={"adds": adds})
    for plugin, reason in probed.problems:
        yield Diagnosis(f"plug-in {plugin}", "bad", reason, _ADVICE)
    if board is not None:
        declared = {name for adds in probed.plugins.values() for name in adds.get("event", ())}
        yield from _undeclared(board, declared)


def probe(
    names: list[str], longest: float = LONGEST, longest_import: float = LONGEST_IMPORT
) -> Probed:
    """Return what a separate process reports about the plug-ins, within some seconds."""
    command = [sys.executable, "-P", "-m", "lessonboard.doctor.plugin_probe", str(longest_import)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=longest, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        reason = f"hung: loading took longer than {longest:g} s"
    except (ValueError, IndexError):
        lines = done.stderr.strip().splitlines()
        said = f": {lines[-1]}" if lines else ""
        reason = f"ended the process that loaded it with code {done.returncode}{said}"
    else:
        problems = [(plugin, reason) for plugin, reason in answer["problems"]]
        broken = {plugin for plugin, _ in problems}
        plugins = {name: adds for name, adds in answer["plugins"].items()
                   if adds or name not in broken}  # fmt: skip
        return Probed(plugins, problems)
    return Probed({}, [(" or ".join(names), reason)])


def _undeclared(board: Board, declared: set[str]) -> Iterator[Diagnosis]:
    """Yield the types of events that nothing here declares."""
    types = board.local.events.types() - FIELDS.keys() - declared
    if not types:
        return
    named = ", ".join(sorted(types)[:_MOST_NAMED]) + (", ..." if len(types) > _MOST_NAMED else "")
    yield Diagnosis(
        "unknown events",
        "note",
        f"{counted(len(types), 'type')} of events that neither lessonboard nor a plug-in declares: "
        f"{named}",
        "They are kept, can be read and exported, and no view folds them. If a plug-in wrote them, "
        "install it again.",
        {"types": sorted(types)},
    )
