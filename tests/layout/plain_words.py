"""Words with a plainer one, and where they are still used: docstrings, comments, texts and docs.

`python -m tests.layout.plain_words [PATH...]` lists each place. Public names, quotations of what
people say and patterns are not looked at.
"""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

PLAIN = {
    "tells?|told|telling": "show, say, report, notify",
    "stands?|stood|standing": "is, are, holds",
    "whoever|whomever|whatsoever": "the person who, any",
    "no more": "no longer",
    "beyond recall": "permanently",
    "takes? back|took back|taken back|taking back": "undo, remove, retract",
    "looks? back|looked back|looking back": "reflect",
    "(puts?|sets?) aside|(put|set) aside|setting aside": "quarantine, skip",
    "nobody": "no one",
    "nothing but": "only",
    "in vain": "without effect",
    "in spite of": "despite",
    "(go|goes|gone|went) against": "violate",
    "comes? of|came of": "result, outcome",
    "word for word": "verbatim",
    "puts? right|putting right": "fix",
    "at once": "immediately, together",
    "of (yours|theirs|ours|mine|his)": "your, their, our",
    "he|him|his|himself": "they, the person",
    "upon": "on",
    "ought": "should",
    "lest": "so that ... not",
    "bears? out|borne out|bore out": "confirm",
    "heeds?|heeded": "follow",
    "deeds?": "action",
    "by and by|ere|thus|hence|thereby|wherein": "then, so",
}  # fmt: skip
"""A word or phrase as a pattern, and what to say instead."""

_ANY = re.compile(rf"\b(?:{'|'.join(f'(?:{each})' for each in PLAIN)})\b", re.IGNORECASE)
KEPT = {"too small to tell", "taken back:", "To tell you how to proceed, the user said:"}
"""Texts that are data: a value of a released schema, a part of ids, what another program prints."""
_NO_PROSE = re.compile(r"\\[bswd]|\(\?|\[\^|\|[a-z]|^\S*$")
_CODE = re.compile(r"```.*?```|`[^`\n]*`|\"[^\"\n]*\"|^ +\w+:(?= )", re.DOTALL | re.MULTILINE)
"""What is no prose in it: code, quotations, and the names of arguments."""
QUOTING = {
    "blackboard/harm", "reflect/rules", "reflect/guards/git_deeds.py", "reflect/prompts",
    "blackboard/events", "blackboard/search/words", "blackboard/search/common_words.py",
    "tests/layout/plain_words.py", "docs/decisions", "bench/quality",
    "lessonboard/parts/automation/workflow/step.md", "lessonboard/parts/automation/workflows",
    "lessonboard/parts/recordings/compiler/card.py",
}  # fmt: skip
"""Where what people say is data, what was written is kept, or a schema or prompt quotes it."""


def places(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the word of each place in a file."""
    for line, text in _texts(path):
        for found in _ANY.finditer(_CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)):
            yield line + text.count("\n", 0, found.start()), found[0]


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    if path.suffix == ".md":
        yield 1, path.read_text()
        return
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if node.value not in KEPT and not _NO_PROSE.search(node.value):
            yield node.lineno, node.value


def files(*names: str) -> Iterator[Path]:
    """The files of the product and its docs, or those below some names."""
    found = names or ("blackboard", "reflect", "scheduler", "lessonboard", "docs", "README.md",
                      "CONTRIBUTING.md", "SECURITY.md")  # fmt: skip
    for name in found:
        base = ROOT / name
        below = [base] if base.is_file() else sorted([*base.rglob("*.py"), *base.rglob("*.md")])
        yield from (path for path in below if not _is_quoting(path))


def _is_quoting(path: Path) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return any(name == each or name.startswith(f"{each}/") for each in QUOTING)


if __name__ == "__main__":
    count = 0
    for each in files(*sys.argv[1:]):
        for number, word in places(each):
            count += 1
            print(f"{each.relative_to(ROOT)}:{number}: {word}")
    print(count)
