"""Documents in the forms in which people state lessons and decisions, and what they state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "samples"


def _texts(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.md"))}


STATING: dict[str, str] = _texts(_FOLDER)
"""Documents that state something, by the name of their form."""

EXPECTED: dict[str, list[dict[str, Any]]] = json.loads(
    (_FOLDER / "expected.json").read_text("utf-8")
)
"""What they state: the fields of each statement that are not empty."""

NOTHING: dict[str, str] = _texts(_FOLDER / "nothing") | {"empty": "", "blank": "\n\n \n"}
"""Documents that state nothing."""
