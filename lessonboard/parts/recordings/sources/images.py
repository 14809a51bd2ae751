"""The screenshots of a folder: inside of it, whole, hashed, and each read once."""

from __future__ import annotations

import hashlib
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath

from lessonboard.parts.recordings.sources.model import Problem, Screenshot

LARGEST = 64 << 20
_LONGEST_NAME = 500


class Images:
    """The screenshots of a folder; each problem is reported once."""

    def __init__(self, folder: Path, problems: list[Problem]) -> None:
        self._folder = folder.resolve()
        self._problems = problems
        self._known: dict[str, Screenshot | None] = {}

    def look(self, name: str | None, index: int) -> Screenshot | None:
        """The screenshot that a line names, or None."""
        if name is not None and name not in self._known:
            path = _inside(self._folder, name)
            sha256, problem = _digest(path)
            self._known[name] = Screenshot(name, path, sha256) if path and not problem else None
            if problem:
                text = f"{name[:100]} {problem}; the step is kept without it"
                self._problems.append(Problem(index, "screenshot", text))
        return self._known.get(name or "")


def _inside(folder: Path, name: str) -> Path | None:
    """The path of a file of a recording; None if the name leads out of the folder."""
    path, drive = PurePosixPath(name), PureWindowsPath(name).drive
    if path.is_absolute() or drive or "\\" in name or ".." in path.parts:
        return None
    try:
        resolved = (folder / path).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    is_ours = resolved.is_relative_to(folder) and "\0" not in name and len(name) <= _LONGEST_NAME
    return resolved if is_ours else None


def _digest(path: Path | None) -> tuple[str, str]:
    """The SHA-256 and "" for a whole image, else "" and the problem."""
    if path is None:
        return "", "lies outside of the folder"
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
    problem = _fault_of(content)
    return ("", problem) if problem else (hashlib.sha256(content).hexdigest(), "")


def _fault_of(content: bytes) -> str:
    """The problem of an image by its format's marks of beginning and end; "" if whole."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        is_whole = content.endswith(b"IEND\xae\x42\x60\x82")
    elif content.startswith(b"\xff\xd8\xff"):
        is_whole = b"\xff\xd9" in content[-64:]
    elif content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        is_whole = len(content) >= 8 + int.from_bytes(content[4:8], "little")
    else:
        return "is no PNG, JPEG or WebP image" if content else "is empty"
    return "" if is_whole else "is cut off"
