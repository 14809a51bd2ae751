"""Configuration: one TOML file of the user's, and the little that a repository may add to it."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from rapidfuzz import fuzz, process

from blackboard import BoardError
from blackboard.delivery.limits import ITEMS, MIN_CONFIDENCE, MOST_ITEMS, TOKENS
from blackboard.events.payload import Share
from lessonboard.hooks.off import PROJECT_FILE
from lessonboard.part_settings import AutomationSettings
from lessonboard.places import user_file
from lessonboard.removed_settings import take_out
from reflect.critic.settings import CriticSettings, laid_over
from reflect.curator.settings import CuratorSettings
from reflect.model.settings import ModelSettings


class ConfigError(BoardError):
    """A configuration file cannot be used as it is."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BoardTable(_Table):
    """Where the board is."""

    path: str | None = Field(
        default=None, description="The board's file, or the address of a log elsewhere."
    )
    follow: list[str] = Field(
        default=[],
        description="Of a log elsewhere copy the payloads of these projects alone; empty: all.",
    )


class ImportTable(_Table):
    """What `lessonboard session import` reads."""

    paths: list[str] = Field(default=[], description="Folders to look in besides the agents' own.")


class ContextTable(_Table):
    """How much `lessonboard lesson context` may say."""

    max: int = Field(
        default=ITEMS, ge=1, le=MOST_ITEMS, description="The most lessons and insights."
    )
    budget: int = Field(default=TOKENS, ge=50, le=2250, description="The most tokens.")
    min_confidence: Share = Field(
        default=MIN_CONFIDENCE,
        description="Insights that are less sure are shown only once they are approved.",
    )
    holdout: bool = Field(
        default=True,
        description="Whether lessons are held back from some sessions, to measure their effect.",
    )


class HooksTable(_Table):
    """What the hooks of agents may do."""

    background: bool = Field(
        default=True, description="Whether a hook may start a worker for what waits."
    )
    receipt: bool = Field(
        default=True, description="Whether you see a line when a session was shown something."
    )


class CaptureTable(_Table):
    """What is neither captured nor imported, and where agents are shown nothing."""

    off: bool = Field(default=False, description="Whether lessonboard is off.")
    exclude: list[Annotated[str, StringConstraints(pattern=r"\S")]] = Field(
        default=[], description="Patterns of folders and projects in which it is off."
    )


class RetentionTable(_Table):
    """Which sessions are forgotten by themselves, the oldest first; unset: none."""

    days: int | None = Field(default=None, ge=1, description="Those that ended more days ago.")
    megabytes: int | None = Field(
        default=None, ge=1, description="Those that make the board's file bigger."
    )


class GuardsTable(_Table):
    """Guards: lessons whose failing command is refused once in a session."""

    auto: bool = Field(
        default=False,
        description="Whether a lesson that qualifies becomes a guard without being asked for.",
    )
    headless: bool = Field(
        default=False,
        description="Whether confirmed prohibitions refuse in sessions without a person, too.",
    )


class McpTable(_Table):
    """What agents may ask the MCP server for."""

    all_projects: bool = Field(
        default=False, description="Whether agents may ask for what any project holds."
    )
    projects: list[Annotated[str, StringConstraints(pattern=r"\S")]] = Field(
        default=[], description="Projects that agents in any folder may ask for."
    )


class DecideTable(_Table):
    """Who may give the commands that decide."""

    scripts: bool = Field(
        default=False, description="Whether programs without a terminal may; agents never may."
    )


class PartsTable(_Table):
    """Which separable parts are on; unset, one is where its libraries are or the board uses it."""

    automation: bool | None = Field(default=None, description="Issues and draft pull requests.")
    recordings: bool | None = Field(default=None, description="Tasks recorded in a browser.")
    team: bool | None = Field(default=None, description="Sharing with colleagues.")
    web: bool | None = Field(default=None, description="The page in a browser.")


class Config(_Table):
    """All settings, each with its default."""

    board: BoardTable = BoardTable()
    import_: ImportTable = Field(default=ImportTable(), alias="import")
    context: ContextTable = ContextTable()
    hooks: HooksTable = HooksTable()
    capture: CaptureTable = CaptureTable()
    retention: RetentionTable = RetentionTable()
    guards: GuardsTable = GuardsTable()
    mcp: McpTable = McpTable()
    decide: DecideTable = DecideTable()
    parts: PartsTable = PartsTable()
    model: ModelSettings = ModelSettings()
    reflection: CriticSettings = CriticSettings()
    curator: CuratorSettings = CuratorSettings()
    automation: AutomationSettings = AutomationSettings()


