"""Where a repository keeps lessons, what they are called by, and how many there are to ask about.

Standard library without `re`, because the status line uses it too.
"""

from __future__ import annotations

import os

from blackboard.actors import REPOSITORY

FOLDER = ".lessonboard/lessons"
"""Where a repository keeps its lessons, from its top."""

README = "README.md"

_LONGEST = 300
_MOST = 9_999


def source_of(remote: str) -> str:
    """What the lessons of a remote are called by, or of the git folder where there is none.

    >>> source_of("github.com/acme/kite"), source_of("git.acme.dev:8080/a b")
    ('git:github.com:acme:kite', 'git:git.acme.dev%3A8080:a%20b')
    """
    from urllib.parse import quote

    name = quote(remote, safe="/~+").replace("/", ":")
    if len(name) > _LONGEST:
        from blackboard.digests import sha256

        name = f"{name[:200]}%{sha256(name.encode()).hexdigest()[:32]}"
    return REPOSITORY + name


def number_of_files(top: str) -> int:
    """How many lessons are checked out in a folder; -1 where it has no place for any.

    It is only to ask their person about them: what counts is in git's objects.
    """
    try:
        with os.scandir(f"{top}/{FOLDER}") as entries:
            found = sum(each.name.endswith(".md") and each.name != README
                        for each, _ in zip(entries, range(_MOST), strict=False))  # fmt: skip
    except OSError:
        return -1
    return found
