"""What leaves the board of a workflow: a script that runs by itself, a skill, a page."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from lessonboard.parts.recordings.browser.plan import NotRunnable, Parameter, Plan, PlanStep
from lessonboard.parts.recordings.compiler.template import escape
from lessonboard.parts.recordings.export import EXPORTS, Subject
from tests.parts.recordings.browser.site import Site
from tests.parts.recordings.browser.tasks import Circle, play_numb, sign_in

if TYPE_CHECKING:
    pass


def ran(
    script: str, folder: Path, browser: str, *arguments: str, **variables: str
) -> tuple[int, str, str]:
    """What the script did as a program of its own, in a folder without our packages."""
    file = folder / "run.py"
    file.write_text(script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(file), "--with-timeout", "3", *arguments],
        cwd=folder, env={"PATH": os.environ["PATH"], "LESSONBOARD_BROWSER": browser, **variables},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.full
def test_the_script_does_the_task_with_other_values(
    chromium: str, site: Site, board: Board, tmp_path: Path
) -> None:
    """Without our packages; where two are alike that were one, it stops and does nothing."""
    plan = Circle(site, board, tmp_path).taught("search.html", play_numb)
    text = EXPORTS["playwright"](Subject(plan))[""]
    imported = {name.name.partition(".")[0] for each in ast.walk(ast.parse(text))
                if isinstance(each, ast.Import) for name in each.names}  # fmt: skip
    imported |= {(each.module or "").partition(".")[0] for each in ast.walk(ast.parse(text))
                 if isinstance(each, ast.ImportFrom)}  # fmt: skip
    assert imported <= {*sys.stdlib_module_names, "playwright"}
    code, out, error = ran(text, tmp_path, chromium, "--song-name", "Clocks")
    assert code == 0, error
    assert out.startswith("ok 1\nok 2\nok 3\ndone, ")
    assert site.done == [{"played": "Clocks"}]
    site.done.clear()
    site.later['["", " (live)"]'] = '["", ""]'
    code, out, error = ran(text, tmp_path, chromium, "--song-name", "Clocks")
    assert (code, site.done) == (1, [])
    assert 'step 3 was not done: the button "Play Clocks": there are 2 alike where one' in error
    assert ran(text, tmp_path, chromium)[0] == 2


@pytest.mark.parametrize(("wanted", "played"), [("Numb (live)", "Numb (live)"), ("Gone", None)])
def test_the_script_acts_in_the_row_that_is_meant(
    chromium: str, site: Site, tmp_path: Path, wanted: str, played: str | None
) -> None:
    """It is known by what it says, wherever it stands now; where there is none, nothing is done."""
    site.later["play.textContent = `Play ${asked}${kind}`;"] = (
        'play.textContent = "Play"; item.append(asked + kind);'
    )
    within = {"kind": "item", "cells": [wanted], "key": 0}
    target = {"role": "button", "name": "Play", "within": within, "alike": 2}
    step = PlanStep(1, 0, "CLICK", None, target, "Play it", {}, {})
    plan = Plan("r", "Play", (), (step,), site.url("results.html?q=Numb"))
    code, _, error = ran(EXPORTS["playwright"](Subject(plan))[""], tmp_path, chromium)
    assert site.done == ([{"played": played}] if played else [])
    assert code == (0 if played else 1), error


def test_secrets_come_from_the_environment(
    chromium: str, site: Site, board: Board, tmp_path: Path
) -> None:
    """No file holds one, and no command line takes one."""
    plan = Circle(site, board, tmp_path).taught("login.html", sign_in)
    files = EXPORTS["skill"](Subject(plan))
    assert "correct horse" not in str(files)
    script = files["scripts/run.py"]
    assert "LESSONBOARD_PARAM_PASSWORD" in files["SKILL.md"]
    code, _, error = ran(script, tmp_path, chromium, "--user", "bob")
    assert (code, "set LESSONBOARD_PARAM_PASSWORD" in error) == (1, True)
    code, _, error = ran(script, tmp_path, chromium, "--user", "bob",
                         LESSONBOARD_PARAM_PASSWORD="open sesame")  # fmt: skip
    assert code == 0, error
    assert any("user=bob&password=open+sesame" in each for each in site.asked)


HOSTILE = st.one_of(
    st.text(),
    st.sampled_from([
        '"""', "'''", '\\"""\nimport os\nos.system("x")\n"""', "{}", "{{x}}", "`rm`", "# x\n## y",
        "\n---\nname: other\n---\n", "%s %(x)s", "</script>", "\u2028import os", "'; exit(1) #",
        "\ud83d", "--", "| a | b |", "]]>", "\\",
    ]),
)  # fmt: skip


def subject_of(text: str) -> Subject:
    """A workflow with a text wherever there may be one."""
    safe = escape(text)
    target = {"role": "button", "name": safe, "locators": [{"by": "id", "selector": safe}],
              "within": {"kind": "row", "cells": [safe], "key": 0}}  # fmt: skip
    steps = tuple(PlanStep(n, n, "TYPE", safe, target, safe, {"place": safe}, {"title": safe},
                           danger="delete") for n in (1, 2))  # fmt: skip
    parameters = (Parameter("song", text, text), Parameter("word", text, "", sensitive=True))
    plan = Plan(text or "r", text, parameters, steps, text, {"text": safe}, (text,))
    return Subject(plan, text, {1: text})


def shape(script: str) -> list[str]:
    """The statements of a script, without the workflow that it holds."""
    return [ast.dump(each) for each in ast.parse(script).body
            if not isinstance(each, ast.AnnAssign)]  # fmt: skip


@given(text=HOSTILE)
def test_no_text_becomes_code(text: str) -> None:
    """The script is the same program for every text, and the text is in it as data."""
    script = EXPORTS["playwright"](subject_of(text))[""]
    assert shape(script) == shape(EXPORTS["playwright"](subject_of("plain"))[""])
    (held,) = [each for each in ast.parse(script).body if isinstance(each, ast.AnnAssign)]
    assert held.value is not None
    workflow: dict[str, Any] = ast.literal_eval(held.value)
    assert workflow["title"] == text
    assert workflow["steps"][0]["target"]["name"] == escape(text)
    script.encode()


@given(text=HOSTILE)
def test_no_text_becomes_a_heading_or_a_field(text: str) -> None:
    """Of the skill's page."""
    plain, page = (EXPORTS["skill"](subject_of(each))["SKILL.md"].split("\n")
                   for each in ("plain", text))  # fmt: skip
    marks, expected = ([line.split(" ")[0] for line in lines if line.startswith(("#", "---"))]
                       for lines in (page, plain))  # fmt: skip
    assert marks == expected
    _, name, description, end, *_ = EXPORTS["skill"](subject_of(text))["SKILL.md"].split("\n")
    assert end == "---"
    assert name.removeprefix("name: ").replace("-", "").isalnum()
    assert len(name) <= 6 + 64
    assert len(json.loads(description.removeprefix("description: "))) <= 1024


