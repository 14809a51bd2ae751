"""The blackboard: an append-only log of what agents did, and the views read off it.

The names in `__all__` are the public API (docs/library.md); any other module may change. They are
looked up when they are first used, so that the hooks of agents, which need few, start at once.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blackboard.board import Board
    from blackboard.context.moment import Moment
    from blackboard.errors import BoardError, Conflict, NotFound
    from blackboard.event import Event, NewEvent
    from blackboard.events.lesson import LessonText
    from blackboard.events.payload import Evidence, PayloadModel
    from blackboard.events.reflection import Pattern
    from blackboard.ids import derived
    from blackboard.importer import find as find_transcripts
    from blackboard.importer import import_files
    from blackboard.injection import Context
    from blackboard.plugins.registry import Registry
    from blackboard.search.scope import Scope
    from blackboard.sources.source import Reader
    from blackboard.views.view import Row, View

__all__ = [
    "Board",
    "BoardError",
    "Conflict",
    "Context",
    "Event",
    "Evidence",
    "LessonText",
    "Moment",
    "NewEvent",
    "NotFound",
    "Pattern",
    "PayloadModel",
    "Reader",
    "Registry",
    "Row",
    "Scope",
    "View",
    "derived",
    "find_transcripts",
    "import_files",
]

_HOMES = {
    "Board": "board:Board",
    "BoardError": "errors:BoardError",
    "Conflict": "errors:Conflict",
    "Context": "injection:Context",
    "Event": "event:Event",
    "Evidence": "events.payload:Evidence",
    "LessonText": "events.lesson:LessonText",
    "Moment": "context.moment:Moment",
    "NewEvent": "event:NewEvent",
    "NotFound": "errors:NotFound",
    "Pattern": "events.reflection:Pattern",
    "PayloadModel": "events.payload:PayloadModel",
    "Reader": "sources.source:Reader",
    "Registry": "plugins.registry:Registry",
    "Row": "views.view:Row",
    "Scope": "search.scope:Scope",
    "View": "views.view:View",
    "derived": "ids:derived",
    "find_transcripts": "importer:find",
    "import_files": "importer:import_files",
}


def looked_up(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """A package's `__getattr__` (PEP 562) that finds a name at its `module:name` within it."""

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        module, _, attribute = homes[name].partition(":")
        return getattr(import_module(f"{package}.{module}"), attribute)

    return find


__getattr__ = looked_up(__name__, _HOMES)
