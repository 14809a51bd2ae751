"""Reading shell lines strictly: what surely runs, and silence where that cannot be told."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.search.command_line import commands_of

_WORDS = st.lists(st.text("abc -_./=x'\"\\$ `;|&<>()*?#~!\n", min_size=1, max_size=8), max_size=4)


def sure(line: str) -> list[tuple[str, ...]]:
    """The words of the commands of a line that surely run."""
    return [each.words for each in commands_of(line) or () if each.is_sure]


@pytest.mark.parametrize(
    "line",
    [
        "npm test",
        "'npm' \"test\"",
        "n\\pm te'st'",
        "npm \\\n  test",
        "npm test 2>&1 | tail -5",
        "npm test > log.txt 2>/dev/null; echo $?",
        "npm test &> log.txt",
        "npm test || true",
        "ls src && npm test",
        "time npm test  # twice",
        "# first\nnpm test",
    ],
)
def test_spellings_of_one_command(line: str) -> None:
    """Quotes, escapes, redirections, pipes, comments and looks beside it change nothing."""
    assert ("npm", "test") in sure(line)


@pytest.mark.parametrize(
    "line",
    [
        "npm test $FLAGS",
        "npm $(cat what)",
        "npm `cat what`",
        '"$NPM" test',
        "make ready || npm test",
        "npm ci && npm test",
        "source .env && npm test",
        "eval npm test",
        "(npm test)",
        "for each in a b; do npm test; done",
        "if true; then npm test; fi",
        "bash -c 'npm test'",
        "sudo npm test",
        "timeout 60 npm test",
        "xargs npm test < list",
        "npm test &",
        "cat <<END\nnpm test\nEND",
        "echo 'npm test'",
        "git commit -m 'npm test'",
        "cd ~/other && npm test",
        "cd - && npm test",
        "cd $HOME && npm test",
        "export $X; npm test",
        "npm 'test",
        "npm te{st,x}",
        "npm t*",
    ],
)
def test_what_is_not_sure(line: str) -> None:
    """Variables, wrappers, what prepares, and what may not run at all."""
    assert ("npm", "test") not in sure(line)


def test_folders_and_settings_are_followed() -> None:
    """Also what was exported before."""
    commands = commands_of("cd web && export A=1; cd ../api; B='2 3' npm test")
    assert commands is not None
    (found,) = commands
    assert (found.folder, found.settings, found.is_sure) == ("web/../api", ("A=1", "B=2 3"), True)


@given(_WORDS)
def test_quoted_words_come_back_as_they_were(words: list[str]) -> None:
    """Whatever the words hold, once they are quoted they are words and nothing else."""
    found = commands_of(shlex.join(["prog", *words]))
    assert found is not None
    assert [each.words for each in found] == [("prog", *words)]
    assert found[0].is_sure


@given(st.text("ab '\"\\$`;|&<>()*?#~!{}[]=\n-", max_size=40))
def test_no_line_is_too_strange(line: str) -> None:
    """Any text is read or refused, and what is read as sure has no empty program."""
    assert all(each.words[0] for each in commands_of(line) or () if each.is_sure)


@given(st.text("ab '\"\\$`;|&<>()*?#~!{}[]=\n-", max_size=30))
def test_what_is_sure_is_what_a_shell_splits(line: str) -> None:
    """A line without operators and expansions is split as the standard library splits it."""
    if set(line) & set("$`;|&<>()*?{}[]!~#\n="):
        return
    try:
        words = shlex.split(line)
    except ValueError:
        return
    found = commands_of(line)
    if words and words[0] and found:
        assert found[0].words == tuple(words)
