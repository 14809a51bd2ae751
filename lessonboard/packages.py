"""Whether the packages `blackboard`, `reflect` and `scheduler` are Lessonboard's (decision 0073).

Their names are common. A module of a user's program comes before them on its search path, and a
distribution with a package of such a name overwrites these files in the same environment.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

NAMES = ("blackboard", "reflect", "scheduler")
_FOLDER = Path(__file__).resolve().parent.parent
_OURS = "looked_up"
"""A name that the `__init__.py` of each defines."""


class ForeignPackage(ImportError):
    """A package that Lessonboard needs is another program's."""


def ensure_ours() -> None:
    """Refuse to start with a package of another program.

    Raises:
        ForeignPackage: with its place, and what helps.
    """
    for name in NAMES:
        spec = find_spec(name)
        place = Path(spec.origin) if spec is not None and spec.origin else None
        if place is None or not _is_ours(name, place):
            raise ForeignPackage(
                f"lessonboard cannot start: its package {name!r} is {place or 'missing'}, which is "
                "another program's; rename that, or install lessonboard in an environment of its "
                "own (`uv tool install lessonboard`)"
            )


def _is_ours(name: str, place: Path) -> bool:
    return place.resolve() == _FOLDER / name / "__init__.py" and _OURS in place.read_text("utf-8")


def sharing() -> dict[str, list[str]]:
    """Other distributions of this environment with a package named like ours, by that name."""
    from importlib.metadata import distributions

    found: dict[str, list[str]] = {}
    for each in distributions():
        files = "\n" + (each.read_text("RECORD") or "")  # as text: `files` takes ten times as long
        for name in NAMES:
            has_it = f"\n{name}/" in files or f"\n{name}.py," in files
            if has_it and each.name != "lessonboard":  # its metadata is parsed to know its name
                found.setdefault(name, []).append(each.name)
    return found
