"""What of the environment an agent is given: what all programs are, its own sign-in, its network.

Another agent adds a line to `SIGN_IN`; for any other program the person names variables in
`[automation] agent_env`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Final

from blackboard.variables import BASE, CHILD, only

_PLACES = ("HOME", "TMPDIR", "TMP", "TEMP", "XDG_*", "DBUS_SESSION_BUS_ADDRESS", "USERPROFILE",
           "APPDATA", "LOCALAPPDATA")  # fmt: skip
CONNECTION = (
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy",
    "no_proxy", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
)  # fmt: skip
_GOOGLE = ("GOOGLE_*", "GEMINI_*", "CLOUDSDK_*", "GCLOUD_PROJECT")

SIGN_IN: Mapping[str, tuple[str, ...]] = {
    "claude": ("ANTHROPIC_*", "CLAUDE_*", "DISABLE_*", "API_TIMEOUT_MS", "MAX_THINKING_TOKENS",
               "MCP_TIMEOUT", "MCP_TOOL_TIMEOUT", "USE_BUILTIN_RIPGREP"),
    "codex": ("OPENAI_*", "CODEX_*"),
    "gemini": _GOOGLE,
    "opencode": ("OPENCODE_*", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY",
                 "OPENROUTER_API_KEY"),
    "qwen": ("QWEN_*", "DASHSCOPE_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"),
    "aider": ("AIDER_*", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY",
              "OPENROUTER_API_KEY"),
    "cursor-agent": ("CURSOR_*",),
}  # fmt: skip
"""The variables of each agent by the name of its program; `*` matches any end."""

_SIGNED_IN_BY: Final = {
    "CLAUDE_CODE_USE_BEDROCK": ("AWS_*",),
    "CLAUDE_CODE_USE_VERTEX": (*_GOOGLE, "CLOUD_ML_REGION", "VERTEX_*"),
    "CLAUDE_CODE_USE_FOUNDRY": ("AZURE_*",),
}
"""Claude Code is signed in by a cloud where one of these is set."""


def environment(
    program: str, given: Mapping[str, str], *, named: Sequence[str] = (), withheld: Iterable[str]
) -> dict[str, str]:
    """The environment of an agent.

    Args:
        program: its name or path.
        given: the variables of this process.
        named: variables that the person gives to agents besides.
        withheld: variables that it is not given all the same.
    """
    agent = PurePath(program).stem
    names = [*BASE, *_PLACES, *CONNECTION, *SIGN_IN.get(agent, ()), *named]
    if agent == "claude":
        names += [name for switch, more in _SIGNED_IN_BY.items() if given.get(switch)
                  for name in more]  # fmt: skip
    if agent == "codex":
        names += _keys_of_codex(given)
    kept = only(names, given)
    return {**{name: value for name, value in kept.items() if name not in {*withheld}}, CHILD: "1"}


def _keys_of_codex(given: Mapping[str, str]) -> list[str]:
    """The variables with keys that the person's settings of Codex name for its providers."""
    home = given.get("CODEX_HOME") or str(Path(given.get("HOME", "/"), ".codex"))
    try:
        settings = tomllib.loads(Path(home, "config.toml").read_text())
    except (OSError, ValueError):
        return []  # Codex itself says what is wrong with it
    providers = settings.get("model_providers")
    found = providers.values() if isinstance(providers, dict) else ()
    keys = [each.get("env_key") for each in found if isinstance(each, dict)]
    return [key for key in keys if isinstance(key, str)]
