"""The quality table: `python -m bench.quality`, with --verbose every wrong case."""

from __future__ import annotations

import sys

from bench.quality import critic, duplicates, episodes, retrieval, rule_pairs
from bench.quality.labelled import SHARED
from bench.quality.table import table


def main(arguments: list[str]) -> None:
    """Measure and print."""
    verbose = "--verbose" in arguments
    rows = [*duplicates.measure(), *critic.measure()]
    if SHARED.is_dir():
        score = episodes.measure(SHARED / "transcripts")
        rows += rule_pairs.measure(verbose)
        rows += [*retrieval.measure(verbose), *episodes.rows(score)]
        for line in episodes.report(score, verbose=True) if verbose else ():
            print(line)
    else:
        print(f"{SHARED} is not here: the figures that need its data are left out", file=sys.stderr)
    print(table(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
