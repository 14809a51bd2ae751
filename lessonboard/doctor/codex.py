"""Whether Codex calls lessonboard, by its settings files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from lessonboard.discovery import codex_home
from lessonboard.doctor import launcher, settings_file
from lessonboard.doctor.claude import project_folder
from lessonboard.doctor.finding import Finding
from lessonboard.doctor.settings_file import Hook

NAME = "Codex"

_TRUST = "Codex calls it only when you trust it, which cannot be seen from here: type /hooks there."


def set_up(here: Path) -> Finding:
    """Whether our hook is configured, enabled, and able to start."""
    home = codex_home()
    if not home.is_dir():
        return Finding(NAME, "good", f"is not used here (there is no {home})")
    found: list[tuple[str, Hook]] = []
    off = False
    for folder in dict.fromkeys((home, project_folder(here) / ".codex")):
        try:
            tables = _read(folder / "config.toml")
            listed = settings_file.hooks(settings_file.read(folder / "hooks.json"))
        except (OSError, ValueError, RecursionError) as error:
            advice = "Fix the file: until then Codex cannot use it."
            return Finding(NAME, "note", f"settings in {folder} cannot be read: {error}", advice)
        found += [(str(folder), hook) for hook in (*listed, *settings_file.hooks(tables))]
        off = off or _is_off(tables)
    return _finding(found, off=off)


def _finding(found: list[tuple[str, Hook]], *, off: bool) -> Finding:
    rows = [{"settings": place, "events": list(hook.events), "command": hook.command}
            for place, hook in found]  # fmt: skip
    details = {"hooks": rows}
    if not found:
        advice = "Run `lessonboard init`, so that lessons reach it by themselves."
        return Finding(NAME, "note", "has no hook of lessonboard in its settings", advice, details)
    if off:
        advice = "While that is set, no lesson reaches the agent by itself."
        problem = "its hooks are switched off: [features] hooks in config.toml"
        return Finding(NAME, "note", problem, advice, details)
    gone = next((gone for _, hook in found if (gone := launcher.missing(hook.command))), None)
    if gone:
        problem = f"its hook cannot start: there is no {gone}"
        return Finding(NAME, "bad", problem, "Run `lessonboard init` again.", details)
    events = len({event for _, hook in found for event in hook.events})
    return Finding(NAME, "good", f"names lessonboard for {events} events", _TRUST, details)


def _is_off(tables: dict[str, Any]) -> bool:
    features = tables.get("features")
    return isinstance(features, dict) and False in (
        features.get("hooks"), features.get("codex_hooks"),
    )  # fmt: skip


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    return tomllib.loads(path.read_text(encoding="utf-8-sig", errors="replace"))
