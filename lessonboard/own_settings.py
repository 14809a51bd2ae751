"""Changing the user's own settings file by a command, with his comments kept."""

from __future__ import annotations

from typing import Any

from blackboard import atomic_file
from lessonboard.config import ConfigError, load
from lessonboard.places import user_file


def change(table: str, key: str, value: Any) -> None:
    """Set one key of a table; the file is made if there is none.

    Raises:
        ConfigError: the file cannot be understood, before or with the new value; it stays as it is.
        CannotWrite: it cannot be written.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    file = user_file()
    load(file.parent)  # what is wrong in it is the user's to mend
    try:
        text = file.read_text(encoding="utf-8-sig") if file.exists() else ""
        document = tomlkit.parse(text)
        document.setdefault(table, tomlkit.table())[key] = value
        new = tomlkit.dumps(document)
    except (OSError, ValueError, TOMLKitError) as error:
        raise ConfigError(f"could not change {key} in {file}: {error}; edit it yourself") from error
    atomic_file.write(file, new.encode())
