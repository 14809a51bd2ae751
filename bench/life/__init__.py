"""Which functions of the product an ordinary month enters: `python -m bench.life`.

The month is `month.txt`, one line for each thing that a newcomer or an agent of hers does. It is
played in a fresh home; each process of it notes the functions that it enters (`noting.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.life.functions import looked_at, summed
from bench.life.home import NOTES
from bench.life.month import MONTH, played
from bench.result import Result, rate

LEAST = 0.75


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """The share of the functions of the core and of each part that the month enters."""
    home = folder / "life"
    played(MONTH, home)
    return [
        rate(f"a month enters functions: {each.name}", each.defined, each.entered, "functions",
             "all", each.defined, at_least=LEAST if each.name == "core" else None)
        for each in summed(looked_at(home / NOTES))
    ]  # fmt: skip
