"""What a rule forbids as a test of the repository."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.automation.compiling.forbidden_code import ForbiddenCode, forbidden_in
from lessonboard.parts.automation.compiling.kind import Proposal, Unfit
from tests.parts.automation.compiling.given import MemoryFiles, subject

RULE = "Use `datetime.now(UTC)` instead of `datetime.utcnow()`."
TESTS = {"tests/test_app.py": "def test_app() -> None: ...\n"}


def proposed(rule: str = RULE, **files: str) -> Proposal:
    """The test of a rule."""
    return ForbiddenCode().propose(subject(rule), MemoryFiles({**TESTS, **files}))


def ran(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    """A test by the real pytest."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_test_passes_until_somebody_writes_what_is_forbidden(tmp_path: Path) -> None:
    """And then says where, and the rule; folders that are not ours are not looked into."""
    found = proposed()
    (tmp_path / found.file).parent.mkdir()
    (tmp_path / found.file).write_text(found.after)
    for folder in (".venv", "node_modules"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.py").write_text("datetime.utcnow()\n")
    (tmp_path / "app.py").write_text("my_datetime.utcnow()\n")
    assert ran(tmp_path, found.file).returncode == 0
    (tmp_path / "app.py").write_text("x = 1\ny = datetime.utcnow ()\n")
    done = ran(tmp_path, found.file)
    assert done.returncode == 1
    assert "app.py:2" in done.stdout
    assert "instead of" in done.stdout


@given(st.text(max_size=60))
def test_no_words_become_code(words: str) -> None:
    """The file is the same program, whatever the rule says."""
    plain, found = proposed(), proposed(f"{RULE} {words.replace('`', '')}")
    tree, other = ast.parse(plain.after), ast.parse(found.after)
    for each in (tree, other):
        (rule,) = (node for node in each.body if ast.unparse(node).startswith("RULE = "))
        assert isinstance(rule, ast.Assign)
        assert isinstance(rule.value, ast.Constant)
        each.body.remove(rule)
    assert ast.dump(tree) == ast.dump(other)


@pytest.mark.parametrize(
    "rule",
    ["Use `pnpm` instead of `npm`.", "Never use `npm install`.", "Never edit `schema.lock`.",
     "Use `a.b()`.", "Never use `a.b()` or `c.d()`, and avoid `e.f()`.", "Never use `app.py`.",
     "Never use `print`."],
)  # fmt: skip
def test_only_code_that_is_surely_forbidden_is_looked_for(rule: str) -> None:
    """No programs, no files, no plain words, and not two things at once."""
    with pytest.raises(Unfit):
        forbidden_in(rule)


def test_a_test_that_would_fail_now_is_not_proposed() -> None:
    """What is there is mended first, by people."""
    with pytest.raises(Unfit, match=r"1 files have .* such as app\.py"):
        proposed(**{"app.py": "datetime.utcnow()"})


def test_a_repository_without_such_tests_gets_none() -> None:
    """How it tests is a decision of its people."""
    with pytest.raises(Unfit, match="no tests"):
        ForbiddenCode().propose(subject(RULE), MemoryFiles({"app.py": ""}))


def test_a_test_is_not_added_twice() -> None:
    """The file is there, with the same words."""
    found = proposed()
    assert proposed(**{found.file: found.after}).is_there
