"""The first minute at a terminal: one key, and what a new user's own history says."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.sources.exclusion import OFF
from lessonboard.bootstrap import App
from lessonboard.first_minute import reading
from lessonboard.first_minute.found import first_found
from lessonboard.running_worker import running, stop
from lessonboard.unread import how_far
from tests.blackboard.records import human, write
from tests.command_line import ROOT
from tests.commands import Ran, run_command
from tests.lessonboard.terminal import at_terminal
from tests.reflect.talks import says, session
from tests.waiting import eventually

SAMPLES = ROOT / "examples" / "sessions"
ASKED = "Nothing leaves this machine.\nEnter goes on, q stops: "

Type = Callable[..., Ran]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of somebody with the sample sessions, as their agents keep them."""
    shutil.copytree(SAMPLES / "claude-code", tmp_path / ".claude" / "projects")
    shutil.copytree(SAMPLES / "codex", tmp_path / ".codex" / "sessions")
    return tmp_path


@pytest.fixture
def typed(home: Path) -> Iterator[Type]:
    """Runs the command at a terminal in that home; the worker that it starts is ended."""

    def typed(*arguments: str, key: str = "", **variables: str) -> Ran:
        return at_terminal(arguments, cwd=home, env=environment(home) | variables, key=key)

    yield typed
    assert eventually(lambda: stop(board_of(home)) is None)


def environment(home: Path) -> dict[str, str]:
    """The variables of a new user."""
    return {"PATH": os.environ["PATH"], "HOME": str(home)}


def board_of(home: Path) -> Path:
    """Where a new user's board is."""
    return home / ".local" / "share" / "lessonboard" / "board.db"


def command(home: Path, *arguments: str, **variables: str) -> Ran:
    """Run a command without a terminal."""
    return run_command(arguments, cwd=home, env=environment(home) | variables)


def test_enter_reads_and_shows_ones_own_history(home: Path, typed: Type) -> None:
    """Sessions by agent, errors that came back with what worked, a search, what is next."""
    ran = typed(key="\r")
    assert ran.code == 0
    offer, _, rest = ran.out.partition(ASKED)
    assert "reads 10 transcripts (1 MB) of Claude Code and Codex, newest first, into " in offer
    assert "10 sessions: 6 of Claude Code and 4 of Codex, since 2026-11-21." in rest
    assert "in 2 sessions of example/weather-cli" in rest
    assert "      failed  python -m pytest -q\n" in rest
    assert "      passed  PYTHONPATH=src python -m pytest -q\n" in rest
    assert "lessonboard init" in rest.partition("Next:")[2]
    assert rest.endswith("in the background. `lessonboard stop` ends it.\n"), "nothing is asked"


def test_the_search_that_is_shown_finds_what_is_shown(home: Path, typed: Type) -> None:
    """It is typed word for word, and its first result is the one on the screen."""
    screen = typed(key="\r").out
    [line] = [line for line in screen.splitlines() if line.startswith("  $ lessonboard search ")]
    ran = command(home, *shlex.split(line)[2:])
    assert ran.code == 0
    assert ran.out.split("  ")[2][:8] in screen


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)], ids=["q", "ctrl-c"])
def test_q_and_ctrl_c_stop_before_anything_is_read(
    home: Path, typed: Type, key: str, code: int
) -> None:
    """No board is made."""
    assert typed(key=key).code == code
    assert not board_of(home).exists()


def test_scripts_ci_and_agents_get_the_help(home: Path, typed: Type) -> None:
    """And nothing is read or made."""
    piped, in_ci, agent = command(home), typed(CI="true"), typed(CLAUDECODE="1")
    assert piped.code == in_ci.code == agent.code == 2
    assert piped.err.startswith("Usage: lessonboard")
    assert in_ci.out.startswith("Usage: lessonboard")
    assert agent.out.startswith("Usage: lessonboard")
    assert not board_of(home).parent.exists()


def test_with_a_session_on_the_board_there_is_the_help(home: Path, typed: Type) -> None:
    """The first minute comes until something was read; a board without sessions is none."""
    board_of(home).parent.mkdir(parents=True)
    with Board.open(board_of(home)) as board:
        assert "Enter goes on" in typed(key="q").out
        board.append(session([says("Fold the wing.")]))
    assert typed().out.startswith("Usage: lessonboard")


def test_what_is_off_or_private_is_not_read(home: Path, typed: Type) -> None:
    """From the first record on: an excluded folder, one that its project excludes, and a mark."""
    settings = home / ".config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'[capture]\nexclude = ["{home}/secret"]\n')
    off = home / "off"
    off.mkdir()
    (off / ".lessonboard.toml").write_text("[capture]\noff = true\n")
    folder = home / ".claude" / "projects" / "x"
    folder.mkdir()
    for name, cwd, text in (
        ("a1", home / "secret", "The quokka is excluded."),
        ("b1", off, "The quokka is off."),
        ("c1", home, "Said aloud. <private>The quokka is private.</private>"),
    ):
        write(folder / f"{name}.jsonl", [human(text, sessionId=name, cwd=str(cwd))])
    assert "quokka" not in typed(key="\r").out
    with Board.open(board_of(home), read_only=True) as board:
        assert "Said aloud." in str([event.payload for event in board.read()])
        assert "quokka" not in str([event.payload for event in board.read()])


def test_without_a_history_the_samples_are_shown(tmp_path: Path) -> None:
    """It says that they are samples; none of it is kept."""
    ran = at_terminal([], cwd=tmp_path, env=environment(tmp_path))
    assert ran.code == 0
    assert "No history of a coding agent was found on this machine." in ran.out
    assert "ten sample sessions" in ran.out
    assert "10 sessions: 6 of Claude Code and 4 of Codex" in ran.out
    assert "passed  npm run test:unit" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_when_the_time_is_over_a_worker_reads_the_rest(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search says how far it is meanwhile, and no longer when all is read."""
    for name, value in (environment(home) | {OFF: ""}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(reading, "_MOST_CPU", -1.0)
    app = App(str(home / "board.db"))
    with app.open() as board:
        assert not reading.read_newest(app, board, lambda _bytes: None).complete
        assert first_found(board).sessions == 0
        assert how_far(app, board).startswith("0 of 10 transcripts are read; ")
    for words in (("search", "seeding"), ("fix", "npm error")):
        assert "lessonboard: 0 of 10 transcripts are read" in command(
            home, "--db", str(app.path), *words
        ).err  # fmt: skip
    assert command(home, "--db", str(app.path), "admin", "worker", "--until-idle").code == 0
    assert command(home, "--db", str(app.path), "search", "seeding").err == ""


def test_words_at_a_terminal_offer_the_first_minute_before_they_are_searched(
    home: Path, typed: Type
) -> None:
    """And are searched then; who stops is not asked again."""
    assert typed("Missing script: test", key="q").out.endswith("lists the commands.\n")
    shown = typed("Missing script: test", key="\r").out
    assert "10 sessions" in shown
    assert "npm run test:unit" in shown.partition("`lessonboard stop` ends it.")[2]


def test_a_worker_reads_first_what_was_begun(home: Path, typed: Type) -> None:
    """What the first minute left is on the board when the worker has ended."""
    typed(key="\r")
    board = board_of(home)
    assert eventually(lambda: running(board) is None)
    with Board.open(board, read_only=True) as opened:
        assert how_far(App(str(board)), opened) == ""
