"""What a lesson would refuse: its failing command and the right one, or files; pure.

Only a sentence that names both is parsed: a guard without the right form would only be in the way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from blackboard.guards.pattern import CommandPattern, Form
from blackboard.search.moments import prefixes
from blackboard.views.rows import LessonRow
from reflect.accounts.commands import Use, form

_FILES = re.compile(
    r"(?i)^(?:never|do not|don't) (?:hand-)?(?:edit|change|modify|touch|write to) "
    r"(?:[\w-]+ ){0,4}`(?P<files>[^`\s]+)`(?P<rest>.*)"
)
_CODE = re.compile(r"`[^`]+`")
_OF_A_TOOL = re.compile(r"^Call \w+ with ")


@dataclass(frozen=True)
class GuardForm:
    """A failing command and the right one, or the files that are not to be edited.

    `forbids` are commands that a person forbade, whether they fail or not.
    """

    wrong: Form | None = None
    right: Form | None = None
    paths: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()

    @cached_property
    def pattern(self) -> CommandPattern | None:
        """By which commands are compared; None where files are guarded."""
        return CommandPattern(self.wrong, self.right) if self.wrong and self.right else None

    def __str__(self) -> str:
        return str(self.wrong) if self.wrong else ", ".join(self.forbids or self.paths)


_FEWEST_WORDS = 2
"""A failing command of one word would be a whole program."""


def guard_forms(lesson: LessonRow) -> list[GuardForm]:
    """What a lesson would refuse, as its rule says it first, then without what both forms share.

    Of "Use `bun run lint` instead of `rtk bun run lint`" the failing form may be any `rtk bun run`;
    what history shows decides. None where the words of the rule do not name both for sure. The
    command must be one that the lesson is bound to, where it is bound to any.
    """
    rule = lesson["constraint"].strip()
    files = _of_files(rule)
    if files is not None:
        return [files]
    command = _of_command(rule, lesson["commands"])
    return _generalised(command) if command else []


def _generalised(found: GuardForm) -> list[GuardForm]:
    """The form, and the same without each further word with which both commands end."""
    forms = [found]
    wrong, right = found.wrong, found.right
    while wrong and right and _ends_alike(wrong, right):
        wrong = Form(wrong.words[:-1], wrong.settings)
        right = Form(right.words[:-1], right.settings)
        forms.append(GuardForm(wrong, right))
    return forms


def _ends_alike(wrong: Form, right: Form) -> bool:
    longest = len(wrong.words) > _FEWEST_WORDS and len(right.words) > 1
    return longest and wrong.words[-1] == right.words[-1] and wrong.words != right.words


def _of_command(rule: str, commands: list[str]) -> GuardForm | None:
    found = None if _OF_A_TOOL.match(rule) else form(rule)
    if found is None or found.kind != "instead":
        return None
    wrong, right = _form(found.other), _form(found.right)
    if wrong == right or (commands and set(commands).isdisjoint(prefixes(str(wrong)))):
        return None
    return GuardForm(wrong, right)


def _form(use: Use) -> Form:
    return Form(use.words, sorted(use.settings))


def _of_files(rule: str) -> GuardForm | None:
    match = _FILES.match(rule)
    if match is None or not _CODE.search(match["rest"]):
        return None
    files = match["files"].removeprefix("./")
    if not ("/" in files or "." in files) or files.startswith(("/", "~", "..")):
        return None
    is_folder = "/" in files and "." not in files.rsplit("/", 1)[-1] and not files.endswith("/")
    return GuardForm(paths=(files, f"{files}/") if is_folder else (files,))
