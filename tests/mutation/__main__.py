"""`./run mutate`: change a module in many small ways, and see which changes no test notices.

Cosmic Ray makes the changes. A change in a function is put into a process that has collected the
tests, and those tests run that reach its line; so nothing of the checkout is written.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.concerning import concerning
from tests.mutation.importing import OPTIONS, survivors
from tests.mutation.listed import LISTED, Concern
from tests.mutation.mutants import MOST, ROOT, Mutant, mutants
from tests.mutation.runner import AT_IMPORT, FAILED, PASSED


@dataclass(frozen=True)
class Verdict:
    """The mutants of a module, and those that no test noticed."""

    module: str
    count: int
    survived: list[Mutant]

    @property
    def killed(self) -> int:
        """How many were noticed."""
        return self.count - len(self.survived)

    @property
    def share(self) -> float:
        """Of all."""
        return self.killed / self.count if self.count else 1.0


def main(arguments: list[str] | None = None) -> int:
    """Mutate what is asked for; 1 when the share of killed mutants is below what is asked for."""
    asked = _parser().parse_args(arguments)
    os.environ["CI"] = "1"  # the same random examples each time
    modules = list(LISTED) if asked.listed else asked.modules
    if not modules:
        sys.exit("name a module, such as blackboard/delivery/choice.py, or give --listed")
    verdicts = []
    for module in modules:
        verdict = judge(module, asked.tests, asked.most, only_functions=asked.functions)
        for each in verdict.survived:
            print(f"survived: {each.module}:{each.line}\n{each.change}")
        print(f"{module}: {verdict.killed} of {verdict.count} mutants killed "
              f"({verdict.share:.0%})", flush=True)  # fmt: skip
        verdicts.append(verdict)
    if asked.out:
        table = {each.module: [each.killed, each.count] for each in verdicts}
        asked.out.write_text(f"{json.dumps(table, indent=1)}\n")
    return int(any(each.share < asked.least for each in verdicts))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./run mutate", description=__doc__)
    parser.add_argument("modules", nargs="*", help="files of the product")
    parser.add_argument("--listed", action="store_true", help="those of tests/mutation/listed.py")
    parser.add_argument("--tests", nargs="+", help="the tests to run; default: those of its name")
    parser.add_argument("--most", type=int, default=MOST, help="draw as many of its mutants")
    parser.add_argument("--functions", action="store_true", help="leave out changes of the import")
    parser.add_argument("--least", type=float, default=0.0, help="the least share, such as 0.85")
    parser.add_argument("--out", type=Path, help="a JSON file for killed and all, by module")
    return parser


def judge(
    module: str,
    tests: Sequence[str] | None = None,
    most: int = MOST,
    *,
    only_functions: bool = False,
) -> Verdict:
    """What became of the mutants of a file."""
    if not (ROOT / module).is_file():
        sys.exit(f"there is no file {module}; give one such as blackboard/delivery/choice.py")
    concern = Concern(tuple(tests)) if tests else concern_of(module)
    made = mutants(module, most)
    print(f"{module}: {len(made)} mutants ...", file=sys.stderr)
    results = _in_functions(made, [*concern.own, *concern.others]) if made else []
    survived = [each for each, result in zip(made, results, strict=True) if result == PASSED]
    left = [each for each, result in zip(made, results, strict=True) if result == AT_IMPORT]
    if only_functions:
        return Verdict(module, len(made) - len(left), _in_order(survived))
    for group in filter(None, (concern.own, concern.others)):
        left = [left[number] for number, passed in survivors(left, group) if passed]
    return Verdict(module, len(made), _in_order([*survived, *left]))


def _in_order(survived: list[Mutant]) -> list[Mutant]:
    return sorted(survived, key=lambda each: each.line)


def _in_functions(made: list[Mutant], tests: list[str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "mutants.pickle"
        asked.write_bytes(pickle.dumps(made))
        command = [sys.executable, "-m", "pytest", *OPTIONS, "-p", "tests.mutation.runner",
                   "--mutants", str(asked), *tests]  # fmt: skip
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        answer = asked.with_suffix(".json")
        if not answer.exists():
            sys.exit(f"the tests could not be run:\n{done.stdout[-3_000:]}{done.stderr[-3_000:]}")
        results: list[str] = json.loads(answer.read_text())
        assert set(results) <= {AT_IMPORT, FAILED, PASSED}
        return results


def concern_of(module: str) -> Concern:
    """The tests of a module: as they are listed, or those that are called after it."""
    return LISTED.get(module) or Concern(tuple(concerning(module)))


if __name__ == "__main__":
    sys.exit(main())
