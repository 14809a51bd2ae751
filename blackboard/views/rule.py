"""What a lesson and an insight have in common: the rule that agents are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def rule_of(row: Mapping[str, Any]) -> str:
    """The rule that a lesson or insight states."""
    return str(row["constraint"] if "constraint" in row else row["statement"])
