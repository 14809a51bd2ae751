"""Read the labels and the data that they refer to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LABELS = Path(__file__).parent / "labels"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a label file."""
    return [json.loads(line) for line in (LABELS / name).read_text().splitlines() if line]


def rules() -> dict[str, dict[str, Any]]:
    """The shared rules by id; empty if the data is not available."""
    path = SHARED / "lessons" / "rules.jsonl"
    if not path.is_file():
        return {}
    return {rule["id"]: rule for rule in map(json.loads, path.read_text().splitlines())}
