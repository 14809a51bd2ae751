"""The ranking is weighed by one table, `blackboard/search/weights.py`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from blackboard.search import weights

ROOT = Path(__file__).parents[2] / "blackboard"
_RANKING = ("search/ranking.py", "search/fit.py", "search/grouping.py", "search/answers.py",
            "delivery/choice.py", "delivery/relevance.py")  # fmt: skip
_NEUTRAL = {0.0, 1.0}


@pytest.mark.parametrize("name", _RANKING)
def test_what_ranks_has_no_number_of_its_own(name: str) -> None:
    """But what adds or multiplies nothing."""
    tree = ast.parse((ROOT / name).read_text())
    numbers = {node.value for node in ast.walk(tree)
               if isinstance(node, ast.Constant) and isinstance(node.value, float)}  # fmt: skip
    assert numbers <= _NEUTRAL


def test_every_weight_is_used() -> None:
    """What nothing asks for is no weight."""
    used: set[str] = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "weights":
                used.add(node.attr)
            elif isinstance(node, ast.ImportFrom) and node.module == "blackboard.search.weights":
                used |= {each.name for each in node.names}
    assert {name for name in vars(weights) if name.isupper()} - used == set()
