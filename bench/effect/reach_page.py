"""Writes docs/reach.md from the logs in `logs/`: each half, and others on the second."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bench.effect.logs import read_file
from bench.effect.play import Log
from bench.effect.reach import as_table, missed, worse
from bench.into import write_into

LOGS = Path(__file__).parent / "logs"
PAGE = Path(__file__).parents[2] / "docs" / "reach.md"
TABLES = ("first", "second", "peers")


def write(path: Path, logs: Iterable[Log]) -> None:
    """Keep logs, a line each."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{each.model_dump_json()}\n" for each in logs))


def write_page(page: Path = PAGE) -> None:
    """Put the tables in the page; raises ValueError where it has no marks."""
    for name in TABLES:
        write_into(page, section(name), *marks(name))


def section(name: str) -> str:
    """What the page says of some logs: the table, and what the product's own arms missed."""
    path = LOGS / f"{name}.jsonl"
    if not path.is_file():
        return "Not run yet."
    logs = list(read_file(path))
    told = [*missed(logs), *worse(logs)]
    own = [each for each in told if each.startswith(("rules:", "answers:", "approved:"))]
    return "\n".join([as_table(logs), *([""] if own else []), *(f"- {each}" for each in own)])


def marks(name: str) -> tuple[str, str]:
    """The lines around a section."""
    return f"<!-- reach: {name} -->", f"<!-- end of: {name} -->"
