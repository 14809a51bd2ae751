"""A guard that is switched on, as hooks read it off a board; read on each call."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

REFUSED, ASKED = "guard.refused", "guard.asked"


class ActiveGuard:
    """A guard that is switched on: what it refuses, where, and why.

    `wrong` and `right` are commands, one item a word, with their settings first. `places` are the
    folders of the repository in which the command failed. `forbids` are commands that a person
    forbade, in their words that are `rule`; `said_at` is when, and `is_confirmed` whether they
    confirmed a guard.
    """

    __slots__ = (
        "failed", "forbids", "is_confirmed", "lesson", "paths", "places", "right", "rule",
        "said_at", "uses", "wrong",
    )  # fmt: skip

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
        forbids: Sequence[str] = (),
        *,
        is_confirmed: bool = True,
        said_at: int = 0,
    ) -> None:
        self.lesson = lesson
        self.rule = rule
        self.wrong = tuple(wrong)
        self.right = tuple(right)
        self.paths = tuple(paths)
        self.places = tuple(places)
        self.failed = failed
        self.uses = uses
        self.forbids = tuple(forbids)
        self.is_confirmed = is_confirmed
        self.said_at = said_at

    @property
    def is_prohibition(self) -> bool:
        """Whether it rests on a person's words, and not on failures."""
        return bool(self.forbids) or not self.failed

    @property
    def form(self) -> tuple[str, ...]:
        """What a person forbade."""
        return self.forbids or self.paths

    def may_mean(self, line: str, *, edits: bool) -> bool:
        """Whether a call is worth a closer look: by the words of its line, or if it names files."""
        if self.forbids:
            return any(form.split()[0] in line for form in self.forbids)
        return edits if self.paths else all(word in line for word in self.wrong)
