"""From what happened to what was learnt: everything here reads views and appends events.

The names in `__all__` are what plug-ins and programs may use (docs/library.md).
"""

from __future__ import annotations

from blackboard import looked_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reflect.detectors.detector import Detector
    from reflect.finding import Finding
    from reflect.trajectory import Trajectory

__all__ = ["Detector", "Finding", "Trajectory"]

_HOMES = {
    "Detector": "detectors.detector:Detector",
    "Finding": "finding:Finding",
    "Trajectory": "trajectory:Trajectory",
}

__getattr__ = looked_up(__name__, _HOMES)
