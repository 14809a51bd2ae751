"""Words without a command are a search, and a name that is almost right is named."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from lessonboard.bootstrap import App
from lessonboard.cli.lazy import own_command
from lessonboard.cli.main import cli
from lessonboard.cli.table import COMMANDS, PLUMBING
from tests.command_line import Run


def test_words_are_searched(imported: Run) -> None:
    """As `search` finds them, with its options."""
    said = imported("database is locked, seeding", "--in", "commands", "--json")
    assert said.code == 0
    assert said.json == imported(
        "search", "database is locked, seeding", "--in", "commands", "--json"
    ).json  # fmt: skip


def test_of_an_error_it_is_shown_first_what_was_done(imported: Run) -> None:
    """And then the sessions that it is in."""
    said = imported('npm error Missing script: "test"').out
    remedy, found = said.split("\n\n", 1)
    assert remedy == imported("fix", "npm", "error", 'Missing script: "test"').out.strip("\n")
    assert "session" in found


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("serach", "search"),
        ("docter", "doctor"),
        ("exprot", "lesson export"),
        ("imports", "session import"),
        ("help", "--help"),
    ],
)
def test_a_name_that_is_almost_right(run: Run, word: str, meant: str) -> None:
    """Former names count as well."""
    ran = run(word)
    assert ran.code == 2
    assert f"No such command '{word}'. Did you mean `lessonboard {meant}`?" in ran.err
    assert f"`lessonboard search {word}` searches for it." in ran.err


def test_a_word_that_is_like_no_command(run: Run) -> None:
    """Nothing is guessed."""
    ran = run("quokka")
    assert ran.code == 2
    assert "Did you mean" not in ran.err
    assert "No such command 'quokka'. `lessonboard search quokka` searches for it." in ran.err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("lesson exprot", "lesson export"),
        ("lesson aprove", "lesson keep"),
        ("session imort", "session import"),
        ("recording strat", "recording start"),
    ],
)
def test_a_command_of_a_noun_that_is_almost_right(imported: Run, words: str, meant: str) -> None:
    """It is no ID, and the error says what it may be."""
    ran = imported(*words.split())
    assert ran.code == 1
    assert f"did you mean `lessonboard {meant}`?" in ran.err


def test_an_id_that_is_like_no_command(imported: Run) -> None:
    """Nothing is guessed."""
    ran = imported("session", "quokka")
    assert ran.code == 1
    assert "did you mean" not in ran.err


@pytest.mark.parametrize("name", sorted(COMMANDS))
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_every_command_has_help_by_both_names(name: str, option: str) -> None:
    """Also `search`, for which all else is a word."""
    assert own_command(name) is not None
    done = CliRunner().invoke(cli, [*name.split(), option], obj=App(":memory:"))
    assert done.exit_code == 0, name
    assert done.output.startswith("Usage: ")
    assert name in done.output or name in PLUMBING


def test_words_after_two_dashes_are_searched(imported: Run) -> None:
    """Even if they look like options."""
    assert imported("search", "--", "-h").out.startswith(("There is no word", "Nothing was found"))
    assert imported("search", "--", "--noEmit").code == 0
