"""Configuration: one TOML file of the user's, then one of the project's; every key is checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rapidfuzz import process

from blackboard import BoardError
from reflect.critic.settings import CriticSettings, laid_over
from reflect.curator.settings import CuratorSettings
from reflect.model.settings import ModelSettings
from reflect.reflector.settings import ReflectorSettings
from scheduler.automation.settings import AutomationSettings

PROJECT_FILE = ".lessonboard.toml"


class ConfigError(BoardError):
    """A configuration file cannot be used as it is."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BoardTable(_Table):
    """Where the board is; only the user's own file may say so."""

    path: str | None = Field(default=None, description="The board's file.")


class ImportTable(_Table):
    """What `lessonboard import` takes in."""

    paths: list[str] = Field(default=[], description="Folders to look in besides the agents' own.")
    mine: bool = Field(default=True, description="Whether lessons are mined after an import.")


class ContextTable(_Table):
    """How much `lessonboard context` may say."""

    max: int = Field(default=5, ge=1, le=20, description="The most lessons and insights.")
    budget: int = Field(default=1500, ge=50, le=2250, description="The most tokens.")


class Config(_Table):
    """All settings, each with its default."""

    board: BoardTable = BoardTable()
    import_: ImportTable = Field(default=ImportTable(), alias="import")
    context: ContextTable = ContextTable()
    model: ModelSettings = ModelSettings()
    reflector: ReflectorSettings = ReflectorSettings()
    reflection: CriticSettings = CriticSettings()
    curator: CuratorSettings = CuratorSettings()
    automation: AutomationSettings = AutomationSettings()


_OWN = {
    "board": "a repository must not choose where your memory is kept",
    "model": "a repository must not choose where your sessions are sent",
    "automation": "a repository must not switch on what acts in your name",
}
"""Tables that only the user's own file may set, and why."""


def load(project_folder: Path) -> Config:
    """The user's settings, overlaid by those of the project.

    Raises:
        ConfigError: a file is no TOML, or has a key or value that is not known.
    """
    merged: dict[str, Any] = {}
    for path in (user_file(), project_folder / PROJECT_FILE):
        tables = _read(path)
        forbidden = next((name for name in _OWN if name in tables), None)
        if path.name == PROJECT_FILE and forbidden:
            raise ConfigError(
                f"{path}: [{forbidden}] may only be set in your own file, {user_file()}: "
                f"{_OWN[forbidden]}"
            )
        merged = laid_over(merged, tables)
    return Config.model_validate(merged)


def user_file() -> Path:
    """The user's own configuration file."""
    return Path(platformdirs.user_config_dir("lessonboard", appauthor=False)) / "config.toml"


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        Config.model_validate(tables)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is no valid TOML: {error}") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {_explain(error)}") from error
    return tables


def _explain(error: ValidationError) -> str:
    """The first fault, with the nearest known key where one was misspelt."""
    fault = error.errors()[0]
    name = ".".join(map(str, fault["loc"]))
    if fault["type"] != "extra_forbidden":
        return f"{name}: {fault['msg']}"
    nearest = process.extractOne(name, known_keys())
    hint = f"; did you mean {nearest[0]}?" if nearest else ""
    return f"{name} is not a known key{hint}"


def known_keys() -> list[str]:
    """Every key that may be set, as `table.key`."""
    return list(_keys(Config, ""))


def _keys(model: type[BaseModel], above: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        key = f"{above}{field.alias or name}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _keys(field.annotation, f"{key}.")
        else:
            yield key
