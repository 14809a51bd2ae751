"""Writes docs/reach.md from the logs that are kept in `logs/`, one file for each half."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bench.effect.play import Log
from bench.effect.reach import as_table, missed, worse
from bench.into import write_into

LOGS = Path(__file__).parent / "logs"
PAGE = Path(__file__).parents[2] / "docs" / "reach.md"
HALVES = ("first", "second")


def read(path: Path) -> list[Log]:
    """The logs of a file."""
    return [Log.model_validate_json(line) for line in path.read_text().splitlines()]


def write(path: Path, logs: Iterable[Log]) -> None:
    """Keep logs, a line each."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{each.model_dump_json()}\n" for each in logs))


def write_page(page: Path = PAGE) -> None:
    """Put the tables of both halves in the page; raises ValueError where it has no marks."""
    for half in HALVES:
        write_into(page, section(half), *marks(half))


def section(half: str) -> str:
    """What the page says of a half: the table, and what the product's own arms missed."""
    path = LOGS / f"{half}.jsonl"
    if not path.is_file():
        return "Not run yet."
    logs = read(path)
    told = [*missed(logs), *worse(logs)]
    own = [each for each in told if each.startswith(("rules:", "answers:", "approved:"))]
    return "\n".join([as_table(logs), "", *(f"- {each}" for each in own)])


def marks(half: str) -> tuple[str, str]:
    """The lines around a half's section."""
    return f"<!-- reach, {half} half -->", f"<!-- end of the {half} half -->"
