"""Editing the user's settings; comments and the order of the file stay."""

from __future__ import annotations

from pathlib import Path

import tomlkit
from tomlkit.items import Table

from blackboard import atomic_file
from lessonboard.config import ConfigError
from lessonboard.places import user_file
from lessonboard.removed_settings import take_out


def set_key(table: str, key: str, value: bool | list[str]) -> Path:
    """Set a key of a table, and return the file.

    Raises:
        ConfigError: the file cannot be read, or has something else in the table's place.
        CannotWrite: the file or its folder is not writable.
    """
    file, document = _read()
    found = document.setdefault(table, tomlkit.table())
    if not isinstance(found, Table):
        raise ConfigError(f"{file}: {table} must be a table of keys; mend it and try again")
    found[key] = value
    atomic_file.write(file, tomlkit.dumps(document).encode())
    return file


def migrate() -> list[str]:
    """Take settings of earlier versions out of the user's file, and say of each what replaces it.

    Raises:
        ConfigError: the file cannot be read.
        CannotWrite: the file or its folder is not writable.
    """
    file, document = _read()
    gone = take_out(document)
    if gone:
        atomic_file.write(file, tomlkit.dumps(document).encode())
    return [f"{file}: {each}" for each in gone]


def _read() -> tuple[Path, tomlkit.TOMLDocument]:
    file = user_file().resolve()  # a link stays one
    try:
        text = file.read_bytes().decode("utf-8-sig") if file.is_file() else ""
        return file, tomlkit.parse(text)
    except (OSError, ValueError) as error:
        raise ConfigError(f"could not read {file}: {error}; mend it and try again") from error
