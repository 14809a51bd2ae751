"""The product's separable parts: what each needs and holds, and which are active in this process.

What is here is known of a part without importing it, for it may be absent. A part is active when
its libraries are there and `rule` says so: the command line, the hooks and the MCP server ask the
settings and the board (`lessonboard/switched_parts.py`). A program that uses the library has every
part whose libraries are there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.machinery import PathFinder
from typing import NamedTuple


class Part(NamedTuple):
    """A part, as every install knows it.

    Attributes:
        name: of its folder in `lessonboard/parts`, and of the extra that brings its libraries.
        about: what it is for, in a line.
        libraries: modules without which it is absent; one without any is off by default.
        words: its commands and groups, without what is below a group; former ones, too.
        topics: of event types by which a board uses it: what comes before the full stop.
        views: the names of its views.
    """

    name: str
    about: str
    libraries: tuple[str, ...]
    words: tuple[str, ...]
    topics: tuple[str, ...]
    views: tuple[str, ...]

    @property
    def module(self) -> str:
        """Where its `register` function is."""
        return f"lessonboard.parts.{self.name}"

    @property
    def missing(self) -> list[str]:
        """The libraries that it lacks here."""
        return [each for each in self.libraries if not is_there(each)]


PARTS = (
    Part(
        "automation", "recurring problems become issues and draft pull requests", (),
        ("automation", "pr", "record", "lesson compile", "lesson wake"),
        ("automation", "improvement", "run", "step", "issue", "manual", "pr"),
        ("automation", "runs"),
    ),
    Part(
        "recordings", "a task in a browser, recorded and run again", ("yaml",),
        ("recording", "workflow"), ("recording", "step_card", "workflow"),
        ("recordings", "step_cards", "workflows"),
    ),
    Part(
        "team", "what was learnt, shared with colleagues by a folder or a server", (),
        ("team",), ("team", "share", "key", "thing", "decision", "account", "unsigned"),
        ("shared",),
    ),
    Part(
        "web", "the page in a browser", ("jinja2", "starlette", "uvicorn"), ("web",), (), (),
    ),
)  # fmt: skip


def is_there(module: str) -> bool:
    """Whether a module of a library can be imported, which is not done."""
    if module in sys.modules:
        return sys.modules[module] is not None  # None: its import is blocked
    return PathFinder.find_spec(module) is not None


Rule = Callable[[Part], bool]

_rules: list[Rule] = []


def decide_by(rule: Rule) -> None:
    """Have a rule say which of the parts whose libraries are there are active, from now on."""
    _rules[:] = [rule]
    is_active.cache_clear()


@cache
def is_active(part: Part) -> bool:
    """Whether a part takes part in this process."""
    return not part.missing and all(rule(part) for rule in _rules)


def inactive() -> list[Part]:
    """The parts that add nothing in this process."""
    return [part for part in PARTS if not is_active(part)]


def part_named(name: str) -> Part | None:
    """The part of that name."""
    return next((part for part in PARTS if part.name == name), None)
