"""The question about a person's own prohibition, for them or for their agent."""

from __future__ import annotations

from time import gmtime

from blackboard.guards.refusal import MARK, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.guards.active import ActiveGuard

_LONGEST_RULE = 400
_DAY = 86_400_000_000
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")  # fmt: skip


def question(guard: ActiveGuard, what: str, now: int) -> str:
    """What a person is asked before a call that they forbade; the agent is not shown it."""
    deed = "edit" if guard.paths else "run"
    return (
        f"{said_on(guard.said_at, now)} you said: {_quoted(guard.rule)} "
        f"Now the agent wants to {deed} `{shortened(what)}`. (lessonboard asks once a session.)"
    )


def prohibition(guard: ActiveGuard, what: str, now: int) -> str:
    """Why a call that a person forbade is refused once, and how to insist; for the agent.

    Facts, not orders, as in `refusal.reason`. How the guard is switched off is for the person.
    """
    deed = "editing " if guard.paths else ""
    return (
        f"{MARK}: {deed}`{shortened(what)}`. {said_on(guard.said_at, now)} the person said: "
        f"{_quoted(guard.rule)} (lesson {guard.lesson}). "
        "If it is meant all the same, the same call again passes."
    )


def said_on(at: int, now: int) -> str:
    """The day of a time, as one says it later; both in microseconds since 1970.

    >>> said_on(0, 2 * 86_400_000_000), said_on(0, 9 * 86_400_000_000)
    ('On Thursday', 'On 1 January')
    >>> said_on(5, 6)
    'Today'
    """
    if at // _DAY == now // _DAY:
        return "Today"
    date = gmtime(at // 1_000_000)
    if 0 < now // _DAY - at // _DAY < len(_WEEKDAYS):
        return f"On {_WEEKDAYS[date.tm_wday]}"
    return f"On {date.tm_mday} {_MONTHS[date.tm_mon - 1]}"


def _quoted(rule: str) -> str:
    """A sentence in quotation marks that none of its own can end."""
    line = " ".join(rule.split()).replace('"', "'")
    return (
        f'"{line if len(line) <= _LONGEST_RULE else line[:_LONGEST_RULE].rsplit(" ", 1)[0] + "…"}"'
    )
