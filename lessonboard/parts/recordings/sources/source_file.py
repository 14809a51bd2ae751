"""A file that may hold a recording of some other tool, and what a converter makes of it."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from blackboard.sources.lines import parse_value
from lessonboard.parts.recordings.sources.model import NotARecording

LARGEST = 64 << 20
"""Bytes of a file that is read."""


@dataclass(frozen=True)
class SourceFile:
    """A file to convert: its content in UTF-8, and when it was changed."""

    path: Path
    content: bytes
    modified: int

    @cached_property
    def text(self) -> str:
        """The content as text."""
        return self.content.decode("utf-8", "replace")

    @cached_property
    def json(self) -> Any:
        """The content as a JSON value, or None."""
        return parse_value(self.content)


@dataclass(frozen=True)
class Converted:
    """A recording in the making.

    `lines` are those of the manifest and `images` the screenshots that they name, with their bytes;
    its id derives from title and `seed`, `config` is what is known of the recorder, and
    `created_at` when it was recorded, in microseconds.
    """

    title: str
    lines: list[dict[str, Any]]
    seed: bytes
    config: dict[str, Any]
    created_at: int
    platform: str = "browser"
    images: list[tuple[str, bytes]] = field(default_factory=list)


@dataclass(frozen=True)
class Converter:
    """A format of recordings: `sniff` looks whether a file is in it, `convert` reads it.

    `convert` raises `NotARecording` for a file that it cannot read.
    """

    name: str
    sniff: Callable[[SourceFile], bool]
    convert: Callable[[SourceFile], Iterable[Converted]]


def read_source(path: Path) -> SourceFile:
    """The file at a path.

    Raises:
        NotARecording: it cannot be read, is too large, or is not in UTF-8.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe would never end
            raise NotARecording(path, "it is no file", "check the path")
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
        modified = round(path.stat().st_mtime * 1_000_000)
    except OSError as error:
        raise NotARecording(path, str(error.strerror), "check the path and its rights") from error
    if len(raw) > LARGEST:
        raise NotARecording(path, f"it is larger than {LARGEST >> 20} MiB", "export less of it")
    check_encoding(path, raw)
    return SourceFile(path, raw.removeprefix(codecs.BOM_UTF8), modified)


def check_encoding(path: Path, start: bytes) -> None:
    """Refuse what an editor or a shell saved in another encoding than UTF-8.

    Raises:
        NotARecording: it begins with the byte order mark of UTF-16 or UTF-32.
    """
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        raise NotARecording(path, "it is in UTF-16 or UTF-32", "save it in UTF-8")
