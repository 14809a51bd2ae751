"""Biome: a rule as an error in biome.json or biome.jsonc."""

from __future__ import annotations

import re
from typing import Any

from blackboard.errors import BoardError
from lessonboard.install.json_edit import put
from lessonboard.install.json_read import read
from lessonboard.parts.automation.compiling.kind import Files, Proposal, Unfit

_RULE = re.compile(
    r"\b(?:lint/)?((?:a11y|complexity|correctness|performance|security|style|suspicious)"
    r"/[a-z][A-Za-z]+)\b"
)
_FILES = ("biome.json", "biome.jsonc")
_USED = re.compile(r"(?i)\bbiome\b|\blint/")


class Biome:
    """See `LinterSettings`."""

    name = "biome"

    def rules_in(self, text: str) -> list[str]:
        """Rules such as lint/suspicious/noConsole, where a text speaks of Biome."""
        return list(dict.fromkeys(_RULE.findall(text))) if _USED.search(text) else []

    def propose(self, rule: str, files: Files) -> Proposal:
        """The rule below its group."""
        for path in _FILES:
            text = files.read(path)
            if text is not None:
                return _proposal(path, text, rule)
        raise Unfit("the repository has no biome.json")

    def is_on(self, rule: str, path: str, text: str) -> bool:
        """Whether it is a warning or an error."""
        try:
            return _is_set(_level(text, rule, path))
        except BoardError:
            return False


def _proposal(path: str, text: str, rule: str) -> Proposal:
    try:
        level = _level(text, rule, path)
        if level not in (None, "error") and not _is_set(level):
            raise Unfit(f"{path} switches {rule} off; decide which of the two is right")
        after = text if _is_set(level) else put(text, _keys(rule), "error", path)
    except Unfit:
        raise
    except BoardError as error:
        raise Unfit(str(error)) from error
    why = f"it names the rule {rule} of Biome"
    return Proposal(path, text, after, (rule,), f"Switch on {rule} of Biome", why, f"biome {rule}")


def _keys(rule: str) -> tuple[str, ...]:
    return ("linter", "rules", *rule.split("/"))


def _level(text: str, rule: str, path: str) -> Any:
    """How a file sets a rule; None where it does not."""
    root = read(text, path)
    node = root.at(_keys(rule)) if root else None
    value = node.value if node else None
    return value.get("level") if isinstance(value, dict) else value


def _is_set(level: Any) -> bool:
    return level in ("on", "warn", "error")
