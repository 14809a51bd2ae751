"""Where a prompt came from, by the fields of its record: unknown values fail closed.

Each agent's file has a table of the values with which a person's prompts were seen. A new value, or
a new field whose name is about origin, may be a program's: the prompt has no author until a version
of the product knows it. Other new fields change nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    Known = Mapping[str, Collection[object]]

_ORIGINS = (
    "agent", "api", "attribut", "author", "automat", "background", "behalf", "bot", "caller",
    "channel", "client", "clipboard", "command", "cron", "delegat", "entry", "external",
    "forward", "generated", "headless", "hidden", "hook", "human", "imperson", "inject",
    "interactive", "invok", "kind", "mcp", "notif", "origin", "parent", "paste", "peer",
    "permission", "plugin", "prompt", "provenance", "proxy", "relay", "remote", "replay", "role",
    "schedul", "sdk", "sender", "sidechain", "skill", "source", "spawn", "speaker", "subagent",
    "submit", "suggest", "synthe", "system", "task", "team", "trigger", "trust", "typed", "user",
    "webhook", "workflow",
)  # fmt: skip
"""Parts of the names of fields that say who sent a prompt, or how."""

_ENDINGS = ("by", "from", "via")


def is_typed(
    fields: Mapping[str, object], known: Known, unrelated: Collection[str] = frozenset()
) -> bool:
    """Whether no field of a record says, or may say, that something else than a person sent it.

    Args:
        fields: those of the record.
        known: the values of each field about origin with which a person's prompts were seen; one
            that is missing or null says nothing.
        unrelated: fields whose names are like those of others, and that say nothing about it.
    """
    return all(
        value is None or name in unrelated or _may_be_typed(name, value, known)
        for name, value in fields.items()
    )


def _may_be_typed(name: str, value: object, known: Known) -> bool:
    if name in known:
        return isinstance(value, str | bool) and value in known[name]
    if value is False:
        return True
    inside = value if isinstance(value, dict) else ()
    return not any(map(is_about_origin, (name, *inside)))


def is_about_origin(name: object) -> bool:
    """Whether a field's name may be about who sent something.

    >>> is_about_origin("relayedBy"), is_about_origin("isRobot"), is_about_origin("durationMs")
    (True, True, False)
    """
    text = str(name)
    is_flag = text.startswith("is") and (text[2:3].isupper() or text[2:3] == "_")
    low = text.lower()
    is_ending = any(text.endswith((f"_{end}", end.capitalize())) for end in _ENDINGS)
    return is_flag or is_ending or any(part in low for part in _ORIGINS)
