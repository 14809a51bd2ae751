"""Files: what was looked for where it is not, and found elsewhere right after."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from blackboard.calls import without_tags
from blackboard.event import Event
from blackboard.search.hints import hinted_lines
from reflect.finding import Finding
from reflect.freshness.span import with_file
from reflect.invocation import command_of
from reflect.miner.attempt import attempt, calls_of, has_failed, is_temporary, worked
from reflect.miner.remedy import Remedy, lesson
from reflect.trajectory import is_edit, payload_of, read_by

WITHIN_CALLS = 8

_ABSENT = re.compile(
    r"(?i)(?:file|path|directory|folder) (?:does not|doesn't) exist|no such file or directory"
    r"|(?:file|path|directory) not found|ENOENT|cannot access"
)
_ABSENT_HINTS = (
    "does not exist", "doesn't exist", "no such file", "not found", "enoent", "cannot access",
)  # fmt: skip
"""One of these is in whatever `_ABSENT` finds."""

_SECRET = re.compile(
    r"(?i)(?:^|/)(?:\.env(?:\..*)?|.*\.(?:pem|key|p12)|id_[a-z0-9]+|.*credential.*)$"
)
_MEANT = re.compile(r"(?i)did you mean [`'\"]?(?P<path>[\w./@+-]*[\w@+-])[`'\"]?\s*\?")
_NAMED = (
    re.compile(
        r"""(?ix) (?:no\ such\ file\ or\ directory:
        | can't\ (?:read|open|access) | cannot\ (?:access|open))
        \ ['"\u2018]?(?P<path>[\w./~@+-]+)"""
    ),
    re.compile(r"(?i)(?P<path>[\w./~@+-]+): (?:[\w ]+: )?No such file or directory"),
)
"""Where an error has the path: after what it says, or before it."""

_FEW = 3
_LONGEST = 20
"""Lines; a long output is about the work itself."""


def files(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """Where files and folders of the project are not, and where they are."""
    calls = calls_of(events)
    for index, call in enumerate(calls):
        missing = _missing(call, root) if has_failed(call) else None
        if missing is None:
            continue
        path, error = missing
        after = calls[index + 1 : index + 1 + WITHIN_CALLS]
        seen = _namesake(path, after, root) or _next_read(after, root)
        finding = _found(path, seen[0], Remedy(call, error, seen[1])) if seen else None
        if finding is not None:
            yield finding


def _missing(call: Event, root: str | None) -> tuple[str, str] | None:
    """The path of the project that a call did not find, and what it was told."""
    payload = payload_of(call)
    output = without_tags(payload["output"])
    if len(output.splitlines()) > _LONGEST:
        return None
    lines = hinted_lines(output, _ABSENT_HINTS)
    error = next((line.strip() for line in lines if _ABSENT.search(line)), None)
    if error is None:
        return None
    path = next(iter(payload.get("paths", ())), None) or _missing_in_shell(call, error, root)
    return (_below(path, root), error) if path and _is_ours(path, root) else None


def _missing_in_shell(call: Event, error: str, root: str | None) -> str | None:
    """The path that a command did not find, if looking was all that was tried."""
    tried = attempt(call, root) if command_of(call) else None
    named = next((found for shape in _NAMED if (found := shape.search(error))), None)
    if tried is None or named is None or len(tried.pieces) > _FEW:
        return None
    runs = any(each.words[0] == named["path"] for each in tried.commands)
    return named["path"] if runs or not tried.commands else None


def _namesake(missing: str, calls: Sequence[Event], root: str | None) -> tuple[str, Event] | None:
    """The same name in another folder, read or run by a later command of the shell."""
    end = _tail(missing)
    if "/" not in end:
        return None
    for call in calls:
        tried = attempt(call, root) if command_of(call) else None
        output = payload_of(call).get("output", "")
        for each in tried.pieces if tried else ():
            for word in each.invocation.words:
                path = posixpath.normpath(word.strip("\"'"))
                if path.endswith(f"/{end}") and path != missing:
                    shown = worked(call) or (len(output) > _MUCH and path not in output)
                    if shown and not is_temporary(path) and not re.search(r"[*?$<>{:]", path):
                        return path, call
    return None


_MUCH = 500


def _next_read(calls: Sequence[Event], root: str | None) -> tuple[str, Event] | None:
    """The next file that was read; whatever is read after it may be for another reason."""
    for call in calls:
        if is_edit(call):
            return None
        path = _read(call, root)
        if path and worked(call):
            return (_below(path, root), call) if _is_ours(path, root) else None
    return None


def _read(call: Event, root: str | None) -> str | None:
    known = read_by(call)
    if known is not None:
        return known[0]
    tried = attempt(call, root)
    first = tried.pieces[0].invocation if tried else None
    if first is None or first.words[0] not in ("cat", "sed", "nl", "head", "bat"):
        return None
    last = first.words[-1].strip("\"'")
    folder = first.folder if first.folder not in ("", ".") and not last.startswith("/") else ""
    return posixpath.join(folder, last) if "." in last else None


def _found(missing: str, seen: str, remedy: Remedy) -> Finding | None:
    meant = _MEANT.search(remedy.error)
    name, where = posixpath.basename(missing), posixpath.dirname(missing)
    other, there = posixpath.basename(seen), posixpath.dirname(seen)
    if meant and posixpath.basename(meant["path"]) == other:
        return _finding(remedy, f"Look for `{seen}`, not for `{missing}`.", missing, seen)
    if _tail(missing) == _tail(seen) and missing != seen:
        text = f"Look for `{name}` in {_folder(there)}, not in {_folder(where)}."
        return _finding(remedy, text, missing, seen)
    if where and where == there and "." not in name:
        text = f"Look in {_folder(where)} itself for files such as `{other}`; it has no `{name}/`."
        return _finding(remedy, text, missing, seen)
    return None


def _finding(remedy: Remedy, constraint: str, missing: str, seen: str) -> Finding:
    text = lesson(
        symptom=f"`{missing}` was looked for: {remedy.error}",
        cause=f"What was wanted is in `{seen}`.",
        resolution=f"`{seen}` was read instead.",
        constraint=constraint,
        category="structure",
        severity="low",
        tags=("file",),
    )
    finding = remedy.finding(f"file\n{missing}", text, paths=(seen,), signatures=(), alone=False)
    failure, look = finding.evidence
    return replace(finding, evidence=(failure, with_file(look, seen)))


def _tail(path: str) -> str:
    """A file's name with its folder's: by the name alone, two files are easily mistaken."""
    return "/".join(path.rsplit("/", 2)[-2:])


def _below(path: str, root: str | None) -> str:
    return posixpath.normpath(path.removeprefix(f"{root}/") if root else path)


def _is_ours(path: str, root: str | None) -> bool:
    """Whether a path is below the project, and will be there tomorrow."""
    inside = not path.startswith(("/", "~", "..")) or bool(root and path.startswith(f"{root}/"))
    if _SECRET.search(path):
        return False
    return inside and not is_temporary(path) and not re.search(r"[*?$<>{]", path)


def _folder(folder: str) -> str:
    return f"`{folder}/`" if folder not in ("", ".") else "the project's root folder"
