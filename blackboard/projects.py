"""Which project a name means: the one resolver of every face."""

from __future__ import annotations

import os.path
from collections.abc import Collection, Mapping
from difflib import get_close_matches

from blackboard.errors import UnknownProject
from blackboard.repositories.remote import last_part
from blackboard.sources.repository import project_of
from blackboard.storage.local import LocalFile
from blackboard.views import VIEWS

_VIEWS = ("sessions", "lessons", "insights", "reviews", "recordings")
"""Where names of projects are met that no tie knows, such as those of imported lessons."""

_MOST_ALIKE = 3


def named(local: LocalFile, name: str) -> list[str]:
    """The projects that a person may mean: by name, alias, folder, or last part.

    Raises:
        UnknownProject: none is called so; names the nearest.
    """
    names = local.names.all()
    known = {
        project
        for view in VIEWS
        if view.name in _VIEWS
        for project in local.views.distinct(view, "project")
    }
    known |= set(names.values())
    if name[:1] in ("/", "~", "."):
        place = os.path.abspath(os.path.expanduser(name))  # noqa: PTH100, PTH111  # links are names too
        return named_among(name, known, names, (project_of(place), place))
    return named_among(name, known, names, (name,))


def named_among(
    name: str, known: Collection[str], names: Mapping[str, str], spellings: tuple[str, ...]
) -> list[str]:
    """The projects of a name, of those that are known, with the project of each other name.

    >>> named_among("cli", {"github.com/ada/cli", "github.com/ada/kite"}, {}, ("cli",))
    ['github.com/ada/cli']

    Raises:
        UnknownProject: none is called so.
    """
    for spelling in spellings:
        if spelling in known or spelling in names:
            return [names.get(spelling, spelling)]
    low = name.lower().strip("/")
    found = {each for each in known if last_part(each) == low or each.lower().endswith(f"/{low}")}
    found = found or {names[each] for each in names if last_part(each) == low}
    if found:
        return sorted(found)
    short = {last_part(each): each for each in sorted(known)}
    alike = get_close_matches(low, [*short, *known], _MOST_ALIKE)
    raise UnknownProject(name, list(dict.fromkeys(short.get(each, each) for each in alike)))
