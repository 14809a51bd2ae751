"""Plug-ins that break, hang, repeat what is there, or are gone: the rest works."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from blackboard.errors import PluginBroken
from blackboard.plugins.loading import within
from lessonboard.doctor.plugins import probe
from tests.command_line import Run
from tests.lessonboard.plugins.projects import install, install_example

VIEW = """
from blackboard import View
def register(to):
    to.view(View({name!r}, 1, {{"id": str}}, {{}}, lambda event: []))
"""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """The folder in which plug-ins are installed."""
    return tmp_path / "packages"


def diagnosed(run: Run, packages: Path) -> list[dict[str, Any]]:
    """What doctor says of plug-ins and their events."""
    findings = run("doctor", "--json", PYTHONPATH=str(packages)).json
    about = ("plug-in", "unknown events")
    return [finding for finding in findings if finding["what"].startswith(about)]


def test_one_that_cannot_be_imported_costs_a_warning(run: Run, packages: Path) -> None:
    """Help and commands work beside it, with one line that names it; doctor says what is wrong."""
    install(packages, "torn", {"torn": "import no_such_module"}, {"torn": "torn"})
    for arguments in (["--help"], ["lesson", "--help"]):
        ran = run(*arguments, PYTHONPATH=str(packages))
        assert ran.code == 0
        assert ran.err.count("\n") == 1
        assert "plug-in 'torn'" in ran.err
        assert "No module named 'no_such_module'" in ran.err
    (finding,) = diagnosed(run, packages)
    assert (finding["what"], finding["level"]) == ("plug-in torn", "bad")
    assert "no_such_module" in finding["found"]


def test_reads_and_hooks_import_none(run: Run, packages: Path, tmp_path: Path) -> None:
    """Neither a read of the board nor a hook looks for plug-ins; what needs them does."""
    seen = tmp_path / "seen"
    text = f"import pathlib\npathlib.Path({str(seen)!r}).touch()\ndef register(to): pass"
    install(packages, "marks", {"marks": text}, {"marks": "marks"})
    prompt = json.dumps({"session_id": "s", "prompt": "Run the tests", "cwd": str(tmp_path)})
    reads = (
        "lesson",
        "session",
        "search x",
        "admin events",
        "admin queue",
        "lesson context --prompt x",
    )
    for arguments in reads:
        assert run(*arguments.split(), PYTHONPATH=str(packages)).code == 0
        assert not seen.exists(), arguments
    for event in ("SessionStart", "UserPromptSubmit"):
        assert run("hook", event, stdin=prompt, PYTHONPATH=str(packages)).code == 0
    assert not seen.exists()
    run("--help", PYTHONPATH=str(packages))
    assert seen.exists()


def test_one_that_hangs_is_given_up(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading has a time limit, and what was given up is named; one beside it is loaded."""
    text = "import threading\nthreading.Event().wait()"
    install(packages, "hangs", {"hangs": text}, {"hangs": "hangs"})
    install(packages, "good", {"good": VIEW.format(name="good_view")}, {"good": "good"})
    monkeypatch.setenv("PYTHONPATH", str(packages))
    found = probe(["good", "hangs"], longest_import=3)
    assert found.plugins == {"good": {"view": ["good_view"]}}
    assert found.problems == [("hangs", "took longer than 3 s to load")]


