"""Plain full text: at each prompt the five nearest passages of the sessions before."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench.effect.arms import nearest_hook
from bench.effect.arms.arm import Arm, Place


class Nearest(Arm):
    """FTS5 over what was said and printed, with nothing else."""

    name = "nearest-five"
    agents = ("claude",)

    def install(self, place: Place) -> None:
        """Register the hook."""
        hook = {"type": "command", "command": sys.executable,
                "args": ["-I", str(Path(nearest_hook.__file__))]}  # fmt: skip
        settings = place.home / ".claude" / "settings.json"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}}))
