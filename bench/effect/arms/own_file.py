"""The agents' own file, as a good user keeps it."""

from __future__ import annotations

from bench.effect.arms.arm import Arm, Place
from bench.effect.session import OWN_FILE


class OwnFile(Arm):
    """What the task's author would keep after the three sessions; the agent reads it first."""

    name = "own-file"

    def after(self, place: Place) -> None:
        """Write it once the third session is over; git does not see it."""
        if place.number == len(place.task.before) and place.task.file.strip():
            name = OWN_FILE if place.agent == "claude" else "AGENTS.md"
            (place.clone.folder / name).write_text(place.task.file)
            with (place.clone.folder / ".git" / "info" / "exclude").open("a") as file:
                file.write(f"{name}\n")