def test_a_look_that_takes_too_long_is_given_up(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the process itself cannot go on, doctor does, and names the plug-ins."""
    install(packages, "hangs", {"hangs": "import threading\nthreading.Event().wait()"},
            {"hangs": "hangs"})  # fmt: skip
    monkeypatch.setenv("PYTHONPATH", str(packages))
    assert probe(["hangs"], longest=0.2).problems == [
        ("hangs", "hung: loading took longer than 0.2 s")
    ]


def test_one_that_ends_the_process_is_named(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sys.exit` costs the plug-in alone; a process that is gone is told with its exit code."""
    install(packages, "exits", {"exits": "import sys\nsys.exit(4)"}, {"exits": "exits"})
    monkeypatch.setenv("PYTHONPATH", str(packages))
    assert probe(["exits"]).problems == [("exits", "could not be loaded: SystemExit: 4")]
    (packages / "exits.py").write_text("import os\nos._exit(4)")
    ((plugin, reason),) = probe(["exits"]).problems
    assert plugin == "exits"
    assert "code 4" in reason


def test_work_that_takes_too_long_is_given_up() -> None:
    """Without waiting for it."""
    with pytest.raises(PluginBroken, match=r"took longer than 0\.01 s"):
        within(0.01, threading.Event().wait)


def test_what_is_there_already_is_refused_with_both_names(run: Run, packages: Path) -> None:
    """A view of the product or of another plug-in; the first one by name stays."""
    for name, view in (("alpha", "deploys"), ("beta", "deploys"), ("gamma", "lessons")):
        install(packages, name, {name: VIEW.format(name=view)}, {name: name})
    event = """
from typing import ClassVar
from blackboard import PayloadModel
class Mine(PayloadModel):
    type: ClassVar[str] = "lesson.created"
def register(to):
    to.event(Mine)
"""
    install(packages, "delta", {"delta": event}, {"delta": "delta"})
    bad = {
        each["what"]: each["found"] for each in diagnosed(run, packages) if each["level"] == "bad"
    }
    assert bad == {
        "plug-in beta": "adds the view 'deploys', which plug-in 'alpha' has already",
        "plug-in gamma": "adds the view 'lessons', which lessonboard has already",
        "plug-in delta": "adds the event 'lesson.created', which lessonboard has already",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no function `register(to)`"),
        ("def register(to): to.view(1)", "without a name"),
        ("def register(to): to.views(1)", "no attribute 'views'"),
        ("def register(to): to.view('nowhere:V')", "No module named 'nowhere'"),
        ("def register(to): to.command('x', 'nowhere', 'h')", "has no target such as"),
        ("def register(to): to.command('x', 'nowhere:x', 'h')", "No module named 'nowhere'"),
        ("class H: kind = 'reflect'\ndef register(to): to.handler(H)", "has no method"),
        ("class H:\n  kind = 'reflect'\n  def handle(self, *a): pass\n"
         "def register(to): to.handler(H())", "handler of 'reflect', which has one already"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(
    text: str, said: str, packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In words that tell its author what to mend."""
    install(packages, "wrong", {"wrong": text}, {"wrong": "wrong"})
    monkeypatch.setenv("PYTHONPATH", str(packages))
    ((plugin, reason),) = probe(["wrong"]).problems
    assert plugin == "wrong"
    assert said in reason


def test_events_of_one_that_is_gone_are_kept(run: Run, packages: Path, tmp_path: Path) -> None:
    """Readable, exported, imported elsewhere, passed over by reads, and said once by doctor."""
    install_example(packages)
    with_plugin = {"PYTHONPATH": str(packages)}
    assert run("deploy", "add", "web", "7", **with_plugin).code == 0
    (plugin,) = diagnosed(run, packages)
    assert (plugin["what"], plugin["level"]) == ("plug-in deploys", "good")

    (note,) = diagnosed(run, tmp_path / "nothing")
    assert (note["what"], note["level"]) == ("unknown events", "note")
    assert note["details"] == {"types": ["service.deployed"]}
    assert run("lesson").code == 0
    exported = run("admin", "events", "--output", "-").out
    (line,) = exported.splitlines()
    assert json.loads(line)["payload"] == {"service": "web", "release": "7"}

    file = tmp_path / "events.jsonl"
    file.write_text(exported)
    other = str(tmp_path / "other.db")
    assert run("--db", other, "session", "import", str(file), "--json").code == 0
    listed = run("--db", other, "deploy", "list", **with_plugin)
    assert listed.out == "web  7  1 deploys\n"


def test_own_events_are_checked_when_they_are_imported(
    run: Run, packages: Path, tmp_path: Path
) -> None:
    """Where the plug-in is installed a payload must fit its model; elsewhere it is kept."""
    with Board.open(tmp_path / "source.db") as board:
        board.append([NewEvent("service.deployed", "service:web", {"service": "web"})])
    file = tmp_path / "events.jsonl"
    file.write_text(
        run("--db", str(tmp_path / "source.db"), "admin", "events", "--output", "-").out
    )
    install_example(packages)
    refused = run("session", "import", str(file), PYTHONPATH=str(packages))
    assert "release: Field required" in refused.out + refused.err
    assert run("admin", "events").out == ""
    assert run("session", "import", str(file)).code == 0
    assert "service.deployed" in run("admin", "events").out


def test_without_its_own_parts_the_rest_works(imported: Run, tmp_path: Path) -> None:
    """Recordings and automation are registered like plug-ins, so nothing else needs them."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(
        "from blackboard.plugins import loading\nloading.PARTS = ()\n"
    )
    with Board.open(tmp_path / "board.db") as board:
        board.append([NewEvent("automation.enabled", "automation:x", {})])
    bare = {"PYTHONPATH": str(site)}
    for read in (["lesson"], ["search", "tests"], ["project", "show", "parcel-api"]):
        assert imported(*read, **bare) == imported(*read)
    assert imported("recording", **bare).code == 2
    assert imported("admin", "worker", "--until-idle", **bare).code == 0
    assert imported("admin", "verify", "--rebuild", "--view", "sessions", **bare).code == 0
    assert (
        "recordings" in imported("admin", "verify", "--rebuild", "--view", "recordings", **bare).err
    )
    assert diagnosed(imported, site) == []  # the types of their events are known all the same
    assert imported("recording").code == 0
