"""What plug-ins import goes on working where it was, with a warning that names the new place."""

from __future__ import annotations

from importlib import import_module

import pytest

MOVED = {
    "lessonboard.web.page:Page": "lessonboard.pages.page",
    "lessonboard.compiling.kind:Proposal": "lessonboard.parts.automation.compiling.kind",
    "blackboard.sources.gui_recording.source_file:Converter": (
        "lessonboard.parts.recordings.sources.source_file"
    ),
    "scheduler.forge.forge:Forge": "lessonboard.parts.automation.forge.forge",
}


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_new_thing(old: str) -> None:
    """The same class, and a warning where the name is used."""
    module, _, name = old.partition(":")
    with pytest.warns(DeprecationWarning, match=f"has moved to {MOVED[old]}"):
        found = getattr(import_module(module), name)
    assert found is getattr(import_module(MOVED[old]), name)


@pytest.mark.parametrize("old", MOVED)
def test_what_never_was_there_is_not_there(old: str) -> None:
    """A misspelt name is an error as in any module."""
    module = import_module(old.partition(":")[0])
    with pytest.raises(AttributeError):
        module.Nothing  # noqa: B018
    assert not hasattr(module, "__path__")
