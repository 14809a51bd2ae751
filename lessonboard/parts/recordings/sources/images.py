"""Check that a screenshot exists, is inside the folder and is intact; and hash it."""

from __future__ import annotations

import hashlib
import stat
import zlib
from pathlib import Path, PurePosixPath, PureWindowsPath

LARGEST = 64 << 20
_LONGEST_NAME = 500
_PNG = b"\x89PNG\r\n\x1a\n"


def inside(folder: Path, name: str) -> Path | None:
    """The path of a named file of a recording; None if the name leads out of the folder.

    `folder` and the result are resolved paths.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or PureWindowsPath(name).drive or "\\" in name or "\0" in name:
        return None
    if ".." in path.parts or len(name) > _LONGEST_NAME:
        return None
    try:
        resolved = (folder / path).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    return resolved if resolved.is_relative_to(folder) else None


def digest(path: Path) -> tuple[str, str]:
    """The SHA-256 and "" for an intact image, else "" and the problem."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return "", "is no file"
        if status.st_size > LARGEST:
            return "", f"is larger than {LARGEST >> 20} MiB"
        content = path.read_bytes()
    except FileNotFoundError:
        return "", "is missing"
    except OSError as error:
        return "", f"cannot be read ({error.strerror})"
    problem = fault_of(content)
    return ("", problem) if problem else (hashlib.sha256(content).hexdigest(), "")


def fault_of(content: bytes) -> str:
    """The problem of an image's bytes by its format's markers; "" if intact."""
    if content.startswith(_PNG):
        return "" if _whole_png(content) else "is cut off or damaged"
    if content.startswith(b"\xff\xd8\xff"):
        return "" if b"\xff\xd9" in content[-64:] else "is cut off"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        whole = len(content) >= 8 + int.from_bytes(content[4:8], "little")
        return "" if whole else "is cut off"
    return "is empty" if not content else "is no PNG, JPEG or WebP image"


def _whole_png(content: bytes) -> bool:
    """Whether all chunks are complete with valid checksums (PNG specification, part 5)."""
    position = len(_PNG)
    while position + 12 <= len(content):
        length = int.from_bytes(content[position : position + 4], "big")
        body, end = content[position + 4 : position + 8 + length], position + 12 + length
        if end > len(content) or zlib.crc32(body) != int.from_bytes(content[end - 4 : end], "big"):
            return False
        if body[:4] == b"IEND":
            return True
        position = end
    return False
