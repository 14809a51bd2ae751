"""When work runs and who runs it: the queue, workers, automation, workflows, git and GitHub.

The names in `__all__` are what plug-ins and programs may use (docs/library.md).
"""

from __future__ import annotations

from blackboard import looked_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scheduler.dispatch import Task
    from scheduler.handler import Handler, Hopeless, Stopped
    from scheduler.work.item import Item, LeaseLost
    from scheduler.work.queue import Queue
    from scheduler.worker import Worker

__all__ = ["Handler", "Hopeless", "Item", "LeaseLost", "Queue", "Stopped", "Task", "Worker"]

_HOMES = {
    "Handler": "handler:Handler",
    "Hopeless": "handler:Hopeless",
    "Item": "work.item:Item",
    "LeaseLost": "work.item:LeaseLost",
    "Queue": "work.queue:Queue",
    "Stopped": "handler:Stopped",
    "Task": "dispatch:Task",
    "Worker": "worker:Worker",
}

__getattr__ = looked_up(__name__, _HOMES)
