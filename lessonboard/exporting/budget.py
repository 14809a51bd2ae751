"""What of a list of lines finds room in a budget of tokens."""

from __future__ import annotations

from blackboard.delivery.text import tokens


def within(lines: list[str], budget: int | None) -> list[str]:
    """The lines that find room in so many tokens; one that does not may leave room for others."""
    kept: list[str] = []
    for line in lines:
        if budget is None or tokens("\n".join([*kept, line])) <= budget:
            kept.append(line)
    return kept
