"""Cite the lines of an edit that followed a user's correction.

Most rules of users concern no particular file, and the next edit shows nothing of them. Lines are
cited only if the rule names code that the agent then wrote, for the first time, into the file that
it had just changed or read.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import Any

from blackboard.agents.edits import Replacement
from blackboard.calls import part_read, replacements
from blackboard.event import Event
from blackboard.events.payload import Evidence
from reflect.freshness.span import cite, split
from reflect.trajectory import changed_by, is_edit, payload_of, read_by

_NAMED = re.compile(r"`([^`\n]{2,80})`|\b([A-Za-z]\w*(?:[_.]\w+)+|[a-z]+[A-Z]\w+)\b")
"""Code in a rule's text: in backticks, or shaped like an identifier."""


def cited_by(rule: str, done: Event, after: Sequence[Event], root: str | None) -> Evidence | None:
    """Evidence citing the lines that the agent wrote to follow a rule, or None.

    Args:
        rule: the user's correction.
        done: the agent's last call before it.
        after: the calls after it, in order.
        root: the session's folder.
    """
    path = _file_of(done)
    named = [a or b for a, b in _NAMED.findall(rule)]
    edits = [call for call in after if is_edit(call) and changed_by(call) == [path]]
    if not path or not named or not edits:
        return None
    answer, *later = edits
    text, first_line = _written(answer)
    before = "\n".join(_strings(payload_of(done).get("input", {})))
    is_answer = any(name in text and name not in before for name in named)
    if not is_answer or any(_touches(call, text) for call in later):
        return None
    session = payload_of(answer).get("session")
    return cite(answer.id, text, _below(path, root), first_line=first_line, session=session)


def _file_of(done: Event) -> str:
    """The one file that a call changed, or read in part."""
    if is_edit(done):
        paths = changed_by(done)
        return paths[0] if len(paths) == 1 else ""
    read = read_by(done)
    return read[0] if read and part_read(payload_of(done)) else ""


def _written(edit: Event) -> tuple[str, int | None]:
    """The complete lines that an edit wrote, and their first line number if certain.

    A replacement may begin and end within a line, so only its inner lines are taken.
    """
    written = replacements(payload_of(edit))
    if len(written) != 1 or written[0].old == "":
        return "", None
    (only,) = written
    return (only.new, 1) if only.old is None else ("\n".join(split(only.new)[1:-1]), None)


def _touches(edit: Event, text: str) -> bool:
    """Whether a later edit of the file may have changed the text."""
    written = replacements(payload_of(edit))
    return not written or any(_replaces(each, text) for each in written)


def _replaces(edit: Replacement, text: str) -> bool:
    if edit.old is None:
        return text not in edit.new
    mine = {line.strip() for line in split(text) if line.strip()}
    return any(line.strip() in mine for line in split(edit.old)) or edit.old in text


def _strings(value: Any) -> Iterator[str]:
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in values:
        yield from [item] if isinstance(item, str) else _strings(item)


def _below(path: str, root: str | None) -> str:
    return posixpath.normpath(path.removeprefix(f"{root.rstrip('/')}/") if root else path)
