"""The table of commands, and what calling one costs."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import lessonboard
from blackboard import Board, NewEvent
from lessonboard.cli.complete import complete, suggestions
from lessonboard.cli.former import FORMER
from lessonboard.cli.lazy import own_command
from lessonboard.cli.main import cli
from lessonboard.cli.table import COMMANDS, GROUPS, PLUMBING, SECTIONS, children
from tests.command_line import Run

READS = [
    "lesson", "lesson --insights", "search x", "session",
    "admin events", "lesson context --prompt x", "automation pr", "admin queue", "admin verify",
]  # fmt: skip
LISTS = {"lesson", "session", "admin events", "lesson context --prompt x"}
HEAVY = {
    "pydantic", "sqlite_utils", "reflect", "scheduler", "tomlkit", "markdown_it", "openai", "mcp",
    "rapidfuzz", "rich", "PIL", "zstandard", "cryptography", "importlib.metadata",
}  # fmt: skip
"""What no read of the board needs; each costs more than the read itself."""

UNUSED = {
    "blackboard.harm.judge", "blackboard.agents.registry", "blackboard.search.signature",
    "logging", "secrets", "hmac",
}  # fmt: skip
"""What would be a third of a read of views that are up to date."""


def loaded(*arguments: str, home: Path) -> set[str]:
    """The modules that a command has imported when it ends."""
    program = (
        "import sys\nfrom lessonboard.start import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.stdout.write('\\n' + ' '.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "HOME": str(home)},
        cwd=home,
    )
    return set(done.stdout.splitlines()[-1].split())


def test_each_line_of_the_table_leads_to_its_command() -> None:
    """A command that the table names exists, goes by that name, and has a help text."""
    for name in COMMANDS:
        command = own_command(name)
        assert command is not None
        assert command.name == name.split()[-1]
        assert command.help


def test_help_shows_each_command_once() -> None:
    """Every word of the help is a command, and every command is reached from one of them."""
    named = [name for names in SECTIONS.values() for name in names]
    assert len(named) == len(set(named))
    assert set(named) == set(children())
    groups = {name.rpartition(" ")[0] for name in COMMANDS} - {""}
    assert groups <= GROUPS.keys()


def test_what_programs_call_works_and_is_in_no_help() -> None:
    """The hooks, the server and the status line that earlier versions installed go on."""
    assert {"hook", "mcp", "status-line"} == PLUMBING
    assert COMMANDS.keys() >= PLUMBING
    assert not PLUMBING & children().keys()


def test_groups_in_groups_are_listed() -> None:
    """The help of a group names the groups below it, which may be commands themselves."""
    assert children("admin")["queue"] == COMMANDS["admin queue"].help
    assert set(children("admin queue")) == {"add", "claim", "finish"}


def test_the_daily_verbs_are_few() -> None:
    """What a newcomer reads in the help fits in the head."""
    assert sum(map(len, SECTIONS.values())) <= 16


def test_an_unknown_command_is_a_usage_error(run: Run) -> None:
    """A name that is in no table is said to be unknown."""
    assert run("lessson", "x").code == 2


def test_the_version_is_the_packages(run: Run) -> None:
    """The short way to print the version says what the long way says."""
    assert run("--version").out == f"lessonboard {lessonboard.__version__}\n"


@pytest.mark.parametrize("arguments", READS)
def test_a_read_imports_nothing_heavy(arguments: str, tmp_path: Path) -> None:
    """Commands that only read start without models, learning or the network's clients."""
    database = ["--db", str(tmp_path / "board.db")]
    with Board.open(tmp_path / "board.db") as board:
        board.append([NewEvent("automation.enabled", "automation:x", {})])  # so its part is on
        board.catch_up()
    found = loaded(*database, *arguments.split(), home=tmp_path)
    assert not HEAVY & found
    assert arguments not in LISTS or not (UNUSED | {"blackboard.recall"}) & found
    assert arguments != "search x" or not UNUSED & found
    assert not {name for name in found if name.startswith("blackboard.events.")} - {
        "blackboard.events.upcast",
        "blackboard.events.streams",
        "blackboard.events.fitting",
        "blackboard.events.shapes",
    }


