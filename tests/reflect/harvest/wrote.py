"""Calls that write files, as each agent records them."""

from __future__ import annotations

from blackboard.event import NewEvent
from reflect.finding import Finding
from reflect.harvest.harvest import harvest
from tests.reflect.talks import ROOT, called, recorded

RULES = f"{ROOT}/CLAUDE.md"
NOTES = f"{ROOT}/docs/solutions/ci/cache.md"


def wrote(text: str, path: str = RULES) -> NewEvent:
    """A whole file, by Claude Code."""
    return called("Write", file_path=path, content=text)


def replaced(old: str, new: str, path: str = RULES) -> NewEvent:
    """A part of a file, by Claude Code."""
    return called("Edit", file_path=path, old_string=old, new_string=new)


def harvested(*steps: NewEvent) -> list[Finding]:
    """What a session of these steps wrote down."""
    return list(harvest(recorded(*steps), ROOT))


def rules_of(*steps: NewEvent) -> list[str]:
    """The sentences of it."""
    return [each.rule for each in harvested(*steps)]
