"""Tables whose columns say what each row states: Choice and Rationale, Issue and Fix."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflect.documents import headings
from reflect.documents.blocks import Block, Section
from reflect.documents.labels import Role, role_of
from reflect.documents.signs import is_order
from reflect.documents.statement import Kind, Statement
from reflect.documents.words import is_open, is_status, says_enough
from reflect.rule_files.sentences import plain

_MORE: tuple[tuple[Role, re.Pattern[str]], ...] = (
    (
        "decision",
        re.compile(r"(?i)(?:choice|chosen|technology|tool|approach|we use|pick|selection)\Z"),
    ),
    ("reason", re.compile(r"(?i)(?:rationale|why(?: .*)?|reason(?:ing)?|justification)\Z")),
    (
        "fix",
        re.compile(r"(?i)(?:how (?:it was )?(?:fixed|solved|resolved)|change made|remediation)\Z"),
    ),
)
_ID = re.compile(r"[\W\d]*|\W*\w{0,4}[-# ]?\d+\W*")
_AHEAD = re.compile(r"(?i)^(?:risk|likelihood|probability|mitigation|contingency)")


def tables(section: Section) -> Iterator[Statement]:
    """The rows that state a decision with its reason, or a problem with its fix."""
    if headings.is_aside(section):
        return
    for block in section.blocks:
        if block.kind == "row" and not any(_AHEAD.match(head) for head, _ in block.cells):
            statement = _row(block)
            if statement is not None:
                yield statement


def _row(block: Block) -> Statement | None:
    cells: dict[Role, str] = {}
    topic = ""
    for head, text in block.cells:
        role = _role(head)
        if role and role != "aside":
            cells.setdefault(role, plain(text))
        elif not topic and not _ID.fullmatch(text):
            topic = plain(text)
    lines = block.first, block.last
    if cells.get("lesson") and says_enough(cells["lesson"]):
        return Statement("lesson", cells["lesson"], *lines, cells.get("symptom", ""),
                         cells.get("cause", ""), cells.get("fix", ""))  # fmt: skip
    if cells.get("decision") and cells.get("reason"):
        return _decision(cells, topic, lines)
    return _mended(cells, lines)


def _decision(cells: dict[Role, str], topic: str, lines: tuple[int, int]) -> Statement | None:
    choice = cells["decision"]
    if is_open(choice) or is_status(choice) or is_status(cells["reason"]):
        return None
    rule = choice if is_order(choice) or not topic else f"{topic}: {choice}"
    return Statement("decision", rule, *lines, cause=cells["reason"],
                     alternatives=cells.get("rejected", ""))  # fmt: skip


def _mended(cells: dict[Role, str], lines: tuple[int, int]) -> Statement | None:
    seen = cells.get("symptom") or cells.get("remark") or ""
    fix = cells.get("fix") or cells.get("answer") or ""
    if not (seen or cells.get("cause")) or not says_enough(fix) or is_status(fix):
        return None
    kind: Kind = "review" if cells.get("remark") else "verification"
    return Statement(kind, fix, *lines, seen, cells.get("cause", ""), fix)


def _role(head: str) -> Role | None:
    own = next((role for role, names in _MORE if names.match(head.strip())), None)
    return own or role_of(head)
