"""A lesson keyed by a command with a subcommand is shown at that subcommand alone."""

from __future__ import annotations

import pytest

from blackboard.delivery.keys import command_keys, lesson_key
from blackboard.search.shell import after_options, simple_commands

_SHOWN = {
    "pip install -e .": [
        "pip install kite", "pip3 install kite", "pip3.11 -q install kite", "python -m pip install",
        "python3.12 -m pip install -U pip", "sudo pip install kite", "sudo -E -u bo pip install x",
        "env A=1 B=2 pip install kite", "env -i -u C pip install kite", "uv run pip install kite",
        "uv run --with x python -m pip install", "poetry run pip install", "nohup pip install x",
        "timeout -k 5 30 pip install x", "nice -n 5 pip install x", "/usr/bin/pip install x",
        "cd app && pip install x | tail -3", "pip --proxy http://p install x",
        "pip --index-url https://index.example install x",
    ],
    "git push": ["git push", "git push origin main", "git -C app push", "git --no-pager push",
                 "git -c a.b=c -C app push --force"],
    "npm run build": ["npm run build", "npm --prefix web run build", "npm run build -- --watch",
                      "CI=1 npm run build"],
    "docker compose up -d": ["docker compose up", "docker compose -f app.yml -p x up --build",
                             "docker --context far compose up", "sudo docker compose up"],
    "gh pr view": ["gh pr view 7", "gh -R acme/kite pr view", "gh pr view --web"],
    "cargo test": ["cargo test", "cargo +nightly test", "cargo test -- --nocapture"],
    "kubectl get pods": ["kubectl -n kite get pods", "kubectl get nodes"],
    "terraform apply": ["terraform apply", "terraform -chdir=infra apply"],
    "aws s3 cp a b": ["aws s3 cp x y", "aws --profile kite s3 cp x y"],
    "npx -y tsc": ["npx tsc --noEmit", "npx -p typescript tsc"],
    "pytest tests": ["pytest", "pytest -q tests/one", "uv run pytest", "python -m pytest"],
}  # fmt: skip
_NOT_SHOWN = {
    "pip install": ["pip list", "pip3 uninstall kite", "python -m pip list", "uv run pip freeze",
                    "sudo -E pip list", "pip", "uv pip install kite", "npm install"],
    "git push": ["git status", "git -C push status", "git stash push", "git"],
    "git stash pop": ["git stash", "git stash push", "git pop"],
    "npm run build": ["npm run test", "npm build", "npm run", "npm --prefix build run test"],
    "docker compose up": ["docker compose down", "docker compose -f up down", "docker up",
                          "docker compose"],
    "gh pr view": ["gh pr diff", "gh issue view"],
    "cargo test": ["cargo build", "cargo +test build"],
    "aws s3 cp": ["aws s3 ls", "aws ec2 cp"],
    "uv run ruff": ["ruff check", "uv run pytest"],
}  # fmt: skip


def _pairs(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(keyed, run) for keyed, lines in table.items() for run in lines]


@pytest.mark.parametrize(("keyed", "run"), _pairs(_SHOWN))
def test_it_is_shown_at_its_own_subcommand(keyed: str, run: str) -> None:
    """Whatever options come before it, and whatever runs it."""
    assert lesson_key(keyed) in command_keys(run, None)


@pytest.mark.parametrize(("keyed", "run"), _pairs(_NOT_SHOWN))
def test_it_is_not_shown_at_another_one(keyed: str, run: str) -> None:
    """Nor where its words are another command's values."""
    assert lesson_key(keyed) not in command_keys(run, None)


@pytest.mark.parametrize(
    ("key", "run"),
    [("pip3", "pip3 install x"), ("pip3 install", "sudo pip3 -q install x"),
     ("python3.11", "python3.11 x.py"), ("timeout", "timeout 5 pytest"),
     ("nice", "nice -n 5 make x"), ("pip", "pip3 install x")],
)  # fmt: skip
def test_a_program_is_known_by_the_name_that_was_typed_too(key: str, run: str) -> None:
    """So a lesson of that name, of today or of long ago, still comes up."""
    assert key in command_keys(run, None)


@pytest.mark.parametrize(("key", "run"), [("timeout", "make timeout"), ("pip3", "pip install x"),
                                          ("sudo", "sudo make x")])  # fmt: skip
def test_no_other_name_is_taken_for_it(key: str, run: str) -> None:
    """Nor does what everything may be run by call for anything."""
    assert key not in command_keys(run, None)


@pytest.mark.parametrize("line", ["", "cd app", "sudo", "env -u A", "timeout 5", "echo x"])
def test_a_line_that_runs_nothing_has_no_key(line: str) -> None:
    """What only sets something up, or names no program."""
    assert (lesson_key(line), command_keys(line, None)) == ("", [])


@pytest.mark.parametrize(
    ("words", "left"),
    [([], []), (["-C"], []), (["-C", "x"], []), (["-q", "x"], ["x"]), (["x", "-C"], ["x", "-C"]),
     (["-C=x", "y"], ["y"])],
)  # fmt: skip
def test_options_end_where_the_first_word_is(words: list[str], left: list[str]) -> None:
    """Also at the end of a line."""
    assert after_options(words, {"-C"}) == left


@pytest.mark.parametrize("word", ["npx", "sudo", "sudo -u", "python -m", "A=1", "uv run --"])
def test_a_long_line_of_what_runs_others_is_looked_at_in_part(word: str) -> None:
    """Of programs that run one another four are told apart, however many there are."""
    assert len(command_keys(f"{word} " * 5_000, None)) <= 12


def test_what_wraps_a_command_is_no_part_of_it() -> None:
    """Nor are the options of that, and its limit."""
    assert simple_commands("sudo -u bo timeout -s KILL 5 env -i A=1 git push") == [["git", "push"]]
