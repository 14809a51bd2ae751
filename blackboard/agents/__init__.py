"""The coding agents, each described in one file; `registry.py` knows them all.

Hooks import this on every call, and of the agents only the one that is named on their command
line. So names are looked up when they are first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.agents.agent import Agent, Hooks
    from blackboard.agents.registry import AGENTS, BUILT_IN, agent_named, callers, register

__all__ = ["AGENTS", "BUILT_IN", "Agent", "Hooks", "agent_named", "callers", "register"]

BY_PROGRAM = {
    "claude": ("claude_code", "CLAUDE_CODE"),
    "codex": ("codex", "CODEX"),
    "gemini": ("gemini", "GEMINI"),
    "cursor": ("cursor", "CURSOR"),
    "opencode": ("opencode", "OPENCODE"),
    "copilot": ("copilot", "COPILOT"),
}
"""Where the built-in agents that call hooks are, by the name on a hook's command line."""


def built_in(program: str) -> Agent | None:
    """A built-in agent that calls hooks, without importing any other; None for other names."""
    if program not in BY_PROGRAM:
        return None
    module, name = BY_PROGRAM[program]
    found: Agent = getattr(__import__(f"{__name__}.{module}", fromlist=(name,)), name)
    return found


def __getattr__(name: str) -> object:
    """The public name of that spelling (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "agent" if name in ("Agent", "Hooks") else "registry"
    return getattr(__import__(f"{__name__}.{home}", fromlist=(name,)), name)
