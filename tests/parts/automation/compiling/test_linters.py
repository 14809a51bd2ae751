"""A linter's rule that a lesson names, switched on in the settings of the repository."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.automation.checks.span import span_of
from lessonboard.parts.automation.compiling.kind import Proposal, Unfit
from lessonboard.parts.automation.compiling.linter import Linter
from lessonboard.parts.automation.compiling.text_lines import split
from tests.parts.automation.compiling.given import MemoryFiles, subject

RUFF = "Follow `T201` of Ruff: use the logger, never print."
_ESLINT = "Follow `no-console` of ESLint: use the logger."


def proposed(rule: str, files: dict[str, str]) -> Proposal:
    """The settings with the rule of a lesson."""
    return Linter().propose(subject(rule), MemoryFiles(files))


def holds(found: Proposal, text: str) -> bool:
    """Whether the check of a proposal is in another text of its file."""
    return Linter().holds({"item": found.item, "file": found.file}, text.encode())


@pytest.mark.parametrize(
    "settings",
    [
        '[tool.ruff.lint]\nselect = ["E", "F"]  # few\n',
        '[tool.ruff.lint]\nextend-select = [\n  "E",\n  "F", # [\n]\nselect = ["E4"]\n',
        '[tool.ruff.lint]\nselect = []\n\n[tool.other]\nselect = ["x"]\n',
        "[tool.ruff]\nline-length = 100\n",
        '[tool.ruff]\nselect = ["E"]\r\n',
        '[project]\nname = "a]"\n\n[tool.ruff.lint]\npreview = true',
    ],
)
def test_ruff_selects_the_rule_besides_what_it_did(settings: str) -> None:
    """Everything else in the file says what it said."""
    found = proposed(RUFF, {"pyproject.toml": settings})
    before, after = tomllib.loads(settings), tomllib.loads(found.after)
    own = after["tool"]["ruff"]
    lint = own.get("lint", own)
    name = "extend-select" if "extend-select" in lint else "select"
    assert lint[name].pop() == "T201"
    kept = [line for line in split(found.after) if line.strip() in settings]
    assert len(kept) >= len(split(settings)) - 1
    assert before.get("project") == after.get("project")
    assert holds(found, found.after)
    assert not holds(found, settings)


def test_ruff_itself_reports_what_the_lesson_forbids(tmp_path: Path) -> None:
    """The real program, before and after."""
    (tmp_path / "app.py").write_text('print("kite")\n')
    settings = '[lint]\nselect = ["E"]\n'

    def reported() -> str:
        ruff = str(Path(sys.executable).with_name("ruff"))
        command = [ruff, "check", "--no-cache", "--output-format", "concise", "app.py"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.stdout

    (tmp_path / "ruff.toml").write_text(settings)
    assert "T201" not in reported()
    (tmp_path / "ruff.toml").write_text(proposed(RUFF, {"ruff.toml": settings}).after)
    assert "T201" in reported()


@pytest.mark.parametrize("selected", ["T201", "T20", "T", "ALL"])
def test_a_rule_that_is_on_is_there_already(selected: str) -> None:
    """By itself or as one of a group, and however the list is laid out later."""
    found = proposed(RUFF, {"ruff.toml": f'[lint]\nselect = ["E", "{selected}"]\n'})
    assert found.is_there
    assert holds(found, f"lint.select = [\n'{selected}',\n]\n")
    assert not holds(found, f'[lint]\nselect = ["{selected}"]\nignore = ["T201"]\n')
    assert not holds(found, "no TOML [")


@pytest.mark.parametrize(
    "settings",
    [
        '[lint]\nselect = ["E"]\nignore = ["T20"]\n',
        'lint = { select = ["E"] }\n',
        "[lint\n",
        '[lint]\nselect = [\n  "E"\n]\n',
    ],
)
def test_settings_that_are_not_clear_are_left_alone(settings: str) -> None:
    """A person decides, or lays them out."""
    with pytest.raises(Unfit):
        proposed(RUFF, {"ruff.toml": settings})


@given(st.text(alphabet="[]\"'#,=E \n", max_size=40))
def test_ruff_settings_are_changed_as_data_or_not_at_all(text: str) -> None:
    """Whatever the brackets, quotes and comments of a list are."""
    settings = f'[lint]\nselect = ["E"{text}\n]\n'
    try:
        before = tomllib.loads(settings)
        after = tomllib.loads(proposed(RUFF, {"ruff.toml": settings}).after)
    except (tomllib.TOMLDecodeError, Unfit):
        return
    assert after["lint"].pop("select") == [*before["lint"].pop("select"), "T201"]
    assert after == before


@pytest.mark.parametrize(
    "rule",
    ["Disable `T201` of Ruff here.", "Use `T201` or `F401` of Ruff.", "Print `T201` on the label.",
     "Ignore Ruff's `T201`."],
)  # fmt: skip
def test_a_lesson_that_names_no_one_rule_to_follow_is_no_setting(rule: str) -> None:
    """Nor one that wants a rule off, or speaks of something else."""
    with pytest.raises(Unfit):
        proposed(rule, {"ruff.toml": '[lint]\nselect = ["E"]\n'})


def test_eslint_as_a_program_gets_a_last_element() -> None:
    """Only where the list is plain to see."""
    settings = 'import js from "@eslint/js";\nexport default [\n  js.configs.recommended,\n];\n'
    found = proposed(_ESLINT, {"eslint.config.js": settings})
    last = '  { rules: { "no-console": "error" } },\n];\n'
    assert found.after == settings.replace("];\n", last)
    assert holds(found, found.after)
    assert not holds(found, found.after.replace("{ rules", "// { rules"))
    assert proposed(_ESLINT, {"eslint.config.js": found.after}).is_there
    with pytest.raises(Unfit, match="does not end in a list"):
        proposed(_ESLINT, {"eslint.config.js": "module.exports = make();\n"})
    with pytest.raises(Unfit, match="plug-in"):
        proposed("Follow `unicorn/no-null` of ESLint.", {"eslint.config.js": settings})


def test_settings_in_json_get_one_more_member() -> None:
    """Comments and layout stay."""
    before = '{\n  // ours\n  "rules": {"semi": "error"}\n}\n'
    found = proposed(_ESLINT, {".eslintrc.json": before})
    assert found.after == before.replace('"error"}', '"error", "no-console": "error"}')
    assert holds(found, found.after)


def test_a_check_of_a_linter_of_an_earlier_version_is_known_by_its_lines() -> None:
    """The lesson does not come back while the repository has them."""
    text = '{"rules": {"noConsole": "error"}}\n'
    kept = span_of(text.splitlines())
    check = {"file": "biome.json", "item": "biome suspicious/noConsole", **kept._asdict()}
    assert Linter().holds(check, text.encode())
    assert not Linter().holds(check, b"{}\n")
