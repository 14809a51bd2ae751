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

Record = dict[str, Any]
Image = tuple[str, bytes]


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

    Args:
        title: its name.
        lines: the lines of the manifest.
        seed: what its id derives from, besides the title.
        config: what is known of the recorder.
        created_at: microseconds; when it was recorded.
        platform: where.
        images: screenshots that the lines name.
    """

    title: str
    lines: list[Record]
    seed: bytes
    config: Record
    created_at: int
    platform: str = "browser"
    images: list[Image] = field(default_factory=list)


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
        if not path.is_file():
            found = "it is no file" if path.exists() else "there is no such file"
            raise NotARecording(path, found, "check the path")
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
