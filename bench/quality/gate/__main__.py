"""Fit and measure the gate: `python -m bench.quality.gate --frequencies F --summaries S ...`.

The sources are those of `python -m bench.rarity`. Each repository is measured with a table of
rarities, weights and a bar that were made without it. Without the sources the shipped table is
used, which knows the prompts; the figures then say so.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.quality.developer_prompts import prompts_by_repository
from bench.quality.gate import fit, keys, through_board
from bench.quality.gate.boards import boards
from bench.quality.gate.fit import RATES, Scored, Share
from bench.quality.gate.prepare import Tables, pairs_and_queries, tables
from bench.quality.gate.queries import NAMES, queries
from bench.quality.labelled import SHARED
from blackboard.search import rarity


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="bench.quality.gate")
    parser.add_argument("--frequencies", type=Path)
    parser.add_argument("--summaries", type=Path, nargs="+")
    parser.add_argument("--fit", action="store_true", help="try other weights too")
    given = parser.parse_args(arguments)
    if not SHARED.is_dir():
        print(f"{SHARED} is not here, and all of this needs its data", file=sys.stderr)
        return 1
    prompts, known = prompts_by_repository(), boards()
    asked = queries(prompts)
    if given.frequencies:
        table_of: Tables = tables(given.frequencies, given.summaries or [], prompts)
    else:
        print("with the shipped table, which knows the prompts: not left out, tuned\n")
        table_of = _shipped
    pairs, compared = pairs_and_queries(prompts, known, asked, table_of)
    grid = fit.GRID if given.fit else [fit.SHIPPED]
    tried = {weights: fit.scored(pairs, compared, weights) for weights in grid}
    print(f"{sum(map(len, prompts.values()))} prompts, {len(known)} boards, {len(pairs)} pairs")
    repositories = sorted(prompts)
    for rate in RATES:
        weights, bar = fit.chosen(tried, rate)
        print(f"\n## at {rate:.0%}: {weights}, bar {bar:.3f} (of all), each repository left out:")
        print("\n".join(_lines(fit.left_out(repositories, tried, rate))))
    for unasked in (True, False):
        face = "a hook" if unasked else "who asks"
        found = through_board.told(prompts, known, asked, table_of, asked=not unasked)
        print(f"\n## what a board tells {face}, shipped weights and bar")
        print("\n".join(_told(found)))
    print("\n## keys, on the replay of the labelled transcripts")
    print("\n".join(keys.lines()))
    return 0


def _shipped(_: str) -> dict[str, float]:
    return rarity.table()


def _lines(under: Scored) -> Iterator[str]:
    yield f"false injection: {fit.reached(score for _, score in under.pairs)}"
    for name, share in zip(NAMES, fit.by_length(under), strict=True):
        yield f"  prompts of {name} words: {share}"
    for (kind, length), share in fit.by_kind(under).items():
        yield f"recall@5, {kind}{_place(length)}: {share}"


def _told(found: through_board.Told) -> Iterator[str]:
    yield f"false injection: {sum(found.in_vain.values(), Share(0, 0))}"
    for name, share in zip(NAMES, found.in_vain.values(), strict=True):
        yield f"  prompts of {name} words: {share}"
    for (kind, length), share in found.recall.items():
        yield f"recall@5, {kind}{_place(length)}: {share}"
    yield f"due, of what labelled prompts were told on their own board: {found.due}"


def _place(length: int | None) -> str:
    return "" if length is None else f", in a prompt of {NAMES[length]} words"


if __name__ == "__main__":
    sys.exit(main())
