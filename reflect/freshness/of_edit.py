"""The lines that a human's correction cites: what the agent then wrote in the place of its own.

Most rules of humans are about no file in particular, and what was edited next shows nothing of
them. Lines are cited where the rule names something that the agent wrote after it into the file
that it had changed or read before, and had not written before.
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
"""Code among the words of a rule: in backticks, or shaped like a name."""


def cited_by(rule: str, done: Event, after: Sequence[Event], root: str | None) -> Evidence | None:
    """Evidence with the lines that an agent wrote to follow a rule, or None.

    Args:
        rule: what the human said.
        done: what the agent had done last.
        after: what came then, in order.
        root: the folder of the session.
    """
    path = _file_of(done)
    named = [a or b for a, b in _NAMED.findall(rule)]
    edits = [each for each in after if is_edit(each) and changed_by(each) == [path]]
    if not path or not named or not edits:
        return None
    answer, *later = edits
    text, first_line = _written(answer)
    before = "\n".join(_strings(payload_of(done).get("input", {})))
    is_answer = any(each in text and each not in before for each in named)
    if not is_answer or any(_touches(each, text) for each in later):
        return None
    session = payload_of(answer).get("session")
    return cite(answer.id, text, _below(path, root), first_line=first_line, session=session)


def _file_of(done: Event) -> str:
    """The one file that a call changed, or of which it read a part."""
    if is_edit(done):
        paths = changed_by(done)
        return paths[0] if len(paths) == 1 else ""
    read = read_by(done)
    return read[0] if read and part_read(payload_of(done)) else ""


def _written(edit: Event) -> tuple[str, int | None]:
    """The whole lines that an edit wrote, and where they begin if that is certain.

    What replaces a text may begin and end amid a line, so the lines inside are taken.
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
    for each in values:
        yield from [each] if isinstance(each, str) else _strings(each)


def _below(path: str, root: str | None) -> str:
    return posixpath.normpath(path.removeprefix(f"{root.rstrip('/')}/") if root else path)
