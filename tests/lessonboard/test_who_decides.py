"""A person decides: no sign of an agent, and a terminal unless he lets his scripts decide."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.agents import AGENTS, Agent
from lessonboard.parent_processes import Process, chain, listed, parents
from lessonboard.who_may_decide import (
    ANY_AGENT,
    Circumstances,
    is_process_of,
    refusal,
    sign_of_agent,
)
from tests.blackboard.lessons import lesson
from tests.command_line import Run, settings_file
from tests.commands import COMMAND
from tests.deciding import SETTING, allow_scripts

SHELL = Process(41, 40, "/usr/bin/zsh", ("-zsh",))
PERSON = Circumstances({}, (SHELL,), has_terminal=True, allows_scripts=True)

PEOPLES = [
    "-bash", "vim claude", "less gemini.js", "bash -c 'claude && codex'", "node server.js",
    "python -m pytest tests/codex", "python3.12 -c claude", "tmux new -s codex", "screen -S claude",
    "/usr/share/code/code --no-sandbox", "/opt/Cursor/cursor", "/usr/bin/antigravity", "sshd: pi",
    "/home/claude/bin/fish", "node /home/codex/web/node_modules/.bin/vite", "claudette", "Codex",
    "/usr/lib/systemd/systemd --user", "ssh claude@host", "node --eval gemini", "git commit", "",
]  # fmt: skip
"""What people's commands may have among their parents, though words of it are agents' names."""


def _forms(name: str) -> Iterator[Process]:
    """A process of an agent, in each of the ways in which one of that name may be seen."""
    if "/" in name:
        inside = f"/home/ada/.local/lib/{name}/cli.js"
        yield Process(7, 1, inside, ("agent",))
        yield Process(7, 1, "/usr/bin/node", ("/usr/bin/node", "--max-old-space-size=1", inside))
        return
    yield Process(7, 1, f"/opt/{name}", ("renamed", "--resume"))
    yield Process(7, 1, f"/opt/bin/{name}.exe", ())
    for words in (name, f"/usr/local/bin/{name} -p hello", f"node /n/.bin/{name} --yolo",
                  f"/usr/bin/node --no-warnings /n/{name}.mjs", f"bun run/{name}.js",
                  f"/usr/bin/python3.11 /opt/venv/bin/{name}", f"python -m {name} --yes",
                  f"/bin/sh /usr/local/bin/{name}"):  # fmt: skip
        yield Process(7, 1, "", tuple(words.split()))


def test_every_sign_of_an_agent_is_refused_with_its_name() -> None:
    """Each agent's variables, and its processes however far above; nothing outweighs them."""
    seen: list[tuple[str, Mapping[str, str], tuple[Process, ...]]] = []
    for agent in AGENTS.values():
        seen += [(agent.title, {name: "1"}, (SHELL,)) for name in agent.variables]
        for name in agent.processes:
            seen += [(agent.title, {}, (SHELL, SHELL, each, SHELL)) for each in _forms(name)]
    seen += [("an agent", {name: "1"}, ()) for name in ANY_AGENT]
    assert len(seen) > 150
    for title, environment, processes in seen:
        found = PERSON._replace(environment=environment, parents=processes)
        why = refusal(found, AGENTS.values())
        assert why is not None, (environment, processes)
        assert title in why, (why, environment, processes)


def test_the_agents_that_call_hooks_or_run_commands_have_signs() -> None:
    """Those of whom there are only transcripts start nothing."""
    lacking = {agent.name for agent in AGENTS.values() if not (agent.variables or agent.processes)}
    assert lacking == {"messages", "specstory"}


def test_what_people_run_is_no_agent() -> None:
    """Names of agents among words, users and folders; empty variables; a folder's setting."""
    for line in PEOPLES:
        words = tuple(shlex.split(line))
        process = Process(7, 1, words[0] if words else "", words)
        assert [each.name for each in AGENTS.values() if is_process_of(each, process)] == [], line
    mine = {"CLAUDECODE": "", "CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x", "CURSOR_TRACE_ID": "1",
            "GEMINI_API_KEY": "k", "CLAUDE_CODE_SSE_PORT": "1"}  # fmt: skip
    assert refusal(PERSON._replace(environment=mine), AGENTS.values()) is None


def test_an_agent_of_a_plug_in_is_known_by_what_it_says() -> None:
    """The list of agents is given, and no name stands in the decision."""
    shipper = Agent("shipper", "Shipper", variables=("SHIPPER",), processes=("ship",))
    assert "Shipper" in sign_of_agent(PERSON._replace(environment={"SHIPPER": "1"}), [shipper])
    assert sign_of_agent(PERSON._replace(environment={"CLAUDECODE": "1"}), [shipper]) == ""


@pytest.mark.parametrize(
    ("has_terminal", "allows_scripts", "may"),
    [(True, True, True), (True, False, True), (False, True, True), (False, False, False)],
)
def test_without_a_terminal_the_settings_must_allow_it(
    has_terminal: bool, allows_scripts: bool, may: bool
) -> None:
    """And with one they need not."""
    found = Circumstances({}, (SHELL,), has_terminal, allows_scripts)
    assert (refusal(found, AGENTS.values()) is None) is may


# Processes


@given(st.dictionaries(st.integers(0, 9), st.integers(-1, 9)), st.integers(0, 9))
def test_a_chain_of_parents_ends(above: dict[int, int], start: int) -> None:
    """Also where two are each other's parents; each one is the parent of the one before."""
    table = {pid: Process(pid, parent, "", ()) for pid, parent in above.items()}
    found = chain(start, table.get)
    assert len({each.pid for each in found}) == len(found)
    assert [each.parent for each in found[:-1]] == [each.pid for each in found[1:]]


