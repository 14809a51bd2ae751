"""Ask for a form in words, of programs that take no JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def with_schema(system: str, schema: Mapping[str, Any] | None) -> str:
    """The instructions, with the form of the answer at their end."""
    if schema is None:
        return system
    form = json.dumps(schema, ensure_ascii=False)
    return f"{system}\n\nAnswer with one JSON object of this JSON Schema, and nothing else:\n{form}"