OF_A_REPOSITORY = ("capture", "automation.checks")
"""The tables and keys that a repository's own file may set. A clone comes with that file, so it may
narrow what is remembered of it and name the commands that check it, and decide nothing else."""


def load(project_folder: Path) -> Config:
    """Return the user's settings, and what the repository in a folder may add to them.

    `[capture]` of a repository is only checked here: it concerns the sessions in that folder,
    wherever a command is run (`hooks/off.py`). A key that an earlier version knew is skipped with a
    line on standard error.

    Raises:
        ConfigError: a file is no TOML, has a key or value that is not known, or is a repository's
            and sets what only the user may set.
    """
    merged = _read(user_file())
    path = project_folder / PROJECT_FILE
    if path != user_file():
        tables = _read(path)
        _refuse_what_is_the_users(path, tables)
        tables.pop("capture", None)
        merged = laid_over(merged, tables)
    return Config.model_validate(merged)


def _refuse_what_is_the_users(path: Path, tables: dict[str, Any]) -> None:
    """Raise ConfigError for the first key that is not in `OF_A_REPOSITORY`."""
    for key in _written(tables):
        if not any(key == known or key.startswith(f"{known}.") for known in OF_A_REPOSITORY):
            raise ConfigError(
                f"{path}: {key} may only be set in your own file, {user_file()}; a repository "
                f"may set {' and '.join(OF_A_REPOSITORY)}"
            )


def _written(tables: dict[str, Any], above: str = "") -> Iterator[str]:
    """Yield the keys of a file, as `table.key`; an empty table is its own key."""
    for name, value in tables.items():
        if isinstance(value, dict) and value:
            yield from _written(value, f"{above}{name}.")
        else:
            yield f"{above}{name}"


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"could not read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is no valid TOML: {error}") from error
    if gone := take_out(tables):
        _warn(f"lessonboard: {path}: {'; '.join(gone)} (`lessonboard init` takes it out)")
    problem = _profile_fault(tables) or _fault(Config, tables)
    if problem:
        raise ConfigError(f"{path}: {problem}")
    return tables


@cache
def _warn(line: str) -> None:
    """Print a line to standard error, once however often the file is read."""
    sys.stderr.write(f"{line}\n")


def _profile_fault(tables: dict[str, Any]) -> str:
    """Return what is wrong with a profile of [reflection]: it holds the same keys as that table."""
    reflection = tables.get("reflection")
    profiles = reflection.get("profiles") if isinstance(reflection, dict) else None
    for name, profile in profiles.items() if isinstance(profiles, dict) else ():
        problem = _fault(CriticSettings, profile, f"reflection.profiles.{name}.", "reflection.")
        if problem:
            return problem
    return ""


def _fault(model: type[BaseModel], tables: Any, above: str = "", known_above: str = "") -> str:
    """Return the first fault, with the nearest known key where one was misspelt.

    It is empty if there is none.

    Args:
        model: what the tables must fit.
        tables: what was read.
        above: where they are in the file.
        known_above: where their keys are known.
    """
    try:
        model.model_validate(tables)
    except ValidationError as error:
        problems = error.errors()
        problem = next(
            (each for each in problems if each["type"] == "extra_forbidden"), problems[0]
        )
    else:
        return ""
    key = ".".join(map(str, problem["loc"]))
    name = f"{above}{key}".rstrip(".")
    if problem["type"] != "extra_forbidden":
        return f"{name}: {_told(problem['type'], problem['msg'])}"
    nearest = process.extractOne(f"{known_above}{key}", _names(), scorer=fuzz.ratio)
    hint = f"; did you mean {above}{nearest[0].removeprefix(known_above)}?" if nearest else ""
    return f"{name} is not a known key{hint}"


def _told(kind: str, message: str) -> str:
    is_table = kind in ("model_type", "model_attributes_type", "dict_type")
    return "must be a table of keys" if is_table else message.removeprefix("Value error, ")


def known_keys() -> list[str]:
    """Return every key that may be set, as `table.key`.

    A key without a description is for code alone.
    """
    return [key for key, is_set in _keys(Config, "") if is_set]


def keys_of_code() -> list[str]:
    """Parameters of the code that are kept beside settings; files of earlier versions have them."""
    return [key for key, is_set in _keys(Config, "") if not is_set]


def _names() -> list[str]:
    """Return every key that may be set, and every table that holds some."""
    keys = known_keys()
    tables = (key[:place] for key in keys for place, sign in enumerate(key) if sign == ".")
    return list(dict.fromkeys((*keys, *tables)))


def _keys(model: type[BaseModel], above: str) -> Iterator[tuple[str, bool]]:
    for name, field in model.model_fields.items():
        key = f"{above}{field.alias or name}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _keys(field.annotation, f"{key}.")
        else:
            yield key, field.description is not None
