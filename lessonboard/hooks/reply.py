"""What a hook answers: the text for the agent, and a line that its user sees.

Light to import, because hooks load it.
"""

from __future__ import annotations

from blackboard.storage.sqlite_json import Json, Raw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from blackboard.delivery.choice import Choice
    from lessonboard.hooks.hook_event import HookEvent

_LONGEST = 100
_ASKS = {
    "claude-code": "/mcp__lessonboard__why", "codex": "$lessonboard why", "gemini": "/why",
    "opencode": "/lessonboard:why",
}  # fmt: skip
"""How the person asks for the reasons, by the agent that they use."""

REVIEW = "`lessonboard lesson review`"


def reply(json: Json, hook_event: HookEvent, text: str, line: str) -> str:
    """Return a delivery in the form that the agent takes it in.

    Args:
        json: writes it.
        hook_event: who asked, and at which step.
        text: what the agent is shown.
        line: what its user sees; empty for nothing.
    """
    if hook_event.flat_reply:
        return json.object(**{hook_event.flat_reply: text})
    inner = Raw(json.object(hookEventName=hook_event.event, additionalContext=text))
    if not line:
        return json.object(hookSpecificOutput=inner)
    return json.object(systemMessage=line, hookSpecificOutput=inner)


def receipt(items: Sequence[Choice], agent: str, announced: Collection[str] = ()) -> str:
    """Return what was shown, in one line of printable characters, and how to ask why.

    A person's own sentences that they see for the first time come first: they decide on them.
    """
    rows = [choice.candidate.row for choice in items]
    if announced:
        return remembered([rule_in(row) for row in rows if row["id"] in announced], _begin(agent))
    more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
    ask = _ASKS.get(agent, "lessonboard lesson report")
    return f'lessonboard showed the agent: "{cut(rule_in(rows[0]))}"{more} (why: {ask})'


def remembered(rules: Sequence[str], command: str) -> str:
    """Return the line that says which sentences of a person are remembered, and how to decide.

    `command` is the prefix of `keep` and `drop` where they type them.
    """
    named = ", ".join(f'"{cut(rule)}"' for rule in rules)
    several = f" the last one; {REVIEW} for all" if len(rules) > 1 else ""
    return f"lessonboard will remember: {named} ({command}keep, {command}drop{several})"


def rule_in(row: Mapping[str, object]) -> str:
    """Return the rule of a lesson for its person: in their own words if a model rephrased it."""
    return str(row["said"] if row["proof"] == "person" else row["constraint"])


def cut(text: str, longest: int = _LONGEST) -> str:
    """Printable characters, cut between two words."""
    plain = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    if len(plain) <= longest:
        return plain
    return (plain[: longest + 1].rsplit(" ", 1)[0][:longest]).rstrip() + "…"


def _begin(agent: str) -> str:
    """Return what the person types before `keep` or `drop`, by the agent that they use."""
    return _ASKS.get(agent, "lessonboard lesson why").removesuffix("why")
