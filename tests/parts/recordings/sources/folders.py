"""Small recordings that the tests write themselves."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Line = dict[str, Any]


def png(shade: int = 0) -> bytes:
    """A whole PNG of one grey pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(
            ">I", zlib.crc32(kind + data))  # fmt: skip

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    pixels = zlib.compress(bytes([0, shade % 256]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(
        b"IEND", b"")  # fmt: skip


def line(kind: str | None, given: Mapping[str, Any] | None = None, **more: Any) -> Line:
    """A manifest line; its screenshot and time are set by the folder where they are left out."""
    return {"action_type": kind, "action_details": dict(given or {}), "voice_clip": None, **more}


def click(x: float = 10, y: float = 10, **more: Any) -> Line:
    """A plain click."""
    return line("click", {"button": "Button.left", "x": x, "y": y, "pressed": True}, **more)


def typed(text: str, **more: Any) -> Line:
    """A text that was typed."""
    return line("type", {"text": text}, **more)


def key(name: object, **more: Any) -> Line:
    """A key that was pressed."""
    return line("key", {"key": name}, **more)


def write(
    folder: Path, lines: Iterable[Line | str], known: Mapping[str, Any] | None = None
) -> Path:
    """A recording folder with an image for each line; a string is written as it is."""
    (folder / "screenshots").mkdir(parents=True, exist_ok=True)
    written = []
    for number, each in enumerate(lines):
        if isinstance(each, str):
            written.append(each)
            continue
        shot = f"screenshots/{number}.png"
        written.append(
            json.dumps({"screenshot": shot, "timestamp": 1_700_000_000.0 + number, **each})
        )
        (folder / shot).write_bytes(png(number))
    (folder / "manifest.jsonl").write_text("".join(f"{each}\n" for each in written))
    about = {"session_id": folder.name, "name": "Play a song", "description": "", **(known or {})}
    (folder / "metadata.json").write_text(json.dumps(about))
    return folder
