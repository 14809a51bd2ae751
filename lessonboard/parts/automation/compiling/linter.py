"""Switch on the linter's rule that a lesson names; a new linter is a line in LINTERS."""

from __future__ import annotations

import re
from typing import Any, Protocol

from lessonboard.parts.automation.checks.settle import span_holds
from lessonboard.parts.automation.compiling.eslint import ESLint
from lessonboard.parts.automation.compiling.kind import Files, Proposal, Subject, Unfit
from lessonboard.parts.automation.compiling.ruff import Ruff

_DENIED = re.compile(
    r"(?i)\b(?:disabl|ignor|suppress|silenc|noqa|nolint|(?:turn|switch)(?:ed|ing)? off|allow|relax)"
)


class LinterSettings(Protocol):
    """One linter: which of its rules a text names, and how its settings switch one on."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def rules_in(self, text: str) -> list[str]:
        """The rules of it that a text names."""
        ...

    def propose(self, rule: str, files: Files) -> Proposal:
        """Its settings with a rule switched on.

        Raises:
            Unfit: the repository does not use it, or its settings cannot be changed safely.
        """
        ...

    def is_on(self, rule: str, path: str, text: str) -> bool:
        """Whether settings switch a rule on."""
        ...


LINTERS: tuple[LinterSettings, ...] = (Ruff(), ESLint())


class Linter:
    """A rule in the settings of ruff or ESLint."""

    name = "linter"
    about = "a rule of ruff or ESLint"
    strength = 40

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """The settings with the rule that the lesson names."""
        named = [(linter, rule) for linter in LINTERS for rule in linter.rules_in(subject.text)]
        if not named:
            raise Unfit("it names no rule of ruff or ESLint")
        if len(named) > 1:
            rules = ", ".join(f"{rule} of {linter.name}" for linter, rule in named[:5])
            raise Unfit(f"it names several rules: {rules}")
        if _DENIED.search(subject.rule):
            raise Unfit("it wants a rule off, or is not clear about that")
        linter, rule = named[0]
        return linter.propose(rule, files)

    def holds(self, check: dict[str, Any], content: bytes) -> bool:
        """Whether the settings still switch the rule on, in any layout.

        Of a linter that an earlier version knew, whether the lines are still there.
        """
        name, _, rule = str(check["item"]).partition(" ")
        text = content.decode("utf-8", "replace")
        for each in LINTERS:
            if each.name == name:
                return each.is_on(rule, check["file"], text)
        return span_holds(check, content)
