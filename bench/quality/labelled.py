"""Reading the labels and the data that they point into."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LABELS = Path(__file__).parent / "labels"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a file of labels."""
    return [json.loads(line) for line in (LABELS / name).read_text().splitlines() if line]


def rules() -> dict[str, dict[str, Any]]:
    """The shared rules by their id; empty where the data is not at hand."""
    path = SHARED / "lessons" / "rules.jsonl"
    if not path.is_file():
        return {}
    return {rule["id"]: rule for rule in map(json.loads, path.read_text().splitlines())}
