"""How much code there is: net lines of the core and of each part, without data and tests.

python -m tests.net_lines prints them. A net line holds code: no blank line, comment or docstring.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("blackboard", "reflect", "scheduler", "lessonboard")
_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
            tokenize.ENDMARKER}  # fmt: skip


def net_lines(text: str) -> int:
    """How many net lines a module has."""
    return len(code_lines(text))


def code_lines(text: str) -> set[int]:
    """The net lines of a module; a text over several lines is code but for docstrings."""
    prose = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }  # fmt: skip
    code = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in _NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return code - prose


def owner(path: Path) -> str:
    """The part that a file of the product belongs to, or the core."""
    is_of_a_part = path.parts[:2] == ("lessonboard", "parts") and len(path.parts) > 3
    return path.parts[2] if is_of_a_part else "core"


def counted() -> Counter[str]:
    """The net lines of the product: of the core, and of each part by its name."""
    found: Counter[str] = Counter()
    for path in (path for name in PACKAGES for path in (ROOT / name).rglob("*.py")):
        found[owner(path.relative_to(ROOT))] += net_lines(path.read_text())
    return found


if __name__ == "__main__":
    lines = counted()
    for name, count in [*lines.most_common(), ("all", lines.total())]:
        print(f"{name:12} {count:7,}")
