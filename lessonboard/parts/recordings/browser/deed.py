"""What a step needs to be performed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from blackboard.errors import BoardError
from lessonboard.parts.recordings.browser.finding import Found

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Page

    from lessonboard.parts.recordings.browser.happenings import Happenings


class CannotDo(BoardError):
    """A step cannot be performed as it is written, or was not done."""


class NotOffered(CannotDo):
    """The value of a step is none of those that the page offers."""


@dataclass(frozen=True)
class Deed:
    """A step with its values and what was found for it.

    `page` is acted on where the step has no target. `value` is the text, the keys, the distance;
    for a click: double, right or middle. `target` holds the target's attributes with the values of
    this run, `found` its element, `drop` the one that a drag ends on. `timeout` is in seconds.
    `is_there` says whether the target is visible now, `count` how many are called as it is.
    """

    page: Page
    action: str
    value: str | None
    happenings: Happenings
    timeout: float
    is_there: Callable[[], bool] = lambda: False
    count: Callable[[], int] = lambda: 0
    target: Mapping[str, Any] = field(default_factory=dict)
    found: Found | None = None
    drop: Found | None = None

    @property
    def limit(self) -> float:
        """The limit in milliseconds, as Playwright takes it."""
        return self.timeout * 1000

    @property
    def element(self) -> ElementHandle:
        """The target element.

        Raises:
            CannotDo: the step has none.
        """
        if self.found is None:
            raise CannotDo(f"a step of the kind {self.action} needs a target that can be found")
        return self.found.element
