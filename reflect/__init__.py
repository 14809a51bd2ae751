"""From what happened to what was learnt: everything here reads views and appends events.

The names in `__all__` are what plug-ins and programs may use (docs/library.md).
"""

from __future__ import annotations

from blackboard import looked_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reflect.finding import Finding
    from reflect.trajectory import Trajectory

__all__ = ["Finding", "Trajectory"]

_HOMES = {
    "Finding": "finding:Finding",
    "Trajectory": "trajectory:Trajectory",
}

__getattr__ = looked_up(__name__, _HOMES)
