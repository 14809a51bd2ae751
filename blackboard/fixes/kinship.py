"""Whether a later call did what a failed one was to do; pure. Shell lines are in `lines.py`."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Any

from blackboard.calls import (
    changed_files,
    difference,
    edits_files,
    has_failed,
    purpose_of,
    shell_line,
    target_of,
)
from blackboard.fixes.changes import QUOTED
from blackboard.fixes.lines import SAME_NAME, How, how_of_lines
from blackboard.search.forms import name
from blackboard.search.words import words

_IN_PLACE = re.compile(
    r"\b(?:sed|perl|ruby)\b[^|;]*\s-\w*i|>{1,2}\s*[\w./~\"'$]|\btee\b|write_text|\.write\("
)

_ANYHOW = re.compile(r"\|\|\s*(?:true|:|echo|exit 0)(?:\s|$)")
"""What makes a line pass although its command failed."""

_SHARED = 0.5
"""The share of the lines of an edit that another one which is the same change must write."""


def kinship(
    failure: dict[str, Any],
    call: dict[str, Any] | None,
    payload: dict[str, Any],
    *,
    idle: bool,
    soon: bool,
) -> How:
    """Whether a call is the failed one again, or another form of it, and passed.

    Args:
        failure: a row of the view `failures`.
        call: the payload of the failed call, where it is at hand.
        payload: the later call.
        idle: nothing was changed in between: what differs in the line must have made it work.
        soon: it was among the next few calls, so that another way may have the same aim.
    """
    if not _passed(payload):
        return ""
    target, failed, line = target_of(payload), failure["target"], shell_line(payload)
    if failure["kind"] == "edit" and call is not None:
        if edits_files(payload):
            return _of_edits(call, payload)
        return "other" if soon and line and _edits_in_place(line, call) else ""
    if failure["kind"] == "shell":
        return how_of_lines(failed, line, failure, idle=idle, soon=soon) if line else ""
    if failure["kind"] in ("search", "read") and line is not None:
        return _by_a_look(failed, payload) if soon else ""
    if payload.get("name") != failure["tool"]:
        return ""
    return _of_tools(failed, target, payload)


def _passed(payload: dict[str, Any]) -> bool:
    """Whether a call surely did what it was to do; a pipe hides the exit code before it."""
    if payload.get("failed") is not False or payload.get("denied") or has_failed(payload):
        return False
    bare = QUOTED.sub("", shell_line(payload) or "")
    if "|" not in bare:
        return True
    if _ANYHOW.search(bare):
        return False
    from blackboard.search.moments import error_line  # its patterns take a while to compile

    return error_line(payload.get("output", "")) is None


def _of_edits(failed: dict[str, Any], later: dict[str, Any]) -> How:
    """Two edits of a file are the same change if the other has most lines of the first."""
    files, others = set(map(name, changed_files(failed))), set(map(name, changed_files(later)))
    if not files & others:
        return ""
    if difference(failed) == difference(later):
        return "same"
    one, other = _lines_of(failed), _lines_of(later)
    return "other" if len(one & other) >= _SHARED * len(one) else ""


def _lines_of(payload: dict[str, Any]) -> set[str]:
    """The lines that an edit was to write; of one that only deletes, those."""
    lines = difference(payload).splitlines()
    written = {line[1:].strip() for line in lines if line[:1] == "+"} - {""}
    return written or {line.lstrip("-").strip() for line in lines} - {""}


def _of_tools(failed: str, target: str, payload: dict[str, Any]) -> How:
    if target.split() == failed.split():
        return "same"
    one, other = name(failed), name(target)
    is_file = bool(changed_files(payload))
    if one == other or (is_file and SequenceMatcher(None, one, other).ratio() >= SAME_NAME):
        return "other"
    return "other" if _is_named(failed, target, payload) else ""


def _is_named(failed: str, target: str, payload: dict[str, Any]) -> bool:
    """Whether a tool was asked for a thing by a longer or shorter name, such as of a skill."""
    names = sorted((failed, target), key=len)
    return bool(names[0]) and names[0] in names[1] and not edits_files(payload)


def _by_a_look(failed: str, payload: dict[str, Any]) -> How:
    """Whether the shell found what a tool for searching or reading was to find."""
    sought = {word for word in words(failed) if len(word) > 3}
    found = sought & set(words(target_of(payload)))
    is_look = purpose_of(payload) == "look" and bool(payload.get("output", "").strip())
    return "other" if is_look and sought and 2 * len(found) >= len(sought) else ""


def _edits_in_place(line: str, failed: dict[str, Any]) -> bool:
    """Whether a shell line changes the file that an edit was to change."""
    names = set(map(name, changed_files(failed)))
    bare = line.split("<<", maxsplit=1)[0]
    return bool(_IN_PLACE.search(bare)) and any(each and each in bare for each in names)