def test_no_garbage_is_looked_for_among_imports(tmp_path: Path) -> None:
    """What is imported stays, and is a fifth of a read to look through; what comes later is not."""
    program = (
        "import gc, sys\nfrom lessonboard.start import main\nstarted = []\n"
        "gc.callbacks.append(lambda phase, _: started.append(phase))\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.stdout.write(f'\\n{len(started)} {gc.isenabled()} {gc.get_freeze_count() > 10_000}')"
    )
    with Board.open(tmp_path / "board.db") as board:
        board.catch_up()
    done = subprocess.run(
        [sys.executable, "-c", program, "--db", str(tmp_path / "board.db"), "session"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    started, is_enabled, are_kept = done.stdout.splitlines()[-1].split()
    assert (is_enabled, are_kept) == ("True", "True")
    assert int(started) <= 40


def test_the_version_and_completion_import_no_click(tmp_path: Path) -> None:
    """What a shell asks for at every key press is answered from the table."""
    assert "click" not in loaded("--version", home=tmp_path)


@pytest.mark.parametrize(
    ("shell", "words", "place", "first"),
    [
        ("bash", "lessonboard ses", "1", "plain,session"),
        ("bash", "lessonboard lesson k", "2", "plain,keep"),
        ("zsh", "lessonboard ses", "1", "plain"),
        ("fish", "lessonboard ses", "ses", "plain,session\tList"),
    ],
)
def test_a_shell_completes_names(
    shell: str, words: str, place: str, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The names are written in the form that each shell's script reads."""
    environment = {"_LESSONBOARD_COMPLETE": f"{shell}_complete", "COMP_WORDS": words,
                   "COMP_CWORD": place}  # fmt: skip
    assert complete(environment)
    assert capsys.readouterr().out.startswith(first)


def test_options_are_left_to_click() -> None:
    """Only names of commands are in the table."""
    assert suggestions([], "--d") is None
    assert suggestions(["lesson", "keep"], "") is None
    assert suggestions(["nothing"], "") is None


def test_a_former_name_works_and_says_the_new_one(run: Run) -> None:
    """For one version; the new name is on stderr, so that what reads stdout sees no difference."""
    done = run("lesson", "curate", "--policy", "--json")
    assert done.code == 0
    assert "`lesson curate` is now `lesson review --all`" in done.err
    assert done.out == run("lesson", "review", "--all", "--policy", "--json").out


def test_every_former_name_leads_to_a_command() -> None:
    """Or says what to do instead; its options are the command's, and the old name is gone."""
    for old, found in FORMER.items():
        assert found.instead if not found.now else leading(found.now.split()), old
        assert set(found.options.values()) <= options(found.now), old
        assert old not in COMMANDS, old


def test_scripts_of_the_first_version_run(tmp_path: Path) -> None:
    """Each former name leads to its command, whose help is printed; what is gone ends with 2."""
    board = ["--db", str(tmp_path / "board.db")]
    for old, found in FORMER.items():
        value = (
            ["x"] if found.now.endswith(("--file", "--kind", "--to", "--in", "--delete")) else []
        )
        done = CliRunner().invoke(cli, [*board, *old.split(), *value, "--help"])
        assert done.exit_code == (0 if found.now else 2), (old, done.output)
        said = f"`{old}` is now `{found.now}`" if found.now else f"`{old}` is gone: {found.instead}"
        assert said in done.stderr, old
    assert list(tmp_path.iterdir()) == []


LINES_OF_0_1_0 = [
    "import --no-mine SAMPLES", "session list --json", "session list --limit 3", "reflect --all",
    "session show a9904ca5 --failures", "reflection list --json", "project list --json",
    "project show parcel-api", "queue create paint --priority P1", "queue claim --kind paint",
    "queue list --state claimed --json", "export events --project parcel-api", "events --limit 2",
    "replay --view lessons", "verify --views --json",
    "off --session s1", "on --session s1 --catch-up", "model show --json", "model log -n 3",
    "model withdraw", "mcp allow-projects --json", "worker --until-idle --quiet",
    "decide scripts off", "decide scripts on",
]  # fmt: skip


def test_lines_of_the_first_version_do_what_they_did(run: Run, samples: str) -> None:
    """With their options, one after the other; `decide scripts on` still needs a terminal."""
    for line in LINES_OF_0_1_0:
        done = run(*(samples if word == "SAMPLES" else word for word in shlex.split(line)))
        assert done.code == (3 if line == "decide scripts on" else 0), (line, done.err)
        assert " is now `" in done.err or line.startswith("off"), line


def test_a_former_merge_names_the_projects_in_the_same_order(run: Run, samples: str) -> None:
    """The first becomes part of the second, as before; and is split again by its former name."""
    run("session", "import", "--no-mine", samples)
    one, other = [each["project"] for each in run("admin", "project", "--json").json][:2]
    merged = run("project", "merge", one, other, "--reason", "moved")
    assert f"{one} is {other} now" in merged.out
    assert run("project", "undo", merged.out.split()[-2]).code == 0


def leading(words: list[str]) -> bool:
    """Whether words are a command's name and options that it has."""
    name = next(
        (
            name
            for count in range(len(words), 0, -1)
            if (name := " ".join(words[:count])) in COMMANDS
        ),
        "",
    )
    given = {word for word in words if word.startswith("--")}
    return name in COMMANDS and given <= options(name)


def options(words: str) -> set[str]:
    """The options of the command that words begin with."""
    for count in range(words.count(" ") + 1, 0, -1):
        if command := own_command(" ".join(words.split()[:count])):
            return {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    return set()
