"""The agents that lessonboard can register with: those that say what their settings shall hold."""

from __future__ import annotations

from blackboard.agents.agent import Agent
from blackboard.agents.registration import AgentSettings
from blackboard.agents.registry import BUILT_IN
from blackboard.plugins.loading import imported, report
from blackboard.sources.readers import add_agents_of_plugins


def settings_of(agent: Agent) -> AgentSettings:
    """Return what `init` writes for an agent, which is imported now if it was not before."""
    given = agent.settings
    settings: AgentSettings = imported(given) if isinstance(given, str) else given
    return settings


AGENTS: dict[str, AgentSettings] = {
    each.name: each for each in (settings_of(agent) for agent in BUILT_IN if agent.settings)
}
"""Those built in, by the names that `--agent` takes."""


def agents() -> dict[str, AgentSettings]:
    """Return those built in, then those of plug-ins."""
    found = dict(AGENTS)
    for agent in add_agents_of_plugins():
        try:
            settings = settings_of(agent) if agent.settings else None
        except Exception as error:
            report(agent.name, f"has settings that fail: {type(error).__name__}: {error}")
            continue
        if settings is not None:
            found.setdefault(settings.name, settings)
    return found
