"""A barn to break things in."""

import shutil
import tempfile
from pathlib import Path

LITTLE = Path(__file__).parent / "fixtures" / "little-barn"


def open_little_barn(test):
    """A copy of the little barn, swept away when the test is over."""
    folder = Path(tempfile.mkdtemp(prefix="barn-"))
    test.addCleanup(shutil.rmtree, folder)
    home = folder / "little-barn"
    shutil.copytree(LITTLE, home)
    return home
