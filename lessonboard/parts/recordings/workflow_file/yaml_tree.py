"""Parse YAML into texts, lists and mappings, with the position of each.

Every scalar is the text in the file, so `no`, `1e3`, `007` and `2026-01-01` are what
they look like. Anchors, aliases and tags are refused; nothing of Python's can be built.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

MOST_CHARACTERS = 20_000_000
_DEEPEST = 20
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The parser in C, where PyYAML was built with it."""

Path = tuple[str | int, ...]
"""Where in a document: keys and places in lists."""


class Mark(NamedTuple):
    """A position in a file; both count from 1."""

    line: int
    column: int


class Problem(NamedTuple):
    """What is wrong with a file, and where."""

    mark: Mark
    text: str

    def __str__(self) -> str:
        """As editors and compilers show it."""
        return f"{self.mark.line}:{self.mark.column}: {self.text}"


@dataclass
class Tree:
    """A parsed document: its plain values, the position of each, and what is wrong with it."""

    value: Any = None
    marks: dict[Path, Mark] = field(default_factory=dict)
    keys: dict[Path, Mark] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def mark(self, path: Path) -> Mark:
        """The position of a path; of one that is not there, that of what would hold it."""
        while path and path not in self.keys and path not in self.marks:
            path = path[:-1]
        return self.marks.get(path) or self.keys.get(path) or Mark(1, 1)

    def key_mark(self, path: Path) -> Mark:
        """The position of the key of a path."""
        return self.keys.get(path) or self.mark(path)


class _Stop(Exception):
    """The rest cannot be read."""


def parse(text: str) -> Tree:
    """Parse a file; syntax errors are among the problems, and end the reading."""
    tree = Tree()
    if len(text) > MOST_CHARACTERS:
        tree.problems.append(Problem(Mark(1, 1), _TOO_LONG))
        return tree
    try:
        _Builder(tree, yaml.parse(text, Loader=_LOADER)).document()
    except _Stop:
        pass
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(filter(None, [error.context, error.problem]))
        is_deep = "maximum nesting depth" in what  # of libyaml, which PyYAML sets since 6.0.4
        tree.problems.append(Problem(_mark(mark), _TOO_DEEP if is_deep else f"{what}; {_ADVICE}"))
    except yaml.YAMLError as error:  # a character that YAML does not allow
        what = str(error).splitlines()[0]
        tree.problems.append(Problem(_of_character(text), f"{what}; {_ADVICE}"))
    return tree


_ADVICE = 'check the indentation, and put texts with special characters in quotes: "..."'
_TOO_DEEP = "this is nested too deeply"
_TOO_LONG = f"the file is longer than {MOST_CHARACTERS:,} characters; this is no workflow"
_NO_TAGS = "tags, anchors and aliases (!, &, *) are not read; write the value itself, in quotes"


class _Builder:
    """Builds a tree out of the parser's events."""

    def __init__(self, tree: Tree, events: Iterator[Any]) -> None:
        self._tree, self._events = tree, events

    def document(self) -> None:
        """Read the one document of a file."""
        for event in self._events:
            if isinstance(event, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
                continue
            if isinstance(event, yaml.StreamEndEvent):
                return
            self._tree.value = self._node(event, ())
            break
        next(self._events)  # the document's end
        if isinstance(after := next(self._events), yaml.DocumentStartEvent):
            self._problem(after, "a file holds one workflow; take out the second document (---)")

    def _node(self, event: Any, path: Path) -> Any:
        self._tree.marks[path] = _mark(event.start_mark)
        if len(path) > _DEEPEST:
            self._problem(event, _TOO_DEEP)
            raise _Stop
        if getattr(event, "anchor", None) is not None or getattr(event, "tag", None) is not None:
            self._problem(event, _NO_TAGS)
        if isinstance(event, yaml.ScalarEvent):
            return None if event.value == "" and event.implicit[0] else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(path)
        return None  # an alias, which is a problem already

    def _sequence(self, path: Path) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items))))
        return items

    def _mapping(self, path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._problem(event, "a key must be a text; did you forget quotes around {...}?")
                raise _Stop
            key = event.value
            if key in found:
                self._problem(event, f"the key {key!r} is here twice; delete one")
            self._tree.keys[*path, key] = _mark(event.start_mark)
            found[key] = self._node(next(self._events), (*path, key))
        return found

    def _problem(self, event: Any, text: str) -> None:
        self._tree.problems.append(Problem(_mark(event.start_mark), text))


def _mark(mark: Any) -> Mark:
    return Mark(mark.line + 1, mark.column + 1) if mark else Mark(1, 1)


def _of_character(text: str) -> Mark:
    """The position of the first character that YAML does not allow."""
    found = yaml.reader.Reader.NON_PRINTABLE.search(text)
    before = text[: found.start()] if found else ""
    return Mark(before.count("\n") + 1, len(before) - before.rfind("\n"))
