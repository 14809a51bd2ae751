"""Projects of strangers: installed by what an installer would leave on the path of imports."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

EXAMPLE = Path(__file__).parents[3] / "examples" / "plugin"


def install(folder: Path, name: str, modules: Mapping[str, str], points: Mapping[str, str]) -> None:
    """Put modules and the metadata of their distribution into a folder for PYTHONPATH."""
    information = folder / f"{name}-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = "".join(f"{point} = {target}\n" for point, target in points.items())
    (information / "entry_points.txt").write_text(f"[lessonboard.plugins]\n{lines}")
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)


def install_example(folder: Path) -> None:
    """The project of `examples/plugin`, by its own pyproject.toml."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    install(folder, "lessonboard_deploys", {}, project["entry-points"]["lessonboard.plugins"])
    for module in EXAMPLE.glob("*.py"):
        shutil.copy(module, folder / module.name)
