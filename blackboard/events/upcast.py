"""Lifting old payloads to the newest version of their type, one function per step.

A stored event is never rewritten. `UPCASTERS[(type, n)]` turns a payload of version n into
one of version n + 1; the next step is one function and one line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}


def can_lift(type_: str, version: int, newest: int) -> bool:
    """Whether there is a function for every step from a version to the newest."""
    return all((type_, step) in UPCASTERS for step in range(version, newest))


def lift(type_: str, payload: dict[str, Any], version: int, newest: int) -> dict[str, Any]:
    """A payload of `version` as one of version `newest`.

    Raises:
        KeyError: a step is missing; ask `can_lift` first.
    """
    for step in range(version, newest):
        payload = UPCASTERS[type_, step](payload)
    return payload
