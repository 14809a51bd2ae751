"""What of a list of lines finds room in a budget of tokens."""

from __future__ import annotations

from blackboard.delivery.text import tokens


def within(lines: list[str], budget: int | None) -> list[str]:
    """Return the lines that find room in so many tokens.

    A line that does not fit may leave room for others.
    """
    kept: list[str] = []
    for line in lines:
        if budget is None or tokens("\n".join([*kept, line])) <= budget:
            kept.append(line)
    return kept
