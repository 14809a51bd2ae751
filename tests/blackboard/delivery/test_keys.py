"""What a command may be known by: never by what nearly every shell line has."""

from __future__ import annotations

import pytest

from blackboard.delivery.keys import command_keys, named_commands
from blackboard.delivery.situation import Situation


@pytest.mark.parametrize(("command", "keys"), [
    ("git", []), ("git commit -m x", ["git commit"]), ("git -C x status", ["git status"]),
    ("uv run", []), ("uv run pytest -q", ["uv run pytest", "pytest"]), ("npm test", ["npm test"]),
    ("npm run build", ["npm run build"]), ("npx eslint .", ["npx eslint", "eslint"]),
    ("python -m build", ["python -m build", "build"]), ("make", []), ("make tiles", ["make tiles"]),
    ("head", []), ("cat notes.txt", []), ("which tides", []), ("ls -la src", ["ls -la"]),
    ("npm test | tail -5 | sort | uniq -c", ["npm test", "uniq -c"]),
    ("cat -A x", ["cat -A"]), ("rm -rf build", ["rm -rf"]), ("rm build", []),
    ("mkdir -p a", ["mkdir -p"]),
    ("pytest", ["pytest"]), ("pytest tests/a.py", ["pytest"]),
    ("terraform plan -out x", ["terraform", "terraform plan"]),
    ("gh pr edit 3", ["gh pr", "gh pr edit"]),
    ("lessonboard recording run a-1 --headed",
     ["lessonboard", "lessonboard recording", "lessonboard recording run",
      "lessonboard recording run a-1", "lessonboard recording run --headed"]),
    ("bin/check && bin/check", ["check"]), ("", []), ("cd app", []),
])  # fmt: skip
def test_a_command_has_keys(command: str, keys: list[str]) -> None:
    """A program with what it is to do, a plain tool with an option, each once."""
    assert command_keys(command, None) == keys


@pytest.mark.parametrize("project", ["github.com/ada/tides", "/home/ada/tides", "/home/ada/tides/"])
def test_a_projects_own_program_needs_a_subcommand(project: str) -> None:
    """In its own repository every other call is one of it."""
    assert command_keys("tides show", project) == ["tides show"]
    assert command_keys("tides", project) == []
    assert command_keys("tides show", "github.com/ada/sails") == ["tides", "tides show"]


def test_a_file_of_every_repository_is_no_key_of_a_prompt() -> None:
    """A bare README.md is; where it is worked on, or in its folder, it is one."""
    named = Situation(prompt="see README.md, docs/README.md and login.py")
    assert named.files == ["docs/README.md", "login.py"]
    assert Situation(paths=("README.md",)).files == ["README.md"]


def test_a_situation_has_the_keys_of_its_command() -> None:
    """In its project."""
    known = Situation(command="tides show", project="github.com/ada/tides", step="before")
    assert known.keys == [("command", "tides show")]


@pytest.mark.parametrize(("prompt", "keys"), [
    ("Why does `pytest -x tests` fail?", []), ("Why does `tides show` fail?", ["tides show"]),
    ("Then (npm install) it.", ["npm install"]), ("Run npm install, please.", ["npm install"]),
    ("See what tools/seed.sh does.", ["seed.sh"]), ("`python -m build`", ["python -m build"]),
    ("Use pytest, tox and git.", []), ("`pytest`, `HEAD` and ``", []), ("Look at git.", []),
    ("an odd ` and `npm test", []), ("```\nmake tiles\n```", ["make tiles"]), ("", []),
])  # fmt: skip
def test_a_prompt_names_commands(prompt: str, keys: list[str]) -> None:
    """In code, as a file that is run, and by the subcommand of a runner; no bare program."""
    assert named_commands(prompt, None) == keys


def test_of_a_long_prompt_the_first_commands_are_looked_up() -> None:
    """A hook has milliseconds, and the rest was pasted."""
    prompt = " ".join(f"`tides show{n}x`" for n in range(500))
    assert named_commands("`npm test` " + "`tides list` " * 100, None)[:1] == ["npm test"]
    assert len(Situation(prompt=prompt).keys) <= 60
