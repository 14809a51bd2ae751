"""Check all plug-ins in a separate process: `python -m lessonboard.doctor.plugin_probe`.

It prints JSON: what each plug-in adds, and what is wrong with them. Code of a stranger may hang or
end the process, which must not happen to `doctor`.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import entry_points
from typing import Any

from blackboard.errors import BoardError
from blackboard.plugins import contents, loading
from blackboard.plugins.registry import Entry


def probe() -> dict[str, Any]:
    """Return what plug-ins add, by plug-in and kind, and what is wrong with them."""
    _ask_for_everything()
    plugins: dict[str, dict[str, list[str]]] = {
        point.name: {} for point in entry_points(group=loading.GROUP)
    }
    for kind, found in contents.everything().items():
        for name, each in found.items():
            plugins[each.plugin].setdefault(kind, []).append(name)
    return {"plugins": plugins, "problems": loading.problems()}


def _ask_for_everything() -> None:
    from blackboard.events.catalogue import added_events
    from blackboard.redaction.added import patterns as redaction_patterns
    from blackboard.sources.readers import added_readers
    from blackboard.views import added_views
    from lessonboard.bootstrap import App
    from lessonboard.cli.table import added_groups
    from lessonboard.mcp.added import added_definitions
    from lessonboard.workers import handlers
    from reflect.detectors import added_detectors
    from reflect.miner.mine import added_miners
    from reflect.model.account import added_models
    from scheduler.dispatch import added_rules

    added_events(), added_views(), added_readers(), added_detectors(), added_miners()
    added_rules(), added_groups(), added_definitions(), handlers(App())
    redaction_patterns(), contents.added("doctor", (), contents.not_a_function)
    added_models()
    for ask in contents.part("kind"):
        ask()
    _import_late(contents.added("command", ()))
    _import_late(contents.added("tool", ()))
    _import_late(contents.added("exporter", ()))


def _import_late(found: dict[str, Entry]) -> None:
    """Import what is otherwise imported when it is called."""
    for name, each in found.items():
        try:
            loading.resolved(each.value[0])
        except BoardError as error:
            loading.report(each.plugin, f"adds {name!r}, which {error}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        loading.LONGEST_IMPORT = float(sys.argv[1])
    sys.stdout.write(json.dumps(probe()) + "\n")
