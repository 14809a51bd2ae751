"""Whether Codex calls lessonboard, by its settings files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from lessonboard.discovery import codex_home
from lessonboard.doctor import launcher, settings_file, twice
from lessonboard.doctor.claude import project_folder
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.doctor.settings_file import Hook
from lessonboard.install.codex_trust import Trusted, trust_of

NAME = "Codex"

_ASK = "Type /hooks in `codex` and trust them: until then Codex skips them without a word."
_ORDER = ("trusted", "off", "changed", "untrusted")
_LOOK = "Type /hooks in `codex` to see whether it trusts them."


def set_up(here: Path) -> Diagnosis:
    """Return whether our hook is configured, enabled, and able to start."""
    home = codex_home()
    if not home.is_dir():
        return Diagnosis(NAME, "good", f"is not used here (there is no {home})")
    found: list[tuple[str, Hook]] = []
    trusted: list[Trusted] = []
    off = False
    server = False
    for folder in dict.fromkeys((home, project_folder(here) / ".codex")):
        try:
            tables = _read(folder / "config.toml")
            entries = settings_file.read(folder / "hooks.json")
            listed = settings_file.hooks(entries)
            own = _read(home / "config.toml")
        except (OSError, ValueError, RecursionError) as error:
            advice = "Fix the file: until then Codex cannot use it."
            return Diagnosis(NAME, "note", f"settings in {folder} cannot be read: {error}", advice)
        found += [(str(folder), hook) for hook in (*listed, *settings_file.hooks(tables))]
        trusted += _ours(entries, folder / "hooks.json", own)
        off = off or _is_off(tables)
        server = server or twice.has_server(tables.get("mcp_servers"))
    plugins = twice.plugins(_enabled(own.get("plugins")))
    if plugins and found and not off:
        remove = f"codex plugin remove {plugins[0]}"
        return twice.registered_twice(
            NAME, "codex", plugins[0], remove, server=server, details=_details(found, trusted)
        )
    if plugins and not found and not off:
        return Diagnosis(NAME, "good", f"has the plug-in {plugins[0]}", _LOOK)
    return _finding(found, trusted, off=off)


def _enabled(plugins: Any) -> dict[str, bool]:
    """Codex's table of plug-ins, as the one of Claude Code is."""
    entries = plugins.items() if isinstance(plugins, dict) else ()
    return {name: isinstance(each, dict) and each.get("enabled") is True for name, each in entries}


def _ours(entries: dict[str, Any], path: Path, config: dict[str, Any]) -> list[Trusted]:
    """Our hooks in a file, and whether Codex trusts them under either name of the file."""
    named = dict.fromkeys((str(path), str(path.resolve())))
    standings = [list(trust_of(entries, name, config)) for name in named]
    best = [min(each, key=lambda one: _ORDER.index(one.trust))
            for each in zip(*standings, strict=True)]  # fmt: skip
    return [each for each in best if settings_file.is_ours(each.command)]


def _finding(found: list[tuple[str, Hook]], trusted: list[Trusted], *, off: bool) -> Diagnosis:
    details = _details(found, trusted)
    if not found:
        advice = "Run `lessonboard init`, so that lessons reach it by themselves."
        return Diagnosis(
            NAME, "note", "has no hook of lessonboard in its settings", advice, details
        )
    if off:
        advice = "While that is set, no lesson reaches the agent automatically."
        problem = "its hooks are switched off: [features] hooks in config.toml"
        return Diagnosis(NAME, "note", problem, advice, details)
    gone = next((gone for _, hook in found if (gone := launcher.missing(hook.command))), None)
    if gone:
        problem = f"its hook cannot start: there is no {gone}"
        return Diagnosis(NAME, "bad", problem, "Run `lessonboard init` again.", details)
    if not trusted:  # they are in `config.toml` itself
        events = len({event for _, hook in found for event in hook.events})
        return Diagnosis(NAME, "good", f"names lessonboard for {events} events", _LOOK, details)
    number = sum(each.trust == "trusted" for each in trusted)
    said = f"{number} of {len(trusted)} hooks are trusted"
    if number == len(trusted):
        return Diagnosis(NAME, "good", f"calls lessonboard: {said}", details=details)
    changed = sum(each.trust == "changed" for each in trusted)
    more = f", {changed} changed since you trusted them" if changed else ""
    return Diagnosis(NAME, "note", f"{said}{more}", _ASK, details)


def _details(found: list[tuple[str, Hook]], trusted: list[Trusted]) -> dict[str, Any]:
    rows = [{"settings": place, "events": list(hook.events), "command": hook.command}
            for place, hook in found]  # fmt: skip
    trust = [{"event": each.event, "trust": each.trust} for each in trusted]
    return {"hooks": rows, "trust": trust}


def _is_off(tables: dict[str, Any]) -> bool:
    features = tables.get("features")
    return isinstance(features, dict) and False in (
        features.get("hooks"), features.get("codex_hooks"),
    )  # fmt: skip


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    return tomllib.loads(path.read_text(encoding="utf-8-sig", errors="replace"))
