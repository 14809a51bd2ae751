"""`./run mutate --faults FILE`: which of some faults, put in by hand, the tests find.

FILE is a JSON list of `{"id", "file", "old", "new", "harm"}`; the old text stands once in its file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from tests.mutation.mutants import ROOT, Mutant


class Fault(NamedTuple):
    """A fault as a mutant, and who is harmed by it."""

    id: int
    mutant: Mutant
    harm: str


def faults(file: Path) -> list[Fault]:
    """Those of a file.

    Raises:
        SystemExit: a fault's old text does not stand in its file once.
    """
    return [_fault(each) for each in json.loads(file.read_text())]


def _fault(given: dict[str, str]) -> Fault:
    source = (ROOT / given["file"]).read_text()
    if source.count(given["old"]) != 1:
        raise SystemExit(f"fault {given['id']}: its text must stand once in {given['file']}")
    line = source[: source.index(given["old"])].count("\n") + 1
    changed = source.replace(given["old"], given["new"])
    return Fault(int(given["id"]), Mutant(given["file"], line, changed), given["harm"])
