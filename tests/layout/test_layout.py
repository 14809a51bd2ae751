"""The house keeps its shape: what is listed where a newcomer looks, and what no file may do."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from blackboard.events.catalogue import CATALOGUE
from blackboard.sources.readers import readers
from blackboard.views import VIEWS

ROOT = Path(__file__).parent.parent.parent
PRODUCT = [
    path
    for folder in ("blackboard", "reflect", "scheduler", "lessonboard")
    for path in sorted((ROOT / folder).rglob("*.py"))
]


def test_a_file_has_one_job() -> None:
    """A file of more than 350 lines has a second job that should live elsewhere.

    One that a program writes is a table, however long.
    """
    texts = {path: path.read_text().splitlines() for path in PRODUCT}
    assert [(str(path.relative_to(ROOT)), len(lines)) for path, lines in texts.items()
            if len(lines) > 350 and "made by `python -m " not in lines[0]] == []  # fmt: skip


def test_a_file_opens_with_what_it_is_for() -> None:
    """The first line of every module is a sentence about it."""
    assert [path for path in PRODUCT if not path.read_text().startswith('"""')] == []


def test_every_view_and_source_has_a_file_of_its_own() -> None:
    """What is listed is found by its name."""
    folders = [ROOT / "blackboard" / "views", *(ROOT / "lessonboard" / "parts").glob("*/views")]
    for view in VIEWS:
        assert [each for each in folders if (each / f"{view.name}.py").is_file()], view.name
    for source in readers():
        name = source.name.replace("-", "_")
        assert (ROOT / "blackboard" / "agents" / name / "transcript.py").is_file()


def test_event_types_are_told_in_the_past_tense_and_only_once() -> None:
    """A type is `topic.verbed`, and no two models share one."""
    types = [model.type for model in CATALOGUE]
    assert len(types) == len(set(types))
    for type_ in types:
        assert re.fullmatch(
            r"[a-z_]+\.([a-z]+(ed|held|otten|drawn|stood)|rerun|resting|woken)", type_
        )


def test_only_known_places_may_print() -> None:
    """Output belongs to the faces; the rest returns what it found."""
    for path in PRODUCT:
        is_face = path.is_relative_to(ROOT / "lessonboard")
        is_part = path.is_relative_to(ROOT / "lessonboard" / "parts")
        if not is_face or (is_part and "cli" not in path.parts):
            assert not re.search(r"^\s*print\(", path.read_text(), re.MULTILINE), path


def test_lessons_and_insights_are_made_in_the_pipeline_alone() -> None:
    """A way in that appends them itself would pass neither the gate nor the critic."""
    made = re.compile(r"\b(?:LessonCreated|LessonDeduplicated|InsightCurated)\((?!\w+Event\b)")
    makers = {str(path.relative_to(ROOT)) for path in PRODUCT if made.search(path.read_text())}
    assert makers == {"reflect/pipeline/events.py"}


def test_no_secret_shaped_text_is_in_the_repository() -> None:
    """Not even made-up keys are committed, for scanners cannot tell."""
    shape = re.compile(r"gh[pousr]_[A-Za-z0-9]{36}|AKIA[A-Z0-9]{16}|sk-ant-[\w-]{20,}")
    files = subprocess.run(
        ["git", "ls-files", "*.py", "*.md", "*.toml", "*.jsonl"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert [name for name in files if shape.search((ROOT / name).read_text())] == []
