"""The wheel of the package `miniwob`, whose pages are read and of which no code is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RELEASE = "miniwob==1.1.0"
VARIABLE = "BENCH_MINIWOB"


class NoPackage(Exception):
    """The wheel is not here, and it could not be fetched."""


def here() -> Path | None:
    """The wheel in the folder that the environment names, or in the cache; None without one."""
    return next(iter(sorted(_folder().glob("miniwob-*.whl"))), None)


def fetched() -> Path:
    """The wheel, which pip downloads if it is not here.

    Raises:
        NoPackage: pip did not get it.
    """
    if wheel := here():
        return wheel
    download = ["-m", "pip", "download", RELEASE, "--no-deps", "--quiet", "--dest", str(_folder())]
    done = subprocess.run([sys.executable, *download], capture_output=True, text=True, check=False)
    if wheel := here():
        return wheel
    raise NoPackage(
        f"MiniWoB++ is not in {_folder()}, and `python {' '.join(download)}` did not get it: "
        f"{done.stderr.strip()}; name the folder of its wheel with {VARIABLE}"
    )


def _folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get(VARIABLE) or Path(home, "lessonboard-bench"))
