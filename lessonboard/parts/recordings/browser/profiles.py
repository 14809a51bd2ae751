"""Browser profiles that are kept between recordings and runs, so that one stays signed in.

A profile is a folder of its own below the user's data folder, never on the board:

    NAME/chromium/      what Chromium keeps
    NAME/cookies.json   cookies that Chromium forgets when it closes (`cookies.py`)
    NAME/lock           held while a browser uses the profile
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from blackboard.errors import BoardError
from blackboard.file_lock import FileLock
from blackboard.private_folder import make_private_folder

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?")
_OWNER_ONLY = 0o700


class BadProfile(BoardError):
    """A profile's name is none, or there is no such profile."""


class ProfileInUse(BoardError):
    """Another process uses the profile, and two browsers would damage it."""


@dataclass(frozen=True)
class Profile:
    """A profile, which may not exist yet.

    Args:
        name: what the user calls it.
        root: the folder of all profiles.

    Raises:
        BadProfile: the name could lead out of that folder.
    """

    name: str
    root: Path

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise BadProfile(
                f"{self.name!r} cannot be the name of a profile: use letters, digits, dots, "
                "dashes and underscores, at most 64, with a letter or digit first and last"
            )

    @property
    def folder(self) -> Path:
        """All that is kept of it."""
        return self.root / self.name

    @property
    def browser_data(self) -> Path:
        """Chromium's own folder of it."""
        return self.folder / "chromium"

    @property
    def cookies(self) -> Path:
        """The cookies that Chromium itself does not keep."""
        return self.folder / "cookies.json"

    def exists(self) -> bool:
        """Whether a browser has used it."""
        return self.browser_data.is_dir()

    def is_in_use(self) -> bool:
        """Whether a browser uses it at this moment."""
        with closing(FileLock(self.folder / "lock")) as lock:
            return self.exists() and not lock.try_acquire()

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Create its folder where it is missing, and keep other processes out.

        Raises:
            ProfileInUse: another process has it.
            BadProfile: the folder cannot be made private.
        """
        if self.folder.is_symlink():
            raise BadProfile(f"the profile {self.folder} is a link; delete it, or give another "
                             "name")  # fmt: skip
        try:
            make_private_folder(self.browser_data)
            self.folder.chmod(_OWNER_ONLY)
        except OSError as error:
            raise BadProfile(f"could not make {self.folder}: {error.strerror}") from error
        with closing(FileLock(self.folder / "lock")) as lock:
            if not lock.try_acquire() or not lock.is_current():
                raise ProfileInUse(
                    f"the profile {self.name} is in use by another lessonboard; wait until that "
                    "has ended or close its window, or give another --profile"
                )
            yield

    def delete(self) -> None:
        """Delete it with all sign-ins that it holds.

        Raises:
            BadProfile: there is no such profile, or it cannot be deleted.
            ProfileInUse: a browser uses it.
        """
        if not self.exists():
            raise BadProfile(
                f"there is no profile {self.name}; `lessonboard recording login --list` lists them"
            )
        with self.in_use():
            try:
                shutil.rmtree(self.folder)
            except OSError as error:
                raise BadProfile(f"could not delete {self.folder}: {error.strerror}") from error


def profiles(root: Path) -> list[Profile]:
    """The profiles in a folder, by name."""
    if not root.is_dir():
        return []
    named = (Profile(each.name, root) for each in root.iterdir() if NAME.fullmatch(each.name))
    return sorted((each for each in named if each.exists()), key=lambda each: each.name.lower())
