"""Whether another distribution brings packages that are named like Lessonboard's."""

from __future__ import annotations

from collections.abc import Iterator

from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.packages import sharing


def look() -> Iterator[Diagnosis]:
    """Yield one finding for each name that is shared; nothing where none is."""
    for name, distributions in sharing().items():
        found = f"{', '.join(distributions)} has a package named {name!r} as well"
        advice = (
            "Each overwrites files of the other in one environment; install lessonboard in one of "
            "its own (`uv tool install lessonboard`)."
        )
        yield Diagnosis("packages", "bad", found, advice, {"distributions": distributions})
