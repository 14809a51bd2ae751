"""Folders that only their owner may enter."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_OWNER_ONLY = 0o700


def make_private_folder(folder: Path) -> None:
    """Make a folder and the parents that it lacks, all with mode 0700, whatever the umask says.

    What is there already keeps its mode.

    Raises:
        OSError: one of them cannot be made.
    """
    for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        try:
            missing.mkdir(mode=_OWNER_ONLY)
        except FileExistsError:
            continue  # another process was first
        missing.chmod(_OWNER_ONLY)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder")
