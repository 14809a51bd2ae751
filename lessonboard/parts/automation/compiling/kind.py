"""What a kind of check is, and what it is given: a lesson as data, and the files of a repository.

A new kind is a class in a file here and a line in `kinds.py`; one of a plug-in is registered by
`Registry.check`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from blackboard.errors import BoardError
from lessonboard.parts.automation.checks.span import Span, span_of


class Unfit(BoardError):
    """A check of this kind cannot be made of the lesson; the message says why."""


@dataclass(frozen=True)
class Subject:
    """A lesson as kinds of checks see it.

    Attributes:
        id: of the lesson.
        name: a word made of the id, such as `lesson-1a2b3c4d`, which needs no quoting anywhere.
        rule: what to do from now on, on one line, without what cannot be seen.
        text: the rule and what is shown with it, to look for names in; never to be copied.
        paths: the files that it is bound to.
    """

    id: str
    name: str
    rule: str
    text: str
    paths: tuple[str, ...] = ()


class Files(Protocol):
    """The text files of a repository; never outside of it, and never written."""

    def read(self, path: str) -> str | None:
        """The text of a file; None if there is none.

        Raises:
            Unfit: it is a link, no UTF-8 text, or too large.
        """
        ...

    def tracked(self, pattern: str) -> list[str]:
        """The paths of the files in git that fit a pattern of git, such as `*.py`."""
        ...


@dataclass(frozen=True)
class Proposal:
    """A check of a lesson: one file with other content.

    Attributes:
        file: its path in the repository, with slashes.
        before: its text now; None if it is new.
        after: its text with the check; the same where it is there already.
        lines: the lines of `after` that are the check, by which it is found again.
        summary: what it does, in words of the kind; nothing of the lesson's own text.
        why: why it fits the lesson.
        item: what names the check within the file, if its kind looks for a name.
    """

    file: str
    before: str | None
    after: str
    lines: tuple[str, ...]
    summary: str
    why: str
    item: str = ""

    @property
    def is_there(self) -> bool:
        """Whether the file has the check already."""
        return self.before == self.after

    @property
    def span(self) -> Span:
        """The lines of the check, to be found again."""
        return span_of(self.lines)


class CheckKind(Protocol):
    """One way to make a check of a lesson.

    With a method `holds(check, content)` it finds its checks again itself, by the column
    `compiled` of a lesson and the bytes of the file; else their lines must be in the file.
    """

    @property
    def name(self) -> str:
        """What `--as` calls it: small letters, digits and dashes."""
        ...

    @property
    def about(self) -> str:
        """What it makes, in a few words."""
        ...

    @property
    def strength(self) -> int:
        """How surely it holds, from 0 to 100: a line that is read is less than a linter's rule."""
        ...

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """The check of a lesson.

        Raises:
            Unfit: none can be made.
        """
        ...
