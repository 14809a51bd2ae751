"""What the tool `workflow` is called and takes; every agent pays for each word."""

from __future__ import annotations

from typing import Any

from lessonboard.mcp.definitions import Definition

WAYS = ("find", "dry_run", "run")

_TEXT: dict[str, Any] = {"type": "string"}

WORKFLOW = Definition(
    "workflow",
    "Browser tasks the user recorded: find by intent, dry_run, run",
    needs={"action": {"enum": list(WAYS)}},
    takes={"intent": _TEXT, "id": _TEXT, "parameters": {"type": "object"}},
    acts=True,
)
