"""Projects from ties: which names mean one repository, and what it is called; pure.

Names are joined by evidence, strongest first, and never against a person's `split`:

1. a folder with the remote that it had last, as a session or the disk says;
2. a remote with its successor: the forge said that it moved, its URL was set anew to a repository
   of the same name, or the same git folder with the same history has another `origin`; not where
   the old one is kept beside it (a fork), or has two successors or still is another folder's (a
   starter that projects are made from);
3. folders with their worktrees, clones, and the folders below them;
4. a folder that is gone with the one that has its history now, and a clone of a local folder;
5. what a person merged.

One first commit alone joins nothing: a fork and what was made from a starter have it too. What is
only likely is suggested (`suggest.py`).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from blackboard.repositories.names import Names, Rank
from blackboard.repositories.remote import is_folder, last_part

Tie = Mapping[str, Any]
"""A row of the view `ties`."""

_CASELESS = ("github.com/", "gitlab.com/", "bitbucket.org/")
_FEWEST_SESSIONS = 2
"""A remote that a command printed is the folder's own if their names agree, or if several sessions
say so: one session may have looked at a repository beside its own."""


_When = tuple[int, int]
"""A time, and the position in the log."""


class _Had(NamedTuple):
    """A folder had a remote at a time."""

    folder: str
    remote: str
    at: int
    row: Tie


def projects(ties: Iterable[Tie]) -> dict[str, str]:
    """The project of every name that is known; a name that is alone is its own project.

    >>> projects([{"kind": "session", "session": "s", "one": "github.com/ada/app",
    ...            "other": "/src/app", "last_at": 1, "undone": 0, "position": 1}])
    {'/src/app': 'github.com/ada/app', 'github.com/ada/app': 'github.com/ada/app'}
    """
    tied = (row for row in ties if not row["undone"] and _is_whole(row))
    rows = sorted(tied, key=lambda row: row["position"])
    names = Names(
        (row["one"], row["other"], row["position"]) for row in rows if row["kind"] == "split"
    )
    had = list(_remotes_of_folders(rows))
    _join_remotes(names, rows, had)
    _join_folders(names, rows)
    _join_moved(names, rows)
    _join_below(names)
    for row in rows:
        if row["kind"] == "merged":
            names.join(row["one"], row["other"], position=row["position"])
    return names.called(_preferences(rows, had))


def _is_whole(row: Tie) -> bool:
    """Whether it has the names that its kind needs; an event may have left them empty."""
    match row["kind"]:
        case "split" | "merged":
            return bool(row["one"] and row["other"])
        case "observed":
            return bool(row["one"] and row["git_folder"])
        case "moved-folder":
            return is_folder(row["one"] or "") and is_folder(row["other"] or "")
    return True


def _remotes_of_folders(rows: list[Tie]) -> Iterator[_Had]:
    """Which remote each folder had when, by all that says so."""
    folders = {row["session"]: row["other"] for row in rows if row["kind"] == "session"}
    for row in rows:
        one, other = row["one"], row["other"]
        match row["kind"]:
            case "session" if one and other and not is_folder(one):
                yield _Had(other, one, row["last_at"], row)
            case "observed" if other:
                yield _Had(one, other, row["last_at"], row)
            case "remote" if one and is_folder(one) and _is_sure(row):
                yield _Had(one, other, row["last_at"], row)
            case "moved" | "set-url" if one and is_folder(one):
                yield _Had(one, other, row["last_at"], row)
            case "clone" if one:
                folder = _absolute(one, folders.get(row["session"]))
                if folder:
                    yield _Had(folder, other, row["last_at"], row)


def _is_sure(row: Tie) -> bool:
    return last_part(row["one"]) == last_part(row["other"]) or row["sessions"] >= _FEWEST_SESSIONS


def _join_remotes(names: Names, rows: list[Tie], had: list[_Had]) -> None:
    """Each folder with its last remote, and remotes with their successors."""
    by_folder: dict[str, list[_Had]] = {}
    for each in sorted(had, key=lambda each: each.at):
        names.add(each.remote)
        by_folder.setdefault(each.folder, []).append(each)
    for folder, over_time in by_folder.items():
        names.join(folder, over_time[-1].remote)
    for before, after in _replaced(by_folder):
        names.join(before, after)
    for row in rows:
        one, other = row["one"], row["other"]
        is_move = row["kind"] == "set-url" and last_part(one or "") == last_part(other)
        if one and not is_folder(one) and (is_move or row["kind"] == "moved"):
            names.join(one, other)
    _join_spellings(names)


def _replaced(by_folder: Mapping[str, list[_Had]]) -> Iterator[tuple[str, str]]:
    """Remotes that others took the place of for good, each with its successor.

    A remote of another name that has several successors, or that a folder still has, is a starter.
    """
    found = {each for over_time in by_folder.values() for each in _successions(over_time)}
    lasting = sorted(by_folder.values(), key=lambda over_time: _when(over_time[-1]))
    last = {over_time[-1].remote: _when(over_time[-1]) for over_time in lasting}
    for before, after, at in sorted(found):
        others = {each for remote, each, _ in found if remote == before} - {after}
        if last_part(before) == last_part(after) or not (others or last.get(before, at) > at):
            yield before, after


def _when(had: _Had) -> _When:
    return had.at, had.row["position"]


def _successions(over_time: list[_Had]) -> Iterator[tuple[str, str, _When]]:
    """Remotes of one folder, seen on disk, of which the later took the place of the earlier."""
    for number, after in enumerate(over_time):
        if after.row["kind"] != "observed":
            continue
        earlier = over_time[:number]
        seen = [each for each in earlier if each.row["kind"] == "observed"]
        before = next(
            (each for each in reversed(seen or earlier) if seen or each.remote != after.remote),
            None,
        )
        if before and before.remote != after.remote and _is_succession(before, after):
            yield before.remote, after.remote, _when(after)


def _is_succession(before: _Had, after: _Had) -> bool:
    if before.remote in after.row["remotes"]:
        return False  # it is kept beside the new one, which is then a fork's
    if before.row["kind"] == "observed":
        return len({before.row["first_commit"], after.row["first_commit"]} - {None}) < 2
    # The history was not seen then: the folder may have been used for something else since.
    return last_part(before.remote) == last_part(after.remote)


def _join_spellings(names: Names) -> None:
    """Join remotes whose host ignores case."""
    first: dict[str, str] = {}
    for name in list(names):
        if name.lower().startswith(_CASELESS):
            names.join(first.setdefault(name.lower(), name), name)


def _join_folders(names: Names, rows: list[Tie]) -> None:
    """Folders of sessions, worktrees, and what shares a git folder."""
    folders = {row["session"]: row["other"] for row in rows if row["kind"] == "session"}
    for row in rows:
        one, other = row["one"], row["other"]
        if row["kind"] == "session":
            for name in filter(None, (one, other)):
                names.add(name)
            if one and other and is_folder(one):
                names.join(one, other)
        elif row["kind"] == "worktree" and one:
            place = _absolute(other, folders.get(row["session"]))
            if place:
                names.join(one, place)
        elif row["kind"] == "observed":
            names.join(one, row["git_folder"].removesuffix("/.git") or one)


def _join_moved(names: Names, rows: list[Tie]) -> None:
    """A folder with the one that it was moved to, and clones of a folder on this machine."""
    known = set(names)
    for row in rows:
        one, other = row["one"], row["other"]
        if row["kind"] == "moved-folder":
            names.add(one)
            names.add(other)
            remotes = names.remotes()
            if not (remotes[one] and remotes[other]) or remotes[one] is remotes[other]:
                names.join(one, other)
        elif row["kind"] == "observed" and other and f"/{other}" in known:
            names.join(other, f"/{other}")


def _join_below(names: Names) -> None:
    """Folders that are gone with a repository's folder above them, or of its name around it."""
    homes = names.remotes()
    for folder, remotes in homes.items():
        if remotes:
            continue
        above = (place for place in _above(folder) if homes.get(place) and not _is_home(place))
        nearest = next(above, None)
        if nearest is not None:
            names.join(folder, nearest)
            continue
        for inner, of in homes.items():
            if inner.startswith(f"{folder}/") and last_part(folder) in map(last_part, of):
                names.join(folder, inner)
                break


