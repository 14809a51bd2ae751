"""How an agent's program is started in a terminal with a first prompt."""

from __future__ import annotations

from blackboard.agents.registry import BUILT_IN

_BEFORE_PROMPT = {
    "claude-code": (),
    "codex": (),
    "copilot": ("-i",),
    "gemini": ("-i",),
    "opencode": ("--prompt",),
}
"""The options before the prompt, by the agent's name, as `--help` of each has them."""


def starts_with_prompt() -> dict[str, tuple[str, ...]]:
    """The words that start each agent and go before its first prompt, by its program's name."""
    known = ((each.program, _BEFORE_PROMPT.get(each.name)) for each in BUILT_IN)
    return {program: (program, *words) for program, words in known if words is not None}
