"""Which parts are active, and whether the board uses one whose libraries are missing."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.plugins.parts import PARTS, inactive
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.switched_parts import install_line, lacking


def look(app: App) -> Iterator[Diagnosis]:
    """Yield what is on and off, and what cannot be on although the board uses it."""
    off = inactive()
    states = {"on": [part.name for part in PARTS if part not in off],
              "off": [part.name for part in off]}  # fmt: skip
    found = "; ".join(f"{', '.join(names)} {state}" for state, names in states.items() if names)
    if off:
        found += " (`lessonboard admin part on NAME`)"
    yield Diagnosis("parts", "good", found, details={"parts": states})
    for part in lacking(app.database):
        missing = f"the board uses it, but {', '.join(part.missing)} are not installed"
        kept = "its records are kept, and nothing of it runs or is published"
        yield Diagnosis(
            part.name, "note", f"{missing}; {kept}", f"Run `{install_line(part.name)}`."
        )
