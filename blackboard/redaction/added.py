"""The kinds of secrets that plug-ins add, each as data: a kind, an anchor and an expression.

A hook has no time to look for plug-ins. So `lessonboard init` and each worker write the rules into
a file beside the board, and a hook reads that, with or without a server. Light to import.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeGuard

    from blackboard.redaction.reading import Reading, Rule

    Pattern = tuple[str, str, str]

_SHORTEST_ANCHOR = 3
_FIELDS = 3

_of_file: list[tuple[Pattern, ...]] = []
"""What was read of the file; empty in a process that is no hook."""


def patterns() -> tuple[Pattern, ...]:
    """The kinds, anchors and expressions; those of the file where that was read."""
    if _of_file:
        return _of_file[0]
    from blackboard.plugins import contents

    found = contents.added("redaction", (), _wrong)
    return tuple(each.value for each in found.values()) if found else ()


def anchors() -> Iterator[str]:
    """The anchors that were read from a file; other processes look closely at each text."""
    return (anchor for found in _of_file for _, anchor, _ in found)


def rules(found: tuple[Pattern, ...]) -> Iterator[tuple[str, Rule]]:
    """The anchors with their rules, as the product's own modules give them."""
    return ((anchor, _rule(kind, pattern)) for kind, anchor, pattern in found)


def file_of(board: object) -> str:
    """The file beside a board with the rules for its hooks."""
    return f"{board}.redaction"


def use_file(board: object) -> None:
    """Redact by the rules of the file from now on, and look for no plug-in."""
    try:
        with open(file_of(board), encoding="utf-8") as file:
            fields = file.read().split("\n")
    except FileNotFoundError:
        fields = []
    threes = zip(*[iter(fields)] * _FIELDS, strict=False)
    _of_file[:] = [tuple((kind, anchor, pattern) for kind, anchor, pattern in threes)]


def write_file(board: object) -> None:
    """Write the rules of the plug-ins for the hooks of a board; without any there is no file."""
    from pathlib import Path

    from blackboard.atomic_file import write

    path = Path(file_of(board))
    text = "".join(f"{field}\n" for each in patterns() for field in each)
    if text:
        write(path, text.encode())
    else:
        path.unlink(missing_ok=True)


def _rule(kind: str, pattern: str) -> Rule:
    import re

    from blackboard.redaction.reading import nothing, one

    expression = re.compile(pattern, re.IGNORECASE)

    def rule(text: str, start: int, end: int) -> Reading:
        found = expression.match(text, max(0, start))
        return one(found.start(), found.end(), kind) if found else nothing(end)

    return rule


def _wrong(value: object) -> str:
    import re

    if not _is_pattern(value):
        return "is no kind, anchor and expression, each of one line"
    kind, anchor, pattern = value
    if not re.fullmatch(r"[a-z][a-z-]{1,38}", kind):
        return "must be of letters a-z and hyphens"
    if len(anchor) < _SHORTEST_ANCHOR or anchor != anchor.lower():
        return f"needs an anchor of {_SHORTEST_ANCHOR} characters or more, in small letters"
    try:
        matches_nothing = re.compile(pattern).match("")
    except re.error as error:
        return f"has the expression {pattern!r}, which is wrong: {error}"
    return "has an expression that an empty text matches" if matches_nothing else ""


def _is_pattern(value: object) -> TypeGuard[Pattern]:
    fields = value if isinstance(value, tuple) and len(value) == _FIELDS else ()
    return bool(fields) and all(isinstance(each, str) and "\n" not in each for each in fields)