def test_a_skill_promises_no_more_than_is_checked() -> None:
    """It speaks of the end as recorded only where the workflow says what to look for."""
    subject = subject_of("x")
    assert "the end was as recorded" in EXPORTS["skill"](subject)["SKILL.md"]
    subject = replace(subject, plan=replace(subject.plan, outcome={}))
    page = EXPORTS["skill"](subject)["SKILL.md"]
    assert "the end was as recorded" not in page
    assert "is not checked" in page


def test_a_script_without_a_browser_says_how_to_name_one(tmp_path: Path) -> None:
    """It ends with 1 and one line."""
    plan = replace(subject_of("x").plan, parameters=(), outcome={})
    script = EXPORTS["playwright"](Subject(plan))[""]
    code, _, error = ran(script, tmp_path, str(tmp_path / "none"))
    assert (code, error.count("\n")) == (1, 1)
    assert "--with-browser" in error


def test_what_a_script_cannot_do_is_not_exported() -> None:
    """The skill goes without it."""
    subject = subject_of("x")
    upload = replace(subject.plan.steps[0], action="UPLOAD")
    subject = replace(subject, plan=replace(subject.plan, steps=(upload,)))
    with pytest.raises(NotRunnable, match="step 1 of x is UPLOAD"):
        EXPORTS["playwright"](subject)
    files = EXPORTS["skill"](subject)
    assert list(files) == ["SKILL.md"]
    assert "scripts/run.py" not in files["SKILL.md"]
