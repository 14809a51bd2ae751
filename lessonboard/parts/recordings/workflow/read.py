"""Read `workflow.yaml`: the document that it says, or everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from blackboard.errors import BoardError
from lessonboard.parts.recordings.workflow.checks import checked
from lessonboard.parts.recordings.workflow.text import block

if TYPE_CHECKING:
    from lessonboard.parts.recordings.workflow.tree import Problem

Json = dict[str, Any]

NAME, SCHEMA = "workflow.yaml", "workflow.schema.json"
_PLAIN = re.compile(r"[\w.-]{1,100}", re.ASCII)
_GROUPS = ("parameters", "start", "steps", "outcome")
"""Keys with an empty line before them."""


class BadWorkflowFile(BoardError):
    """A workflow file cannot be used; `problems` says where and why.

    The message has the first of them, unless all `are_shown` before it.
    """

    def __init__(
        self, path: FilePath, problems: Iterable[Problem], *, are_shown: bool = False
    ) -> None:
        self.path, self.problems = path, sorted(problems)
        errors = f"{len(self.problems)} error{'s' if len(self.problems) != 1 else ''}"
        first = "" if are_shown else f"; the first: {self.problems[0]}"
        super().__init__(f"{path} has {errors}, and nothing was done{first}")

    @property
    def lines(self) -> list[str]:
        """Each problem as FILE:LINE:COLUMN: TEXT."""
        return [f"{self.path}:{problem}" for problem in self.problems]


def written(document: Mapping[str, Any]) -> str:
    """A document as the text of its file; `read` gives it back."""
    recording = str(document.get("recording") or "")
    command = recording if _PLAIN.fullmatch(recording) else "ID"
    parts = [
        f"# yaml-language-server: $schema={SCHEMA}\n"
        f"# Edit this file, then: lessonboard recording accept {command}\n"
    ]
    for key, value in document.items():
        parts += ["\n"] if key in _GROUPS else []
        parts.append(block({key: value}))
    return "".join(parts)


def read(
    text: str, recording: str = "", accepted: Mapping[str, Any] | None = None
) -> tuple[Json, list[Problem]]:
    """The document of a file, and what is wrong with it; see `checked`."""
    from lessonboard.parts.recordings.workflow.tree import Problem, parse

    tree = parse(text)
    if tree.problems or not isinstance(tree.value, dict):
        empty = Problem(1, 1, "this is no workflow: it must begin with keys such as `title:`")
        return {}, sorted(tree.problems) or [empty]
    document, found = checked(tree.value, recording, accepted)
    return document, sorted({tree.problem(*fault) for fault in found})


def decoded(
    path: FilePath, content: bytes, recording: str = "", accepted: Mapping[str, Any] | None = None
) -> Json:
    """The document of a file's content; where that is the text of `accepted`, the latter.

    Raises:
        BadWorkflowFile: it is none; all problems are listed.
    """
    if accepted and content == written(accepted).encode():
        document, found = checked(accepted, recording, accepted)
        if not found:
            return document
    from lessonboard.parts.recordings.workflow.tree import Problem

    try:
        document, problems = read(content.decode(), recording, accepted)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        document, problems = {}, [Problem(line, 1, "this is not UTF-8; save it as UTF-8")]
    if problems:
        raise BadWorkflowFile(path, problems)
    return document
