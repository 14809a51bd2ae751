"""The user's settings that a hook needs, read without the rest of the program.

The launcher that `init` writes holds it already; this is for who runs `lessonboard hook` itself.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import platformdirs

from lessonboard.places import copy_path, is_address


def settings() -> dict[str, Any]:
    """Return the arguments of `hook.main`: the board's file, [context] and [hooks], and where.

    A file that cannot be read counts as empty: `lessonboard doctor` reports what is wrong with it.
    What [capture] says is read there by the hook itself, each time (`hooks/off.py`).
    """
    tables = _tables()
    context, hooks = _table(tables, "context"), _table(tables, "hooks")
    chosen = os.environ.get("LESSONBOARD_DB") or _table(tables, "board").get("path")
    data = Path(platformdirs.user_data_dir("lessonboard", appauthor=False))
    return {
        "board": str(_file_of(str(chosen)) if chosen else data / "board.db"),
        "background": hooks.get("background", True) is True,
        "limit": _number(context.get("max"), 5),
        "budget": _number(context.get("budget"), 1500),
        "min_confidence": _share(context.get("min_confidence"), 0.7),
        "holdout": context.get("holdout", True) is True,
        "config": str(_file()),
        "receipt": hooks.get("receipt", True) is True,
    }


def _file_of(chosen: str) -> Path:
    """Return the board's file, or that of the copy where its log is elsewhere."""
    return copy_path(chosen) if is_address(chosen) else Path(chosen).expanduser()


def _tables() -> dict[str, Any]:
    try:
        return tomllib.loads(_file().read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return {}


def _file() -> Path:
    return Path(platformdirs.user_config_dir("lessonboard", appauthor=False)) / "config.toml"


def _table(tables: dict[str, Any], name: str) -> dict[str, Any]:
    found = tables.get(name)
    return found if isinstance(found, dict) else {}


def _share(value: object, otherwise: float) -> float:
    is_share = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
    return float(value) if is_share else otherwise  # type: ignore[arg-type] # just looked


def _number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and value > 0 else otherwise
