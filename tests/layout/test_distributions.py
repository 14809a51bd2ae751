"""What a plain installation brings along."""

from __future__ import annotations

import tomllib
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
_MOST = 26


def test_a_bare_install_is_few_distributions() -> None:
    """Whoever installs it without an extra gets so many, with those that those need."""
    found, left = {"lessonboard"}, list(_PROJECT["dependencies"])
    while left:
        needed = Requirement(left.pop())
        name = canonicalize_name(needed.name)
        if name in found or (needed.marker and not needed.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        left += requires(name) or []
    assert len(found) <= _MOST, sorted(found)
    assert "cryptography" in found, "sharing by a folder signs, and works in every install"
