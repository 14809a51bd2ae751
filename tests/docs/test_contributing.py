"""CONTRIBUTING's table of where things go holds row by row, and its ten changes work as it says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from blackboard import Registry

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "CONTRIBUTING.md"
_PATH = re.compile(r"`([\w.-]+/[\w./-]*)`")
_HOME = re.compile(r"`(\w+)` \(`([\w./-]+)`\)")
_MOST = 4
_PACKAGES = ("blackboard", "reflect", "scheduler", "lessonboard")


class Row(NamedTuple):
    """A row of the table."""

    what: str
    where: str
    method: str


def _rows() -> list[Row]:
    cells = re.findall(r"^\| (.+?) \| (.+) \| (.*?) ?\|$", PAGE.read_text(), re.MULTILINE)
    return [Row(*each) for each in cells if each[0] != "what"]


ROWS = {row.what: row for row in _rows()}


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: row.what)
def test_a_row_names_what_is_there_in_four_places_at_most(row: Row) -> None:
    """Each path exists, and each name stands in the file beside it."""
    paths = _PATH.findall(row.where)
    assert 0 < len(set(paths)) <= _MOST
    assert [each for each in paths if not (ROOT / each).exists()] == []
    for name, path in _HOME.findall(row.where):
        assert re.search(rf"^(?:def )?{name}\b", (ROOT / path).read_text(), re.MULTILINE) or (
            f"class {name}" in (ROOT / path).read_text()
        )


def test_every_kind_that_a_plug_in_may_add_is_in_the_table_or_of_no_file() -> None:
    """What is only a plug-in's, or a half of something else, has no row."""
    own = {"source", "check", "dispatch_rule", "group", "exporter", "model"}
    methods = {name for name in vars(Registry) if not name.startswith("_")}
    assert methods - own == {row.method.strip("`") for row in ROWS.values() if row.method}


class Change(NamedTuple):
    """A change as the table tells it: new files, lines behind others, and what is true then."""

    files: dict[str, str]
    lines: dict[str, tuple[str, str]]
    then: str


CHANGES = {
    "a type of event": Change(
        {"blackboard/events/zed.py": """
from typing import ClassVar
from blackboard.events.payload import PayloadModel

class ZedSeen(PayloadModel):
    \"\"\"Zed.\"\"\"
    type: ClassVar[str] = "zed.seen"
    name: str
"""},
        {"blackboard/events/catalogue.py": (
            "CATALOGUE: tuple[type[PayloadModel], ...] = (",
            "    __import__('blackboard.events.zed', fromlist=('x',)).ZedSeen,",
        )},
        "from blackboard.events.catalogue import BY_TYPE; assert 'zed.seen' in BY_TYPE",
    ),
    "a view": Change(
        {"blackboard/views/zeds.py": """
from blackboard.views import columns
from blackboard.views.view import View

ZEDS = View("zeds", 1, {"id": columns.TEXT}, {"note.taken": lambda row, event: {"id": "z"}},
            lambda event: ["z"])
"""},
        {"blackboard/views/__init__.py": (
            "VIEWS: tuple[View, ...] = (",
            "    __import__('blackboard.views.zeds', fromlist=('x',)).ZEDS,",
        )},
        """
from blackboard import Board, NewEvent
board = Board.open(":memory:")
board.append([NewEvent("note.taken", "n", {})])
assert board.view("zeds") == [{"id": "z"}]
""",
    ),
    "a coding agent": Change(
        {"blackboard/agents/zed/__init__.py": """
from blackboard.agents.agent import Agent, Hooks

ZED = Agent("zed", "Zed", program="zed", tools={"shell": ("zed_run",)},
            hooks=Hooks({"zed_start": "start"}, lambda event, _: event.startswith("zed_"), {}))
"""},
        {"blackboard/agents/__init__.py": ("MODULES = {", '    "zed": "zed",')},
        """
from blackboard.agents import AGENTS, built_in
from blackboard.agents.tools import describe
assert built_in("zed") is AGENTS["zed"]
assert describe("zed_run", {"command": "make"})["kind"] == "shell"
""",
    ),
    "a command": Change(
        {"lessonboard/cli/zed.py": """
import click

@click.command()
def zed() -> None:
    \"\"\"Print zed.\"\"\"
    click.echo("zed")
"""},
        {"lessonboard/cli/table.py": ("COMMANDS = {", '    "zed": Command("zed:zed", "Zed."),')},
        """
from click.testing import CliRunner
from lessonboard.cli.lazy import load
assert CliRunner().invoke(load("zed")).output == "zed\\n"
""",
    ),
    "a redaction rule": Change(
        {},
        {"blackboard/redaction/prefixes.py": (
            "PREFIXES: tuple[tuple[str, str, str, int], ...] = (",
            '    ("zedk_", "zed-key", "alnum", 20),',
        )},
        """
from blackboard.redaction.redact import redact
assert redact("zedk_0Kq8vT2mZ4wB8rYx6LpN5cR3").value == "[redacted zed-key]"
""",
    ),
    "a weight of the ranking": Change(
        {},
        {"blackboard/search/weights.py": ("HEAD, MIDDLE, REST = 2.0, 1.5, 1.0", "HEAD = 9.0")},
        """
from blackboard.search.ranking import impacts
assert impacts(("ab", "", ""))["ab"] > 110
""",
    ),
    "a page": Change(
        {"lessonboard/parts/web/pages/zed.py": """
from lessonboard.pages.page import Shown

def zed(asked):
    return Shown("zed.html", {})
"""},
        {"lessonboard/parts/web/pages/__init__.py": (
            "PAGES: tuple[Page, ...] = (", '    Page("/zed", "zed:zed", "Zed"),',
        )},
        """
from lessonboard.parts.web.pages import PAGES
assert PAGES[0].path == "/zed"
""",
    ),
    "a forge": Change(
        {"lessonboard/parts/automation/forge/zed.py": "class ZedForge: pass\n"},
        {"lessonboard/parts/automation/orchestration.py": (
            "        match name:",
            "            case 'zed':\n"
            "                from lessonboard.parts.automation.forge.zed import ZedForge\n"
            "                return ZedForge()",
        )},
        """
from types import SimpleNamespace as Some
from lessonboard.parts.automation.orchestration import forge_of
app = Some(config=Some(automation=Some(forge="zed")))
assert type(forge_of(app, None, None)).__name__ == "ZedForge"
""",
    ),
    "a detector of patterns": Change(
        {"reflect/detectors/zed.py": """
from blackboard.events.reflection import Pattern
from reflect.detectors.detector import Detector

ZED = Detector("zed", lambda _: [Pattern(type="zed", severity="low", count=1, suggestion="Z.")])
"""},
        {"reflect/detectors/__init__.py": (
            "from reflect.trajectory import Trajectory", "from reflect.detectors.zed import ZED",
        )},
        """
from reflect import detectors
assert detectors.detector_of("zed").find(None)[0].type == "zed"
""",
    ),
    "a check of `doctor`": Change(
        {"lessonboard/doctor/zed.py": """
from lessonboard.doctor.diagnosis import Diagnosis

def look(board):
    return [Diagnosis("zed", "good", "zed")]
"""},
        {"lessonboard/doctor/__init__.py": (
            "    with closing(opened):",
            "        from lessonboard.doctor import zed\n"
            '        yield from _guarded("zed", lambda: zed.look(opened))',
        )},
        """
import pathlib, tempfile
from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.doctor import examine
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "board.db")
    Board.open(path).close()
    assert "zed" in [each.what for each in examine(App(database=str(path)), 0)]
""",
    ),
}  # fmt: skip
"""The lines go behind the first one that is named; imports are inside, to be one line."""

