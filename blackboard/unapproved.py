"""What may be put before an agent without an approval, by whose word it is.

Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

TOLD_UNAPPROVED = ("human", "tool", "repository")
"""The trusts of what may be quoted to an agent before it is approved.

What a model, an agent's proposal or an unknown author says waits for a person.
"""

PROVES_NOTHING = ("repository", "imported")
"""The trusts of texts that may claim any proof: their sessions and quotations are not this
board's."""


def is_offered(row: Mapping[str, Any]) -> bool:
    """Whether a lesson or insight may be put before an agent, be it as a quotation.

    When a proven proposal of a model may, `delivery.proof` decides at each step.
    """
    may_wait = row["trust"] in TOLD_UNAPPROVED or is_proven(row)
    return bool(row["status"] == "approved" or (row["status"] == "candidate" and may_wait))


def is_proven(row: Mapping[str, Any]) -> bool:
    """Whether structure proves a lesson: somebody else's text only says so."""
    return bool(row.get("proof")) and row["trust"] not in PROVES_NOTHING
