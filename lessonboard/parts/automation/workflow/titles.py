"""Derive a step's doers from the words of its title, for files that do not name them."""

from __future__ import annotations

import re

from lessonboard.parts.automation.workflow.step import Doer

_OPENING = frozenset("create open submit file raise".split())
_CHECKING = frozenset("test tests check checks hook hooks lint".split())
_RULES = frozenset("limit limits compliance philosophy simplicity".split())
_BUILDING = frozenset("implement build code develop".split())
_CRITICAL: frozenset[Doer] = frozenset(("issue", "worktree", "push", "pull-request"))


def doers_of(title: str) -> tuple[Doer, ...]:
    """The doers that a title suggests; an agent by default.

    >>> doers_of("Open Pull Request"), doers_of("Review the PR")
    (('pull-request',), ('agent',))
    """
    words = _words(title)
    is_pull = "pr" in words or {"pull", "request"} <= words
    if "feedback" in words:
        return ("agent", "push")
    if "mergeable" in words or "ready" in words:
        return ("ready",)
    if is_pull:
        return ("pull-request",) if words & _OPENING else ("agent",)
    if "issue" in words and words & _OPENING:
        return ("issue",)
    if words & {"worktree", "branch"}:
        return ("worktree",)
    if words & {"commit", "push"} and not words & {"pre"}:
        return ("push",)
    if "run" in words and words & _CHECKING:
        return ("checks",)
    return ("limits",) if words & _RULES else ("agent",)


def is_building(title: str) -> bool:
    """Whether a step of that title writes the change itself."""
    return _words(title) & _BUILDING != set() and "feedback" not in _words(title)


def is_critical(title: str, doers: tuple[Doer, ...]) -> bool:
    """Whether later steps make no sense without this one."""
    return doers[0] in _CRITICAL or (doers == ("agent",) and is_building(title))


def _words(title: str) -> set[str]:
    return set(re.findall(r"[a-z]+", title.lower()))
