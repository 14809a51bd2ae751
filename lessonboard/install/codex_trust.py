"""Which hooks Codex trusts, by its configuration.

Codex keeps for each hook that its user looked at a hash of what it is, under the file that names
it; a hook without one is skipped without a word, and so is one that changed since. How the hash is
made was found out with Codex 0.169.0 and holds for every kind of hook that we register: SHA-256 of
JSON without spaces and with sorted keys.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

Trust = Literal["trusted", "untrusted", "changed", "off"]

_SECONDS = 600
_SECONDS_AT_END = 3
_WITHOUT_MATCHER = ("user_prompt_submit", "stop")
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Trusted(NamedTuple):
    """One hook of a file: its event, its command, and whether Codex runs it."""

    event: str
    command: str
    trust: Trust


def trust_of(hooks: Mapping[str, Any], path: str, config: Mapping[str, Any]) -> Iterator[Trusted]:
    """Yield whether Codex runs each hook of a `hooks.json`.

    Args:
        hooks: the file's content.
        path: the file, as Codex names it.
        config: Codex's `config.toml`, the user's own.
    """
    table = config.get("hooks")
    state = table.get("state") if isinstance(table, Mapping) else None
    known: Mapping[str, Any] = state if isinstance(state, Mapping) else {}
    for event, group_number, group, number, handler in _handlers(hooks):
        name = _CAPITAL.sub("_", event).lower()
        kept = known.get(f"{path}:{name}:{group_number}:{number}")
        command = str(handler.get("command", ""))
        yield Trusted(event, command, _standing(kept, identity(name, group, handler)))


def identity(event: str, group: Mapping[str, Any], handler: Mapping[str, Any]) -> str:
    """Return the hash by which Codex knows a hook again.

    Args:
        event: its name in small letters, as `pre_tool_use`.
        group: the entry in the event's list.
        handler: the command in that entry.
    """
    seconds = max(1, int(handler.get("timeout", _SECONDS)))
    seconds = min(seconds, _SECONDS_AT_END) if event == "session_end" else seconds
    told = {"type": "command", "command": handler.get("command"), "timeout": seconds,
            "async": bool(handler.get("async", False))}  # fmt: skip
    if handler.get("statusMessage") is not None:
        told["statusMessage"] = handler["statusMessage"]
    whole: dict[str, Any] = {"event_name": event, "hooks": [told]}
    if group.get("matcher") is not None and event not in _WITHOUT_MATCHER:
        whole["matcher"] = group["matcher"]
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()}"


def _standing(kept: Any, now: str) -> Trust:
    if not isinstance(kept, Mapping) or not kept.get("trusted_hash"):
        return "untrusted"
    if kept.get("enabled") is False:
        return "off"
    return "trusted" if kept["trusted_hash"] == now else "changed"


def _handlers(
    hooks: Mapping[str, Any],
) -> Iterator[tuple[str, int, Mapping[str, Any], int, Mapping[str, Any]]]:
    """Yield each command with its place: event, number of the entry, entry, number, command."""
    table = hooks.get("hooks")
    for event, groups in table.items() if isinstance(table, Mapping) else ():
        for group_number, group in enumerate(groups if isinstance(groups, list) else ()):
            listed = group.get("hooks") if isinstance(group, Mapping) else None
            for number, handler in enumerate(listed if isinstance(listed, list) else ()):
                if isinstance(handler, Mapping):
                    yield str(event), group_number, group, number, handler
