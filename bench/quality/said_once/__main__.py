"""`python -m bench.quality.said_once`: what was said once, by rules or with a model's answers.

With `--ask FOLDER` questions without a recorded answer are written there, to be answered by any
model (`bench/quality/asking.py`); `--record` keeps the answers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.quality.asking import Recorded
from bench.quality.recorded_answers import read_answers, write_answers
from bench.quality.said_once.answered import NAME, understand_all
from bench.quality.said_once.measure import (
    Measured,
    by_rules,
    figures,
    is_shown,
    is_wish,
    measure,
    taken_in,
)
from blackboard import Board
from reflect.guards.prohibiting import propose


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; 3 while questions are open."""
    parser = argparse.ArgumentParser(prog="bench.quality.said_once", description=__doc__)
    parser.add_argument("--half", choices=("a", "b"), default="")
    parser.add_argument("--list", action="store_true", help="each session with what is shown")
    parser.add_argument("--ask", type=Path, help="a folder for questions and answers")
    parser.add_argument("--record", action="store_true", help="keep these answers")
    asked = parser.parse_args(arguments)
    with TemporaryDirectory() as folder, Board.open(Path(folder) / "board.db") as board:
        taken_in(board)
        by_rules(board)
        _print(measure(board, asked.half), "by rules", listed=asked.list)
        endpoint = Recorded({} if asked.record else read_answers(NAME), asked.ask)
        understand_all(board, endpoint)
        propose(board)
        _print(measure(board, asked.half), "with answers", listed=asked.list)
        if endpoint.open:
            print(f"{len(endpoint.open)} questions without an answer")
        elif asked.record:
            write_answers(NAME, endpoint.given)
    return 3 if endpoint.open else 0


def _print(found: Measured, how: str, *, listed: bool) -> None:
    print(f"\n{figures(found, how)}\n")
    if not listed:
        return
    for one, shown in found.corrected:
        sign = "shown" if is_shown(one, shown) else "-----"
        wrong = [text for text in shown.all if not is_wish(one, text)]
        print(f"{sign} {one.id} {one.kind} {one.wish!r} {f'beside {wrong}' if wrong else ''}")
    for other, shown in found.ordinary:
        if shown.all:
            print(f"WRONG {other.id} {shown.all}")


if __name__ == "__main__":
    sys.exit(main())
