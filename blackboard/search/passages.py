"""What an event can be found by: the text of a prompt, an answer, a tool call or a review.

A passage is derived from its event whenever it is needed, for indexing, ranking and showing alike;
nothing keeps a copy of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from blackboard.agents.arguments import COMMAND
from blackboard.agents.edits import texts
from blackboard.calls import without_tags

VERSION = 2
"""Raise it when an event offers other text: the index is then rebuilt."""

_HEAD, _TAIL = 6_000, 2_000
"""Characters of a message from its start and its end. 99 of 100 are shorter than 4,000; the rest
are mostly pasted logs, which say what they are at the start and what went wrong at the end."""

_MOST_OF_A_CALL = 4_000
"""Characters of what a tool was given, as many as an import keeps of one argument."""

_MOST_FILES, _LONGEST_PATH = 50, 400

_PATCH = "*** Begin Patch"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Passage(NamedTuple):
    """The text of one event, by what it is; most have text in one field only."""

    prompt: str = ""
    answer: str = ""
    command: str = ""
    error: str = ""
    file: str = ""
    review: str = ""


FIELDS = Passage._fields


def passage(type_: str, payload: Mapping[str, Any]) -> Passage:
    """The passage of an event; one without text if it offers none.

    >>> passage("tool.called", {"name": "Read", "input": {}, "paths": ["src/app.py"]}).file
    'src/app.py'
    """
    reader = _READERS.get(type_)
    return reader(payload) if reader else Passage()


def _message(payload: Mapping[str, Any]) -> Passage:
    text = _shortened(payload["text"])
    return Passage(prompt=text) if payload["role"] == "user" else Passage(answer=text)


def _call(payload: Mapping[str, Any]) -> Passage:
    given, line = payload["input"], payload.get("command")
    if line is None:
        said = f"{payload['name']} {_joined(given)}"
    else:  # of a shell the name says nothing
        said = f"{line}\n{_joined({name: given[name] for name in given if name not in COMMAND})}"
    command = said.partition(_PATCH)[0]
    files = payload.get("paths", ())
    errors = _errors(payload.get("output", "")) if payload.get("failed") else ()
    return Passage(
        command=command.strip()[:_MOST_OF_A_CALL],
        error="\n".join(errors),
        file="\n".join(path[:_LONGEST_PATH] for path in dict.fromkeys(files[:_MOST_FILES])),
    )


def _joined(given: Mapping[str, Any]) -> str:
    return "\n".join(texts(given))


def _errors(output: str) -> list[str]:
    """The error lines of an output, without colours and an agent's tags around its own error."""
    from blackboard.search.moments import distinct_error_lines  # its patterns take long to compile

    return distinct_error_lines(without_tags(_COLOUR.sub("", output)))


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
