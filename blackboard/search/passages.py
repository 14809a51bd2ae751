"""What an event can be found by: the text of a prompt, an answer, a tool call or a review.

A passage is derived from its event whenever it is needed, for indexing, ranking and showing alike;
nothing keeps a copy of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from blackboard.search.moments import distinct_error_lines

VERSION = 1
"""Raise it when an event offers other text: the index is then rebuilt."""

_HEAD, _TAIL = 6_000, 2_000
"""Characters of a message from its start and its end. 99 of 100 are shorter than 4,000; the rest
are mostly pasted logs, which say what they are at the start and what went wrong at the end."""

_MOST_OF_A_CALL = 4_000
"""Characters of what a tool was given, as many as an import keeps of one argument."""

_MOST_FILES, _LONGEST_PATH = 50, 400

_FILES = frozenset(
    """file_path filePath path paths notebook_path dir_path absolute_path target_file""".split()
)
"""The arguments in which the tools of all agents name files."""

_LEFT_OUT = frozenset(
    """
    content old_string new_string old_str new_str new_source diff workdir cwd output_mode
    """.split()
)
"""Arguments that hold the text of files, or that say the same in every call."""

_PATCH = "*** Begin Patch"
_PATCHED = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$", re.MULTILINE)
_MARKUP = re.compile(r"\x1b\[[0-9;]*m|</?tool_use_error>")
_DEEPEST = 4


class Passage(NamedTuple):
    """The text of one event, by what it is; most have text in one field only."""

    prompt: str = ""
    answer: str = ""
    command: str = ""
    error: str = ""
    file: str = ""
    review: str = ""


FIELDS = Passage._fields

WEIGHTS = {"prompt": 2.0, "answer": 1.0, "command": 1.0, "error": 1.5, "file": 1.5, "review": 1.5}
"""What a person asked says what a session is about; a command is one of hundreds."""


def passage(type_: str, payload: Mapping[str, Any]) -> Passage:
    """The passage of an event; one without text if it offers none.

    >>> passage("tool.called", {"name": "Read", "input": {"file_path": "src/app.py"}}).file
    'src/app.py'
    """
    reader = _READERS.get(type_)
    return reader(payload) if reader else Passage()


def _message(payload: Mapping[str, Any]) -> Passage:
    text = _shortened(payload["text"])
    return Passage(prompt=text) if payload["role"] == "user" else Passage(answer=text)


def _call(payload: Mapping[str, Any]) -> Passage:
    given: dict[str, Any] = payload["input"]
    texts = "\n".join(_texts(given))
    command, patch, _ = texts.partition(_PATCH)
    if "command" not in given and "cmd" not in given:
        command = f"{payload['name']} {command}"  # of a shell the name says nothing
    files = [*_files(given), *(_PATCHED.findall(texts) if patch else ())]
    errors = distinct_error_lines(_bare(payload.get("output", ""))) if payload.get("failed") else ()
    return Passage(
        command=command.strip()[:_MOST_OF_A_CALL],
        error="\n".join(errors),
        file="\n".join(path[:_LONGEST_PATH] for path in dict.fromkeys(files[:_MOST_FILES])),
    )


def _bare(output: str) -> str:
    """An output without colours, and without the tags of an agent around an error of its own."""
    return _MARKUP.sub("", output)


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    """What a call was given to do, without files and their text."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < _DEEPEST:
        for name, each in value.items():
            if name == "description" and isinstance(each, str):
                yield f"# {each}"
            elif name not in _FILES and name not in _LEFT_OUT:
                yield from _texts(each, depth + 1)
    elif isinstance(value, list) and depth < _DEEPEST:
        for each in value:
            yield from _texts(each, depth + 1)


def _files(given: Mapping[str, Any]) -> Iterator[str]:
    for name, value in given.items():
        if name in _FILES:
            paths = value if isinstance(value, list) else (value,)
            yield from (path for path in paths if isinstance(path, str))


def _opened(payload: Mapping[str, Any]) -> Passage:
    return _review(payload["title"], payload.get("body", ""))


def _submitted(payload: Mapping[str, Any]) -> Passage:
    comments = payload.get("comments", [])
    text = _review(payload.get("body", ""), *(each["body"] for each in comments))
    files = dict.fromkeys(each["path"] for each in comments if each.get("path"))
    return text._replace(file="\n".join(files))


def _artifact(payload: Mapping[str, Any]) -> Passage:
    body = "" if payload["kind"] == "diff" else payload["body"]
    return _review(payload.get("title", ""), body)._replace(file=payload.get("path") or "")


def _review(*texts: str) -> Passage:
    return Passage(review=_shortened("\n".join(filter(None, texts))))


def _shortened(text: str) -> str:
    if len(text) <= _HEAD + _TAIL:
        return text
    return f"{text[:_HEAD]}\n…\n{text[-_TAIL:]}"


_READERS = {
    "message.recorded": _message,
    "tool.called": _call,
    "pr.opened": _opened,
    "review.submitted": _submitted,
    "rework.requested": lambda payload: _review(*payload["requests"]),
    "rework.completed": lambda payload: _review(payload.get("summary", "")),
    "artifact.recorded": _artifact,
}
TYPES = tuple(_READERS)
"""The types of events that have text; another one is a function and a line in _READERS."""
