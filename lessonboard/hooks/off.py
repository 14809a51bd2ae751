"""What the settings say of being off: the user's own file, and those of the folders above.

Reading TOML takes longer than all else that a hook does. So a file that does not speak of
`[capture]` is only searched for that word, and what one that does was found to say is kept beside
the board until the file changes: an edit takes effect immediately, and costs one slow hook.
"""

from __future__ import annotations

import errno
import os

from blackboard.sources.exclusion import is_excluded, is_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT_FILE = ".lessonboard.toml"
_TABLE = "capture"
_MOST = 50
"""Files of which the cache knows."""

_LEAST_TABS = 2
"""Between path, stamp and switch."""


class Rules:
    """The table `[capture]` of a file; `exclude` are patterns, `broken` says why it has none."""

    __slots__ = ("broken", "exclude", "off")

    def __init__(self, off: bool = False, exclude: tuple[str, ...] = (), broken: str = "") -> None:
        self.off = off
        self.exclude = exclude
        self.broken = broken


def cache_path(board: str) -> str:
    """Return the file beside a board that caches the rules of settings, a line for each file."""
    return f"{board}.capture"


def why_off(config: str, project: str | None, folder: str | None, cache: str = "") -> str:
    """Return why the settings leave out what happens in a folder; empty where they do not.

    A file that mentions `[capture]` and cannot be read counts as off: it is unknown what its
    author wanted kept out.

    Args:
        config: the user's own file.
        project: that of the folder.
        folder: where a session is, or None where that is unknown.
        cache: where what files say is kept; empty for nowhere.
    """
    own = rules_of(config, cache)
    if own.off or own.broken:
        return own.broken or f"off in {config}"
    for pattern in own.exclude:
        if is_excluded(pattern, folder, project):
            return f"excluded by {pattern!r} in {config}"
    for path in _above(folder) if folder else ():
        rules = rules_of(path, cache)
        if rules.off or rules.broken:
            return rules.broken or f"off in {path}"
        for pattern in rules.exclude:
            if is_within(pattern, str(folder), os.path.dirname(path)):
                return f"excluded by {pattern!r} in {path}"
    return ""


def rules_of(path: str, cache: str = "") -> Rules:
    """Return what a file says; nothing where there is none or it does not speak of `[capture]`."""
    try:
        hook_event = os.stat(path)
        with open(path, "rb") as file:
            raw = file.read()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return Rules()  # a name with a NUL is that of no file
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return Rules()
        return Rules(broken=f"{path} cannot be read ({error.strerror}), so everything is off")
    if _TABLE.encode() not in raw:
        return Rules()
    stamp = f"{hook_event.st_mtime_ns}:{hook_event.st_size}"
    known = _kept(cache, path, stamp) if cache else None
    if known is None:
        known = _parsed(path, raw)
        if cache and not known.broken:
            _keep(cache, path, stamp, known)
    return known


def _parsed(path: str, raw: bytes) -> Rules:
    import tomllib

    try:
        table = tomllib.loads(raw.decode("utf-8-sig")).get(_TABLE, {})
        off, exclude = table.get("off", False), table.get("exclude", [])
        if not isinstance(off, bool) or not all(isinstance(each, str) for each in exclude):
            raise TypeError("[capture] holds what it should not")
    except (ValueError, TypeError, AttributeError) as error:
        return Rules(broken=f"{path} cannot be understood ({error}), so everything is off")
    return Rules(off, tuple(each for each in exclude if each.strip()))


def _above(folder: str) -> Iterator[str]:
    """Yield where settings of a folder may be: there and above, up to the top of its repository."""
    folder = os.path.normpath(folder)
    while os.path.isabs(folder):
        yield os.path.join(folder, PROJECT_FILE)
        above = os.path.dirname(folder)
        if above == folder or os.path.exists(os.path.join(folder, ".git")):
            return
        folder = above


def _kept(cache: str, path: str, stamp: str) -> Rules | None:
    """Return what is known of a file as it is now; None where that is not known."""
    for line in _lines(cache):
        name, found, off, *exclude = line.split("\t")
        if (name, found) == (path, stamp):
            return Rules(off == "off", tuple(exclude))
    return None


def _keep(cache: str, path: str, stamp: str, rules: Rules) -> None:
    """Remember what a file says, if that can be said in a line; it is only for speed."""
    fields = [path, stamp, "off" if rules.off else "on", *rules.exclude]
    if not all(field.isprintable() for field in fields):
        return
    others = [line for line in _lines(cache) if line.split("\t")[0] != path]
    new = f"{cache}.{os.getpid()}"
    try:
        descriptor = os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in [*others[-_MOST:], "\t".join(fields)])
        os.replace(new, cache)
    except OSError:
        return


def _lines(cache: str) -> list[str]:
    try:
        with open(cache, encoding="utf-8") as file:
            lines = file.read().split("\n")
    except (OSError, ValueError):
        return []
    return [line for line in lines if line.count("\t") >= _LEAST_TABS]
