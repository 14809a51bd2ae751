"""The settings: every key documented, read and checked; the project's laid over the user's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, BoardError
from lessonboard.bootstrap import App
from lessonboard.config import Config, ConfigError, keys_of_code, known_keys, load
from lessonboard.removed_settings import REMOVED
from lessonboard.settings_edit import migrate
from tests.command_line import ROOT, Run


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own file, which is not there yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("LESSONBOARD_DB", raising=False)
    path = tmp_path / "config" / "lessonboard" / "config.toml"
    path.parent.mkdir(parents=True)
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project's file, which is not there yet."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder / ".lessonboard.toml"


def loaded(project: Path) -> Config:
    """The settings in force in the folder of a project's file."""
    return load(project.parent)


def refused(project: Path) -> str:
    """What is said of settings that cannot be used."""
    with pytest.raises(ConfigError) as told:
        loaded(project)
    assert "\n" not in str(told.value)
    return str(told.value)


def _block() -> str:
    """The file of settings in the reference of the command line."""
    pages = [ROOT / "docs/cli.md", *(ROOT / "docs/cli").glob("*.md")]
    (block,) = re.findall(r"```toml\n(.*?)```", "".join(map(Path.read_text, pages)), re.DOTALL)
    assert isinstance(block, str)
    return block


def _documented() -> dict[str, Any]:
    return tomllib.loads(_block())


def _leaves(table: dict[str, Any], above: str = "") -> Iterator[str]:
    for name, value in table.items():
        if isinstance(value, dict) and name != "profiles":
            yield from _leaves(value, f"{above}{name}.")
        else:
            yield f"{above}{name}"


def _at(value: Any, key: str) -> Any:
    """What stands under a key such as `table.key`."""
    for name in key.split("."):
        if isinstance(value, dict):
            value = value[name]
        else:
            value = getattr(value, "import_" if name == "import" else name)
    return value


# Every key


def test_the_documentation_names_every_key_and_no_other() -> None:
    """A setting that nobody can find is none, and one that nobody reads misleads."""
    assert sorted(_leaves(_documented())) == sorted(known_keys())


def test_the_documented_file_is_read_as_it_stands(mine: Path, project: Path) -> None:
    """Each value of the example is in force when it is the user's file."""
    mine.write_text(_block())
    config = loaded(project)
    for key in _leaves(_documented()):
        assert _at(config, key) == _at(_documented(), key), key


def test_every_key_is_used_somewhere() -> None:
    """A threshold that nobody asks for is worse than none."""
    rooms = [ROOT / room for room in ("reflect", "scheduler", "lessonboard")]
    code = "\n".join(path.read_text() for room in rooms for path in room.rglob("*.py"))
    used = set(re.findall(r"\.(\w+)\b", code))
    assert [key for key in known_keys() if key.rsplit(".", 1)[-1] not in used] == []


def test_without_any_file_all_is_as_documented(mine: Path, project: Path) -> None:
    """There are defaults for everything."""
    config = loaded(project)
    assert config == Config()
    assert (config.context.max, config.context.budget) == (5, 1500)
    assert config.model.name is None


# Two files


def test_a_repository_narrows_what_is_remembered_and_names_its_checks(
    mine: Path, project: Path
) -> None:
    """Its checks lie over those of the user, key by key."""
    mine.write_text("[automation]\nchecks = ['make all']\ntimeout_minutes = 3\n")
    project.write_text("[capture]\noff = true\n[automation]\nchecks = ['make check']\n")
    config = loaded(project)
    assert (config.automation.checks, config.automation.timeout_minutes) == (["make check"], 3)
    assert not config.capture.off  # of that repository alone, which `hooks/off.py` reads


