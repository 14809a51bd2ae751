"""When two texts say the same, and two paths name the same file."""

from __future__ import annotations

import posixpath
import re

_NUMBERED = re.compile(r"^\s*\d+[\t→|]")
"""How tools that show a file number its lines."""

_WORD = re.compile(r"[^\W_]+")
_ABSOLUTE = re.compile(r"^(?:/|~|[A-Za-z]:/)")
_TOLD_BY = 3
"""Parts of a path outside the repository that tell its file, for worktrees have other folders."""


def folded(text: str) -> str:
    """A text as its words alone, so that marks, line ends and indentation make no difference.

    >>> folded("  -  Run `make\\n  db` **first**.")
    'run make db first'
    """
    lines = (_NUMBERED.sub("", line) for line in text.splitlines())
    return " ".join(_WORD.findall(" ".join(lines).lower()))


def below(path: str, root: str | None) -> str:
    """A path relative to the session's folder, where it is below it.

    >>> below("/home/ada/kite/web/../CLAUDE.md", "/home/ada/kite"), below("a/b.md", None)
    ('CLAUDE.md', 'a/b.md')
    """
    path = posixpath.normpath(path.replace("\\", "/"))
    return path.removeprefix(f"{root.replace(chr(92), '/').rstrip('/')}/") if root else path


def file_key(path: str, root: str | None) -> str:
    """What names a file in every session of its project.

    >>> file_key("/home/ada/kite/CLAUDE.md", "/home/ada/kite"), file_key("CLAUDE.md", None)
    ('CLAUDE.md', 'CLAUDE.md')
    """
    found = below(path, root)
    return "/".join(found.split("/")[-_TOLD_BY:]) if _ABSOLUTE.match(found) else found
