"""What `lessonboard init --agent shipper` writes into the settings of the plug-in's agent."""

from __future__ import annotations

from pathlib import Path

from blackboard.agents.registration import (
    AgentSettings,
    Commands,
    Places,
    Registration,
    Scope,
)

EVENTS = ("ship_start", "ship_prompt")


def _folder(where: Places) -> Path:
    return Path(where.environment.get("SHIPPER_HOME") or where.home / ".shipper")


def _registrations(where: Places, _scope: Scope, commands: Commands) -> list[Registration]:
    hooks = {event: {"command": commands.hook("shipper")} for event in EVENTS}
    return [Registration("shipper", _folder(where) / "hooks.json", hooks=hooks)]


def _next_step(_scope: Scope) -> str:
    return "start it again"


SETTINGS = AgentSettings(
    "shipper", "Shipper", "shipper", _folder, _registrations, _next_step, ("user",)
)
