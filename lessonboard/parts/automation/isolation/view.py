"""What of the file system a repository's program sees: one ordered list of mounts.

Pure; `launcher`, `bubblewrap` and `seatbelt` carry the same list out, each in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from lessonboard.parts.automation.isolation.places import CACHES, TOOLS

Kind = Literal["empty", "devices", "write", "read", "layer"]


class Mount(NamedTuple):
    """A place, and what is seen there.

    `empty` is a new folder in memory, `devices` the harmless ones, `write` and `read` a folder or
    file of the system, `layer` one to be read, whose changes are kept in memory and lost.
    """

    kind: Kind
    source: str
    target: str


@dataclass(frozen=True)
class IsolatedView:
    """The mounts in order, all else to be read only; where to start; whether there is a network."""

    mounts: tuple[Mount, ...]
    cwd: str
    home: str
    temporary: str
    network: bool = False


@dataclass(frozen=True)
class Person:
    """Where a person's own things are.

    Args:
        homes: the home folders, the one of `HOME` first.
        hidden: other folders that hold sockets, logins or temporary files.
        sockets: those of agents that sign or unlock.
        exists: whether there is a folder or file.
    """

    homes: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    sockets: tuple[str, ...] = ()
    exists: Callable[[str], bool] = field(default=lambda path: Path(path).exists())


TEMPORARY = ("/tmp", "/var/tmp")  # noqa: S108  # they are hidden, not used
SERVICES = ("/run",)
"""Sockets of the session, of containers and of agents are here, and `/var/run` leads here."""


def view_of(
    person: Person,
    run: Path,
    worktree: Path,
    *,
    readable: Iterable[str] = (),
    writable: Iterable[str] = (),
    kept: Sequence[str] = (),
    network: bool = False,
) -> IsolatedView:
    """What a program sees that is run in a worktree.

    Args:
        person: what is to be hidden.
        run: the folder of the run, with its home and its temporary folder.
        worktree: the folder to work in, which may be written.
        readable: what is to be seen besides the tools, though it is in a hidden place.
        writable: what may be written besides the worktree.
        kept: what must not be written though it lies in a writable place.
        network: whether there is one.
    """
    home = home_in(person, run)
    hidden = [
        *(Mount("write", str(own_temporary(run)), each) for each in TEMPORARY),
        *(Mount("empty", "", each) for each in (*SERVICES, *person.homes[1:], *person.hidden)),
        *(Mount("read", "/dev/null", each) for each in person.sockets),
    ]
    hidden = [each for each in _outermost(hidden, home) if person.exists(each.target)]
    hidden.append(Mount("write", str(own_home(run)), home))
    seen = [
        *(Mount("layer", each, each) for each in _below(person.homes, CACHES)),
        *(Mount("read", each, each) for each in _below(person.homes, TOOLS)),
        *(Mount("read", each, each) for each in readable),
        *(Mount("write", each, each) for each in (str(worktree), *writable)),
        *(Mount("read", each, each) for each in kept),
    ]
    shown = [
        each for each in seen
        if person.exists(each.source)
        and (each.kind == "write" or each.source in kept or _is_in(each.source, hidden))
    ]  # fmt: skip
    mounts = (Mount("devices", "", "/dev"), *hidden, *dict.fromkeys(shown))
    return IsolatedView(mounts, str(worktree), home, TEMPORARY[0], network)


def own_home(run: Path) -> Path:
    """The folder that is the home of a run's programs."""
    return run / ".isolation" / "home"


def own_temporary(run: Path) -> Path:
    """The folder for their temporary files."""
    return run / ".isolation" / "tmp"


def home_in(person: Person, run: Path) -> str:
    """The home folder as it is seen: the person's own, unless that is the root of all."""
    return str(own_home(run)) if person.homes[0] == "/" else person.homes[0]


def program_folders(words: Sequence[str], given: Mapping[str, str]) -> tuple[str, ...]:
    """The folders in which programs are looked for, and the environments that they belong to."""
    folders = [Path(each) for each in given.get("PATH", "").split(":") if each.startswith("/")]
    if words and words[0].startswith("/"):
        folders.append(Path(words[0]).parent)
    homes = {Path(given.get("HOME", "/"))}
    roots = [each.parent for each in folders if (each.parent / "pyvenv.cfg").is_file()]
    return tuple(dict.fromkeys(str(each) for each in (*roots, *folders) if each not in homes))


def _below(homes: Sequence[str], places: Iterable[str]) -> list[str]:
    return [f"{home}/{place}" for home in homes for place in places]


def _outermost(mounts: Sequence[Mount], home: str) -> list[Mount]:
    """Without the root folder, and those that another one or the home hides already."""
    targets = [each.target for each in mounts]
    hiding = [home, *(each for each in targets if each != "/")]
    return [
        each for number, each in enumerate(mounts)
        if each.target not in ("/", home, *targets[:number])
        and not any(_is_below(each.target, other) for other in hiding)
    ]  # fmt: skip


def _is_in(path: str, mounts: Iterable[Mount]) -> bool:
    return any(_is_below(path, each.target) for each in mounts)


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/")
