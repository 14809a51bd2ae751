"""What an edit wrote, and what a call was given to do in words: for readers with more time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from blackboard.agents.arguments import FOLDER, PATHS, TITLE, first

_OLD = ("old_string", "oldString", "old_str", "old_text", "oldText")
_NEW = ("new_string", "newString", "new_str", "new_text", "newText", "insert_text")
_WHOLE = ("content", "contents", "file_text")
_CELL = "new_source"
_EDITS = "edits"
_SAYS_NOTHING = frozenset(
    ("diff", "output_mode", *FOLDER, *PATHS, *_OLD, *_NEW, *_WHOLE, _CELL)
)  # fmt: skip
_DEEPEST = 4
_MEMORY_TOOLS = frozenset(
    ("save_memory", "write_memory", "update_memory", "create_memory", "add_memory", "store_memory")
)
_REMEMBERED = ("fact", "knowledge_to_store", "content", "memory", "text")


class Replacement(NamedTuple):
    """A text that an edit wrote, and the one that it replaced; None where it wrote a whole file."""

    old: str | None
    new: str


def replacements(given: Mapping[str, Any]) -> list[Replacement]:
    """What an edit wrote, in order; what a patch changes is in the patch.

    >>> replacements({"file_path": "a", "old_string": "x", "new_string": "y"})
    [Replacement(old='x', new='y')]
    """
    edits = given.get(_EDITS)
    found = [
        Replacement(first(edit, _OLD) or "", first(edit, _NEW) or "")
        for edit in (edits if isinstance(edits, list) else [given])
        if isinstance(edit, dict) and (first(edit, (*_OLD, *_NEW)) is not None)
    ]
    whole, cell = first(given, _WHOLE), first(given, (_CELL,))
    found += [] if whole is None else [Replacement(None, whole)]
    return found + ([] if cell is None else [Replacement("", cell)])


def remembered(name: str, given: Mapping[str, Any]) -> str:
    """What a tool for an agent's own memory was given to remember; empty for any other tool.

    >>> remembered("mcp__notes__write_memory", {"content": "Run it twice."})
    'Run it twice.'
    """
    own = name.rsplit("__", 1)[-1].rsplit(".", 1)[-1].lower()
    return (first(given, _REMEMBERED) or "") if own in _MEMORY_TOOLS else ""


def texts(value: Any, depth: int = 0) -> Iterator[str]:
    """What a call was given to do in words, without files and their text."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < _DEEPEST:
        for name, each in value.items():
            if name == TITLE and isinstance(each, str):
                yield f"# {each}"
            elif name not in _SAYS_NOTHING:
                yield from texts(each, depth + 1)
    elif isinstance(value, list) and depth < _DEEPEST:
        for each in value:
            yield from texts(each, depth + 1)
