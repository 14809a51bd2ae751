"""What a run reports of itself, whoever ran it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    """Whether a run reported success; `why` is what it said otherwise."""

    succeeded: bool
    why: str = ""
