"""Off means the same on every way in: an import, the hooks and the MCP server obey one rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import micros
from blackboard.importer import Summary, import_files
from lessonboard.bootstrap import App
from lessonboard.exclusion import excluded, omission
from lessonboard.hooks.off import cache_path
from lessonboard.mcp.answer import Answer
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.prompting import prompted
from lessonboard.mcp.tools import call
from lessonboard.switching import Subject, subjects, switch_off, switch_on
from tests.blackboard.lessons import lesson
from tests.blackboard.records import human, meta, spoken, write
from tests.blackboard.test_captures_view import decision
from tests.commands import run_command
from tests.lessonboard.hooks.agents import PROMPT, claude, unrecorded
from tests.lessonboard.hooks.conftest import Hook

PROJECT = "github.com/acme/kite"
RULE = "Sharpen the quokka comb before trimming sails."


@dataclass(frozen=True)
class World:
    """A user with settings and a board, and a repository in which sessions are.

    `session` is one of Claude Code, of which there is a transcript.
    """

    home: Path
    folder: Path
    database: Path
    session: str = "c1"

    @property
    def config(self) -> Path:
        """The user's own settings."""
        return self.home / "config/lessonboard/config.toml"

    def settings(self, text: str) -> None:
        """Write the user's own settings."""
        self.config.parent.mkdir(parents=True, exist_ok=True)
        self.config.write_text(text)

    def imported(self) -> Summary:
        """Import the transcript of the session."""
        path = write(
            self.home / f"{self.session}.jsonl",
            [human("Hello.", sessionId=self.session, cwd=str(self.folder))],
        )
        with Board.open(self.database) as board:
            return import_files(board, [path], excluded=excluded())

    def hook(self) -> Hook:
        """The hook that agents run."""
        return Hook(self.home, self.database, config=str(self.config))

    def hears(self, session: str = "", **variables: str) -> str:
        """What a session is told by the hook on a prompt."""
        hook_event = claude(
            "UserPromptSubmit", self.folder, session=session or self.session, prompt=PROMPT
        )
        return self.hook()(hook_event, **variables).text

    def captures(self, **variables: str) -> list[str]:
        """What the hook writes down of a prompt, in an agent that keeps no transcript."""
        hook_event = unrecorded(
            "BeforeAgent", self.folder, session=self.session, prompt="Captured?"
        )
        self.hook()(hook_event, **variables)
        with Board.open(self.database) as board:
            board.catch_up()
            return [
                event.type for event in board.read() if event.stream == f"session:{self.session}"
            ]

    def answers(self) -> Answer:
        """What the MCP server says when the agent of the session asks."""
        desk = ServerContext(App(str(self.database)), "server", 5.0)
        return call(desk, "context", {"prompt": PROMPT, "session": self.session})


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Everything is on, and there is one lesson to tell."""
    home, folder = tmp_path / "home", tmp_path / "home/work/kite"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git/config").write_text(f'[remote "origin"]\n\turl = https://{PROJECT}.git\n')
    database = tmp_path / "board.db"
    with Board.open(database) as board:
        board.append([lesson("comb", RULE, project=PROJECT, trust="human")])
        board.catch_up()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    for name in ("LESSONBOARD_DB", "LESSONBOARD_OFF", "LESSONBOARD_CHILD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(folder)
    return World(home, folder, database)


def _decide(project: str | None = None, session: str | None = None) -> Callable[[World], None]:
    def decide(world: World) -> None:
        with Board.open(world.database) as board:
            switch_off(board, subjects(board, project, session))

    return decide


def _settings(text: str) -> Callable[[World], None]:
    return lambda world: world.settings(text)


def _repository(text: str) -> Callable[[World], None]:
    def write(world: World) -> None:
        (world.folder / ".lessonboard.toml").write_text(text)

    return write


WAYS = {
    "command": _decide(),
    "command, by name": _decide(project="kite"),
    "command, a session": _decide(session="c1"),
    "settings": _settings("[capture]\noff = true\n"),
    "settings, a folder": _settings('[capture]\nexclude = ["~/work/*"]\n'),
    "settings, a project": _settings('[capture]\nexclude = ["github.com/acme"]\n'),
    "settings, a name": _settings('[capture]\nexclude = ["x", "kit?"]\n'),
    "settings, broken": _settings('[capture]\nexclude = ["~/work'),
    "repository": _repository("[capture]\noff = true\n"),
    "repository, as a key": _repository("capture.off = true\n"),
    "repository, broken": _repository("[capture\n"),
}


def test_where_nothing_is_off_everything_works(world: World) -> None:
    """Or the tests below would prove nothing."""
    assert world.imported().messages == 1
    assert RULE in world.hears()
    assert "message.recorded" in world.captures()
    assert RULE in world.answers().text or "No lesson" in world.answers().text


@pytest.mark.parametrize("way", WAYS)
def test_an_import_leaves_out_what_is_off(world: World, way: str) -> None:
    """Not one event of the session, and the summary says why."""
    WAYS[way](world)
    summary = world.imported()
    assert (summary.sessions, summary.messages, summary.failed) == (0, 0, [])
    ((path, reason),) = summary.left_out
    assert path.endswith("c1.jsonl")
    assert reason
    with Board.open(world.database) as board:
        assert board.view("sessions") == []


@pytest.mark.parametrize("way", WAYS)
def test_hooks_neither_tell_nor_write_what_is_off(world: World, way: str) -> None:
    """Also in an agent of which the hook is the only witness."""
    WAYS[way](world)
    assert world.hears() == ""
    assert world.captures() == []
    assert world.hook().failures() == []
    assert [each for each in world.hook().events() if "trust" in each] != []  # the lesson stays


@pytest.mark.parametrize("way", WAYS)
def test_tools_answer_that_it_is_off(world: World, way: str) -> None:
    """In one line that is no failure, and says why."""
    WAYS[way](world)
    answer = world.answers()
    assert answer.text.startswith("lessonboard is off here: ")
    assert not answer.failed
    assert "\n" not in answer.text


def _context(world: World, *options: str) -> str:
    """What `lesson context` prints of the lesson's own words, from another folder."""
    told = ("lesson", "context", "--prompt", PROMPT, *options)
    environment = {"PATH": "", "HOME": str(world.home), "LESSONBOARD_DB": str(world.database),
                   "XDG_CONFIG_HOME": str(world.home / "config")}  # fmt: skip
    return run_command(told, cwd=world.home, env=environment).out


