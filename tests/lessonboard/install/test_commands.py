"""`lessonboard init` and `uninstall` as a person runs them: what they refuse, say and leave."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.commands import COMMAND
from tests.lessonboard.install.conftest import Machine

OWN = '{\n\t"model": "opus",\n\t"hooks": {"Stop": [{"hooks": []}]}\n}'


def test_a_machine_is_as_it_was_after_uninstall(machine: Machine) -> None:
    """Every byte, mode, file and folder, in the home folder and in the repository."""
    machine.settings.write_text(OWN)
    machine.settings.chmod(0o640)
    before = machine.everything()
    for scope in ("user", "project", "local"):
        assert machine("init", "--scope", scope).code == 0
    assert machine.settings.stat().st_mode & 0o777 == 0o640
    assert machine.everything() != before
    ran = machine("uninstall")
    assert ran.code == 0, ran.err
    assert f"{machine.settings} is byte for byte what it was before" in ran.out
    assert machine.everything() == before
    assert not (machine.data / "lessonboard-hook").exists()
    assert "Nothing is registered" in machine("uninstall").out


@pytest.mark.parametrize("command", ["init", "uninstall"])
def test_the_bundle_of_an_older_version_is_removed(machine: Machine, command: str) -> None:
    """Nothing reads it any more; a dry run leaves it."""
    machine("init")
    bundle = machine.data / "hook.bundle"
    bundle.write_bytes(b"of an older version")
    machine(command, "--dry-run")
    assert bundle.exists()
    assert machine(command).code == 0
    assert not bundle.exists()


def test_a_second_init_changes_nothing(machine: Machine) -> None:
    """It says that all is there."""
    machine("init")
    before = machine.everything()
    ran = machine("init")
    assert ran.out.count("already there") == 7
    assert machine.everything() == before


def test_a_dry_run_shows_the_difference_and_writes_nothing(machine: Machine) -> None:
    """The difference is one that `patch` understands; there is no data folder afterwards."""
    machine.settings.write_text(OWN)
    before = machine.everything()
    ran = machine("init", "--dry-run")
    assert f"--- {machine.settings}\n+++ {machine.settings}\n@@ " in ran.out
    assert f"--- /dev/null\n+++ {machine.home / '.claude.json'}\n" in ran.out
    assert "\\ No newline at end of file" in ran.out
    assert "`lessonboard init --allow-reading`" in ran.err
    told = machine("init", "--dry-run", "--json").json
    assert "".join(file["diff"] for file in told["files"]) == ran.out
    assert machine.everything() == before
    assert not machine.data.exists()
    machine("init")
    between = machine.everything()
    assert (
        f"--- {machine.data / 'lessonboard-hook'}\n+++ /dev/null\n"
        in machine("uninstall", "--dry-run").out
    )
    assert machine.everything() == between


def test_a_broken_file_is_refused_and_no_other_is_written(machine: Machine) -> None:
    """With its line and column; Codex is not half-registered meanwhile."""
    machine.settings.write_text('{\n  "model": "opus"\n  "hooks": {}\n}\n')
    before = machine.everything()
    ran = machine("init")
    assert ran.code == 1
    assert f"{machine.settings}:3:3: expected a comma" in ran.err
    assert machine.everything() == before


def test_a_comment_that_the_agent_cannot_read_is_refused(machine: Machine) -> None:
    """Claude Code would ignore the whole file, and our hooks in it."""
    machine.settings.write_text('{\n  // mine\n  "model": "opus"\n}\n')
    ran = machine("init")
    assert ran.code == 1
    assert "settings.json:2:3: claude reads neither comments nor trailing commas" in ran.err


def test_a_broken_toml_file_is_refused_with_its_line(machine: Machine) -> None:
    """Nothing is written then."""
    (machine.home / ".codex" / "config.toml").write_text('model = "x"\nmodel = \n')
    ran = machine("init")
    assert ran.code == 1
    assert "config.toml:2:" in ran.err
    assert not (machine.home / ".codex" / "hooks.json").exists()


def test_text_that_is_not_utf_8_is_refused(machine: Machine) -> None:
    """It is not rewritten in another encoding."""
    machine.settings.write_bytes('{\n "a": "é"}'.encode("latin-1"))
    assert "settings.json:2:8: this is not UTF-8" in machine("init").err


def test_links_are_written_through(machine: Machine) -> None:
    """Settings that are kept with other dotfiles stay there, and stay a link."""
    real = machine.home / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text("{}")
    machine.settings.symlink_to(os.path.relpath(real, machine.settings.parent))
    assert machine("init", "--agent", "claude").code == 0
    assert machine.settings.is_symlink()
    assert "SessionStart" in real.read_text()
    assert machine("uninstall").code == 0
    assert machine.settings.is_symlink()
    assert real.read_text() == "{}"


def test_a_read_only_file_is_refused_before_anything_is_written(machine: Machine) -> None:
    """Somebody wanted it so."""
    path = machine.home / ".codex" / "hooks.json"
    path.write_text("{}")
    path.chmod(0o444)
    before = machine.everything()
    ran = machine("init")
    assert ran.code == 1
    assert f"could not write {path}: it is read-only" in ran.err
    assert machine.everything() == before


def test_two_at_once_register_once(machine: Machine) -> None:
    """Both succeed, and what is written is what one writes alone."""
    machine("init", "--agent", "claude")
    alone = machine.settings.read_bytes()
    machine("uninstall")
    started = [
        subprocess.Popen(
            [COMMAND, "init", "--agent", "claude"],
            cwd=machine.project, env=machine.environment, stdout=subprocess.DEVNULL,
        )
        for _ in range(4)
    ]  # fmt: skip
    assert [each.wait() for each in started] == [0] * 4
    assert machine.settings.read_bytes() == alone
    machine("uninstall")
    assert not machine.settings.exists()


def test_a_file_that_was_changed_since_loses_only_what_is_ours(machine: Machine) -> None:
    """And that is said."""
    machine.settings.write_text(OWN)
    machine("init")
    machine.settings.write_text(machine.settings.read_text().replace("opus", "sonnet"))
    ran = machine("uninstall")
    assert f"{machine.settings} was changed since `init`" in ran.out
    assert machine.settings.read_text() == OWN.replace("opus", "sonnet")


def test_a_change_between_two_inits_is_not_lost(machine: Machine) -> None:
    """The second keeps a new copy: what the file would be without us."""
    machine.settings.write_text(OWN)
    machine("init")
    changed = (
        machine.settings.read_text()
        .replace("opus", "sonnet")
        .replace('"timeout": 3', '"timeout": 2')
    )
    machine.settings.write_text(changed)
    machine("init")
    machine("uninstall")
    assert machine.settings.read_text() == OWN.replace("opus", "sonnet")


def test_one_agent_can_be_taken_out_alone(machine: Machine) -> None:
    """The launcher stays for the other."""
    machine("init")
    machine("uninstall", "--agent", "codex")
    assert list((machine.home / ".codex").iterdir()) == []
    assert machine.settings.exists()
    assert (machine.data / "lessonboard-hook").exists()
    machine("uninstall", "--agent", "claude")
    assert not (machine.data / "lessonboard-hook").exists()


def test_a_file_that_broke_since_does_not_hold_up_the_others(machine: Machine) -> None:
    """It is named, exit code 1, and can be taken care of later."""
    machine("init")
    whole = machine.settings.read_text()
    machine.settings.write_text(whole + "}")
    assert machine("uninstall", "--agent", "cursor").err == ""
    ran = machine("uninstall")
    assert ran.code == 1
    assert str(machine.settings) in ran.err
    assert not (machine.home / ".codex" / "hooks.json").exists()
    assert (machine.data / "lessonboard-hook").exists()
    machine.settings.write_text(whole)
    assert machine("uninstall").code == 0
    assert not (machine.data / "lessonboard-hook").exists()


def test_a_broken_file_without_anything_of_ours_is_no_concern(machine: Machine) -> None:
    """It is not even named."""
    machine("init", "--agent", "claude")
    (machine.home / ".codex" / "config.toml").write_text("model = ")
    ran = machine("uninstall")
    assert (ran.code, ran.err) == (0, "")


def test_the_board_stays_unless_it_is_purged(machine: Machine) -> None:
    """Purging asks, and deletes what `init` and the board left."""
    machine("init")
    machine("uninstall")
    assert (machine.data / "board.db").exists()
    assert "would delete" in machine("uninstall", "--purge", "--dry-run").out.lower()
    refused = machine("uninstall", "--purge", stdin="n\n")
    assert refused.code == 130
    assert (machine.data / "board.db").exists()
    told = machine("uninstall", "--purge", "--yes", "--json").json
    assert told["purged"] == [str(machine.data)]
    assert not machine.data.exists()


def test_a_purge_does_not_delete_what_is_no_board(machine: Machine, tmp_path: Path) -> None:
    """Even if --db names it."""
    letter = tmp_path / "letter.txt"
    letter.write_text("dear reader, " * 50)
    ran = machine("--db", str(letter), "uninstall", "--purge", "--yes")
    assert ran.code == 1
    assert "not a Lessonboard file" in ran.err
    assert letter.exists()


def test_a_purge_takes_a_board_that_is_kept_elsewhere(machine: Machine, tmp_path: Path) -> None:
    """With the files beside it, and nothing else in that folder."""
    board = tmp_path / "elsewhere" / "board.db"
    board.parent.mkdir()
    (board.parent / "other").write_text("x")
    machine("--db", str(board), "admin", "verify", "--rebuild")
    assert machine("--db", str(board), "uninstall", "--purge", "--yes").code == 0
    assert [path.name for path in board.parent.iterdir()] == ["other"]


@pytest.mark.parametrize("home", ["", "relative"])
def test_without_a_home_folder_it_says_so(machine: Machine, home: str) -> None:
    """And writes nowhere."""
    ran = machine("init", HOME=home or None)
    assert ran.code == 1
    assert "HOME is not set to an absolute path" in ran.err


def test_without_an_agent_it_says_where_it_looked(machine: Machine) -> None:
    """And how to name one."""
    (machine.home / ".claude").rmdir()
    (machine.home / ".codex").rmdir()
    ran = machine("init")
    assert ran.code == 1
    assert f"Claude Code ({machine.home / '.claude'})" in ran.err
    assert "--agent" in ran.err


def test_wrong_usage_is_exit_code_2(machine: Machine) -> None:
    """A scope that an agent does not know, and a purge for one agent alone."""
    assert machine("init", "--scope", "local", "--agent", "codex").code == 2
    assert machine("uninstall", "--purge", "--agent", "codex").code == 2


def test_project_settings_need_a_repository(machine: Machine) -> None:
    """Outside of one there is no place for them."""
    (machine.project / ".git").rmdir()
    ran = machine("init", "--scope", "project")
    assert ran.code == 1
    assert "in no repository" in ran.err


def test_what_is_kept_is_private_and_told(machine: Machine) -> None:
    """Settings may hold keys, so the copies are for their owner's eyes."""
    machine.settings.write_text(OWN)
    machine("init", "--agent", "claude")
    kept = list((machine.data / "backups").iterdir())
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
    (manifest,) = (path for path in kept if path.name == "manifest.json")
    told = {file["file"]: file for file in json.loads(manifest.read_text())["files"]}
    assert told[str(machine.settings)]["existed"] is True
    assert told[str(machine.home / ".claude.json")]["existed"] is False


@pytest.mark.parametrize("option", ["--allow-reading", "--status-line"])
def test_an_agent_asks_for_nothing_that_is_offered(machine: Machine, option: str) -> None:
    """Only its person does; the agent may look at what would be written."""
    before = machine.everything()
    ran = machine("init", option, CLAUDECODE="1")
    assert (ran.code, "a session of Claude Code" in ran.err) == (3, True)
    assert machine.everything() == before
    assert machine("init", option, "--dry-run", CLAUDECODE="1").code == 0
