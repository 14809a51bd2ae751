"""Ties: what says that two names are of one repository; one row for each pair and kind.

Projects are made of all rows together (`repositories/resolve.py`), which no single row can say.
"""

from __future__ import annotations

from collections.abc import Iterable

from blackboard.event import Event
from blackboard.repositories.remote import is_folder
from blackboard.repositories.ties import SIGNS, of_call
from blackboard.views.columns import INTEGER, NUMBERS, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Row, View


def _keys(event: Event) -> Iterable[str]:
    payload = event.payload or {}
    match event.type:
        case "session.started":
            return (f"session\n{payload['session']}",)
        case "tool.called":
            return _keys_of_call(event, payload)
        case "project.restored":
            return (payload["decision"],)
        case _:
            return (event.id,)


def _keys_of_call(event: Event, payload: Row) -> list[str]:
    """Kind, project, session and the other name; the session only where paths are relative."""
    return [
        "\n".join((tie.kind, event.project or "", _session_of(tie.kind, payload), tie.other))
        for tie in of_call(payload)
    ]


def _session_of(kind: str, payload: Row) -> str:
    return str(payload["session"]) if kind in ("clone", "worktree") else ""


def _seen(row: Row | None, event: Event, **known: object) -> Row:
    """A copy of the row that knows of the event's time, and what else is given."""
    row = {**(row or {}), **{name: value for name, value in known.items() if value}}
    at = event.occurred_at
    row["first_at"] = min(row["first_at"] or at, at)
    row["last_at"] = max(row["last_at"] or at, at)
    row["position"] = event.position
    return row


def _session(row: Row | None, event: Event) -> Row:
    """A session was in a folder, and its project was found out then."""
    payload = event.payload or {}
    folder = _folder(payload.get("cwd") or "")
    return _seen(row, event, kind="session", session=payload["session"], one=event.project,
                 other=folder, commit=payload.get("commit"))  # fmt: skip


def _call(row: Row | None, event: Event) -> Row:
    """A command showed, changed or made something that ties names.

    The positions of all such calls are kept, so that ties of the past are found without the others.
    """
    assert row is not None  # `blank` made it
    kind, one, session, other = row["id"].split("\n", 3)
    if kind == "clone":
        one, _, other = other.partition("\n")
    is_new = row["session"] != event.stream
    known = {"kind": kind, "one": one, "other": other, "session": session or event.stream}
    calls = [*row["calls"], event.position]
    return _seen(row, event, **known, sessions=row["sessions"] + is_new, calls=calls)


def _observed(row: Row | None, event: Event) -> Row:
    payload = event.payload or {}
    if not is_folder(payload["root"]):  # where a relative one is, is unknown
        raise ValueError("the root of a repository must be an absolute path")
    remotes = payload.get("remotes") or {}
    return _seen(
        row,
        event,
        kind="observed",
        one=_folder(payload["root"]),
        other=remotes.get("origin") or next(iter(remotes.values()), None),
        git_folder=_folder(payload["git_folder"]),
        remotes=sorted(remotes.values()),
        first_commit=payload.get("first_commit"),
    )


def _moved(row: Row | None, event: Event) -> Row:
    payload = event.payload or {}
    return _seen(row, event, kind="moved-folder", one=_folder(payload["root"]),
                 other=_folder(payload["other"]))  # fmt: skip


def _merged(row: Row | None, event: Event) -> Row:
    payload = event.payload or {}
    return _seen(row, event, kind="merged", one=payload["project"], other=payload["into"])


def _split(row: Row | None, event: Event) -> Row:
    payload = event.payload or {}
    return _seen(row, event, kind="split", one=payload["name"], other=payload["project"])


def _undone(row: Row | None, event: Event) -> Row | None:
    return _seen(row, event, undone=1) if row and row["kind"] else None


def _folder(path: str) -> str:
    return path.replace("\\", "/").rstrip("/") or path[:1]


def _blank(key: str) -> Row:
    row: Row = {name: 0 if column.is_number else None for name, column in TIES.columns.items()}
    return {**row, "id": key, "remotes": [], "calls": []}


TIES = View(
    name="ties",
    version=4,
    columns={
        "id": TEXT,
        "kind": TEXT,
        "one": optional(TEXT),
        "other": optional(TEXT),
        "session": optional(TEXT),
        "sessions": INTEGER,
        "calls": NUMBERS,
        "git_folder": optional(TEXT),
        "remotes": TEXTS,
        "first_commit": optional(TEXT),
        "commit": optional(TEXT),
        "first_at": TIME,
        "last_at": TIME,
        "undone": INTEGER,
        "position": INTEGER,
    },
    reduce={
        "session.started": _session,
        "tool.called": _call,
        "repository.observed": _observed,
        "repository.moved": _moved,
        "project.merged": _merged,
        "project.separated": _split,
        "project.restored": _undone,
    },
    keys=_keys,
    blank=_blank,
    signs={"tool.called": SIGNS},
)
