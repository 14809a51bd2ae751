"""The blackboard: an append-only log of what agents did, and the views read off it.

The names in `__all__` are the public API (docs/library.md); any other module may change. They are
imported on first use, so that agents' hooks, which need few of them, start fast.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blackboard.agents.agent import Agent
    from blackboard.agents.reader import Reader
    from blackboard.board import Board
    from blackboard.delivery.result import Delivery
    from blackboard.delivery.situation import Situation
    from blackboard.errors import BoardError, Conflict, NotFound
    from blackboard.event import Event, NewEvent
    from blackboard.events.lesson import LessonText
    from blackboard.events.payload import Evidence, PayloadModel
    from blackboard.events.reflection import Pattern
    from blackboard.ids import derived
    from blackboard.importer import import_files
    from blackboard.plugins.registry import Registry
    from blackboard.search.document import Document
    from blackboard.search.scope import Scope
    from blackboard.transcript_files import find as find_transcripts
    from blackboard.views import columns
    from blackboard.views.view import Row, View

__all__ = [
    "Agent",
    "Board",
    "BoardError",
    "Conflict",
    "Delivery",
    "Document",
    "Event",
    "Evidence",
    "LessonText",
    "NewEvent",
    "NotFound",
    "Pattern",
    "PayloadModel",
    "Reader",
    "Registry",
    "Row",
    "Scope",
    "Situation",
    "View",
    "columns",
    "derived",
    "find_transcripts",
    "import_files",
]

_HOMES = {
    "Agent": "agents.agent:Agent",
    "Board": "board:Board",
    "BoardError": "errors:BoardError",
    "Conflict": "errors:Conflict",
    "Delivery": "delivery.result:Delivery",
    "Document": "search.document:Document",
    "Event": "event:Event",
    "Evidence": "events.payload:Evidence",
    "LessonText": "events.lesson:LessonText",
    "NewEvent": "event:NewEvent",
    "NotFound": "errors:NotFound",
    "Pattern": "events.reflection:Pattern",
    "PayloadModel": "events.payload:PayloadModel",
    "Reader": "agents.reader:Reader",
    "Registry": "plugins.registry:Registry",
    "Row": "views.view:Row",
    "Situation": "delivery.situation:Situation",
    "Scope": "search.scope:Scope",
    "View": "views.view:View",
    "columns": "views.columns",
    "derived": "ids:derived",
    "find_transcripts": "transcript_files:find",
    "import_files": "importer:import_files",
}


def looked_up(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """A package's `__getattr__` (PEP 562) that finds a name at its `module:name` or `module`."""

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        module, _, attribute = homes[name].partition(":")
        found = import_module(f"{package}.{module}")
        return getattr(found, attribute) if attribute else found

    return find


__getattr__ = looked_up(__name__, _HOMES)
