"""What an inbox is made of: groups of rows with their section, and what is deferred; pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from blackboard.views.rows import RuleRow

Section = Literal["conclusions", "again", "said"]
"""Concluded by a rule or a model; approved before and in doubt by now; said by a person, once."""

SECTIONS: tuple[Section, ...] = ("conclusions", "again", "said")
"""In the order in which they are decided."""


class Waiting(NamedTuple):
    """A row that waits: how often its failure came back since, and why it is deferred, if it is.

    `came_back` counts later sessions.
    """

    row: RuleRow
    came_back: int = 0
    deferred: str = ""

    @property
    def id(self) -> str:
        """The row's id."""
        return self.row["id"]


class Group(NamedTuple):
    """One decision: what is decided first, what says the same, and what else has its source.

    `why` says in a line why it is where it is.
    """

    section: Section
    first: Waiting
    same: tuple[Waiting, ...]
    beside: tuple[Waiting, ...]
    why: str

    @property
    def all(self) -> tuple[Waiting, ...]:
        """Every row of the group."""
        return (self.first, *self.same, *self.beside)


class Inbox(NamedTuple):
    """Groups in the order of decision, and what is not shown as waiting, with the reason."""

    groups: tuple[Group, ...]
    deferred: tuple[Waiting, ...]

    def rows(self) -> Iterator[RuleRow]:
        """What waits, without what is deferred."""
        for group in self.groups:
            yield from (each.row for each in group.all)

    def of(self, section: Section) -> list[Group]:
        """The groups of a section."""
        return [each for each in self.groups if each.section == section]

    def number(self) -> int:
        """How many lessons or insights wait."""
        return sum(len(each.all) for each in self.groups)
