"""Writing one key of the user's settings; comments and the order of the file stay."""

from __future__ import annotations

from pathlib import Path

import tomlkit
from tomlkit.items import Table

from blackboard import atomic_file
from lessonboard.config import ConfigError
from lessonboard.places import user_file


def set_key(table: str, key: str, value: bool | list[str]) -> Path:
    """Set a key of a table, and return the file.

    Raises:
        ConfigError: the file cannot be read, or has something else in the table's place.
        CannotWrite: the file or its folder is not writable.
    """
    file = user_file().resolve()  # a link stays one
    try:
        text = file.read_bytes().decode("utf-8-sig") if file.is_file() else ""
        document = tomlkit.parse(text)
    except (OSError, ValueError) as error:
        raise ConfigError(f"could not read {file}: {error}; mend it and try again") from error
    found = document.setdefault(table, tomlkit.table())
    if not isinstance(found, Table):
        raise ConfigError(f"{file}: {table} must be a table of keys; mend it and try again")
    found[key] = value
    atomic_file.write(file, tomlkit.dumps(document).encode())
    return file
