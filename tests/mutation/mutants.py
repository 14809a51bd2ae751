"""The mutants of a module: Cosmic Ray makes the changes, and what cannot matter is left out."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEED = 29
MOST = 120
"""Of a module with more mutants as many are drawn."""


@dataclass(frozen=True)
class Mutant:
    """A changed module: its file, the line of the change, the whole source."""

    module: str
    line: int
    source: str

    @property
    def before(self) -> str:
        """The module as it is."""
        return (ROOT / self.module).read_text()

    @property
    def change(self) -> str:
        """The lines that differ."""
        lines = unified_diff(self.before.splitlines(), self.source.splitlines(), lineterm="", n=0)
        return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


def mutants(module: str, most: int = MOST) -> list[Mutant]:
    """Those of a file: all, or as many as `most`, drawn by `SEED`."""
    source = (ROOT / module).read_text()
    plain = _meaning(source)
    made = [each for each in _all(module, source) if _meaning(each.source) not in ("", plain)]
    unique = list({each.source: each for each in made}.values())
    if len(unique) <= most:
        return unique
    drawn = random.Random(SEED).sample(range(len(unique)), most)
    return [unique[index] for index in sorted(drawn)]


def _all(module: str, source: str) -> Iterator[Mutant]:
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    nodes = list(ast_nodes(get_ast(source)))
    for name in operator_names():
        if (kind := get_operator(name)).arguments():
            continue
        operator = kind()
        positions = [each for node in nodes for each in operator.mutation_positions(node)]
        for occurrence, (start, _end) in enumerate(positions):
            changed = mutate_code(source, operator, occurrence)
            if changed is not None:
                yield Mutant(module, start[0], changed)


class _Meaning(ast.NodeTransformer):
    """Takes out what does nothing when it runs: annotations, and what is for type checkers."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        is_for_checkers = "TYPE_CHECKING" in ast.unparse(node.test)
        return None if is_for_checkers else self.generic_visit(node)


def _meaning(source: str) -> str:
    """What a source does, whatever it looks like; empty if it is no Python."""
    try:
        return ast.dump(_Meaning().visit(ast.parse(source)))
    except SyntaxError:
        return ""
