"""Where a user's board and settings are; light, because every command asks."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def default_path() -> Path:
    """The board of this user."""
    return Path(platformdirs.user_data_dir("lessonboard", appauthor=False)) / "board.db"


def user_file() -> Path:
    """The user's own configuration file."""
    return Path(platformdirs.user_config_dir("lessonboard", appauthor=False)) / "config.toml"


def profiles_folder() -> Path:
    """The browser profiles of this user, which are not the board's business."""
    return Path(platformdirs.user_data_dir("lessonboard", appauthor=False)) / "browser-profiles"


def configured_board() -> str | None:
    """The board's file by the user's settings; only their table [board] is looked at.

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
    if isinstance(table, dict) and set(table) <= {"path"}:
        path = table.get("path")
        if path is None or isinstance(path, str):
            return path
    # A misspelt key must not open another board: checking the whole file says what is wrong.
    from lessonboard.config import load

    return load(file.parent).board.path
