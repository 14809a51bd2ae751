"""How often what keys brought was due, by kind, on all tool calls of the labelled transcripts.

Each label is a lesson that is bound to the command and the path of its `tell_when` and to the error
of its first occurrence. A lesson comes up once a session at most, as hooks do. It was due when the
call begins as the label says, names its path, or is one of its occurrences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.quality.developer_prompts import NAMES
from bench.quality.gate.boards import first_errors, labels
from bench.quality.gate.fit import Share
from bench.quality.labelled import SHARED
from blackboard.board import Board
from blackboard.delivery.keys import command_keys
from blackboard.delivery.situation import Situation
from blackboard.importer import import_files
from blackboard.search.file_names import file_name, same_file
from blackboard.search.moments import signature
from blackboard.search.shell import simple_commands
from blackboard.transcript_files import find

_NONE = Share(0, 0)


class Bound(NamedTuple):
    """A label and the keys of its lesson."""

    label: dict[str, Any]
    keys: frozenset[tuple[str, str]]


def lines() -> Iterator[str]:
    """Of each kind of key how much of what it brought was due, and how much was needed."""
    bound = _bound()
    due: dict[str, Share] = {}
    needed: dict[str, Share] = {}
    met: set[tuple[str, str]] = set()
    for repository, call in _calls():
        for each in bound.get(repository, ()):
            for kind in _kinds(each, call):
                seen = (each.label["id"], f"{kind} {call['session']}")
                if seen not in met:
                    met.add(seen)
                    due[kind] = due.get(kind, _NONE) + Share(_is_due(each.label, call), 1)
                    is_one = call["call"] in _occurrences(each.label)
                    needed[kind] = needed.get(kind, _NONE) + Share(is_one, 1)
    counts = Counter(kind for each in bound.values() for one in each for kind, _ in one.keys)
    for kind, share in sorted(due.items()):
        yield f"{kind}: {counts[kind]} keys; due, of what they brought: {share}"
        yield f"  at a call that the label names as an occurrence: {needed[kind]}"


def _bound() -> dict[str, list[Bound]]:
    errors = first_errors()
    found: dict[str, list[Bound]] = {}
    for label in labels():
        command, path = label["tell_when"]["command"], label["tell_when"]["path"]
        project = f"github.com/{label['repo']}"
        keys = {("command", key) for key in command_keys(command or "", project)[-1:]}
        if path and "*" not in path:
            keys.add(("path", path))
        known = [errors[each["call"]] for each in label["anchors"] if each["call"] in errors]
        keys |= {("signature", signature(line)) for line in known[:1]}
        found.setdefault(label["repo"], []).append(Bound(label, frozenset(keys)))
    return found


def _calls() -> Iterator[tuple[str, dict[str, Any]]]:
    """All tool calls, each with its repository."""
    for folder in sorted((SHARED / "transcripts").glob("*/*")):
        with Board.open(":memory:") as board:
            import_files(board, find([folder]))
            for event in board.read(types=["tool.called"]):
                if event.payload:
                    yield NAMES.get(folder.name, folder.name), event.payload


def _kinds(bound: Bound, call: dict[str, Any]) -> Iterator[str]:
    """The kinds of keys by which a lesson comes up at a call: before it, and when it failed."""
    paths = tuple(call.get("paths", ())) if call["kind"] == "edit" else ()
    before = Situation(paths=paths, command=call.get("command") or "", step="before")
    failed = (
        Situation(error=call.get("output") or "", step="failed") if call.get("failed") else None
    )
    known = {*before.keys, *(failed.keys if failed else ())}
    for kind, value in bound.keys:
        if kind == "path":
            if ("path", file_name(value)) in known and any(
                same_file(value, each) for each in paths
            ):
                yield kind
        elif (kind, value) in known:
            yield kind


def _is_due(label: dict[str, Any], call: dict[str, Any]) -> bool:
    when = label["tell_when"]
    typed = [" ".join(words) for words in simple_commands(call.get("command") or "")]
    begins = bool(when["command"]) and any(each.startswith(when["command"]) for each in typed)
    named = bool(when["path"]) and any(
        same_file(when["path"], each) for each in call.get("paths", ())
    )
    return call["call"] in _occurrences(label) or begins or (call["kind"] == "edit" and named)


def _occurrences(label: dict[str, Any]) -> set[str]:
    return {each["call"] for each in (*label["anchors"], *label["recurs"])}
