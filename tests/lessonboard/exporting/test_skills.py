"""A procedure as a skill: one page with its steps, proof, dead ends and evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.events.reflection import FailedForm, PassedStep, SessionPassed
from lessonboard.exporting.skills import skill_files
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.miner.mine import mine
from reflect.procedures.common import Procedure, Way
from reflect.procedures.wording import finding, revised, said
from tests.command_line import Run
from tests.reflect.talks import PROJECT, edited, ran, session

_COMMANDS = st.sampled_from(["make lint", "npm run build --if-present", "./check.sh 'a b'", "a>b"])
_KEYS = st.lists(st.tuples(st.sampled_from(["", "web", "src/my app"]), _COMMANDS), min_size=2,
                 max_size=4, unique=True)  # fmt: skip


def _made(
    keys: list[tuple[str, str]], kinds: tuple[str, ...], dead: tuple[str, ...]
) -> tuple[Any, list[Way]]:
    """A procedure's row, and the way of a session that it cites."""
    steps = [PassedStep(event_id=f"e{n}", command=line, folder=folder)
             for n, (folder, line) in enumerate(keys)]  # fmt: skip
    failed = [FailedForm(command=each) for each in dead]
    way = Way.of(SessionPassed(subject="s1", first="c1", steps=steps, failed=failed), 0)
    procedure = Procedure(tuple(keys), kinds, dead, (way,))
    found, words = finding(procedure, way), revised(procedure, "lesson-0a1b2c3d4e5f")
    row = {
        "id": "lesson-0a1b2c3d4e5f", "proof": "procedure", "constraint": words.constraint,
        "symptom": words.symptom, "paths": list(found.paths), "last_seen_at": 0,
        "sessions": ["s1", "s2", "s3"], "trust": "tool",
        "evidence": [each.model_dump() for each in found.evidence],
    }  # fmt: skip
    return row, [way]


@given(_KEYS, st.sampled_from([(), ("*.go",), ("*.ts", "*.tsx")]),
       st.sampled_from([(), ("rtk make",), ("rtk make", "npx lint")]))  # fmt: skip
def test_the_page_of_a_procedure_has_its_steps_and_dead_ends(
    keys: list[tuple[str, str]], kinds: tuple[str, ...], dead: tuple[str, ...]
) -> None:
    """By what the calls that it cites ran."""
    found = said(*_made(keys, kinds, dead))
    assert found.steps == tuple((line, folder) for folder, line in keys)
    assert found.dead_ends == dead


def test_a_page_has_what_a_skill_needs() -> None:
    """A name and a description in front; the steps, what proves them, and what never passed."""
    made = _made([("web", "npm run fmt"), ("", "make test")], ("*.ts",), ("rtk make test",))
    ((path, page),) = skill_files([made[0]], made[1]).items()
    assert path == "lessonboard-make-test-3d4e5f/SKILL.md"
    assert page.startswith('---\nname: lessonboard-make-test-3d4e5f\ndescription: "Use after ')
    assert "after changing **/*.ts in" in page
    assert "1. `npm run fmt` in `web`\n2. `make test`\n" in page
    assert "It is proven when `make test` passes" in page
    assert "- `rtk make test` never passed." in page
    assert "Seen in 3 sessions that passed so, last on 1970-01-01" in page
    assert len(page.splitlines()) < 40


@pytest.mark.parametrize("fields", [
    {"proof": ""}, {"constraint": "Run the tests first."}, {"constraint": "Run `make`."},
    {"constraint": "Run `a`, then `c`, then `b` after the last change."}, {"evidence": []},
])  # fmt: skip
def test_what_is_no_procedure_is_no_skill(fields: dict[str, str]) -> None:
    """Nor one that a person worded anew: nothing proves its steps."""
    row, ways = _made([("", "a"), ("", "b")], (), ())
    assert skill_files([row], ways)
    assert skill_files([row | fields], ways) == {}


def test_skills_come_and_go_and_others_are_left_alone(run: Run, tmp_path: Path) -> None:
    """Approved ones, in the repository here."""
    with Board.open(tmp_path / "board.db") as board:
        for number in range(3):
            board.append(session([edited(), ran("make fmt"), ran("make test")], f"s{number}"))
        mine(board)
        curate(board, CuratorSettings())
    folder = tmp_path / "home" / ".claude" / "skills"
    (folder / "mine").mkdir(parents=True)
    (folder / "mine" / "SKILL.md").write_text("Mine.\n")
    export = ("lesson", "export", "--to", "skill", "--project", PROJECT)
    assert "+1. `make fmt`" in run(*export, "--dry-run").out
    assert run(*export).code == 0
    (made,) = folder.glob("lessonboard-make-test-*/SKILL.md")
    assert "2. `make test`" in made.read_text()
    assert run(*export).out == "Nothing to change.\n"
    assert run(*export, "--remove").code == 0
    assert [each.name for each in folder.iterdir()] == ["mine"]
    made.parent.mkdir()
    made.write_text("Mine too.\n")
    assert "is not lessonboard's" in run(*export).err
