"""A name that programs import means one thing in the whole product."""

from __future__ import annotations

import ast
from collections import defaultdict

from lessonboard import api
from tests.net_lines import PACKAGES, ROOT


def test_no_other_class_has_the_name_of_an_exported_one() -> None:
    """Who reads `Conflict` or `Row` need not ask which."""
    places = defaultdict(list)
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    assert {name: places[name] for name in api.__all__ if len(places[name]) > 1} == {}
