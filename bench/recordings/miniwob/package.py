"""The pages of MiniWoB++: the wheel of the package `miniwob`, of which no code is run."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

RELEASE = "miniwob==1.1.0"
VARIABLE = "BENCH_MINIWOB"
_INSIDE = "miniwob/html/"


class NoPackage(Exception):
    """The wheel is not here, and it could not be fetched."""


class Pages:
    """The files below the package's folder of pages."""

    def __init__(self, wheel: Path) -> None:
        self._wheel = zipfile.ZipFile(wheel)

    def read(self, path: str) -> bytes | None:
        """A file, such as `miniwob/click-link.html`; None where there is none."""
        try:
            return self._wheel.read(_INSIDE + path)
        except KeyError:
            return None


def here(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The wheel that the environment names, or that was fetched before; None without one."""
    if named := environment.get(VARIABLE):
        return _wheel_in(Path(named))
    return _wheel_in(_cache(environment))


def fetched(environment: Mapping[str, str] = os.environ) -> Path:
    """The wheel, which pip downloads into the cache if it is not here.

    Raises:
        NoPackage: it is not here, and pip did not get it.
    """
    if wheel := here(environment):
        return wheel
    if named := environment.get(VARIABLE):
        raise NoPackage(f"{VARIABLE} names {named}, where there is no miniwob-*.whl")
    command = [sys.executable, "-m", "pip", "download", RELEASE, "--no-deps", "--quiet"]
    folder = _cache(environment)
    done = subprocess.run(
        [*command, "--dest", str(folder)], capture_output=True, text=True, check=False
    )
    wheel = _wheel_in(folder)
    if wheel is None:
        raise NoPackage(
            f"MiniWoB++ is not in {folder}, and `{' '.join(command[1:])}` did not get it: "
            f"{done.stderr.strip()}; name the wheel with {VARIABLE} or --package"
        )
    return wheel


def _wheel_in(path: Path) -> Path | None:
    found = [path] if path.suffix == ".whl" else sorted(path.glob("miniwob-*.whl"))
    return next((wheel for wheel in found if wheel.is_file()), None)


def _cache(environment: Mapping[str, str]) -> Path:
    home = environment.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "lessonboard-bench"
