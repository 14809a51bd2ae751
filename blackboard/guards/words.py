"""What an agent is told where a guard refuses, and the events of it: plain data, as hooks need."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

REFUSED = "guard.refused"
_LONGEST_RULE = 600
_LONGEST_SHOWN = 160
MARK = "Refused once by lessonboard"
"""How each reason begins, by which a transcript shows that a call was not run."""


class ActiveGuard:
    """A guard that is switched on, as hooks read it: what it refuses, where, and why.

    `wrong` and `right` are commands, one item a word, with their settings first.
    """

    __slots__ = ("failed", "lesson", "paths", "places", "right", "rule", "uses", "wrong")

    def __init__(
        self,
        lesson: str,
        rule: str,
        wrong: Sequence[str],
        right: Sequence[str],
        paths: Sequence[str],
        places: Sequence[str],
        failed: int,
        uses: int,
    ) -> None:
        self.lesson = lesson
        self.rule = rule
        self.wrong = tuple(wrong)
        self.right = tuple(right)
        self.paths = tuple(paths)
        self.places = tuple(places)
        self.failed = failed
        self.uses = uses


def reason(guard: ActiveGuard, what: str) -> str:
    """Why a call is refused, what to do instead, and that the same call passes next time.

    Facts, not orders: agents take wording that commands them for an injection.
    """
    shown = " ".join(what.split())
    shown = shown if len(shown) <= _LONGEST_SHOWN else f"{shown[: _LONGEST_SHOWN - 1]}…"
    rule = " ".join(guard.rule.split())[:_LONGEST_RULE]
    return (
        f"{MARK}: in this repository `{shown}` failed in {guard.failed} of {guard.uses} earlier "
        f"uses. What was learnt from that: {rule} (lesson {guard.lesson}). "
        "If it is meant all the same, the same call again passes."
    )
