"""The place in which CI runs the tests: nothing that was left behind can help there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
_LOOK = """
echo home: $(ls -A "$HOME")
echo settings: ${A_SETTING-none} $PIP_A_SETTING
echo name: $(git config user.name)
echo left: $(ls "$1" 2>/dev/null)
pwd
exit 7
"""
"""In the shell, for the Python of the tests may lie in the folder that is hidden."""


def look(checkout: Path, left: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in the clean place of a checkout."""
    settings = {"HOME": str(home), "A_SETTING": "1", "PIP_A_SETTING": "kept"}
    return subprocess.run(
        [checkout / ".ci" / "clean-place", "sh", "-c", _LOOK, "look", left],
        env={**os.environ, **settings}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="CI is Linux")
def test_a_clean_place_has_nothing_of_before(tmp_path: Path) -> None:
    """A home with a git identity, a setting and what lies in the temporary folder are not there.

    The checkout is in the temporary folder itself, and stays where it is; so does the exit code.
    """
    home, checkout = tmp_path / "home", tmp_path / "checkout"
    home.mkdir()
    (home / ".gitconfig").write_text("[user]\nname = A Person\n")
    (home / ".npmrc").write_text("fund=false\n")
    shutil.copytree(ROOT / ".ci", checkout / ".ci")
    with tempfile.NamedTemporaryFile() as left:
        done = look(checkout, Path(left.name), home)
        is_hidden = "mount namespace" in done.stderr
    assert done.returncode == 7, done.stderr
    *found, there, place = done.stdout.splitlines()
    assert found == ["home: .npmrc", "settings: none kept", "name:"]
    assert there.split()[1:] == ([] if is_hidden else [left.name])
    assert place == str(checkout)
    may_mount = subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True)
    assert is_hidden == (may_mount.returncode == 0)
