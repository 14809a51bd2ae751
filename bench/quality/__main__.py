"""The quality of what is learnt, on labels that others made: tables, or one repository to read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from bench.quality import critic, duplicates, listing
from bench.quality.label_rows import LabelRow
from bench.quality.produced import Learnt, learn
from bench.quality.repositories import LABELS, REPOSITORIES, is_here, repository
from bench.quality.score import Scored, recurs_in_two_sessions, score
from bench.quality.table import Row, cell, grid, table
from bench.quality.verdicts import read_verdicts
from reflect.accounts.intervals import Share

Figure = tuple[str, Callable[[Scored], Share]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 2 where the labelled data is not here."""
    asked = _parser().parse_args(arguments)
    if asked.list and not is_here():
        print(_MISSING, file=sys.stderr)
        return 2
    if asked.list:
        _list(asked.list, only_unread=asked.unread)
    else:
        _tables(asked.repository or [each.name for each in REPOSITORIES])
    return 0


_MISSING = f"{LABELS} is not here: what is learnt and told cannot be measured without it"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench.quality", description=__doc__)
    names = [each.name for each in REPOSITORIES]
    parser.add_argument("--repository", action="append", choices=names, help="only this one")
    parser.add_argument("--list", metavar="REPOSITORY", choices=names,
                        help="every lesson learnt from it, with rows and evidence")  # fmt: skip
    parser.add_argument("--unread", action="store_true", help="of --list only what is unread")
    return parser


def _list(name: str, *, only_unread: bool) -> None:
    learnt = learn(repository(name))
    scored = score(learnt, read_verdicts())
    for line in listing.lessons(scored, only_unread=only_unread):
        print(line)
    if not only_unread:
        for line in listing.missed(learnt, scored):
            print(line)
    for line in listing.unread_pairs(learnt, scored):
        print(line)


def _tables(names: Sequence[str]) -> None:
    print(table([*duplicates.measure(), *critic.measure()]))
    print()
    if not is_here():
        print(_MISSING, file=sys.stderr)
        return
    verdicts = read_verdicts()
    learnt = [learn(repository(name)) for name in names]
    scored = [score(each, verdicts) for each in learnt]
    whole = sum(scored[1:], scored[0])
    print(table(_goals(whole)))
    print()
    print(by_repository(learnt, [*scored, whole]))


def _goals(whole: Scored) -> list[Row]:
    return [
        Row("lessons: precision strict (yes)", whole.strict, least=0.7),
        Row("lessons: precision lenient (yes or narrow)", whole.lenient, least=0.9),
        Row("lessons: wrong", whole.wrong, most=0.03),
        Row("lessons: recall of yes", whole.recall(), least=0.4),
        Row("lessons: recall of yes in two sessions", whole.recall(recurs_in_two_sessions),
            least=0.6),
        Row("lessons: recall of what sessions wrote down", whole.recall(_of("self-written")),
            least=0.7),
    ]  # fmt: skip


def by_repository(learnt: Sequence[Learnt], scored: Sequence[Scored]) -> str:
    """A column a repository, and one for all; a repository that was looked at is called tuned."""
    names = [
        f"{each.repository.name}{' (tuned)' if each.repository.tuned else ''}" for each in learnt
    ]
    kinds = sorted({row.kind for each in scored for row in each.rows})
    figures: list[Figure] = [
        ("strict", lambda each: each.strict),
        ("lenient", lambda each: each.lenient),
        ("wrong", lambda each: each.wrong),
        ("unread", lambda each: each.unread),
        ("recall of yes", lambda each: each.recall()),
        ("... in two sessions", lambda each: each.recall(recurs_in_two_sessions)),
        ("... on the board at all", lambda each: each.recall(
            lambda row: row.id not in each.unreachable)),
    ]  # fmt: skip
    figures += [(f"... {kind}", _recall_of(kind)) for kind in kinds]
    rows = [[what, *(cell(figure(each)) for each in scored)] for what, figure in figures]
    seconds = [f"{each.seconds:.1f}" for each in learnt]
    rows.append(["seconds to mine", *seconds, ""])
    return grid(["", *names, "all"], rows)


def _recall_of(kind: str) -> Callable[[Scored], Share]:
    return lambda scored: scored.recall(_of(kind))


def _of(kind: str) -> Callable[[LabelRow], bool]:
    return lambda row: row.kind == kind


if __name__ == "__main__":
    sys.exit(main())
