"""A plug-in beside what `init` registered: each of them works, so everything is done twice."""

from __future__ import annotations

from typing import Any

from blackboard.agents.registration import SERVER
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.install.launcher import is_our_server


def plugins(enabled: Any) -> list[str]:
    """Our plug-ins among those that are switched on, by the names that their agent knows."""
    entries = enabled.items() if isinstance(enabled, dict) else ()
    return [name for name, on in entries if name.partition("@")[0] == SERVER and on is True]


def has_server(servers: Any) -> bool:
    """Return whether a table of MCP servers has ours."""
    return isinstance(servers, dict) and is_our_server(servers.get(SERVER))


def registered_twice(
    what: str, agent: str, plugin: str, remove: str, *, server: bool, details: dict[str, Any]
) -> Diagnosis:
    """Return what is said where both are there.

    Args:
        what: the agent's name.
        agent: as `--agent` takes it.
        plugin: the plug-in's name.
        remove: the command that takes it out.
        server: whether `init` registered a server, too.
        details: of the finding.
    """
    doubled = "there are two servers, and every hook" if server else "every hook"
    found = (
        f"lessonboard is there twice, by `init` and as the plug-in {plugin}: {doubled} runs twice"
    )
    advice = (
        f"Remove the plug-in, whose hooks take longer: `{remove}`; or keep it and type "
        f"`lessonboard uninstall --agent {agent}`."
    )
    return Diagnosis(what, "note", found, advice, details)
