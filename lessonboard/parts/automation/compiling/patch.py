"""A proposed check as a patch that `git apply` takes."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from lessonboard.parts.automation.compiling.kind import Proposal
from lessonboard.parts.automation.compiling.text_lines import split

_UNENDED = "\n\\ No newline at end of file\n"


def patch(proposal: Proposal) -> str:
    """The difference between a file and the file with its check; empty where it is there."""
    if proposal.is_there:
        return ""
    file, before = proposal.file, proposal.before
    head = [
        f"diff --git a/{file} b/{file}\n",
        *(["new file mode 100644\n"] if before is None else []),
    ]
    old = "/dev/null" if before is None else f"a/{file}"
    tab = "\t" if " " in file else ""  # or git would take the first word for the name
    lines = difflib.unified_diff(
        split(before or ""), split(proposal.after), old + tab, f"b/{file}{tab}"
    )
    return "".join([*head, *map(_ended, lines)])


def shown(text: str) -> Iterator[str]:
    """The lines of a patch for a terminal, without what would steer it."""
    for line in text.split("\n"):
        yield "".join(char if char.isprintable() or char == "\t" else " " for char in line)


def _ended(line: str) -> str:
    return line if line.endswith("\n") else line + _UNENDED
