"""Whether a screenshot is there, inside the folder, and a whole image; and its hash."""

from __future__ import annotations

import hashlib
import stat
import zlib
from pathlib import Path, PurePosixPath, PureWindowsPath

LARGEST = 64 << 20
_LONGEST_NAME = 500
_PNG = b"\x89PNG\r\n\x1a\n"


def inside(folder: Path, name: str) -> Path | None:
    """Where a named file of a recording lies; None when the name leads out of the folder.

    `folder` is resolved already, and so is what is given back.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or PureWindowsPath(name).drive or "\\" in name or "\0" in name:
        return None
    if ".." in path.parts or len(name) > _LONGEST_NAME:
        return None
    try:
        there = (folder / path).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    return there if there.is_relative_to(folder) else None


def digest(path: Path) -> tuple[str, str]:
    """The SHA-256 of a sound image and "", or "" and what is wrong with it."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return "", "is no file"
        if found.st_size > LARGEST:
            return "", f"is larger than {LARGEST >> 20} MiB"
        content = path.read_bytes()
    except FileNotFoundError:
        return "", "is missing"
    except OSError as error:
        return "", f"cannot be read ({error.strerror})"
    problem = fault_of(content)
    return ("", problem) if problem else (hashlib.sha256(content).hexdigest(), "")


def fault_of(content: bytes) -> str:
    """What is wrong with an image's bytes, by its format's own marks; "" for a whole one."""
    if content.startswith(_PNG):
        return "" if _whole_png(content) else "is cut off or damaged"
    if content.startswith(b"\xff\xd8\xff"):
        return "" if b"\xff\xd9" in content[-64:] else "is cut off"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        whole = len(content) >= 8 + int.from_bytes(content[4:8], "little")
        return "" if whole else "is cut off"
    return "is empty" if not content else "is no PNG, JPEG or WebP image"


def _whole_png(content: bytes) -> bool:
    """Whether every chunk is there with its checksum, to the last (PNG, part 5)."""
    at = len(_PNG)
    while at + 12 <= len(content):
        length = int.from_bytes(content[at : at + 4], "big")
        body, end = content[at + 4 : at + 8 + length], at + 12 + length
        if end > len(content) or zlib.crc32(body) != int.from_bytes(content[end - 4 : end], "big"):
            return False
        if body[:4] == b"IEND":
            return True
        at = end
    return False
