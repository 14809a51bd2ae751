"""The quality of what is learnt, on labels that others made: tables, or one repository to read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.quality import (
    ablation,
    critic,
    duplicates,
    failing,
    inbox,
    listing,
    locomo,
    own,
    procedures,
    recall,
    reviews,
    rule_pairs,
    second_time,
    small_talk,
    understanding,
)
from bench.quality.label_rows import LabelRow
from bench.quality.lying import told
from bench.quality.lying.measure import measure as lied
from bench.quality.produced import Learnt, learn
from bench.quality.recurrence import Replayed
from bench.quality.replay import WAYS, replay
from bench.quality.repositories import (
    LABELS,
    OTHERS,
    OWN,
    REPOSITORIES,
    SAMPLES,
    Repository,
    is_here,
    repository,
)
from bench.quality.said_once import answered as said_once
from bench.quality.score import Scored, recurs_in_two_sessions, score
from bench.quality.table import Row, cell, grid, table
from bench.quality.verdicts import Verdicts, read_verdicts
from reflect.accounts.intervals import Share
from reflect.backtest.figures import Met

Figure = tuple[str, Callable[[Scored], Share]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 2 where the labelled data is not here."""
    asked = _parser().parse_args(arguments)
    if (asked.list or asked.replay or asked.second_time or asked.procedures) and not (is_here()):
        print(_MISSING, file=sys.stderr)
        return 2
    if asked.list:
        for name in [
            one.name for one in (*REPOSITORIES, *OTHERS) if asked.list in (one.name, "all")
        ]:
            _list(name, only_unread=asked.unread)
    elif asked.replay:
        found, labelled = replay(repository(asked.replay), WAYS[asked.approve_all], read_verdicts())
        for line in listing.replayed(found, labelled):
            print(line)
    elif asked.locomo:
        print(locomo.tables(asked.locomo))
    elif asked.second_time:
        for line in second_time.listed(second_time.answered(repository(asked.second_time))):
            print(line)
    elif asked.procedures:
        for each in procedures.HISTORIES:
            if asked.procedures in (each.name, "all"):
                print("\n".join([f"## {each.name}", *procedures.listed(procedures.found(each))]))
    else:
        _tables(asked.repository or [each.name for each in REPOSITORIES])
    return 0


_MISSING = f"{LABELS} is not here: what is learnt and told cannot be measured without it"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench.quality", description=__doc__)
    names = [each.name for each in REPOSITORIES]
    every = [*names, *(each.name for each in OTHERS)]
    parser.add_argument("--repository", action="append", choices=names, help="only this one")
    parser.add_argument("--list", metavar="REPOSITORY", choices=[*every, "all"],
                        help="every lesson learnt from it, with rows and evidence")  # fmt: skip
    parser.add_argument("--replay", metavar="REPOSITORY", choices=names,
                        help="what came back in it, and what was told when")  # fmt: skip
    parser.add_argument("--approve-all", action="store_true",
                        help="of --replay: as if every candidate had been approved")  # fmt: skip
    parser.add_argument("--second-time", metavar="REPOSITORY", choices=every,
                        help="errors that came back in it, and what failures showed")  # fmt: skip
    histories = [each.name for each in procedures.HISTORIES]
    parser.add_argument("--procedures", metavar="REPOSITORY", choices=[*histories, "all"],
                        help="every procedure of its sessions, and what it rests on")  # fmt: skip
    parser.add_argument("--locomo", metavar="FILE", type=Path,
                        help="how sessions of LoCoMo's conversations are found")  # fmt: skip
    parser.add_argument("--unread", action="store_true", help="of --list only what is unread")
    return parser


def _list(name: str, *, only_unread: bool) -> None:
    learnt = learn(repository(name))
    scored = score(learnt, read_verdicts())
    print(f"## {name}")
    for line in listing.lessons(scored, only_unread=only_unread):
        print(line)
    if not only_unread:
        for line in listing.missed(learnt, scored):
            print(line)
    for line in listing.unread_pairs(learnt, scored):
        print(line)


def _tables(names: Sequence[str]) -> None:
    here = is_here()
    lied_about = [OWN, SAMPLES, *(repository(name) for name in names if here)]
    parts: list[Callable[[], str]] = [
        lambda: table([*duplicates.measure(), *critic.measure()]),
        own.measure,
        recall.measure,
        small_talk.measure,
        said_once.tables,
        lambda: failing.tables(failing.measure()),
        lambda: told.tables(lied(lied_about)),
    ]
    for part in parts:
        print(part(), end="\n\n", flush=True)
    print(_lied_about(lied_about))
    if not here:
        print(f"\nNot run, for {LABELS.parent} has no labels or transcripts: {_OF_SHARED}.")
        return
    print()
    _of_shared(names)


_OF_SHARED = (
    "pairs of real rules; documents of merged changes; what rules learn, and its replay; errors "
    "that come back; recorded answers about shared sessions, their ablation and the perfect model; "
    "the inbox; lies about them; procedures"
)
"""What needs the shared data."""


