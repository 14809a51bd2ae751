"""What a part of the product may add besides what plug-ins add: where the core asks its parts.

Each thing is given as `"module:name"`, so that a part that is not asked is not imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blackboard.plugins.registry import Registry


class Former(NamedTuple):
    """What replaces a command's former name.

    Attributes:
        now: the words in its place, which may end in options; empty where nothing replaces it.
        options: options that have another name now.
        instead: what to do where nothing replaces it, as the end of a sentence.
    """

    now: str
    options: Mapping[str, str] = {}
    instead: str = ""


class PartRegistry(Registry):
    """Collects what one part adds; its `register(to)` function is called with this."""

    def pages(self, pages: str) -> None:
        """Several pages of `lessonboard web`: a tuple of `lessonboard.pages.page.Page`."""
        self._add("pages", pages)

    def today(self, propose: str) -> None:
        """What the page of today proposes: from the settings (`App`), the board and a time on.

        Pairs of a project and what has a title, a pattern and a number of sessions.
        """
        self._add("today", propose)

    def rule(self, event_type: str, rule: str) -> None:
        """A dispatch rule; of a part there may be several for one type of event."""
        self._add("dispatch rule", rule, event_type)

    def tool(self, definition: str, function: str) -> None:
        """A tool of the MCP server: its `Definition`, and a function of a server's context."""
        self._add("own tool", function, definition)

    def project_check(self, check: str) -> None:
        """What is looked at when the lessons of a project are checked.

        A `scheduler.handlers.check.ProjectCheck`: from the board, a project and its folder to what
        became of lessons.
        """
        self._add("project check", check)

    def sweep(self, sweep: str) -> None:
        """What a worker does every ten minutes, and hooks start every 30 s: exchanging with others.

        A function of the board that returns what went wrong, a line each; None where the board
        does not exchange.
        """
        self._add("sweep", sweep)

    def reflected(self, then: str) -> None:
        """What follows when a worker has reflected on a session.

        A function of the settings (`App`), the board, the row of the session, the id of the work
        item, and the tools of the reflection.
        """
        self._add("reflected", then)

    def about(self, command: str, about: str) -> None:
        """What a command says more of a row: from board, row and account to lines and JSON."""
        self._add("about", about, command)

    def subject(self, subject: str) -> None:
        """What else `reflect --session` looks at: from a board and a name to what does it, or None.

        That is a function of the settings (`App`), the tools of the reflection, the project that
        was named, and whether a program reads it.
        """
        self._add("subject", subject)

    def afterwards(self, function: str) -> None:
        """What a person at a terminal is asked once after any command: a function of `App`."""
        self._add("afterwards", function)

    def former(
        self, old: str, now: str, options: Mapping[str, str] | None = None, instead: str = ""
    ) -> None:
        """A name that a command of the part had before; see `Former`."""
        self._add("former", Former(now, options or {}, instead), old)

    def kind(self, ask: str) -> None:
        """What asks plug-ins for their things of a kind that the part alone knows."""
        self._add("kind", ask)
