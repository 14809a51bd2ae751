"""What a guard refuses: a command in the form that fails here, or an edit of certain files.

When unsure it matches nothing. Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

import os.path

from blackboard.search.command_line import commands_of, is_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackboard.search.command_line import Command


class Form:
    """A command as settings and words: what another command must have to be this one."""

    __slots__ = ("settings", "words")

    def __init__(self, words: Sequence[str], settings: Sequence[str] = ()) -> None:
        self.words = tuple(words)
        self.settings = tuple(sorted(settings))

    @property
    def lead(self) -> int:
        """The number of words before the first option: the program and its subcommands."""
        plain = (number for number, word in enumerate(self.words) if word.startswith("-"))
        return next(plain, len(self.words))

    @property
    def size(self) -> int:
        """Of two forms that fit a command, the larger one is meant."""
        return len(self.settings) + len(self.words)

    def fits(self, words: Sequence[str], settings: Sequence[str]) -> bool:
        """Whether a command begins like this form and has its other words in this order."""
        lead = self.lead
        if tuple(words[:lead]) != self.words[:lead] or not set(self.settings) <= set(settings):
            return False
        rest = iter(words[lead:])
        return all(word in rest for word in self.words[lead:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and (self.words, self.settings) == (
            other.words,
            other.settings,
        )

    def __hash__(self) -> int:
        return hash((self.words, self.settings))

    @property
    def parts(self) -> tuple[str, ...]:
        """Settings and words, one after the other."""
        return (*self.settings, *self.words)

    def __str__(self) -> str:
        return " ".join(self.parts)


def form_of(parts: Sequence[str]) -> Form:
    """The form that is written as settings and words, one after the other."""
    count = next((at for at, part in enumerate(parts) if not is_setting(part)), len(parts))
    return Form(parts[count:], parts[:count])


class CommandPattern:
    """A command that fails here, and what is run in its place."""

    __slots__ = ("_only_adds", "right", "wrong")

    def __init__(self, wrong: Form, right: Form) -> None:
        self.wrong = wrong
        self.right = right
        self._only_adds = right != wrong and wrong.fits(right.words, right.settings)

    def is_wrong(self, command: Command) -> bool:
        """Whether this is surely the form that fails.

        Settings that the failing form has not may mend it, and so may options, where options or
        settings are all that it lacks.
        """
        if not command.is_sure or set(command.settings) != set(self.wrong.settings):
            return False
        if not self.wrong.fits(command.words, command.settings):
            return False
        if self.right.size >= self.wrong.size and self.right.fits(command.words, command.settings):
            return False
        return not (self._only_adds and self._has_other_options(command))

    def is_right(self, command: Command) -> bool:
        """Whether this is the form to use."""
        fits = self.right.fits(command.words, command.settings)
        is_other = self.wrong.size > self.right.size and self.wrong.fits(
            command.words, command.settings
        )
        return fits and not is_other

    def _has_other_options(self, command: Command) -> bool:
        return any(word.startswith("-") and word not in self.wrong.words for word in command.words)


def wrong_command(pattern: CommandPattern, line: str) -> Command | None:
    """The command of a shell line that has the form that fails; None where none surely has."""
    return next(filter(pattern.is_wrong, commands_of(line) or ()), None)


def instead_of(pattern: CommandPattern, command: Command) -> str:
    """The right form of a command, with its other words; empty where it is not only another start.

    >>> rtk = CommandPattern(Form(("rtk", "bun")), Form(("bun",)))
    >>> instead_of(rtk, (commands_of("rtk bun test") or [])[0])
    'bun test'
    """
    size = len(pattern.wrong.words)
    if command.words[:size] != pattern.wrong.words:
        return ""
    return " ".join((*pattern.right.parts, *command.words[size:]))


def has_right(pattern: CommandPattern, line: str) -> bool:
    """Whether a shell line surely runs the form to use."""
    found = commands_of(line) or ()
    return any(command.is_sure and pattern.is_right(command) for command in found)


def place(root: str, cwd: str, folder: str) -> str | None:
    """Where a command runs, relative to the root of its repository; None outside of it.

    >>> place("/home/me/kite", "/home/me/kite/web", "../api"), place("/kite", "/kite", "/tmp")
    ('api', None)
    """
    where = os.path.normpath(os.path.join(cwd, folder))
    if where == root.rstrip("/"):
        return ""
    prefix = f"{root.rstrip('/')}/"
    return where[len(prefix) :] if where.startswith(prefix) else None


def fits_path(pattern: str, path: str) -> bool:
    """Whether a path, relative to the repository, is one that a pattern of a guard means.

    `*` matches a part of a name, `**` folders, and a pattern that ends in a slash for all
    below. A name without a folder is not enough: there may be another file of that name.

    >>> fits_path("src/gen/*.ts", "src/gen/api.ts"), fits_path("src/gen/", "src/gen/a/b.ts")
    (True, True)
    >>> fits_path("gen/*.ts", "src/gen/api.ts"), fits_path("**/gen/*.ts", "src/gen/api.ts")
    (False, True)
    """
    if pattern.endswith("/"):
        pattern = f"{pattern}**"
    return _fits_parts(pattern.split("/"), path.split("/"))


def _fits_parts(pattern: list[str], parts: list[str]) -> bool:
    if not pattern:
        return not parts
    if pattern[0] == "**":
        rest = pattern[1:]
        return not rest or any(_fits_parts(rest, parts[at:]) for at in range(len(parts) + 1))
    return bool(parts) and _fits_name(pattern[0], parts[0]) and _fits_parts(pattern[1:], parts[1:])


def _fits_name(pattern: str, name: str) -> bool:
    """Whether a name fits a pattern in which `*` matches any characters."""
    first, *rest = pattern.split("*")
    if not rest:
        return name == pattern
    if not name.startswith(first):
        return False
    at = len(first)
    for part in rest[:-1]:
        found = name.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return len(name) - at >= len(rest[-1]) and name.endswith(rest[-1])
