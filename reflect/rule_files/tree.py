"""The files of a repository by name, for checking paths; git is not run."""

from __future__ import annotations

import os
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path, PurePosixPath

_SKIPPED = frozenset(".git .hg .svn node_modules .venv venv __pycache__".split())
_MOST = 200_000


class FileTree:
    """The files below a folder; caches them, so create one per audit."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._is_full = False

    def is_there(self, path: str) -> bool:
        """Whether a file or folder exists, by its path from the root."""
        return not path or (self.root / path).exists()

    def ends_with(self, path: str) -> bool:
        """Whether some path ends with this one, by whole names; suffixes may be missing."""
        wanted = PurePosixPath(path)
        candidates = self._by_name.get(wanted.name, ())
        return (
            any(f"/{candidate}".endswith(f"/{wanted}") for candidate in candidates) or self._is_full
        )

    def is_ignored(self, path: str) -> bool:
        """Whether the root's `.gitignore` names the path or a part of it."""
        parts = PurePosixPath(path).parts
        return any(
            fnmatch(part, pattern) or fnmatch(path, pattern)
            for pattern in self._ignored
            for part in parts
        )

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        """All paths by their last name, and files also by their stem."""
        paths: dict[str, list[str]] = {}
        count = 0
        for parent, folders, names in os.walk(self.root):
            folders[:] = [folder for folder in folders if folder not in _SKIPPED]
            base = Path(parent).relative_to(self.root)
            for name in (*folders, *names):
                whole = (base / name).as_posix()
                paths.setdefault(name, []).append(whole)
                stem = PurePosixPath(whole).with_suffix("") if "." in name[1:] else None
                if stem is not None:
                    paths.setdefault(stem.name, []).append(str(stem))
            count += len(names)
            if count > _MOST:
                self._is_full = True  # too many files: report nothing as missing
                break
        return paths

    @cached_property
    def _ignored(self) -> list[str]:
        try:
            lines = (self.root / ".gitignore").read_text(errors="replace").splitlines()
        except OSError:
            return []
        bare = (line.strip().strip("/") for line in lines)
        return [line for line in bare if line and not line.startswith(("#", "!"))]
