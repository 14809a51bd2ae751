"""Where the rule files of a repository and of its user are on this machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lessonboard.discovery import claude_home, codex_home
from reflect.rule_files.names import is_rule_file

_NAMES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md")
_RULES = ((".claude/rules", "*.md"), (".cursor/rules", "*.mdc"))
_PASSED_OVER = frozenset(
    ".git .hg node_modules .venv venv __pycache__ dist build target vendor".split()
)
_DEEPEST = 4


def repository_root(folder: Path) -> Path | None:
    """The folder of the repository that a folder is in, or None."""
    places = (folder, *folder.parents)
    return next((place for place in places if (place / ".git").exists()), None)


def default_files(root: Path | None, folder: Path) -> list[Path]:
    """The rule files of a repository, of the user, and what Claude Code remembers of it."""
    base = root or folder
    found = [*_in_repository(base), claude_home() / "CLAUDE.md", codex_home() / "AGENTS.md"]
    found += sorted((memory_folder(base)).glob("*.md"))
    return _distinct(path for path in found if path.is_file())


def given_files(paths: tuple[Path, ...]) -> list[Path]:
    """The files that were given, and the rule files below the folders that were."""
    found: list[Path] = []
    for path in paths:
        found += _in_repository(path) if path.is_dir() else [path]
    return _distinct(found)


def memory_folder(root: Path) -> Path:
    """Where Claude Code keeps what it remembers of a folder."""
    return claude_home() / "projects" / named_after(root) / "memory"


def named_after(folder: Path) -> str:
    """The name that Claude Code gives to what it keeps of a folder: its path with dashes."""
    return re.sub(r"[^A-Za-z0-9]", "-", str(folder))


def _in_repository(root: Path) -> list[Path]:
    found = [folder / name for folder in _walk(root, _DEEPEST) for name in _NAMES]
    found.append(root / ".claude" / "CLAUDE.md")
    found += sorted(path for folder, ending in _RULES for path in (root / folder).rglob(ending))
    return [path for path in found if path.is_file() and is_rule_file(path)]


def _walk(folder: Path, depth: int) -> Iterator[Path]:
    """A folder and those below it, but for hidden and generated ones."""
    yield folder
    if depth == 0:
        return
    try:
        below = sorted(each for each in folder.iterdir() if each.is_dir())
    except OSError:
        return  # a folder that may not be looked into holds no rules for us
    for each in below:
        if not (each.name.startswith(".") or each.name in _PASSED_OVER or each.is_symlink()):
            yield from _walk(each, depth - 1)


def _distinct(paths: Iterator[Path] | list[Path]) -> list[Path]:
    """Each file once, also one that has another name by a link."""
    seen: dict[Path, Path] = {}
    for path in paths:
        seen.setdefault(path.resolve(), path)
    return list(seen.values())
