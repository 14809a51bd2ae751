"""The coding agents, each in one folder; a new one is a folder here and a line in MODULES.

Its `__init__.py` describes it, in a constant of the folder's name in capitals; `transcript.py`
reads its sessions and `settings.py` says what `init` writes, where it has them. Hooks import this
on every call, and of the agents only the description of the one that is named on their command
line. So names are looked up when they are first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.agents.agent import Agent, Hooks
    from blackboard.agents.registry import AGENTS, BUILT_IN, agent_named, callers, register

__all__ = ["AGENTS", "BUILT_IN", "Agent", "Hooks", "agent_named", "callers", "register"]

MODULES = {
    "claude_code": "claude",
    "codex": "codex",
    "gemini": "gemini",
    "cursor": "cursor",
    "opencode": "opencode",
    "copilot": "copilot",
    "antigravity": "",
    "pi": "",
    "qwen": "",
    "kimi": "",
    "cline": "",
    "specstory": "",
    "aider": "",
    "messages": "",
}
"""The built-in agents, and the name of each on a hook's command line; empty if it calls none."""

BY_PROGRAM = {program: module for module, program in MODULES.items() if program}
"""The agents that call hooks, by the name on a hook's command line."""


def built_in(program: str) -> Agent | None:
    """A built-in agent that calls hooks, without importing any other; None for other names."""
    return described(BY_PROGRAM[program]) if program in BY_PROGRAM else None


def described(module: str) -> Agent:
    """The description of a built-in agent, imported now."""
    name = module.upper()
    found: Agent = getattr(__import__(f"{__name__}.{module}", fromlist=(name,)), name)
    return found


def __getattr__(name: str) -> object:
    """The public name of that spelling (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "agent" if name in ("Agent", "Hooks") else "registry"
    return getattr(__import__(f"{__name__}.{home}", fromlist=(name,)), name)
