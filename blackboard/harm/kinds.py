"""The kinds of harm by their consequence, each with the name that a person sees and agrees to."""

from __future__ import annotations

from typing import Final

FETCHES: Final = "fetches and runs"
SENDS: Final = "sends data out"
SECRETS: Final = "exposes secrets"
WEAKENS: Final = "weakens a safeguard"
OUTSIDE: Final = "reaches outside the repository"
REWRITES: Final = "rewrites history"
DELETES: Final = "deletes"

NAMES: Final = (FETCHES, SENDS, SECRETS, WEAKENS, OUTSIDE, REWRITES, DELETES)
"""In the order in which they are listed."""
