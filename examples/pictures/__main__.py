"""Draws every picture:

python -m examples.pictures [FOLDER]
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from examples.demo import add_samples
from examples.pictures.drawing import drawn
from examples.pictures.moving import moving
from examples.pictures.pages import shots
from examples.pictures.scenes import IMPORT, MOVING, SCENES, STEPS, Scene
from examples.pictures.terminal import printed

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
NOW = 1_795_338_000
"""2026-11-22 09:00 UTC, the morning after the samples were recorded."""

_SECONDS = re.compile(r"\d+\.\d s\b")


def pictures() -> Iterator[tuple[str, str]]:
    """The name of each picture's file, and the picture."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        add_samples(home)
        _run(IMPORT, home)
        for scene in SCENES:
            yield f"{scene.name}.svg", drawn(scene.name, scene.title, _shown(scene, home))
        printed_by_step = [_run(step.command, home) for step in STEPS]
        yield f"{MOVING}.svg", moving(MOVING, "the same error", STEPS, printed_by_step)


def _shown(scene: Scene, home: Path) -> str:
    """A scene's commands behind their prompts, each with what it printed."""
    shown = (f"\x1b[32m$\x1b[0m {line}\n{_run(line, home)}" for line in scene.commands)
    return "\n".join(shown).rstrip("\n")


def _run(line: str, home: Path) -> str:
    program, *arguments = shlex.split(line)
    ours = [sys.executable, "-m", "examples.pictures.clock", str(NOW), *arguments]
    command = ours if program == "lessonboard" else ["bash", "-c", line]
    environment = {
        "HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC",
    }  # fmt: skip
    # How long something took is the only thing that differs from run to run.
    return _SECONDS.sub("… s", printed(command, home, environment)).replace(str(home), "~")


def main(folder: Path) -> None:
    """Draw all pictures into a folder, and say which are new."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures():
        path = folder / name
        is_same = path.exists() and path.read_text() == picture
        path.write_text(picture)
        print(f"{'as it was' if is_same else 'drawn':10}{name}")
    for name, content in shots(NOW):
        (folder / name).write_bytes(content)
        print(f"{'drawn':10}{name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
