"""What a command or a file may be known by: lessons that are bound to it come up where it does.

A key that nearly every shell line has calls for nothing. So a program that has subcommands counts
with one, a plain tool of the shell with an option, and a project's own program not by name alone.
"""

from __future__ import annotations

from blackboard.search.file_names import file_name, paths
from blackboard.search.shell import PROBES, RUNNERS, named, simple_commands, wrapped_commands
from blackboard.search.subcommands import WITH_SUBCOMMANDS, as_typed, forms, is_nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TOOLS = PROBES | frozenset(
    """
    sort uniq cut tr xargs tee column paste fold rev tac yes seq date printf basename dirname
    realpath mkdir rmdir rm cp mv ln touch chmod chown kill pkill tar zip unzip open clear
    """.split()
)
"""Programs that say nothing of what is done: they look, filter, or move files about."""

_BARE_RUNS = frozenset(
    f"{runner} {word}"
    for runner, words in {
        "npm": "run exec", "pnpm": "run exec dlx", "yarn": "run exec dlx", "bun": "run x",
        "uv": "run tool", "poetry": "run", "pipenv": "run", "rye": "run", "hatch": "run",
        "pdm": "run", "mise": "run exec x", "go": "run tool", "bundle": "exec", "docker": "exec",
        "cargo": "run", "deno": "run task", "just": "run",
    }.items() for word in words.split()
)  # fmt: skip
"""Subcommands after which only the next word says what is done."""

_MOST_SUBCOMMANDS = 2

_RUNS_A_WORKFLOW = ["recording", "run"]
"""Subcommands of the product after which the next words name what is run."""

_MOST_NAMED = 60
"""Commands of a prompt that are looked up; a longer text was pasted."""

_SHORTEST_SCRIPT = 3
"""Letters of a script's name: `and/or`, `n/a` and `24/7` name none."""

_MARKS = ".,;:!?()\"'*"
_LONGEST_RUN = 3

_IN_EVERY_REPOSITORY = frozenset(
    """
    readme.md agents.md claude.md gemini.md skill.md changelog.md contributing.md license.md
    package.json package-lock.json tsconfig.json pyproject.toml setup.py requirements.txt
    go.mod go.sum main.go main.py __init__.py index.js index.ts index.html cargo.toml cargo.lock
    settings.json settings.local.json config.json config.toml config.yaml docker-compose.yml
    """.split()
)


def is_telling(path: str) -> bool:
    """Whether a file that a text names says where it is at work; one in every repository does not.

    >>> is_telling("README.md"), is_telling("docs/README.md"), is_telling("login.py")
    (False, True, True)
    """
    return "/" in path or file_name(path) not in _IN_EVERY_REPOSITORY


def command_keys(command: str, project: str | None) -> list[str]:
    """The keys of a shell line, each program's from the most general to the most particular.

    >>> command_keys("cd app && git commit -m x | tail -5", None)
    ['git commit']
    >>> command_keys("cat -A notes.txt; pytest -q; uv run ruff", None)
    ['cat -A', 'pytest', 'uv run ruff', 'ruff']
    >>> command_keys("sudo -E git -C app push origin", None)
    ['git push', 'git push origin']
    >>> command_keys("tides show && tides list harbours", "github.com/ada/tides")
    ['tides show', 'tides list', 'tides list harbours']
    """
    own = (project or "").rstrip("/").rpartition("/")[2]
    known = (key for key in _keys(command) if key != own)
    return list(dict.fromkeys(known))


def named_commands(text: str, project: str | None) -> list[str]:
    """The keys of commands that a text names: with a subcommand or an option, or as a file.

    A program's bare name is a word like any other, and calls for nothing.

    >>> named_commands("Does `pytest -q tests` pass? Then npm install; run tools/seed.sh.", None)
    ['npm install', 'seed.sh']
    >>> named_commands("Does `tox run` pass? Then run script/smoke, and/or bin/tides.", None)
    ['tox run', 'smoke', 'tides']
    """
    lines = [*_code_spans(text), *_runs(text.split())][:_MOST_NAMED]
    said = [key for line in lines for key in command_keys(line, project) if " " in key]
    named = [*paths(text)[:_MOST_NAMED], *_scripts(text)]
    files = [key for path in named for key in command_keys(path, project)]
    return list(dict.fromkeys([*said, *files]))


