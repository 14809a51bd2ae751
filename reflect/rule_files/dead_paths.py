"""Find paths in a rule file that do not exist.

False alarms make an audit useless, so a path counts as dead only if it must belong to this
repository: its first folder exists, and nothing in its line says that it is optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Protocol
from urllib.parse import unquote

from reflect.markdown.blocks import lines_of
from reflect.markdown.references import Reference, references
from reflect.rule_files.remark import Audited, Remark

_PATH = re.compile(r"(?:\./)?[\w.+-]+(?:/[\w.+-]+)*/?")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}$")
_PLACE = re.compile(r"(?::\d+(?:[-:]\d+)?|#L?\d[\w-]*|#[\w-]*|\?.*)$")
_PLACEHOLDER = re.compile(
    r"(?i)(?:^|[/._-])(?:foo|bar|baz|qux|x+|yyyy|mm|dd|nnnn?|my|your|some|example|sample|path|to"
    r"|name|new|old|module|feature|component|entity|slug|id|version)(?=$|[/._-])|\.\.\."
)
_GENERATED = frozenset(
    """
    dist build out target bin obj node_modules coverage htmlcov site-packages vendor tmp temp
    generated gen cache .cache logs log .git .venv venv .next .nuxt .turbo __pycache__ artifacts
    """.split()
)
_OPTIONAL = re.compile(
    r"(?i)\b(?:creat\w+|generat\w+|add(?:s|ed|ing)?|new|e\.g|examples?|such as|for instance|like"
    r"|will|would|output\w*|writ(?:e|es|ten)|optional\w*|if (?:it |they )?(?:exists?|present)"
    r"|remov\w+|delet\w+|renam\w+|mov(?:e|es|ed)|former\w*|legacy|old|no longer|not exist"
    r"|does(?:n't| not)|don't|do not|never|avoid|not|no|instead|templates?|temporary|download\w*"
    r"|built|compiled|emit\w*|local(?:ly)?|gitignored?|ignored|upstream|fork|external|other repo"
    r"|placeholder|propos\w+|planned|future|todo|sav(?:e|es|ed)|produc\w+|named?|pattern)\b"
)


class Files(Protocol):
    """The files of a repository."""

    def is_there(self, path: str) -> bool:
        """Whether a file or folder exists, by its path from the root."""
        ...

    def ends_with(self, path: str) -> bool:
        """Whether some path ends with this one, by whole names."""
        ...

    def is_ignored(self, path: str) -> bool:
        """Whether the repository ignores such a file."""
        ...


def dead_paths(file: Audited, files: Files) -> Iterator[Remark]:
    """The dead paths of a file in the repository."""
    if file.folder is None:
        return
    lines = lines_of(file.text)
    for reference in references(file.text):
        path = _path(reference)
        if path is None or _OPTIONAL.search(_line_text(lines, reference)):
            continue
        if _is_ours(path, reference, file.folder, files) and not _is_there(
            path, file.folder, files
        ):
            message = f"names {path}, which is not there: mend or drop it"
            yield Remark(file.path, reference.line, "dead-path", message, path)


def _line_text(lines: list[str], reference: Reference) -> str:
    """The line of a reference without code spans and link targets."""
    line = lines[reference.line - 1] if reference.line <= len(lines) else ""
    return re.sub(r"`[^`]*`|\]\([^)]*\)", " ", line)


def _path(reference: Reference) -> str | None:
    """The path that a reference may name."""
    target = unquote(reference.target) if reference.is_link else reference.target
    path = _PLACE.sub("", target)
    if not path or not _PATH.fullmatch(path) or _PLACEHOLDER.search(path):
        return None
    if not reference.is_link and ("/" not in path.rstrip("/") or not _is_named(path)):
        return None
    return path.removeprefix("./")


def _is_named(path: str) -> bool:
    """Whether a text looks like a file or folder: `and/or` and `feature/login` do not."""
    return path.endswith("/") or _ENDING.search(path) is not None


def _is_ours(path: str, reference: Reference, folder: str, files: Files) -> bool:
    """Whether a path must belong to this repository."""
    parts = [part for part in PurePosixPath(path).parts if part != ".."]
    if not parts or _GENERATED.intersection(parts) or files.is_ignored(path):
        return False
    if reference.is_link:
        return _is_named(path)
    return any(files.is_there(_joined(base, parts[0])) for base in {"", folder})


def _is_there(path: str, folder: str, files: Files) -> bool:
    bare = path.rstrip("/")
    if files.is_there(_joined("", bare)) or files.is_there(_joined(folder, bare)):
        return True
    shortest = PurePosixPath(bare.lstrip("./"))
    # TypeScript imports `a.ts` as `a.js`, and many paths are relative to a source root.
    return files.ends_with(str(shortest)) or files.ends_with(str(shortest.with_suffix("")))


def _joined(folder: str, path: str) -> str:
    parts: list[str] = []
    for part in (*PurePosixPath(folder).parts, *PurePosixPath(path).parts):
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
