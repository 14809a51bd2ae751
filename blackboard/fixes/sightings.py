"""Where an error was seen, by its signatures or its exact text, and how close each sighting is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blackboard.board import Board
from blackboard.fixes.gone import known
from blackboard.search.failure import Failure, bare_signatures, failure_signatures, plain
from blackboard.search.line_prefix import without_prefixes
from blackboard.storage.local import Sighting
from blackboard.views.view import Row

MOST_SEEN = 1_000
"""Occurrences that are counted; of a more frequent error only the newest are read."""

_MOST_COMPARED, _MOST_OF_A_SESSION = 200, 3
"""Occurrences whose output is compared with what was given, and those of one session taken."""

_MOST_GIVEN, _MOST_SOUGHT = 40, 3
_SHORTEST, _FEWEST_WORDS = 16, 3
"""Characters and words of a line that is searched exactly; shorter ones are of any program."""


class Close(NamedTuple):
    """A failure, and how many of the given lines its output has.

    The row's `lines` are the informative ones of those given, where its output has any.
    """

    row: Row
    lines: int


class Outputs:
    """What failed calls printed, as it is compared (`gone.known`), each read once."""

    def __init__(self, board: Board) -> None:
        self._read = board.local.failures.outputs
        self._known: dict[str, str] = {}

    def of(self, ids: Sequence[str]) -> dict[str, str]:
        """Return the outputs of some failures, by their ids."""
        if new := [each for each in ids if each not in self._known]:
            self._known |= {key: known(plain(said)) for key, said in self._read(new).items()}
        return {each: self._known.get(each, "") for each in ids}


def sightings(
    board: Board, outputs: Outputs, told: Failure, text: str, projects: Sequence[str] | None
) -> list[Sighting]:
    """Find the occurrences of an error, newest first.

    By the signature of its best line, else by its exact lines, else by any of their
    signatures, also without what a log put before them.
    """
    if not told.lines:
        return []
    read, signatures = board.local.failures, set(told.signatures)
    found = read.sightings(signatures, projects, MOST_SEEN) if signatures else []
    if not _has_all(outputs, found, text):  # it may be among the other lines of another failure
        known_ids = {each.id for each in found}
        also = _with_lines(board, outputs, text, projects)
        found += [each for each in also if each.id not in known_ids]
        found.sort(key=lambda each: -each.occurred_at)
    if found:
        return found
    if told.signature is None:
        return []
    known_by = {each for line in told.lines for each in failure_signatures(line)}
    bare = {each for line in told.lines for each in bare_signatures(line)}
    return read.sightings(known_by, projects, MOST_SEEN) or (
        read.sightings(bare, projects, MOST_SEEN)
    )


def closest(
    board: Board, outputs: Outputs, seen: Sequence[Sighting], told: Failure, text: str
) -> list[Close]:
    """Return the occurrences whose output shares most lines with what was given, newest first.

    They are few of each session: what several did counts most. One of the same signature shares a
    line, however it was put, unless a path was masked in it.
    """
    ids = [each.id for each in seen[:_MOST_COMPARED]]
    printed, given = outputs.of(ids), _lines(text)
    found = [
        _close(row, given, printed[row["id"]], told)
        for row in (board.local.failures.rows_of(ids) if ids else ())
    ]
    return list(_few_of_each(sorted(found, key=lambda each: -each.lines)))


def _close(row: Row, given: Sequence[str], output: str, told: Failure) -> Close:
    shared = _shared(given, output)
    telling = list(filter(_tells, shared))
    is_same = row["signature"] in told.signatures and "<" not in row["signature"]
    return Close({**row, "lines": telling or row["lines"][:1]}, len(shared) or int(is_same))


def _has_all(outputs: Outputs, seen: Sequence[Sighting], text: str) -> bool:
    """Whether one of some occurrences has all informative lines that were given."""
    wanted = list(filter(_tells, _lines(text)))
    ids = [each.id for each in seen[:_MOST_COMPARED]]
    printed = outputs.of(ids).values() if wanted else ()
    return any(len(_shared(wanted, output)) == len(wanted) for output in printed)


def _with_lines(
    board: Board, outputs: Outputs, text: str, projects: Sequence[str] | None
) -> list[Sighting]:
    """The occurrences that have the most of the longest lines that were given."""
    sought = sorted(filter(_tells, _lines(text)), key=len, reverse=True)[:_MOST_SOUGHT]
    bare = [each for line in sought for each in list(without_prefixes(line))[-1:] if _tells(each)]
    found = board.local.failures.holding([*sought, *bare], projects, MOST_SEEN) if sought else []
    printed = outputs.of([each.id for each in found[:_MOST_COMPARED]])
    shares = {key: len(_shared([*sought, *bare], output)) for key, output in printed.items()}
    most = max(shares.values(), default=0)
    return [each for each in found if most and shares.get(each.id) == most]


def _tells(line: str) -> bool:
    return len(line) >= _SHORTEST and len(line.split()) >= _FEWEST_WORDS


def _lines(text: str) -> list[str]:
    return [line.strip() for line in plain(text).splitlines() if line.strip()][-_MOST_GIVEN:]


def _shared(given: Sequence[str], output: str) -> list[str]:
    """The lines that are in an output of `Outputs`, whatever is around them."""
    return [
        line
        for line in dict.fromkeys(given)
        if any(known(each) in output for each in (line, *list(without_prefixes(line))[-1:]))
    ]


def _few_of_each(found: Sequence[Close]) -> Iterator[Close]:
    taken: Counter[str] = Counter()
    for each in found:
        taken[each.row["session"]] += 1
        if taken[each.row["session"]] <= _MOST_OF_A_SESSION:
            yield each
