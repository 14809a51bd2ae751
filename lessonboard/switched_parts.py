"""Which parts are active here: by their libraries, the settings, and what the board holds.

A switch in `[parts]` of the settings decides; without one a part with its own libraries is
active where they are, and one without where the board uses it. The commands of `team` are there
in a repository that keeps lessons, too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from blackboard.errors import BoardError
from blackboard.plugins.parts import PARTS, Part, is_there
from blackboard.storage.held_topics import holds
from lessonboard.places import address_of, chosen, path_of, user_file
from lessonboard.untrusted_lessons import keeps_folder

_OPENS_ADDRESSES = "team"
"""The part that opens logs elsewhere."""

_KEEPS_REPOSITORIES = "team"
"""The part, and the group of commands, that keeps lessons in repositories."""

_EXTRAS = {"browser": "playwright", "model": "openai", "postgres": "psycopg",
           "recordings": "yaml", "secrets": "kingfisher_sdk",
           "semantic": "sentence_transformers", "web": "starlette"}  # fmt: skip
"""A module by which each extra is seen to be installed."""

_TOOLS = (("uv-receipt.toml", "uv tool install"), ("pipx_metadata.json", "pipx install --force"))
"""What those who install programs leave in their environments, and how they install."""


def is_on(database: str | None, part: Part, words: Sequence[str] = ()) -> bool:
    """Return whether a part with installed libraries is active for the board asked for.

    `words` are those of the command: a repository's lessons need no switch beside their own
    commands.
    """
    said = _switches().get(part.name)
    if isinstance(said, bool):
        return said
    is_needed = bool(part.libraries) or is_used(database, part)
    return is_needed or (part.name == _KEEPS_REPOSITORIES and _is_of_repository(words))


def _is_of_repository(words: Sequence[str]) -> bool:
    """Return whether a command is about the lessons that the working folder's repository keeps."""
    if list(words[:1]) != [_KEEPS_REPOSITORIES]:
        return False
    return list(words[1:2]) == ["init"] or keeps_folder(str(Path.cwd()))


def is_used(database: str | None, part: Part) -> bool:
    """Return whether the board holds what the part records, or needs the part to be opened."""
    with suppress(BoardError):  # whatever opens the board says what is wrong
        board = chosen(database)
        is_elsewhere = part.name == _OPENS_ADDRESSES and address_of(board) is not None
        return is_elsewhere or holds(str(path_of(board)), part.topics)
    return False


def lacking(database: str | None) -> Iterator[Part]:
    """Yield the parts that the board uses, that are not switched off and lack their libraries."""
    for part in PARTS:
        if part.missing and _switches().get(part.name) is not False and is_used(database, part):
            yield part


def why_inactive(part: Part) -> str:
    """Return why a part adds nothing here, and what to run for it, as the end of a sentence."""
    if part.missing:
        return f"needs {', '.join(part.missing)}: `{install_line(part.name)}`"
    return f"is off: `lessonboard admin part on {part.name}`"


def lacks(part: Part) -> str:
    """That a board uses a part whose libraries are missing, in a line."""
    return (
        f"this board holds {part.name}, and {', '.join(part.missing)} are not installed; all of it "
        f"is kept: `{install_line(part.name)}`"
    )


def install_line(extra: str) -> str:
    """Return the line that installs an extra beside the present ones, as this program was.

    >>> install_line("web")[-6:]
    "[web]'"
    """
    for file, command in _TOOLS:
        if Path(sys.prefix, file).exists():
            there = {name for name, module in _EXTRAS.items() if is_there(module)}
            return f"{command} 'lessonboard[{','.join(sorted({extra, *there}))}]'"
    return f"pip install 'lessonboard[{extra}]'"


def _switches() -> dict[str, Any]:
    """Return the table `[parts]` of the settings.

    Errors in it are reported by checking the whole file.
    """
    file = user_file()
    if not file.is_file():
        return {}
    import tomllib

    with suppress(OSError, ValueError):
        table = tomllib.loads(file.read_text(encoding="utf-8-sig")).get("parts")
        return table if isinstance(table, dict) else {}
    return {}
