"""Files: what agents read of a file, by the last two parts of its path; one entry for each folder.

Of each text there are digests of a fourth of its lines, which is enough to see that two folders
hold the same files (`repositories/alike.py`), and not what they say.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from blackboard.event import Event
from blackboard.views.columns import INTEGER, OBJECT, TEXT
from blackboard.views.view import Row, View

_SHORTEST_LINE = 12
_ONE_IN = 4
_MOST_LINES = 32
_MOST_FOLDERS = 16
"""A file name of more folders is anybody's."""

_NUMBERING = " 0123456789\t→:|"
"""What agents put before each line of a file."""


def _place(event: Event) -> tuple[str, str]:
    """The folder and the last two parts of the file that was read; empty if that says nothing."""
    payload = event.payload or {}
    if payload["kind"] != "read" or payload.get("failed") is not False or not payload.get("paths"):
        return "", ""
    parts: list[str] = payload["paths"][0].replace("\\", "/").split("/")
    last = parts[-2:]
    if len(last) < 2 or any(part[:1] in ("", ".") for part in last):
        return "", ""  # a folder, or an agent's own file
    return "/".join(parts[:-2]), "/".join(last)


def _keys(event: Event) -> Iterable[str]:
    _, file = _place(event)
    return (file,) if file else ()


def _read(row: Row | None, event: Event) -> Row | None:
    folder, file = _place(event)
    texts: dict[str, list[int]] = dict(row["texts"]) if row else {}
    if folder in texts or len(texts) < _MOST_FOLDERS:
        lines = {*texts.get(folder, ()), *lines_of((event.payload or {}).get("output") or "")}
        texts[folder] = sorted(lines)[:_MOST_LINES]
    return {"id": file, "texts": texts, "several": int(len(texts) > 1)}


def lines_of(text: str) -> set[int]:
    """Digests of a fourth of the lines of a text, the same fourth wherever a line occurs."""
    lines = (line.lstrip(_NUMBERING).rstrip() for line in text.splitlines())
    digests = (crc32(line.encode()) for line in lines if len(line) >= _SHORTEST_LINE)
    return {digest for digest in digests if digest % _ONE_IN == 0}


FILES = View(
    name="files",
    version=1,
    columns={"id": TEXT, "several": INTEGER, "texts": OBJECT},
    reduce={"tool.called": _read},
    keys=_keys,
    indexes=("several",),
    signs={"tool.called": ('"kind":"read"',)},
)
