"""A guard that is switched on, as hooks read it off a board; read on each call."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

REFUSED = "guard.refused"


class ActiveGuard:
    """A guard that is switched on: what it refuses, where, and why.

    `wrong` and `right` are commands, one item a word, with their settings first. `places` are the
    folders of the repository in which the command failed.
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

    def may_mean(self, line: str, *, edits: bool) -> bool:
        """Whether a call is worth a closer look: by the words of its line, or if it names files."""
        return edits if self.paths else all(word in line for word in self.wrong)