def _above(folder: str) -> Iterator[str]:
    place = posixpath.dirname(folder)
    while place not in ("", "/", folder):
        yield place
        folder, place = place, posixpath.dirname(place)


def _is_home(folder: str) -> bool:
    """Whether a folder holds many projects: a person's own, which may be a repository of settings.

    >>> [_is_home(each) for each in ("/home/ada", "/root", "/Users/ada/app")]
    [True, True, False]
    """
    parts = folder.strip("/").split("/")
    return len(parts) < 2 or (len(parts) == 2 and parts[0] in ("home", "Users"))


def _absolute(path: str, folder: str | None) -> str:
    """A path that a command named in a folder; empty where that is not known."""
    if is_folder(path):
        return "" if path.startswith("~") else posixpath.normpath(path)
    return posixpath.normpath(posixpath.join(folder, path)) if folder else ""


def _preferences(rows: list[Tie], had: list[_Had]) -> dict[str, Rank]:
    """How much each name is wanted as that of its project: by a person, then the latest remote.

    Of folders those are preferred under which events were recorded, the earliest first.
    """
    ranks: list[tuple[str, Rank]] = []
    for row in rows:
        match row["kind"]:
            case "session" if row["one"] and is_folder(row["one"]):
                ranks.append((row["one"], (1, -(row["first_at"] or 0), 0)))
            case "moved" | "set-url":
                ranks.append((row["other"], (2, row["last_at"] + 1, row["position"])))
            case "merged":
                ranks.append((row["other"], (3, row["position"], 0)))
    ranks += [(each.remote, (2, each.at, each.row["position"])) for each in had]
    wanted: dict[str, Rank] = {}
    for name, rank in ranks:
        wanted[name] = max(wanted.get(name, rank), rank)
    return wanted