@given(st.text())
def test_any_list_of_processes_can_be_read(text: str) -> None:
    """What is no process is left out."""
    assert all(pid == each.pid for pid, each in listed(text).items())


def test_the_real_parents_are_seen() -> None:
    """The nearest is whatever started this one."""
    found = parents()
    assert found[0].pid == os.getppid()
    assert found[0].words != ()


def test_a_list_of_ps_names_the_same_parents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Systems without /proc have that program."""
    expected = [each.pid for each in parents()]
    monkeypatch.setattr("lessonboard.parent_processes.Path.exists", lambda _path: False)
    assert [each.pid for each in parents()] == expected


# The real command

_RUN_BY_AN_AGENT = bool(
    sign_of_agent(Circumstances(os.environ, parents(), True, True), AGENTS.values())
)


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """A board with a lesson that waits, beside an empty home."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([lesson("seeding", "Run `make seed` first.")])
        board.catch_up()
    return path


def approve(board: Path, *, terminal: bool, through: tuple[str, ...] = ()) -> tuple[int, str]:
    """Have it approved by the installed command, perhaps by way of another program."""
    command = [*through, str(COMMAND), "--db", str(board), "lesson", "keep", "seeding"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(board.parent)}
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            command, stdin=theirs if terminal else subprocess.DEVNULL, env=environment,
            cwd=board.parent, capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        os.close(ours)
        os.close(theirs)
    return done.returncode, done.stderr


def status(board: Path) -> str:
    """How the lesson stands."""
    with Board.open(board) as opened:
        return opened.row("lessons", "seeding")["status"]


def test_what_an_agents_process_starts_is_refused_at_a_terminal_too(waiting: Path) -> None:
    """Without any variable of it, and although scripts may decide."""
    allow_scripts(waiting.parent)
    script = waiting.parent / "claude"
    script.write_text('"$@"\nexit $?\n')
    code, said = approve(waiting, terminal=True, through=("/bin/sh", str(script)))
    assert (code, status(waiting)) == (3, "candidate")
    assert said.startswith("lessonboard: `lessonboard lesson keep` was refused: this is a ")
    assert len(said.splitlines()) == 1


@pytest.mark.skipif(_RUN_BY_AN_AGENT, reason="these tests were started by an agent")
def test_a_person_decides_at_a_terminal_and_a_script_only_if_he_lets_it(waiting: Path) -> None:
    """The exit code of a refusal is its own, and nothing was done."""
    code, said = approve(waiting, terminal=False)
    assert (code, status(waiting)) == (3, "candidate")
    assert "there is no terminal" in said
    assert "lessonboard init --allow-scripts" in said
    assert approve(waiting, terminal=True) == (0, "")
    assert status(waiting) == "approved"


# The setting


def test_the_setting_is_written_beside_what_stands_there(run: Run, tmp_path: Path) -> None:
    """Comments and other keys stay; what it was before is said by the file alone."""
    file = settings_file(tmp_path)
    file.write_text("# mine\n[context]\nmax = 3 # few\n[decide]\nscripts = true\n")
    done = run("init", "--no-allow-scripts")
    assert (done.code, str(file) in done.out) == (0, True)
    assert file.read_text() == "# mine\n[context]\nmax = 3 # few\n[decide]\nscripts = false\n"


def test_no_script_allows_itself_to_decide(run: Run, tmp_path: Path) -> None:
    """Also where scripts may decide the rest; to forbid it needs nobody."""
    for before in ("", SETTING):
        settings_file(tmp_path).write_text(before)
        done = run("init", "--allow-scripts")
        assert (done.code, "there is no terminal" in done.err) == (3, True)
        assert settings_file(tmp_path).read_text() == before
    assert run("init", "--no-allow-scripts").code == 0


def test_settings_that_cannot_be_read_are_not_written(run: Run, tmp_path: Path) -> None:
    """They are the person's to mend."""
    settings_file(tmp_path).write_text("[decide\n")
    done = run("init", "--no-allow-scripts")
    assert (done.code, len(done.err.splitlines())) == (1, 1)
    assert settings_file(tmp_path).read_text() == "[decide\n"


def test_an_agents_variable_is_refused_by_the_command(run: Run, waiting: Path) -> None:
    """Reading goes on."""
    assert run("lesson", "keep", "seeding", CODEX_THREAD_ID="1").code == 3
    assert run("lesson", "seeding", CODEX_THREAD_ID="1").code == 0
    assert status(waiting) == "candidate"


def test_what_only_reads_or_narrows_is_open_to_agents(run: Run, waiting: Path) -> None:
    """Also where other options of the same command decide."""
    for line in ("lesson curate --policy", "lesson curate --json", "insight curate --policy",
                 "forget --matching moon --dry-run", "admin verify", "uninstall --dry-run",
                 "off --session s1", "init --no-allow-scripts"):  # fmt: skip
        done = run(*line.split(), CODEX_THREAD_ID="1")
        assert done.code == 0, (line, done.err)


def test_only_the_first_sync_with_a_team_is_a_decision(run: Run, tmp_path: Path) -> None:
    """What is sent later is sent by workers as well, and was agreed to."""
    (tmp_path / "team").mkdir()
    assert run("team", "join", str(tmp_path / "team"), "--all-projects").code == 0
    first = run("team", "sync", "--yes", CLAUDECODE="1")
    assert (first.code, "a session of Claude Code" in first.err) == (3, True)
    assert run("team", "sync", "--yes").code == 0
    assert run("team", "sync", CLAUDECODE="1").code == 0