def test_where_the_folder_of_the_settings_is_the_working_folder_all_may_be_set(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's own file is his wherever he stands."""
    monkeypatch.setattr("lessonboard.config.user_file", lambda: project)
    project.write_text("[context]\nmax = 2\n")
    assert loaded(project).context.max == 2


_VALUES = {
    "retention": "days = 400",
    "board": "path = '/tmp/theirs.db'",
    "import": "paths = ['/home']",
    "context": "budget = 2000",
    "hooks": "background = false",
    "guards": "auto = true",
    "mcp": "all_projects = true",
    "decide": "scripts = true",
    "parts": "web = true",
    "model": "base_url = 'https://theirs.example/v1'",
    "reflection": "enabled = false",
    "curator": "approval_sessions = 1",
    "automation": "automation_enabled = true",
}


@pytest.mark.parametrize("table", [name for name in _documented() if name != "capture"])
def test_a_repository_may_set_nothing_else(mine: Path, project: Path, table: str) -> None:
    """The line names the key, and the file where it may stand; a new table is refused unasked."""
    text = f"[{table}]\n{_VALUES[table]}\n"
    project.write_text(text)
    message = refused(project)
    assert f"{table}.{_VALUES[table].split()[0]} may only be set in your own file" in message
    assert str(mine) in message
    project.write_text(f"[{table}]\n")
    assert f"{table} may only be set" in refused(project)
    project.unlink()
    mine.write_text(text)
    loaded(project)


def test_a_repository_may_not_soften_a_limit_beside_its_checks(mine: Path, project: Path) -> None:
    """What is allowed is a key, not the table that it stands in."""
    project.write_text("[automation]\nchecks = []\nchecks_extra = 1\n")
    assert "automation.checks_extra is not a known key" in refused(project)
    project.write_text("[automation]\nchecks = []\ndaily_budget = 99\n")
    assert "automation.daily_budget may only be set in your own file" in refused(project)


# What an earlier version knew


def test_a_setting_that_is_gone_is_passed_over_with_one_line(
    mine: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line names it and what there is instead, however often the file is read."""
    gone = "memory_files = ['notes/*.md']"
    mine.write_text(
        f"[reflection]\n{gone}\nenabled = false\n[reflection.profiles.'my own']\n{gone}\n"
    )
    assert not loaded(project).reflection.enabled
    loaded(project)
    (line,) = capsys.readouterr().err.splitlines()
    for named in (str(mine), "reflection.memory_files", "reflection.profiles.my own.memory_files"):
        assert named in line
    assert "agents load such files themselves" in line


def test_no_setting_is_both_known_and_gone() -> None:
    """What is known again must be read; a parameter that is no setting was one, or is refused."""
    gone = {".".join(place) for place in REMOVED}
    assert not gone & set(known_keys())
    assert set(keys_of_code()) <= gone


def test_init_takes_out_what_is_gone(mine: Path, project: Path) -> None:
    """Comments and what is set stay; the file is read without a line from then on."""
    mine.write_text(
        "# mine\n[curator]\ndecay_days = 9 # long\napproval = 'manual'\n[queue]\n"
        "first_retry_seconds = 5\n[reflection.profiles.docs.rules]\nrequire_rationale = false\n"
    )
    (line,) = migrate()
    for name in ("curator.decay_days", "queue.first_retry_seconds",
                 "reflection.profiles.docs.rules.require_rationale"):  # fmt: skip
        assert name in line
    assert mine.read_text().startswith("# mine\n[curator]\napproval = 'manual'\n")
    assert (migrate(), loaded(project).curator.approval) == ([], "manual")


def test_every_setting_of_an_earlier_version_is_read(
    mine: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that are gone are named in one line, and what is set beside them is in force."""
    text = (ROOT / "tests/lessonboard/former_settings.toml").read_text()
    mine.write_text(text)
    assert loaded(project).curator.approval == "policy"
    (line,) = capsys.readouterr().err.splitlines()
    every = set(_leaves(tomllib.loads(text)))
    assert all(key in line for key in every - set(known_keys()))
    assert len(every - set(known_keys())) >= 44


def test_a_setting_that_is_gone_opens_nothing_to_a_repository_and_hides_no_mistake(
    mine: Path, project: Path
) -> None:
    """Its table stays one that only the user may set, and another unknown name stays an error."""
    project.write_text("[reflection]\nmemory_files = []\n")
    assert "reflection may only be set in your own file" in refused(project)
    mine.write_text("[reflection]\nmemory_files = []\nmemory_file = []\n")
    assert "reflection.memory_file is not a known key" in refused(project)


# What is wrong


@pytest.mark.parametrize(
    ("text", "named", "nearest"),
    [
        ("[context]\nbugdet = 1", "context.bugdet", "context.budget"),
        ("[contxt]\nmax = 1", "contxt", "context"),
        ("maxx = 1", "maxx", ""),
        ("[curator]\napprovals = 3", "curator.approvals", "curator.approval"),
        (
            "[reflection.thresholds]\nquality_treshold = 0.5",
            "reflection.thresholds.quality_treshold",
            "reflection.thresholds.quality_threshold",
        ),
        (
            "[reflection.treshold]\nquality_threshold = 0.5",
            "reflection.treshold",
            "reflection.thresholds",
        ),
        (
            "[reflection.profiles.docs.rules]\nbaned_phrases = []",
            "reflection.profiles.docs.rules.baned_phrases",
            "reflection.profiles.docs.rules.banned_phrases",
        ),
    ],
)
def test_an_unknown_key_names_the_nearest_known_one(
    mine: Path, project: Path, text: str, named: str, nearest: str
) -> None:
    """At any depth, in tables and in profiles."""
    project.write_text(text)
    assert f"{project}: {named} is not a known key; did you mean {nearest}" in refused(project)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("context = 5", "context: must be a table of keys"),
        ("[context]\nmax = 21", "context.max: Input should be less than or equal to 20"),
        ("[context]\nmax = 'many'", "context.max: Input should be a valid integer"),
        ("[import]\npaths = 'here'", "import.paths: Input should be a valid list"),
        ("[curator]\napproval = 'auto'", "curator.approval: Input should be 'policy' or 'manual'"),
        ("[reflection]\nprofiles = 3", "reflection.profiles: must be a table of keys"),
        ("[reflection.profiles]\ndocs = 3", "reflection.profiles.docs: must be a table of keys"),
        (
            "[reflection.profiles.docs.thresholds]\nquality_threshold = 7",
            "reflection.profiles.docs.thresholds.quality_threshold: Input should be less than",
        ),
        (
            "[reflection.profiles.docs]\nprofile = 'strict'",
            "reflection: profile 'docs': a profile cannot hold profiles",
        ),
        ("[context\nmax = 1", "is no valid TOML: "),
        ("max = 1\nmax = 2", "is no valid TOML: "),
    ],
)
def test_a_bad_value_gives_one_clear_line(mine: Path, project: Path, text: str, said: str) -> None:
    """The file, the key, and what it should be."""
    project.write_text(text)
    told = refused(project)
    assert told.startswith(str(project))
    assert said in told


