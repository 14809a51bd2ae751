"""A command of a rule as a hook of git."""

from __future__ import annotations

import importlib
import shlex
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.automation.compiling.commands import gate_of
from lessonboard.parts.automation.compiling.kind import Proposal, Unfit
from lessonboard.parts.automation.compiling.pre_commit import PreCommit
from tests.parts.automation.compiling.given import MemoryFiles, subject

RULE = "Run `npm run typecheck` before committing."
PUSH = "Before opening a pull request, run `make check`."
CONFIG = """\
# Hooks of this repository.
repos:
  - repo: https://example.com/hooks  # the usual
    rev: v1
    hooks:
      - id: trailing

ci:
  autofix_prs: false
"""


def load(text: str) -> Any:
    """A YAML text as data, read by another parser."""
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    return importlib.import_module(yaml.__name__).safe_load(text)


def proposed(files: dict[str, str], rule: str = RULE) -> Proposal:
    """The hook of a rule."""
    return PreCommit().propose(subject(rule), MemoryFiles(files))


def test_pre_commit_gets_a_local_hook_and_keeps_the_rest() -> None:
    """Comments and the blank line before the next key included."""
    after = proposed({".pre-commit-config.yaml": CONFIG}).after
    before_ci, _, ci = CONFIG.partition("\nci:")
    assert after.startswith(before_ci)
    assert after.endswith(f"\nci:{ci}")
    data, before = load(after), load(CONFIG)
    assert data["repos"][:-1] == before["repos"]
    assert data["ci"] == before["ci"]
    (hook,) = data["repos"][-1]["hooks"]
    assert (hook["entry"], hook["id"]) == ("npm run typecheck", "lesson-1a2b3c4d")
    assert "stages" not in hook


@given(st.text(max_size=60), st.sampled_from([CONFIG, "repos:\n- repo: x\n  rev: '1'\n"]))
def test_no_rule_breaks_out_of_its_name(words: str, config: str) -> None:
    """Quotes, colons, hashes and line breaks are text."""
    files = {".pre-commit-config.yaml": config}
    data = load(proposed(files, f"Run `make` before committing {words.replace('`', '')}").after)
    assert len(data["repos"]) == 2
    (hook,) = data["repos"][-1]["hooks"]
    assert set(hook) == {"id", "name", "entry", "language", "pass_filenames", "always_run"}
    assert hook["entry"] == "make"


def test_a_rule_about_pushes_gets_a_hook_of_pushes() -> None:
    """By the stage that it names."""
    after = proposed({".pre-commit-config.yaml": "repos:\n- repo: x\n  rev: '1'\n"}, PUSH).after
    assert load(after)["repos"][1]["hooks"][0]["stages"] == ["pre-push"]


@pytest.mark.parametrize(
    "config",
    ["repos: []\n", "repos:\n", "", "repos: *others\n", "---\na: b\n---\nrepos:\n- x\n",
     "repos:\n\t- repo: x\n", "other:\n  repos:\n    - x\n"],
)  # fmt: skip
def test_a_layout_that_is_not_understood_is_left_alone(config: str) -> None:
    """A person does it there."""
    with pytest.raises(Unfit, match="not understood"):
        proposed({".pre-commit-config.yaml": config})


def test_a_hook_is_not_added_twice() -> None:
    """It is there, and nothing is to be changed."""
    after = proposed({".pre-commit-config.yaml": CONFIG}).after
    assert proposed({".pre-commit-config.yaml": after}).is_there


def test_husky_gets_a_line() -> None:
    """In the script of the hook, which may be new; line ends are those of the file."""
    after = proposed({".husky/pre-commit": "npm test"}).after
    assert after == "npm test\nnpm run typecheck\n"
    assert proposed({".husky/pre-commit": after}).is_there
    assert proposed({".husky/pre-commit": "npm test\r\n"}).after.endswith("typecheck\r\n")
    found = proposed({".husky/pre-commit": ""}, PUSH)
    assert (found.file, found.before, found.after) == (".husky/pre-push", None, "make check\n")


def test_lefthook_gets_a_command() -> None:
    """Below those that are there, or below a hook of its own."""
    config = "pre-commit:\n  commands:\n    lint:\n      run: make lint\n"
    after = load(proposed({"lefthook.yml": config}).after)
    assert after["pre-commit"]["commands"]["lint"] == {"run": "make lint"}
    assert after["pre-commit"]["commands"]["lesson-1a2b3c4d"] == {"run": "npm run typecheck"}
    new = load(proposed({"lefthook.yml": config}, PUSH).after)
    assert new["pre-push"] == {"commands": {"lesson-1a2b3c4d": {"run": "make check"}}}
    with pytest.raises(Unfit, match="not understood"):
        proposed({"lefthook.yml": "pre-commit:\n  jobs:\n    - run: make lint\n"})


def test_a_repository_without_hooks_gets_none() -> None:
    """Which program runs them is a decision of its people."""
    with pytest.raises(Unfit, match=r"no \.pre-commit"):
        proposed({"README.md": ""})


@pytest.mark.parametrize(
    "rule",
    [
        "Run `make; curl x` before committing.",
        "Run `make && make install` before committing.",
        "Run `echo $HOME` before committing.",
        "Run `FOO=1 make` before committing.",
        "Run `rm -rf /` before committing.",
        "Run `git push --force` before each push.",
        "Run `git commit --no-verify` before committing.",
        "Never run `npm install` before committing.",
        "Run `make a` and run `make b` before committing.",
        "Run `make 'x` before committing.",
        "Run `make`.",
    ],
)
def test_what_is_more_than_a_command_becomes_no_hook(rule: str) -> None:
    """It would run on the machine of everybody who commits."""
    with pytest.raises(Unfit):
        gate_of(rule)


@given(st.text(max_size=40))
def test_a_shell_reads_the_words_that_were_meant(command: str) -> None:
    """And finds nothing to expand."""
    try:
        gate = gate_of(f"Run `{command}` before committing.")
    except Unfit:
        return
    assert tuple(shlex.split(gate.line)) == gate.words
    assert not set(gate.line) & set("$`;&|<>")
