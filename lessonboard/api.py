"""The stable import of Lessonboard for programs and plug-ins; docs/library.md describes each name.

They are looked up when they are first used, so that a plug-in costs a command only what it needs.
"""

from __future__ import annotations

from lessonboard.packages import ensure_ours

ensure_ours()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard import (
        Agent,
        Board,
        BoardError,
        Conflict,
        Delivery,
        Document,
        Event,
        Evidence,
        LessonText,
        NewEvent,
        NotFound,
        Pattern,
        PayloadModel,
        Reader,
        Registry,
        Row,
        Scope,
        Situation,
        View,
        columns,
        derived,
        find_transcripts,
        import_files,
    )
    from blackboard.plugins.testing import registered
    from reflect import (
        Detector,
        Finding,
        Trajectory,
    )
    from scheduler import (
        Handler,
        Hopeless,
        Item,
        LeaseLost,
        Queue,
        Stopped,
        Task,
        Worker,
    )

__all__ = [
    "Agent",
    "Board",
    "BoardError",
    "Conflict",
    "Delivery",
    "Detector",
    "Document",
    "Event",
    "Evidence",
    "Finding",
    "Handler",
    "Hopeless",
    "Item",
    "LeaseLost",
    "LessonText",
    "NewEvent",
    "NotFound",
    "Pattern",
    "PayloadModel",
    "Queue",
    "Reader",
    "Registry",
    "Row",
    "Scope",
    "Situation",
    "Stopped",
    "Task",
    "Trajectory",
    "View",
    "Worker",
    "columns",
    "derived",
    "find_transcripts",
    "import_files",
    "registered",
]

_HOMES = ("blackboard", "reflect", "scheduler", "blackboard.plugins.testing")


def __getattr__(name: str) -> object:
    """Return a public name, from the package that defines it (PEP 562)."""
    from importlib import import_module

    if name in __all__:
        for home in map(import_module, _HOMES):
            if hasattr(home, name):
                return getattr(home, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
