"""Where a user's board and settings are; light, because every command asks."""

from __future__ import annotations

import os
import re
from pathlib import Path

import platformdirs

from blackboard.errors import CannotOpen

KEY_ENDING = ".key"
"""What the name of the private key beside a board ends with; the part team makes it."""

RERUNS = "reruns"
"""The folder beside a board with what runs of recorded tasks showed, one folder a run."""

_ADDRESS = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<rest>.*)", re.DOTALL)
_USER = re.compile(r"(?P<user>[^:/?#@]*)(?::.*)?@(?P<rest>.*)", re.DOTALL)
_SAFE = frozenset(
    "sslmode sslrootcert sslcert sslkey sslcrl sslnegotiation channel_binding host hostaddr port "
    "dbname user service target_session_attrs load_balance_hosts gssencmode connect_timeout".split()
)
"""The options of an address that may be kept: what is not known to be harmless may be a secret."""


def default_path() -> Path:
    """Return the board of this user."""
    return Path(platformdirs.user_data_dir("lessonboard", appauthor=False)) / "board.db"


def user_file() -> Path:
    """Return the user's own configuration file."""
    return Path(platformdirs.user_config_dir("lessonboard", appauthor=False)) / "config.toml"


def profiles_folder() -> Path:
    """Return the browser profiles of this user, which are not the board's business."""
    return Path(platformdirs.user_data_dir("lessonboard", appauthor=False)) / "browser-profiles"


def runs_folder() -> Path:
    """Return where the worktrees and logs of runs are."""
    return Path(platformdirs.user_cache_dir("lessonboard", appauthor=False)) / "runs"


def configured_board() -> str | None:
    """Return the board's file by the user's settings; only their table [board] is looked at.

    Raises:
        ConfigError: the settings cannot be read, or that table is wrong.
    """
    file = user_file()
    if not file.is_file():
        return None
    import tomllib

    try:
        table = tomllib.loads(file.read_text(encoding="utf-8-sig")).get("board", {})
    except (OSError, ValueError):
        table = None
    if isinstance(table, dict) and set(table) <= {"path", "follow"}:
        path = table.get("path")
        if path is None or isinstance(path, str):
            return path
    # A misspelt key must not open another board: checking the whole file says what is wrong.
    from lessonboard.config import load

    return load(file.parent).board.path


def chosen(database: str | None) -> str | None:
    """Return the board that was asked for, else the one of the environment or the settings."""
    return database or os.environ.get("LESSONBOARD_DB") or configured_board()


def address_of(chosen: str | None) -> str | None:
    """Return where the log of a board is if that is elsewhere; None where the board is a file."""
    if not chosen or is_address(chosen):
        return chosen
    return address_of_copy(_as_path(chosen))


def path_of(chosen: str | None) -> Path:
    """Return the file of a board, or that of the copy of a log elsewhere.

    Raises:
        CannotOpen: it is in the home of a user who is unknown here.
    """
    if not chosen:
        return default_path()
    return copy_path(chosen) if is_address(chosen) else _as_path(chosen)


def _as_path(chosen: str) -> Path:
    _, found, rest = chosen.partition("://")
    if not found:
        return _expanded(chosen)
    return Path(rest.removeprefix("/") if rest.startswith("/") else rest)


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise CannotOpen(f"could not open {path!r}: there is no such home folder") from error


def is_address(chosen: str) -> bool:
    """Return whether what was chosen as the board is a log elsewhere, and no file."""
    found = _ADDRESS.fullmatch(chosen)
    return found is not None and found["scheme"] not in ("sqlite", "file")


def without_password(address: str) -> str:
    """Return the address as it may be shown and kept.

    >>> without_password("postgresql://anna:s@cret@db.example/board?sslmode=require")
    'postgresql://anna@db.example/board?sslmode=require'
    """
    scheme, found, rest = address.partition("://")
    if who := _USER.fullmatch(rest):
        rest = f"{who['user']}@{who['rest']}"
    place, _, given = rest.partition("?")
    options = [each for each in given.split("&") if each.partition("=")[0] in _SAFE]
    return f"{scheme}{found}{place}{'?' if options else ''}{'&'.join(options)}"


def copy_path(address: str) -> Path:
    """Return where this machine keeps its copy of a log."""
    shown = without_password(address)
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", shown.partition("://")[2].partition("?")[0]).strip("-.")
    import hashlib  # slow to import

    digest = hashlib.sha256(shown.encode()).hexdigest()[:8]
    cache = Path(platformdirs.user_cache_dir("lessonboard", appauthor=False))
    return cache / "logs" / f"{name[:60]}-{digest}.db"


def address_of_copy(path: Path) -> str | None:
    """Return the address of the log that a file follows; None where it is an independent board."""
    try:
        return address_file(path).read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def address_file(path: Path) -> Path:
    """Return the file beside a copy that says which log it follows."""
    return path.with_name(f"{path.name}.address")