def _scripts(text: str) -> list[str]:
    """The words of a text that are a path without an ending, as a script's is."""
    words = [each.strip(_MARKS) for each in text.split() if "/" in each]
    return [each for each in words if _is_script(each.removeprefix("./").split("/"))][:_MOST_NAMED]


def _is_script(parts: list[str]) -> bool:
    is_plain = all(each.replace("-", "").replace("_", "").isalnum() for each in parts)
    return (
        len(parts) > 1 and is_plain and len(parts[-1]) >= _SHORTEST_SCRIPT and parts[-1].islower()
    )


def _code_spans(text: str) -> Iterator[str]:
    """The texts between backticks in one line."""
    for line in text.splitlines():
        yield from line.split("`")[1:-1:2]


def _runs(words: list[str]) -> Iterator[str]:
    """The runners that prose names, each with the words after it, up to the end of a clause."""
    for place, word in enumerate(words):
        if word.strip(_MARKS).lower() in RUNNERS:
            run = []
            for each in words[place : place + _LONGEST_RUN]:
                run.append(each.strip(_MARKS))
                if each[-1] in _MARKS:
                    break
            yield " ".join(run)


def lesson_key(command: str) -> str:
    """The key by which a command calls for a lesson: with its subcommand, without its arguments.

    >>> lesson_key("pip install -e . | tail -3"), lesson_key("python -m pip install kite")
    ('pip install', 'pip install')
    >>> lesson_key("npm run build --silent"), lesson_key("git push origin main")
    ('npm run build', 'git push')
    >>> lesson_key("uv run ruff"), lesson_key("uv run ruff check --fix")
    ('uv run ruff', 'ruff check')
    >>> lesson_key("pytest tests"), lesson_key("docker compose -f app.yml up -d")
    ('pytest', 'docker compose up')
    """
    ran = simple_commands(command)
    if not ran:
        return ""
    keys = [_key_of(each) for each in forms(ran[0])]
    return next((key for key in keys[:0:-1] if " " in key), keys[0])


def _key_of(words: list[str]) -> str:
    program = words[0]
    if program not in WITH_SUBCOMMANDS:
        found = list(_keys_of(words)) if program in TOOLS else []
        return found[-1] if found else program
    if program in RUNNERS:
        keys = named(words)
    else:
        keys = [program, *_subcommands(program, words[1 : 1 + _MOST_SUBCOMMANDS])]
    is_of_two = len(words) > 1 and is_nested(program, words[1])
    return keys[-1] if " -m " in keys[-1] else keys[: 2 + is_of_two][-1]


def _keys(command: str) -> Iterator[str]:
    for limits, words in wrapped_commands(command):
        yield from limits
        for form in forms(words):
            yield from _keys_of(form)
        if typed := as_typed(words):  # a key that somebody wrote, or that is older than its name
            yield from _keys_of(typed)


def _keys_of(words: list[str]) -> Iterator[str]:
    program = words[0].rpartition("/")[2]
    if program in TOOLS:
        yield from (f"{program} {word}" for word in words[1:] if _is_option(word))
    elif program in RUNNERS:
        yield from (each for each in named(words) if _is_of(each, program))
    else:
        yield program
        yield from _subcommands(program, words[1 : 1 + _MOST_SUBCOMMANDS])
        if program == "lessonboard" and words[1:3] == _RUNS_A_WORKFLOW:
            yield from (f"{program} recording run {word}" for word in words[3:])


def _is_option(word: str) -> bool:
    return word[:1] == "-" and word.lstrip("-")[:1].isalpha()


def _is_of(prefix: str, program: str) -> bool:
    return prefix.startswith(f"{program} ") and prefix not in _BARE_RUNS


def _subcommands(program: str, words: list[str]) -> Iterator[str]:
    """A program with the plain words after it, as far as they name what it is to do."""
    for word in words:
        if not word.replace("-", "").replace(":", "").isalnum() or not word[0].isalpha():
            return
        program = f"{program} {word}"
        yield program
