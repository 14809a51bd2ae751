"""Whether Claude Code calls lessonboard, by its settings files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from blackboard.agents.claude_code import CLAUDE_CODE
from lessonboard.discovery import claude_home
from lessonboard.doctor import launcher, settings_file, twice
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.doctor.settings_file import Hook
from lessonboard.rule_places import repository_root

NAME = "Claude Code"

_FIX_FILE = "Fix the file: until then Claude Code ignores all of it, including its hooks."


def set_up(here: Path) -> Diagnosis:
    """Return whether our hook is configured, enabled, and able to start.

    Args:
        here: the folder whose project settings apply.
    """
    home = claude_home()
    if not home.is_dir():
        return Diagnosis(NAME, "good", f"is not used here (there is no {home})")
    settings: dict[str, dict[str, Any]] = {}
    for place, path in _places(home, here):
        try:
            settings[place] = settings_file.read(path)
        except (OSError, ValueError, RecursionError) as error:
            return Diagnosis(NAME, "note", f"{path} cannot be read: {error}", _FIX_FILE)
        if settings_file.hooks(settings[place]) and not settings_file.is_plain(path):
            return Diagnosis(NAME, "note", f"{path} has comments or a last comma", _FIX_FILE)
    found = [
        (place, hook) for place, table in settings.items() for hook in settings_file.hooks(table)
    ]
    plugins = [(place, name) for place, setting in settings.items()
               for name in twice.plugins(setting.get("enabledPlugins"))]  # fmt: skip
    return _finding(found, _switched_off(settings), plugins, server=_has_server(home, here))


def _finding(
    found: list[tuple[str, Hook]], off: str, plugins: list[tuple[str, str]], *, server: bool
) -> Diagnosis:
    rows = [{"settings": place, "events": list(hook.events), "command": hook.command}
            for place, hook in found]  # fmt: skip
    details = {"hooks": rows, "plugin": bool(plugins)}
    if not found and not plugins:
        advice = "Run `lessonboard init`, so that lessons reach it by themselves."
        return Diagnosis(
            NAME, "note", "has no hook of lessonboard in its settings", advice, details
        )
    if off:
        advice = "While that is set, no lesson reaches the agent automatically."
        return Diagnosis(NAME, "note", f"its hooks are switched off: {off}", advice, details)
    for place, hook in found:
        gone = launcher.missing(hook.command)
        if gone:
            problem = f"its hook ({place} settings) cannot start: there is no {gone}"
            return Diagnosis(NAME, "bad", problem, "Run `lessonboard init` again.", details)
    if found and plugins:
        place, plugin = plugins[0]
        remove = f"claude plugin uninstall {plugin}" + f" --scope {place}" * (place != "user")
        return twice.registered_twice(
            NAME, "claude", plugin, remove, server=server, details=details
        )
    places = ", ".join(dict.fromkeys(place for place, _ in found)) or "plugin"
    events = len({event for _, hook in found for event in hook.events})
    counted = f", {events} events" if events else ""
    return Diagnosis(NAME, "good", f"calls lessonboard ({places}{counted})", details=details)


def _switched_off(settings: dict[str, dict[str, Any]]) -> str:
    """Return the setting that disables hooks; empty if none does."""
    for place, table in settings.items():
        if table.get("disableAllHooks") is True:
            return f"disableAllHooks in the {place} settings"
    if settings["managed"].get("allowManagedHooksOnly") is True and not settings_file.hooks(
        settings["managed"]
    ):
        return "allowManagedHooksOnly in the managed settings"
    return ""


def _has_server(home: Path, here: Path) -> bool:
    """Return whether `init` registered our server, in any of its scopes."""
    top = project_folder(here)
    folder = home if os.environ.get(CLAUDE_CODE.home[0]) else Path.home()
    try:
        own = settings_file.read(folder / ".claude.json")
        shared = settings_file.read(top / ".mcp.json")
    except (OSError, ValueError, RecursionError):
        return False  # Claude Code has none of it then
    projects = own.get("projects")
    local = projects.get(str(top)) if isinstance(projects, dict) else None
    tables = (own, shared, local if isinstance(local, dict) else {})
    return any(twice.has_server(table.get("mcpServers")) for table in tables)


def _places(home: Path, here: Path) -> Iterator[tuple[str, Path]]:
    yield "managed", managed_folder() / "managed-settings.json"
    yield "user", home / "settings.json"
    project = project_folder(here) / ".claude"
    if project.resolve() != home.resolve():
        yield "project", project / "settings.json"
    yield "local", project / "settings.local.json"


def project_folder(here: Path) -> Path:
    """Return the repository around a folder, or the folder itself."""
    return repository_root(here) or here


def managed_folder() -> Path:
    """Return the folder of the administrator's settings."""
    if sys.platform == "darwin":
        return Path("/Library/Application Support/ClaudeCode")
    if os.name == "nt":
        return Path("C:/Program Files/ClaudeCode")
    return Path("/etc/claude-code")