def _lied_about(repositories: Sequence[Repository]) -> str:
    return f"lied about: {', '.join(each.name for each in repositories)}"


def _of_shared(names: Sequence[str]) -> None:
    print(table([*rule_pairs.measure(), *reviews.measure_both()]))
    print()
    verdicts = read_verdicts()
    learnt = [learn(repository(name)) for name in names]
    scored = [score(each, verdicts) for each in learnt]
    whole = sum(scored[1:], scored[0])
    print(table(_goals(whole)))
    print()
    print(by_repository(learnt, [*scored, whole]))
    print()
    print(unlabelled(verdicts))
    print()
    print(replays([repository(name) for name in names], verdicts))
    print()
    print(table(second_time.measure([*map(repository, names), *OTHERS])))
    print()
    print(understanding.tables([repository(name) for name in names]))
    print()
    print(inbox.tables([repository(name) for name in names]))
    print()
    print(ablation.tables([repository(name) for name in names]))
    print()
    print(procedures.tables())


def _goals(whole: Scored) -> list[Row]:
    return [
        Row("lessons: precision strict (yes)", whole.strict, least=0.7),
        Row("lessons: precision lenient (yes or narrow)", whole.lenient, least=0.9),
        Row("lessons: wrong", whole.wrong, most=0.03),
        Row("lessons: recall of yes", whole.recall(), least=0.4),
        Row("lessons: recall of yes in two sessions", whole.recall(recurs_in_two_sessions),
            least=0.6),
    ]  # fmt: skip


def by_repository(learnt: Sequence[Learnt], scored: Sequence[Scored]) -> str:
    """A column a repository, and one for all; a repository that was looked at is called tuned."""
    names = [each.repository.heading for each in learnt]
    kinds = sorted({row.kind for each in scored for row in each.rows})
    figures: list[Figure] = [
        ("strict", lambda each: each.strict),
        ("lenient", lambda each: each.lenient),
        ("wrong", lambda each: each.wrong),
        ("said before by another", lambda each: each.again),
        ("unread", lambda each: each.unread),
        ("recall of yes", lambda each: each.recall()),
        ("... in two sessions", lambda each: each.recall(recurs_in_two_sessions)),
    ]  # fmt: skip
    figures += [(f"... {kind}", _recall_of(kind)) for kind in kinds]
    rows = [[what, *(cell(figure(each)) for each in scored)] for what, figure in figures]
    seconds = [f"{each.seconds:.1f}" for each in learnt]
    rows.append(["seconds of CPU to mine", *seconds, ""])
    return grid(["", *names, "all"], rows)


def unlabelled(verdicts: Verdicts) -> str:
    """What is learnt from repositories without labels, as far as it was read."""
    scored = [score(learn(one), verdicts) for one in OTHERS]
    figures: list[Figure] = [
        ("strict", lambda each: each.strict),
        ("lenient", lambda each: each.lenient),
        ("wrong", lambda each: each.wrong),
        ("unread", lambda each: each.unread),
    ]
    found = [*scored, sum(scored[1:], scored[0])]
    rows = [[what, *(cell(figure(each)) for each in found)] for what, figure in figures]
    return grid(["", *(one.heading for one in OTHERS), "all"], rows)


def replays(repositories: Sequence[Repository], verdicts: Verdicts) -> str:
    """The backtest in each way, judged by the labels; a column a repository, and one for all."""
    lines: list[list[str]] = []
    for way in WAYS:
        each = [replay(one, way, verdicts)[1] for one in repositories]
        found = [*each, sum(each, Replayed())]
        lines.append([f"**{way.name}**", *("" for _ in found)])
        lines += [
            ["yes rows that came back: met in time", *(cell(one.met("in time")) for one in found)],
            *([f"... {how}", *(str(one.met(how).part) for one in found)] for how in _LATE),
            ["with narrow rows: met in time", *(cell(one.met("in time", ("yes", "narrow")))
                                                for one in found)],
            ["told without being due", *(cell(one.not_due) for one in found)],
            ["failures that came back and a guard would have prevented",
             *(cell(one.guarded.prevents) for one in found)],
            ["calls refused that would have worked", *(cell(one.guarded.wrong) for one in found)],
            ["... of which nobody knows", *(str(one.guarded.unclear) for one in found)],
            ["tokens told", *(str(one.tokens) for one in found)],
            ["seconds of CPU", *(f"{one.seconds:.1f}" for one in found)],
        ]  # fmt: skip
    return grid(["", *(one.heading for one in repositories), "all"], lines)


_LATE: tuple[Met, ...] = ("beside", "not shown", "not learnt")


def _recall_of(kind: str) -> Callable[[Scored], Share]:
    return lambda scored: scored.recall(_of(kind))


def _of(kind: str) -> Callable[[LabelRow], bool]:
    return lambda row: row.kind == kind


if __name__ == "__main__":
    sys.exit(main())
