"""What somebody meant who typed the name of a command almost right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches

import click

from blackboard.errors import NotFound
from lessonboard.cli.former import FORMER
from lessonboard.cli.table import added_children, children

_MEANT = "lessonboard.mistyped"
_CLOSE = 0.7
"""The least likeness of two names, as `difflib` measures it."""


def refuse_unknown(ctx: click.Context, words: list[str]) -> None:
    """Refuse a first word that names no command, and say what may have been meant.

    Raises:
        UsageError: always, but for what is an option.
    """
    word = words[0]
    if word.startswith("-"):
        return
    told = f"No such command {word!r}."
    known = {name: name for name in (*children(), *added_children())}
    names = {**_former(), **known, "help": "--help"}
    if meant := _closest(word, names):
        told += f" Did you mean `lessonboard {meant}`?"
    raise click.UsageError(f"{told} `lessonboard search {' '.join(words)}` searches for it.", ctx)


def note_mistyped(ctx: click.Context, group: str, words: list[str]) -> None:
    """Remember that the first word after a group, read as an ID, is close to a command of it."""
    if words and words[0].isalpha():
        former = {name.removeprefix(f"{group} "): now for name, now in _former().items()
                  if name.startswith(f"{group} ")}  # fmt: skip
        below = {name: f"{group} {name}" for name in (*children(group), *added_children(group))}
        ctx.meta[_MEANT] = _closest(words[0], {**former, **below})


@contextmanager
def mistyped(ctx: click.Context) -> Iterator[None]:
    """Add to an ID that is not found the command that may have been meant."""
    try:
        yield
    except NotFound as error:
        meant = ctx.meta.pop(_MEANT, "")
        if not meant:
            raise
        raise NotFound(f"{error}; did you mean `lessonboard {meant}`?") from error


def _former() -> dict[str, str]:
    """Return today's names by those of an earlier version that have one."""
    return {name: former.now.split(" -")[0] for name, former in FORMER.items() if former.now}


def _closest(word: str, names: Mapping[str, str]) -> str:
    found = get_close_matches(word.lower(), names, n=1, cutoff=_CLOSE)
    return names[found[0]] if found else ""
