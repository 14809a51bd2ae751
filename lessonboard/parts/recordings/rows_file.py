"""Rows of a CSV file as values for runs, and the file that says what became of each row."""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from blackboard import BoardError
from blackboard.digests import sha256
from lessonboard.parts.recordings.workflow.plan import Parameter

_SEPARATORS = ",;\t"
_LONGEST_CELL = 10_000_000


class BadRows(BoardError):
    """A file of rows does not fit the workflow."""


class FileRow(NamedTuple):
    """A row of the file: its number, from 1 without the header, and its values by parameter."""

    number: int
    values: dict[str, str]

    def digest(self, workflow: str, sensitive: frozenset[str]) -> str:
        """What the row says to a workflow, but for secrets: one that was edited is another row."""
        plain = sorted((k, v) for k, v in self.values.items() if k not in sensitive)
        return sha256(repr((workflow, plain)).encode()).hexdigest()[:16]


class Result(NamedTuple):
    """What became of a row."""

    row: int
    digest: str
    succeeded: bool
    verdict: str
    failed_step: int | None = None
    reason: str = ""
    report: str = ""


def rows(path: Path, parameters: Sequence[Parameter], given: Mapping[str, str]) -> list[FileRow]:
    """The rows of a file, which is checked as a whole; there is at least one.

    Args:
        path: the file, in UTF-8; its separator is a comma, a semicolon or a tab.
        parameters: those of the workflow; the columns have their names.
        given: values that hold for all rows.

    Raises:
        BadRows: a column is unknown, missing or there twice, a row has another number of cells, or
            the file has no row.
    """
    csv.field_size_limit(_LONGEST_CELL)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            separator = _separator(file.readline(), parameters)
            file.seek(0)
            reader = csv.reader(file, delimiter=separator, strict=True)
            header = [name.strip() for name in next(reader, [])]
            _check_header(path, header, parameters, given)
            lines = [(reader.line_num, cells) for cells in reader if any(cells)]
    except UnicodeDecodeError as error:
        raise BadRows(f"{path} is not UTF-8; save it as CSV in UTF-8") from error
    except csv.Error as error:
        raise BadRows(f"{path} is not CSV: {error}") from error
    except OSError as error:
        raise BadRows(f"could not read {path}: {error.strerror}") from error
    for number, (line, cells) in enumerate(lines, 1):
        if len(cells) != len(header):
            raise BadRows(
                f"{path}:{line}: row {number} has {len(cells)} cells, and the header "
                f"{len(header)}; put cells with a separator in quotes"
            )
    if not lines:
        raise BadRows(f"{path} has no row below its header; nothing was done")
    return [FileRow(number, {**given, **dict(zip(header, cells, strict=True))})
            for number, (_, cells) in enumerate(lines, 1)]  # fmt: skip


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
    needed = [each.name for each in parameters if not (each.is_optional or each.sensitive)]
    if not any(header):
        raise BadRows(f"{path} is empty; its first line must name the parameters")
    problems = {
        "unknown": ", ".join(repr(name) for name in header if name not in names),
        "missing": ", ".join(name for name in needed if name not in (*header, *given)),
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

    def begun_again(self, *, resume: bool) -> Counter[str]:
        """Begin the file, or go on with it; how often each row was done already, by its digest.

        Numbers do not say it: a person may take rows out of the file meanwhile.

        Raises:
            BadRows: a row was begun and not finished, or the file cannot be written.
        """
        if resume and self._running.exists():
            row = self._running.read_text().strip()
            raise BadRows(
                f"row {row} was begun and not finished: see whether it was done; if so, take it "
                f"out of the file; then delete {self._running} and go on with --resume"
            )
        if resume and self.path.exists():
            return Counter(self._done())
        try:
            with open(self.path, "w", encoding="utf-8", newline="", opener=_private) as file:
                csv.writer(file).writerow(Result._fields)
        except OSError as error:
            raise BadRows(f"could not write {self.path}: {error.strerror}") from error
        return Counter()

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

    def _done(self) -> Iterator[str]:
        with self.path.open(encoding="utf-8", newline="") as file:
            for each in csv.DictReader(file):
                if each.get("succeeded") == "yes":
                    yield each["digest"]
