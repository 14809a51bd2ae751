"""Recognise rule files for agents by their names."""

from __future__ import annotations

from pathlib import PurePath

_NAMES = frozenset(("MEMORY.md", "CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md"))
_RULE_FOLDERS = {".md": (".claude", "rules"), ".mdc": (".cursor", "rules")}


def is_rule_file(path: PurePath) -> bool:
    """Whether a file holds rules for agents.

    >>> is_rule_file(PurePath("web/AGENTS.md")), is_rule_file(PurePath("README.md"))
    (True, False)
    >>> is_rule_file(PurePath(".claude/rules/api/style.md"))
    True
    """
    if path.name in _NAMES or is_auto_memory(path):
        return True
    folder = _RULE_FOLDERS.get(path.suffix)
    return folder is not None and _contains_sequence(path.parts[:-1], folder)


def is_auto_memory(path: PurePath) -> bool:
    """Whether a file belongs to the notes that an agent keeps for itself.

    >>> is_auto_memory(PurePath("/home/me/.claude/projects/-home-me-app/memory/builds.md"))
    True
    """
    parts = path.parts
    return (
        path.suffix == ".md"
        and "memory" in parts[:-1]
        and (_contains_sequence(parts, (".claude", "projects")) or path.name == "MEMORY.md")
    )


def _contains_sequence(parts: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    size = len(wanted)
    return any(parts[start : start + size] == wanted for start in range(len(parts) - size + 1))
