"""Parse YAML into texts, lists and mappings, with the position of each.

Every scalar is the text in the file, so `no`, `1e3`, `007` and `2026-01-01` are what they look
like. Anchors, aliases and tags are refused; nothing of Python's can be built.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

from lessonboard.parts.recordings.workflow.keys import Path

MOST_CHARACTERS = 20_000_000
_DEEPEST = 20
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The parser in C, where PyYAML was built with it."""

_ADVICE = 'check the indentation, and put texts with special characters in quotes: "..."'
_TOO_DEEP = "this is nested too deeply"
_TOO_LONG = f"the file is longer than {MOST_CHARACTERS:,} characters; this is no workflow"
_NO_TAGS = "tags, anchors and aliases (!, &, *) are not read; write the value itself, in quotes"


class Problem(NamedTuple):
    """What is wrong with a file, and where; line and column count from 1."""

    line: int
    column: int
    text: str

    def __str__(self) -> str:
        """As editors and compilers show it."""
        return f"{self.line}:{self.column}: {self.text}"


@dataclass
class Tree:
    """A parsed document: its plain values, the position of each, and what is wrong with it."""

    value: Any = None
    marks: dict[Path, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def problem(self, path: Path, text: str) -> Problem:
        """A problem at a path; where that is not in the file, at what would hold it."""
        while path and path not in self.marks:
            path = path[:-1]
        return Problem(*self.marks.get(path, (1, 1)), text)


class _Stop(Exception):
    """The rest cannot be read."""


def parse(text: str) -> Tree:
    """Parse a file; syntax errors are among the problems, and end the reading."""
    tree = Tree()
    if len(text) > MOST_CHARACTERS:
        tree.problems.append(Problem(1, 1, _TOO_LONG))
        return tree
    try:
        _Builder(tree, yaml.parse(text.removeprefix("\ufeff"), Loader=_LOADER)).document()
    except _Stop:
        pass
    except yaml.MarkedYAMLError as error:
        what = " ".join(filter(None, [error.context, error.problem]))
        is_deep = "maximum nesting depth" in what  # of libyaml, which PyYAML sets since 6.0.4
        place = _place(error.problem_mark or error.context_mark)
        tree.problems.append(Problem(*place, _TOO_DEEP if is_deep else f"{what}; {_ADVICE}"))
    except yaml.YAMLError as error:  # a character that YAML does not allow
        what = str(error).splitlines()[0]
        tree.problems.append(Problem(*_of_character(text), f"{what}; {_ADVICE}"))
    return tree


class _Builder:
    """Builds a tree out of the parser's events."""

    def __init__(self, tree: Tree, events: Iterator[Any]) -> None:
        self._tree, self._events = tree, events

    def document(self) -> None:
        """Read the one document of a file."""
        event = next(self._events)
        while isinstance(event, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
            event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            return
        self._tree.value = self._node(event, ())
        next(self._events)  # the document's end
        if isinstance(after := next(self._events), yaml.DocumentStartEvent):
            self._problem(after, "a file holds one workflow; take out the second document (---)")

    def _node(self, event: Any, path: Path) -> Any:
        self._tree.marks.setdefault(path, _place(event.start_mark))
        if len(path) > _DEEPEST:
            self._problem(event, _TOO_DEEP)
            raise _Stop
        if getattr(event, "anchor", None) is not None or getattr(event, "tag", None) is not None:
            self._problem(event, _NO_TAGS)
        if isinstance(event, yaml.ScalarEvent):
            return None if event.value == "" and event.implicit[0] else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
                items.append(self._node(event, (*path, len(items))))
            return items
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(path)
        return None  # an alias, which is a problem already

    def _mapping(self, path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._problem(event, "a key must be a text; did you forget quotes around {...}?")
                raise _Stop
            key = event.value
            if key in found:
                self._problem(event, f"the key {key!r} is here twice; delete one")
            self._tree.marks[*path, key] = _place(event.start_mark)
            found[key] = self._node(next(self._events), (*path, key))
        return found

    def _problem(self, event: Any, text: str) -> None:
        self._tree.problems.append(Problem(*_place(event.start_mark), text))


def _place(mark: Any) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _of_character(text: str) -> tuple[int, int]:
    """The position of the first character that YAML does not allow."""
    found = yaml.reader.Reader.NON_PRINTABLE.search(text)
    before = text[: found.start()] if found else ""
    return before.count("\n") + 1, len(before) - before.rfind("\n")
