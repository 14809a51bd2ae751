"""What is left out: which folders and projects a pattern names, and where decisions are kept.

Light to import, for hooks ask this at each step of an agent; so no `re`, no `fnmatch`.
"""

from __future__ import annotations

import os

OFF = "LESSONBOARD_OFF"
"""The environment variable that switches off the sessions of the agents that it is set for."""


def is_off_here() -> bool:
    """Whether the environment says that lessonboard is off."""
    return os.environ.get(OFF, "") not in ("", "0")


def is_excluded(pattern: str, folder: str | None, project: str | None) -> bool:
    """Whether a pattern names a folder or one above it, or a project; in upper or lower case.

    `*` matches any characters of a name, `?` one, `**` any folders. A pattern without
    a slash names a folder or project by any part of its path; another one from its beginning on,
    where `~` is the home folder. A link names what it leads to as well.

    >>> is_excluded("~/clients", os.path.expanduser("~/clients/acme/app"), None)
    True
    >>> is_excluded("github.com/acme/*", "/home/ada/app", "github.com/acme/app")
    True
    >>> is_excluded("secret-*", "/home/ada/secret-plans/src", None)
    True
    >>> is_excluded("src/*", "/home/ada/src/app", "github.com/ada/app")
    False
    """
    paths = {each for each in (folder, project) if each}
    if folder and os.path.isabs(folder):
        paths.add(_real(folder))
    patterns = [pattern]
    if pattern.startswith(("/", "~")):
        pattern = os.path.expanduser(pattern)
        patterns = [pattern, _resolved(pattern)]
    return any(_fits(_names(each), _names(path)) for path in paths for each in patterns)


def is_within(pattern: str, folder: str, top: str) -> bool:
    """Whether a pattern names a folder or one above it, counted from the top of a repository."""
    inside = os.path.relpath(folder, top)
    return is_excluded(pattern, None if inside == os.curdir else inside, None)


def decision_keys(project: str | None, session: str | None) -> list[str]:
    """What a decision may be about: the project, the session, and that of which it is a part."""
    main = session.partition("/")[0] if session else None
    keys = [f"project:{project}"] if project else []
    return [*keys, *(f"session:{each}" for each in dict.fromkeys((session, main)) if each)]


def _real(folder: str) -> str:
    """Where the links of a folder lead; what no file system can hold is returned as it is."""
    try:
        return os.path.realpath(folder)
    except ValueError:  # a NUL, or half of a pair of UTF-16
        return folder


def _names(path: str) -> list[str]:
    """The parts of a path or pattern, the first one empty where it begins at the root."""
    return path.casefold().replace("\\", "/").rstrip("/").split("/")


def _resolved(pattern: str) -> str:
    """A pattern whose folders before the first wildcard are where their links lead."""
    parts = pattern.replace("\\", "/").split("/")
    plain = next((n for n, part in enumerate(parts) if "*" in part or "?" in part), len(parts))
    return "/".join([os.path.realpath("/".join(parts[:plain]) or "/").rstrip("/"), *parts[plain:]])


def _fits(pattern: list[str], path: list[str]) -> bool:
    if len(pattern) == 1 and pattern[0]:
        return any(_is_name(pattern[0], each) for each in path if each)
    return _begins(pattern, path)


def _begins(pattern: list[str], path: list[str]) -> bool:
    """Whether the path, or the beginning of it, fits a pattern part by part.

    All places of the pattern that the path may have reached are followed together, so that no
    pattern takes long.
    """
    reached = _with_skipped(pattern, {0})
    for part in path:
        if len(pattern) in reached:
            return True
        stayed = {n for n in reached if pattern[n] == "**"}
        passed = {n + 1 for n in reached - stayed if _is_name(pattern[n], part)}
        reached = _with_skipped(pattern, stayed | passed)
    return len(pattern) in reached


def _with_skipped(pattern: list[str], reached: set[int]) -> set[int]:
    """The places, and those behind each `**`, which may match nothing."""
    found = set(reached)
    for n, part in enumerate(pattern):
        if n in found and part == "**":
            found.add(n + 1)
    return found


def _is_name(pattern: str, name: str) -> bool:
    """Whether one part of a path fits a part of a pattern: pieces between stars, in order."""
    first, *pieces = pattern.split("*")
    if not pieces:
        return len(first) == len(name) and _at(first, name, 0)
    if not _at(first, name, 0):
        return False
    place, last = len(first), pieces.pop()
    for piece in pieces:
        place = next((n for n in range(place, len(name) + 1) if _at(piece, name, n)), -1)
        if place < 0:
            return False
        place += len(piece)
    return len(name) - len(last) >= place and _at(last, name, len(name) - len(last))


def _at(piece: str, name: str, place: int) -> bool:
    """Whether a piece is at a place, where `?` is any character."""
    part = name[place : place + len(piece)]
    return len(part) == len(piece) and all(
        wanted in ("?", found) for wanted, found in zip(piece, part, strict=True)
    )
