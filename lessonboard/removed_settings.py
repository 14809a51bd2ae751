"""Settings of earlier versions: a file that has one is read for ever, with a line that says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

REMOVED = {
    ("reflection", "memory_files"): "agents load such files themselves; no lesson is made of them",
}
"""The place of each setting that is gone, and what there is instead; the next one adds a line."""


def take_out(tables: dict[str, Any]) -> list[str]:
    """Take the settings that are gone out of a file's tables, and say of each what replaces it."""
    return [
        f"{'.'.join((*above, name))} is gone: {instead}"
        for (*place, name), instead in REMOVED.items()
        for above, table in _tables(tables, place)
        if table.pop(name, _ABSENT) is not _ABSENT
    ]


_ABSENT = object()


def _tables(tables: Any, place: list[str]) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """The table at a place; a profile of [reflection] holds the keys of that table, so it too."""
    for name in place:
        tables = tables.get(name) if isinstance(tables, dict) else None
    if not isinstance(tables, dict):
        return
    yield place, tables
    profiles = tables.get("profiles") if place == ["reflection"] else None
    for name, profile in profiles.items() if isinstance(profiles, dict) else ():
        if isinstance(profile, dict):
            yield [*place, "profiles", name], profile