def test_a_file_that_is_no_text_or_may_not_be_read_gives_one_line(
    mine: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes of another encoding, and missing rights."""
    project.write_bytes(b"[context]\nmax = \xff")
    assert "is no valid TOML" in refused(project)

    def forbidden(self: Path, **_options: Any) -> str:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_text", forbidden)
    assert refused(project) == f"could not read {project}: Permission denied"


def test_a_mark_before_the_first_table_is_no_trouble(mine: Path, project: Path) -> None:
    """Some editors write one."""
    mine.write_bytes(b"\xef\xbb\xbf[context]\nmax = 3\n")
    assert loaded(project).context.max == 3


def test_a_key_that_would_steer_the_terminal_is_told_harmlessly(run: Run, tmp_path: Path) -> None:
    """The file may come with a repository that somebody else wrote."""
    (tmp_path / "home" / ".lessonboard.toml").write_text('[context]\n"\\u001b[2Jmax" = 1\n')
    done = run("lesson", "context", "--prompt", "x")
    assert done.code == 1
    assert "\x1b" not in done.err
    assert len(done.err.splitlines()) == 1


def test_an_unknown_profile_names_the_known_ones(mine: Path, project: Path) -> None:
    """Chosen in the settings, it is found out when the critic is made."""
    mine.write_text("[reflection]\nprofile = 'sloppy'\n[reflection.profiles.docs]\n")
    with pytest.raises(BoardError, match=r"no profile 'sloppy'.*strict, lenient, docs"):
        loaded(project).reflection.in_force()


# What follows from them


def _app(monkeypatch: pytest.MonkeyPatch, project: Path, database: str | None = None) -> App:
    monkeypatch.chdir(project.parent)
    return App(database)


def test_the_board_is_where_the_first_of_four_says(
    mine: Path, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The option, the environment, the settings, the platform's folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert _app(monkeypatch, project).path == tmp_path / "data/lessonboard/board.db"
    mine.write_text("[board]\npath = '~/mine.db'\n")
    monkeypatch.setenv("HOME", "/home/ada")
    assert _app(monkeypatch, project).path == Path("/home/ada/mine.db")
    monkeypatch.setenv("LESSONBOARD_DB", "/env.db")
    assert _app(monkeypatch, project).path == Path("/env.db")
    assert _app(monkeypatch, project, "/option.db").path == Path("/option.db")


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("sqlite:////abs/b.db", "/abs/b.db"),
        ("sqlite:///rel/b.db", "rel/b.db"),
        ("rel/b.db", "rel/b.db"),
        ("/abs/b.db", "/abs/b.db"),
    ],
)
def test_a_board_is_named_by_path_or_url(
    mine: Path, project: Path, monkeypatch: pytest.MonkeyPatch, given: str, path: str
) -> None:
    """As SQLAlchemy writes them: three slashes are relative, four absolute."""
    assert _app(monkeypatch, project, given).path == Path(path)


@pytest.mark.parametrize("given", ["mysql://host/db", "~nobody-of-that-name/b.db"])
def test_what_cannot_be_opened_is_named(
    mine: Path, project: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    """A log of a kind that is not known, or the home of nobody."""
    with pytest.raises(BoardError, match="could not open"):
        _app(monkeypatch, project, given).open()


def test_a_working_folder_that_is_gone_is_told(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worktrees of agents come and go."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(BoardError, match="the working folder is gone"):
        _ = App().config
    monkeypatch.chdir(tmp_path)


def test_the_means_are_made_of_the_settings(
    mine: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Critic, reflector, curator, and a model only where one is named and wanted."""
    mine.write_text(
        "[model]\nname = 'mine'\nbase_url = 'http://127.0.0.1:9/v1'\n"
        "[reflection]\nprofile = 'lenient'\n[curator]\napproval_sessions = 9\n"
    )
    app = _app(monkeypatch, project)
    with Board.open(":memory:") as board:
        tools = app.tools(board)
        assert tools.model is not None
        assert tools.model.name == "mine"
        assert tools.critic.settings.thresholds.quality_threshold == 0.6
        assert tools.curator.approval_sessions == 9
        assert app.tools(board, use_model=False).model is None
        strict = app.tools(board, "strict").critic.settings.thresholds
        assert strict.quality_threshold == 0.8
