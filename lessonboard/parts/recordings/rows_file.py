"""Rows of a CSV file as values for runs, and the file that says what became of each row."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import BoardError
from blackboard.digests import sha256
from lessonboard.parts.recordings.workflow.plan import Parameter

_SEPARATORS = ",;\t"
_LONGEST_CELL = 10_000_000
_MOST_ROWS = 1_000_000


class BadRows(BoardError):
    """A file of rows does not fit the workflow."""


class FileRow(NamedTuple):
    """A row of the file: its number, from 1 without the header, and its values by parameter."""

    number: int
    values: dict[str, str]

    def digest(self, sensitive: frozenset[str]) -> str:
        """What the row says, but for secrets: a row that was edited since is another one."""
        plain = sorted((k, v) for k, v in self.values.items() if k not in sensitive)
        return sha256(repr(plain).encode()).hexdigest()[:16]


class Result(NamedTuple):
    """What became of a row."""

    row: int
    digest: str
    succeeded: bool
    verdict: str
    failed_step: int | None = None
    reason: str = ""
    report: str = ""


def rows(
    path: Path, parameters: Sequence[Parameter], given: Mapping[str, str]
) -> Iterator[FileRow]:
    """The rows of a file, one at a time; the header is checked before the first is given.

    Args:
        path: the file, in UTF-8; its separator is a comma, a semicolon or a tab.
        parameters: those of the workflow; the columns have their names.
        given: values that hold for all rows.

    Raises:
        BadRows: a column is unknown, missing or there twice, a row has another number of cells, or
            the file is empty.
    """
    with _reading(path, parameters) as reader:
        header = [name.strip() for name in next(reader, [])]
        _check_header(path, header, parameters, given)
        number = 0
        for cells in reader:
            if not any(cells):
                continue
            number += 1
            if len(cells) != len(header):
                raise BadRows(
                    f"{path}:{reader.line_num}: row {number} has {len(cells)} cells, and the "
                    f"header {len(header)}; put cells with a separator in quotes"
                )
            yield FileRow(number, {**given, **dict(zip(header, cells, strict=True))})


def columns(path: Path, parameters: Sequence[Parameter]) -> list[str]:
    """The columns of a file.

    Raises:
        BadRows: it cannot be read.
    """
    with _reading(path, parameters) as reader:
        return [name.strip() for name in next(reader, [])]


@contextmanager
def _reading(path: Path, parameters: Sequence[Parameter]) -> Iterator[Any]:
    csv.field_size_limit(_LONGEST_CELL)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            separator = _separator(file.readline(), parameters)
            file.seek(0)
            yield csv.reader(file, delimiter=separator, strict=True)
    except UnicodeDecodeError as error:
        raise BadRows(f"{path} is not UTF-8; save it as CSV in UTF-8") from error
    except csv.Error as error:
        raise BadRows(f"{path} is not CSV: {error}") from error
    except OSError as error:
        raise BadRows(f"could not read {path}: {error.strerror}") from error


def counted_rows(path: Path, parameters: Sequence[Parameter], given: Mapping[str, str]) -> int:
    """How many rows a file has; all of it is checked.

    Raises:
        BadRows: see `rows`; or there is none.
    """
    count = sum(1 for _ in rows(path, parameters, given))
    if count == 0:
        raise BadRows(f"{path} has no row below its header; nothing was done")
    if count > _MOST_ROWS:
        raise BadRows(f"{path} has {count:,} rows; at most {_MOST_ROWS:,} are done in one run")
    return count


def _separator(header: str, parameters: Sequence[Parameter]) -> str:
    """The separator by which the header has the most parameters."""
    names = {parameter.name for parameter in parameters}

    def fitting(separator: str) -> tuple[int, int]:
        columns = [cell.strip() for cell in next(csv.reader([header], delimiter=separator), [])]
        return len(names & set(columns)), len(columns)

    return max(_SEPARATORS, key=fitting)


def _check_header(
    path: Path, header: Sequence[str], parameters: Sequence[Parameter], given: Mapping[str, str]
) -> None:
    names = [parameter.name for parameter in parameters]
    wanted = [parameter.name for parameter in parameters
              if not parameter.is_optional and parameter.name not in given]  # fmt: skip
    if not any(header):
        raise BadRows(f"{path} is empty; its first line must name the parameters")
    problems = {
        "unknown": ", ".join(repr(name) for name in header if name not in names),
        "missing": ", ".join(name for name in wanted if name not in header),
        "twice": ", ".join(sorted({name for name in header if header.count(name) > 1})),
    }
    listed = "; ".join(f"{kind}: {text}" for kind, text in problems.items() if text)
    if listed:
        raise BadRows(
            f"{path}:1: the columns are not the parameters of the workflow ({listed}); "
            f"it has {', '.join(names) or 'none'}"
        )


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read: the reasons quote pages."""
    return os.open(path, flags, 0o600)


class Results:
    """The file that says what became of each row, written row by row.

    While a row is done there is a `NAME.running` beside it; a killed run leaves it, so that no one
    repeats the row without a check.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._running = path.with_name(f"{path.name}.running")

    def begun(self) -> str:
        """The row that was begun and not finished; empty if there is none."""
        return self._running.read_text().strip() if self._running.exists() else ""

    def done(self) -> set[tuple[int, str]]:
        """The rows that were done already, with what they said."""
        if not self.path.exists():
            return set()
        with self.path.open(encoding="utf-8", newline="") as file:
            return {(int(each["row"]), each["digest"]) for each in csv.DictReader(file)
                    if each.get("succeeded") == "yes" and each["row"].isdecimal()}  # fmt: skip

    def start(self, *, anew: bool) -> None:
        """Begin the file, or go on with it.

        Raises:
            BadRows: it cannot be written.
        """
        try:
            if anew or not self.path.exists():
                with open(self.path, "w", encoding="utf-8", newline="", opener=_private) as file:
                    csv.writer(file).writerow(Result._fields)
        except OSError as error:
            raise BadRows(f"could not write {self.path}: {error.strerror}") from error

    def begin(self, row: int) -> None:
        """Note that a row is being done."""
        self._running.write_text(f"{row}\n")

    def end(self, result: Result) -> None:
        """Note what became of it."""
        with self.path.open("a", encoding="utf-8", newline="") as file:
            cells = {**result._asdict(), "succeeded": "yes" if result.succeeded else "no"}
            csv.writer(file).writerow(["" if cell is None else cell for cell in cells.values()])
            file.flush()
            os.fsync(file.fileno())
        self._running.unlink(missing_ok=True)
