"""A repository of one task, and copies of it with something else in them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

EXAMPLE = Path(__file__).parent / "greeter"


def example_with(folder: Path, replaced: Mapping[str, str] | None = None) -> Path:
    """A copy below a folder, with texts replaced wherever they stand."""
    copy = folder / EXAMPLE.name
    shutil.copytree(EXAMPLE, copy)
    for path in (each for each in copy.rglob("*") if each.is_file()):
        text = path.read_text()
        for old, new in (replaced or {}).items():
            text = text.replace(old, new)
        path.write_text(text)
    return copy
