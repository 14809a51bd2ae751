"""Play a newcomer's month, and print which functions of the product it entered.

Give it in a terminal of your own: below an agent, commands refuse what only a person decides.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.life.functions import Module, looked_at, summed
from bench.life.home import NOTES
from bench.life.month import MONTH, played


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; returns 1 if a line of the month did not end as it should."""
    asked = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="life-") as name:
        folder = (asked.folder or Path(name)) / "life"
        wrong = played(MONTH, folder, print if asked.aloud else None)
        modules = looked_at(folder / NOTES)
    print(as_json(modules) if asked.json else as_table(modules))
    if asked.never:
        print(never(modules))
    for each in wrong:
        print(f"\nnot as it should be: {each}", file=sys.stderr)
    return int(bool(wrong))


def as_table(modules: Iterable[Module]) -> str:
    """Functions defined and entered, and net lines, of the core and each part."""
    rows = [
        f"{each.name:12} {each.defined:9,} {each.entered:8,} {each.share:6.0%} "
        f"{each.lines:10,} {each.never_lines:13,}"
        for each in summed(modules)
    ]
    return "\n".join(["             functions  entered  share  net lines  of it, never", *rows])


def never(modules: Iterable[Module]) -> str:
    """Each function never entered by its module; the modules with most lines in them first."""
    lines = []
    for module in sorted(modules, key=lambda each: -each.never_lines):
        if module.never_lines:
            note = "" if module.is_imported else ", never imported"
            lines.append(f"\n{module.path} {module.never_lines} of {module.lines}{note}")
            lines += [f"    {size:4} {name}" for name, size in module.never.items()]
    return "\n".join(lines)


def as_json(modules: Iterable[Module]) -> str:
    """The sums and the modules."""
    modules = list(modules)
    files = [{**each._asdict(), "path": str(each.path)} for each in modules]
    sums = [{**each._asdict(), "share": each.share} for each in summed(modules)]
    return json.dumps({"sums": sums, "modules": files}, indent=2)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.life", description=__doc__)
    parser.add_argument("--never", action="store_true", help="list each function never entered")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--folder", type=Path, help="keep the home and the notes below it")
    parser.add_argument("--aloud", action="store_true", help="print each line with its answer")
    return parser


if __name__ == "__main__":
    sys.exit(main())
