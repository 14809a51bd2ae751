"""The core and its parts: each part has a folder of its own, also of tests and pages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from blackboard.events.catalogue import CATALOGUE
from blackboard.plugins.loading import imported, parts
from blackboard.plugins.part_registry import PartRegistry
from blackboard.plugins.parts import PARTS, Part
from tests.net_lines import PACKAGES, net_lines, owner

ROOT = Path(__file__).parents[2]
NAMES = {part.name for part in PARTS}


def test_each_part_has_its_code_tests_and_pages_in_one_place() -> None:
    """What is below `parts` is what is registered, in all three trees."""
    for tree in ("lessonboard", "tests", "docs"):
        folders = {path.name for path in (ROOT / tree / "parts").iterdir()
                   if path.is_dir() and path.name != "__pycache__"}  # fmt: skip
        assert folders == NAMES, tree


def test_nothing_of_the_core_names_a_module_of_a_part() -> None:
    """Not as text either, which the contracts of imports do not see; the list of parts is one."""
    found = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if not path.is_relative_to(ROOT / "lessonboard" / "parts")
        and '"lessonboard.parts.' in path.read_text()
    }
    moved = {"lessonboard/compiling/kind.py", "blackboard/sources/gui_recording/source_file.py",
             "scheduler/forge/forge.py"}  # fmt: skip
    assert found == {"blackboard/plugins/parts.py"} | moved


def test_what_parts_add_can_be_added() -> None:
    """Each thing is given as text, so that registering imports nothing of a part."""
    code = (
        "import sys; from blackboard.plugins.loading import parts; parts();"
        "print(*[name for name in sys.modules if name.count('.') > 2"
        " and name.startswith('lessonboard.parts.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
                          check=True)  # fmt: skip
    assert done.stdout.split() == []
    assert {entry.plugin for entry in parts()} == {part.module for part in PARTS}


def test_every_place_where_the_core_asks_is_used() -> None:
    """A method of the registry of parts that no part calls would be a dead one."""
    methods = {name for name in vars(PartRegistry) if not name.startswith("_")}
    calls = "".join(
        (ROOT / "lessonboard" / "parts" / name / "__init__.py").read_text() for name in NAMES
    )
    assert {name for name in methods if f"to.{name}(" not in calls} == set()


def test_net_lines_are_lines_of_code() -> None:
    """No blank line, comment or docstring counts; a text over several lines does."""
    prose = '"""A\n\nB."""\n\n# C\n'
    text = f'{prose}x = 1  # D\ny = """\nE\n"""\n\n\ndef f():\n    """F."""\n    return x\n'
    assert net_lines(text) == len(["x", 'y = """', "E", '"""', "def", "return"])
    owners = [owner(Path("lessonboard", *rest)) for rest in (("parts", "web", "a.py"),
              ("parts", "__init__.py"), ("cli", "a.py"))]  # fmt: skip
    assert owners == ["web", "core", "core"]


@pytest.mark.parametrize("part", PARTS, ids=[part.name for part in PARTS])
def test_what_every_install_knows_of_a_part_is_what_it_adds(part: Part) -> None:
    """Its views and commands by name, and topics that events have."""
    mine = [entry for entry in parts() if entry.plugin == part.module]
    views = {imported(entry.value).name for entry in mine if entry.kind == "view"}
    groups = {entry.name for entry in mine if entry.kind == "group"}
    commands = {entry.name for entry in mine if entry.kind == "command"} | groups
    assert views == set(part.views)
    assert {name for name in commands if name.rpartition(" ")[0] not in groups} <= set(part.words)
    assert set(part.topics) <= {model.type.partition(".")[0] for model in CATALOGUE}
