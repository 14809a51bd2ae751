"""What a hook answers: the text for the agent, and a line that its user sees, once a session.

Light to import, because hooks load it.
"""

from __future__ import annotations

from blackboard.delivery.proof import is_said_once
from blackboard.storage.sqlite_json import Json, Raw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.delivery.result import Delivery
    from lessonboard.hooks.hook_event import HookEvent

_LONGEST = 100
_ASKS = {
    "claude-code": "/mcp__lessonboard__why", "codex": "$lessonboard why", "gemini": "/why",
    "opencode": "/lessonboard:why",
}  # fmt: skip
"""How the person asks for the reasons, by the agent that he uses."""


def reply(json: Json, hook_event: HookEvent, delivery: Delivery, *, is_shown: bool) -> str:
    """A delivery in the form that the agent takes it in.

    Args:
        json: writes it.
        hook_event: who asked, and at which step.
        delivery: what is told.
        is_shown: whether the user is shown a line, where the agent has a place for it.
    """
    if hook_event.flat_reply:
        return json.object(**{hook_event.flat_reply: delivery.text})
    inner = json.object(hookEventName=hook_event.event, additionalContext=delivery.text)
    if not is_shown:
        return json.object(hookSpecificOutput=Raw(inner))
    line = receipt(delivery, hook_event.agent)
    return json.object(systemMessage=line, hookSpecificOutput=Raw(inner))


def receipt(delivery: Delivery, agent: str) -> str:
    """What was told, in one line of printable characters, and how to ask why.

    What its person said in a session and never saw again comes first: he decides about it.
    """
    for choice in delivery.items:
        row, account = choice.candidate.row, choice.candidate.account
        if is_said_once(row) and not (account and account["injected"]):
            return f'lessonboard will remember: "{_cut(row["constraint"])}" ({_decides(agent)})'
    first = _line(delivery.text)
    number = len(delivery.ids)
    more = f" and {number - 1} more" if number > 1 else ""
    ask = _ASKS.get(agent, "lessonboard report")
    return f"lessonboard told the agent: {first}{more} (why: {ask})"


def _line(text: str) -> str:
    """The first item of what was told, cut where it is too long."""
    lines = [line.strip() for line in text.splitlines() if line.lstrip().startswith("- ")]
    line = (lines or [text.strip()])[0].removeprefix("- ")
    return _cut(line)


def _cut(text: str) -> str:
    """Printable characters, cut between two words."""
    plain = "".join(each if each.isprintable() else " " for each in text)
    if len(plain) <= _LONGEST:
        return plain
    return (plain[: _LONGEST + 1].rsplit(" ", 1)[0][:_LONGEST]).rstrip() + "…"


def _decides(agent: str) -> str:
    """How the person keeps or drops it, by the agent that he uses."""
    begin = _ASKS.get(agent, "lessonboard report").removesuffix("why").removesuffix("report")
    return f"{begin}keep, {begin}drop"
