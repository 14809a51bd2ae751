"""With which account an agent is signed in, by its own files and environment; never a token.

Hooks import this, so it imports nothing slow before it is needed. Another agent is a function here
and a line in `SIGNED_IN`.
"""

from __future__ import annotations

import os

from blackboard.digests import sha256
from blackboard.errors import BoardError
from blackboard.storage.sqlite_json import Json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Variables = Mapping[str, str]


def account_of(agent: str, variables: Variables, home: str) -> str:
    """The account of an agent; "" when no one is signed in, or it is unknown.

    Args:
        agent: its name.
        variables: the environment.
        home: the person's home.
    """
    found = SIGNED_IN.get(agent)
    return found(variables, home) if found else ""


def claude_code(variables: Variables, home: str) -> str:
    """A cloud, a key or token in the environment, else who signed in, in its order."""
    for switch, cloud in _CLOUDS.items():
        if variables.get(switch):
            return cloud
    for name in ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"):
        if variables.get(name):
            return _served(key_name(variables[name]), variables)
    state = _text(variables.get("CLAUDE_CONFIG_DIR") or home, ".claude.json")
    person, number = _words(state, ("oauthAccount", "emailAddress"),
                            ("oauthAccount", "accountUuid"))  # fmt: skip
    return _served(person or number, variables)


def codex(variables: Variables, home: str) -> str:
    """A key in the environment, a provider of the person's own, else who signed in."""
    folder = variables.get("CODEX_HOME") or os.path.join(home, ".codex")
    if provider := _provider(_text(folder, "config.toml")):
        return provider
    key = variables.get("CODEX_API_KEY", "")
    own, token, number = _words(_text(folder, "auth.json"), ("OPENAI_API_KEY",),
                                ("tokens", "id_token"), ("tokens", "account_id"))  # fmt: skip
    return key_name(key) if key else _email(token) or number or key_name(own)


def gemini(variables: Variables, home: str) -> str:
    """By the chosen way to sign in: a key, a project of the cloud, or a Google account."""
    if key := variables.get("GEMINI_API_KEY") or variables.get("GOOGLE_API_KEY"):
        return key_name(key)
    if project := variables.get("GOOGLE_CLOUD_PROJECT"):
        return f"project {project}"
    folder = os.path.join(variables.get("GEMINI_CLI_HOME") or home, ".gemini")
    return _words(_text(folder, "google_accounts.json"), ("active",))[0]


def opencode(variables: Variables, home: str) -> str:
    """Each provider that is signed in to; the settings choose one of them."""
    data = variables.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    found = Json().entries(_text(data, "opencode", "auth.json"))
    return ", ".join(_signed_in_to(str(name), text) for name, text in sorted(found.items()))


SIGNED_IN: dict[str, Callable[[Variables, str], str]] = {
    "claude-code": claude_code, "codex": codex, "gemini": gemini, "opencode": opencode,
}  # fmt: skip
"""How each agent's account is found, by the agent's name."""

_CLOUDS = {"CLAUDE_CODE_USE_BEDROCK": "Amazon Bedrock", "CLAUDE_CODE_USE_VERTEX": "Google Vertex",
           "CLAUDE_CODE_USE_FOUNDRY": "Microsoft Foundry"}  # fmt: skip


def key_name(key: str) -> str:
    """A key's name: equal for equal keys, and the key cannot be derived from it."""
    return f"key {sha256(key.encode()).hexdigest()[:8]}" if key else ""


def _served(who: str, variables: Variables) -> str:
    server = variables.get("ANTHROPIC_BASE_URL", "")
    return f"{who} at {server}" if who and server else who


def _provider(settings: str) -> str:
    """The provider that Codex's settings choose, if it is not the usual one."""
    if "model_provider" not in settings:
        return ""
    import tomllib

    try:
        tables: dict[str, Any] = tomllib.loads(settings)
    except ValueError:
        return ""  # Codex itself says what is wrong with it
    name, known = tables.get("model_provider"), tables.get("model_providers")
    if not isinstance(name, str) or name in ("", "openai"):
        return ""
    own = known.get(name) if isinstance(known, dict) else None
    address = own.get("base_url") if isinstance(own, dict) else None
    return f"{name} {address if isinstance(address, str) else ''}".strip()


def _email(token: str) -> str:
    """The e-mail in a signed token; the signature is not checked."""
    from binascii import a2b_base64

    body = token.partition(".")[2].partition(".")[0].translate({45: "+", 95: "/"})
    try:
        return _words(a2b_base64(body + "=" * (-len(body) % 4)).decode(), ("email",))[0]
    except ValueError:
        return ""


def _signed_in_to(name: str, sign_in: object) -> str:
    number, key = _words(str(sign_in), ("accountId",), ("key",))
    return f"{name} {number or key_name(key)}".strip()


def _words(text: str, *places: tuple[str, ...]) -> list[str]:
    """The texts at some places of a JSON object, each "" where there is none."""
    try:
        found = Json().fields(text, *places)
    except BoardError:
        return [""] * len(places)
    return [each if isinstance(each, str) else "" for each in found]


def _text(*path: str) -> str:
    """The text of a file, "" if it cannot be read."""
    try:
        with open(os.path.join(*path), encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return ""