_AMENDED = {"reflect/detectors/__init__.py": ("DETECTORS = (", "DETECTORS = (ZED, ")}

_CHECKED = """
import json, sys, traceback
found = {}
for name, text in json.load(sys.stdin).items():
    try:
        exec(text, {})
        found[name] = ""
    except BaseException:
        found[name] = traceback.format_exc()
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is wrong with each change in a copy in which all ten were made."""
    copy = tmp_path_factory.mktemp("copy")
    for package in _PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, copy / package, ignore=ignored)
    for change in CHANGES.values():
        for name, text in change.files.items():
            (copy / name).parent.mkdir(exist_ok=True)
            (copy / name).write_text(text)
        for name, (behind, line) in change.lines.items():
            _replace(copy / name, behind, f"{behind}\n{line}")
    for name, (before, after) in _AMENDED.items():
        _replace(copy / name, before, after)
    checks = json.dumps({name: change.then for name, change in CHANGES.items()})
    done = subprocess.run([sys.executable, "-c", _CHECKED], cwd=copy, input=checks, text=True,
                          capture_output=True, check=True,
                          env={"HOME": str(copy), "PYTHONPATH": str(copy)})  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _replace(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert text.count(before) >= 1, f"{path} has no line {before!r}"
    path.write_text(text.replace(before, after, 1))


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_made_in_the_files_that_its_row_names(
    name: str, changed: dict[str, Any]
) -> None:
    """Nothing else is opened: the folders and files of the change are those of the row."""
    places = _PATH.findall(ROWS[name].where)
    for file in (*CHANGES[name].files, *CHANGES[name].lines):
        assert any(file == place or file.startswith(place) for place in places), file
    assert changed[name] == ""


@pytest.mark.parametrize("name", [name for name in CHANGES if ROWS[name].method])
def test_a_plug_in_may_make_the_change_too(name: str) -> None:
    """The example's, or one of the tests'."""
    method = ROWS[name].method.strip("`")
    assert callable(getattr(Registry, method))
    files = [*(ROOT / "examples" / "plugin").glob("*.py"), *(ROOT / "tests").rglob("*.py")]
    assert any(f"to.{method}(" in path.read_text() for path in files)