def _tool(world: World, name: str, **arguments: str) -> str:
    """What a tool says elsewhere, where all projects are open."""
    return call(ServerContext(App(str(world.database)), "server", 5.0), name, arguments).text


FACES: dict[str, Callable[[World], str]] = {
    "hook": lambda world: world.hears(),
    "context": lambda world: _context(world, "--project", PROJECT),
    "context without a project": _context,
    "recall": lambda world: _tool(world, "recall", query="quokka comb", project=PROJECT),
    "recall of all": lambda world: _tool(world, "recall", query="quokka comb", project="*"),
    "tool context": lambda world: _tool(world, "context", prompt=PROMPT, project=PROJECT),
    "show": lambda world: _tool(world, "show", id="comb"),
    "fix": lambda world: _tool(world, "fix", error="quokka comb", project=PROJECT),
    "why": lambda world: prompted(ServerContext(App(str(world.database)), "s", 5.0), "why", "comb"),
}


@pytest.mark.parametrize("face", FACES)
def test_no_face_tells_an_agent_what_is_off(
    world: World, face: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks, and from wherever; what is on is told by each."""
    world.settings("[mcp]\nall_projects = true\n")
    if face != "hook":
        (world.home / "other").mkdir()
        monkeypatch.chdir(world.home / "other")
    if face != "fix":
        assert "quokka comb" in FACES[face](world)
    _decide(project=PROJECT)(world)
    assert RULE not in FACES[face](world)
    assert "trimming sails" not in FACES[face](world)


def test_what_is_switched_on_again_is_remembered(world: World) -> None:
    """The transcript of an earlier session comes in, and the agent is told again."""
    _decide()(world)
    assert world.imported().messages == 0
    with Board.open(world.database) as board:
        switch_on(board, subjects(board, None, None))
    assert world.imported().messages == 1
    assert RULE in world.hears()


@pytest.mark.parametrize(("catch_up", "texts"), [(False, 0), (True, 1)])
def test_what_happened_while_it_was_off_stays_out(world: World, catch_up: bool, texts: int) -> None:
    """Unless catching up is asked for; what came before and after is taken in."""
    february = micros("2026-02-01T00:00Z")  # the session is of March
    with Board.open(world.database) as board:
        board.append([decision(february, off=True, project=PROJECT)])
        switch_on(board, subjects(board, None, None), catch_up=catch_up)
    summary = world.imported()
    assert (summary.messages, summary.left_out) == (texts, [])
    assert len(summary.left_out_in_part) == 1 - texts


def test_a_folder_that_is_left_for_another_counts_line_by_line(world: World) -> None:
    """A session that moves into an excluded folder is taken in without what it does there."""
    world.settings('[capture]\nexclude = ["secret"]\n')
    lines = [human("Open.", cwd=str(world.folder)), human("Hid.", cwd=f"{world.folder}/secret"),
             human("Open again.", cwd=str(world.folder))]  # fmt: skip
    path = write(world.home / "s1.jsonl", lines)
    with Board.open(world.database) as board:
        summary = import_files(board, [path], excluded=excluded())
        said = [e.payload["text"] for e in board.read(types=["message.recorded"]) if e.payload]
    assert said == ["Open.", "Open again."]
    ((_, reason),) = summary.left_out_in_part
    assert reason.startswith("1 event: excluded by 'secret'")


def test_a_variable_switches_off_the_sessions_of_an_agent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hooks are silent, the server says so, and imports leave the session out from then on."""
    assert world.hears(LESSONBOARD_OFF="1") == ""
    assert world.captures(LESSONBOARD_OFF="1") == []
    ((_, reason),) = world.imported().left_out
    assert reason == "off for session c1 (LESSONBOARD_OFF was set)"
    with Board.open(world.database) as board:
        (event,) = board.read(types=["capture.disabled"])
    assert event.project is None
    assert event.payload == {"session": "c1", "reason": "LESSONBOARD_OFF was set"}
    monkeypatch.setenv("LESSONBOARD_OFF", "1")
    assert world.answers().text == "lessonboard is off here: LESSONBOARD_OFF is set"
    monkeypatch.setenv("LESSONBOARD_OFF", "0")
    assert "for session c1" in world.answers().text


def test_the_variable_works_before_there_is_a_board(world: World) -> None:
    """What waits beside it is obeyed by the first import, which makes it."""
    for file in world.database.parent.glob("board.db*"):
        file.unlink()
    start = claude("SessionStart", world.folder, source="startup")
    world.hook().silent(start, LESSONBOARD_OFF="1")
    assert not world.database.exists()
    assert len(world.imported().left_out) == 1


def test_a_hook_obeys_settings_that_change_after_it_was_registered(world: World) -> None:
    """At once, and it reads them anew only when they change."""
    cache = Path(cache_path(str(world.database)))
    assert RULE in world.hears()
    assert not cache.exists()
    world.settings('[capture]\nexclude = ["~/work"]\n')
    assert world.hears() == ""
    kept = cache.stat().st_mtime_ns
    assert world.hears() == ""
    assert cache.stat().st_mtime_ns == kept
    world.settings('[capture]\nexclude = ["~/play"]\n[context]\nmax = 3\n')
    assert RULE in world.hears("c2")
    world.config.unlink()
    assert world.captures() != []


def test_a_repository_cannot_switch_on_or_speak_for_others(world: World) -> None:
    """Its file makes less happen, in its own folder, and nothing else."""
    _repository('[capture]\noff = false\nexclude = ["work", "home"]\n')(world)
    assert RULE in world.hears()
    world.settings("[capture]\noff = true\n")
    assert world.hears() == ""
    assert App(str(world.database)).config.capture.off


def test_settings_without_the_table_are_not_parsed_by_hooks(world: World) -> None:
    """So that no TOML parser is loaded on the way of every step."""
    world.settings("[context]\nmax = 3\n")
    assert RULE in world.hears()
    assert not Path(cache_path(str(world.database))).exists()


def test_a_project_is_off_by_all_its_names(world: World) -> None:
    """A transcript of a folder that is gone is left out where that folder was its repository's."""
    gone = World(world.home, Path("/gone/kite"), world.database)
    tie = [meta(cwd="/gone/kite", git={"repository_url": f"https://{PROJECT}.git"}),
           spoken("user", "Hello.")]  # fmt: skip
    with Board.open(world.database) as board:
        import_files(board, [write(world.home / "rollout-1.jsonl", tie)])
        switch_off(board, subjects(board, "kite", None))
    assert [reason for _, reason in gone.imported().left_out] == [f"off for {PROJECT}"]
    assert gone.hears() == ""
    assert world.answers().text == f"lessonboard is off here: off for {PROJECT}"
    with Board.open(world.database, read_only=True) as board:
        assert omission(board).why_off("/gone/kite", "/gone/kite", None)


def test_a_project_that_was_off_under_an_old_name_is_switched_on(world: World) -> None:
    """What its names have in common was found out only afterwards."""
    gone = World(world.home, Path("/gone/kite"), world.database)
    with Board.open(world.database) as board:
        switch_off(board, [Subject("/gone/kite")])
        tie = meta(cwd="/gone/kite", git={"repository_url": f"https://{PROJECT}.git"})
        import_files(board, [write(world.home / "rollout-1.jsonl", [tie, spoken("user", "Hi.")])])
        assert omission(board).why_off(PROJECT, None, None)
        (change,) = switch_on(board, subjects(board, None, None), catch_up=True)
        assert change.is_new
        assert not omission(board).why_off(PROJECT, None, None)
    assert RULE in world.hears()
    assert gone.imported().left_out == []


def test_an_import_asks_for_decisions_without_folding_views(world: World) -> None:
    """To bring all views up to date before the first file is read takes longer than the file."""
    world.imported()
    with Board.open(world.database) as board:
        assert board.lag()


def test_rules_and_exported_events_are_left_out_too(world: World, tmp_path: Path) -> None:
    """An import is an import, whatever the file holds."""
    from lessonboard.importing import restore_file, why_rules_are_out

    lines = tmp_path / "events.jsonl"
    with Board.open(world.database) as board:
        lines.write_text("".join(json.dumps(each.as_json()) + "\n" for each in board.read()))
    with Board.open(tmp_path / "other.db") as board:
        switch_off(board, subjects(board, None, None))
        restored = restore_file(board, lines, untrusted=False, progress=lambda _bytes: None)
        assert (restored.events, restored.left_out) == (0, 1)
        assert why_rules_are_out(board, world.folder / "CLAUDE.md", None) == f"off for {PROJECT}"
        assert why_rules_are_out(board, world.home / "CLAUDE.md", None) == ""
