"""`lessonboard session import`: its summary, its silence, its exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.blackboard.records import human
from tests.command_line import Run

KEYS = {"files", "sessions", "messages", "tool_calls", "failures", "events", "skipped",
        "unknown_lines", "redactions", "seconds"}  # fmt: skip


def test_the_summary_has_its_documented_keys(run: Run, samples: str) -> None:
    """Programs may rely on every key, and on the counts being of what was new."""
    summary = run("session", "import", samples, "--json").json
    assert set(summary) >= KEYS
    assert summary["files"] == summary["sessions"] == 10
    assert summary["failures"] > 0
    assert summary["lessons"] >= 6


def test_importing_again_adds_nothing(run: Run, samples: str) -> None:
    """The second time every file is skipped."""
    run("session", "import", samples)
    again = run("session", "import", samples, "--json").json
    assert (again["events"], again["skipped"], again["lessons"]) == (0, 10, 0)


def test_without_a_path_it_finds_what_the_agents_keep(
    run: Run, samples: str, tmp_path: Path
) -> None:
    """CLAUDE_CONFIG_DIR and CODEX_HOME say where, else the folders in the home folder."""
    shutil.copytree(f"{samples}/claude-code", tmp_path / "home/.claude/projects")
    assert run("session", "import", "--json").json["files"] == 6
    shutil.copytree(f"{samples}/codex", tmp_path / "elsewhere/sessions")
    found = run("session", "import", "--json", CODEX_HOME=str(tmp_path / "elsewhere")).json
    assert (found["files"], found["skipped"]) == (10, 6)


def test_without_a_path_it_reads_nothing_else_that_agents_keep(run: Run, tmp_path: Path) -> None:
    """Copilot CLI has other files beside its transcripts; of a folder that is set all are read."""
    session = tmp_path / "home/.copilot/session-state/c1"
    (session / "rewind-file-snapshots").mkdir(parents=True)
    (session / "rewind-file-snapshots" / "tracking.json").write_text('{"files": {}}')
    said = {"type": "user.message", "id": "e1", "data": {"content": "Look around."}}
    (session / "events.jsonl").write_text(json.dumps(said))
    assert run("session", "import", "--json").json["files"] == 1
    settings = tmp_path / "config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"[import]\npaths = ['{session}']\n")
    done = run("session", "import", XDG_CONFIG_HOME=str(tmp_path / "config"))
    assert (done.code, "tracking.json" in done.err) == (1, True)


def test_no_history_is_an_error_that_says_where_it_looked(run: Run) -> None:
    """The message names the folders and what to do."""
    done = run("session", "import")
    assert done.code == 1
    assert ".claude/projects" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_bad_file_is_named_and_the_rest_is_taken(run: Run, samples: str, tmp_path: Path) -> None:
    """One file that is no transcript makes the exit code 1 and nothing else fail."""
    odd = tmp_path / "notes.txt"
    odd.write_text("just some notes")
    done = run("session", "import", str(odd), samples)
    assert done.code == 1
    assert "notes.txt: is no transcript" in done.err
    assert "10 new sessions" in done.out


def test_a_line_that_is_left_out_is_named(run: Run, tmp_path: Path) -> None:
    """With its file and line; a folder that cannot be one ends nothing, and the exit code is 0."""
    lines = [human("One.", cwd="/home/\0"), b"{", human("Two.", cwd="/home/\ud800")]
    path = tmp_path / "odd.jsonl"
    path.write_bytes(b"\n".join(each if isinstance(each, bytes) else json.dumps(each).encode()
                                for each in lines) + b"\n")  # fmt: skip
    done = run("session", "import", str(path), "--no-mine")
    assert (done.code, "2 messages" in done.out) == (0, True)
    assert done.err.splitlines() == [f"lessonboard: {path}:2: left out: is no JSON object"]


def test_mining_can_be_left_out(run: Run, samples: str) -> None:
    """With --no-mine, or by the settings, only events are taken in; the next import mines them."""
    assert run("session", "import", samples, "--no-mine", "--json").json["lessons"] == 0
    assert run("session", "import", samples, "--json").json["lessons"] >= 6


def test_a_folder_without_transcripts_is_named(run: Run, samples: str, tmp_path: Path) -> None:
    """Whoever names the wrong folder is told so, and the right one is taken all the same."""
    (tmp_path / "wrong").mkdir()
    done = run("session", "import", str(tmp_path / "wrong"), samples)
    assert done.code == 1
    assert "wrong: holds no transcripts" in done.err
    assert "10 new sessions" in done.out


def test_private_rules_are_not_learnt(run: Run, tmp_path: Path) -> None:
    """A span over several lines of a rule file hides all of them, and moves no other line."""
    (tmp_path / "home/app/.git").mkdir(parents=True)
    (tmp_path / "home/app/CLAUDE.md").write_text(
        "- Never edit generated files by hand.\n<private>\n- Always mention heliotrope first.\n"
        "</private>\n- Always run `make test` before you commit.\n"
    )
    assert run("session", "import", "app/CLAUDE.md", "--json").json["rules"]["created"] == 2
    lessons = run("lesson", "--json").json
    assert sorted(each["evidence"][0]["first_line"] for each in lessons) == [1, 5]
    assert "heliotrope" not in run("admin", "events", "--json").out


def test_what_is_left_out_is_counted_with_its_reason(
    run: Run, samples: str, tmp_path: Path
) -> None:
    """So that nobody looks for a fault where there is a wish."""
    config = tmp_path / "home/.config/lessonboard/config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('[capture]\nexclude = ["parcel-api"]\n')
    done = run("session", "import", samples)
    assert f"Left out 3 files: excluded by 'parcel-api' in {config}." in done.out
    assert "7 new sessions" in done.out
    again = run("session", "import", samples, "--json").json
    assert (again["files"], again["skipped"], len(again["left_out"])) == (10, 7, 3)
    assert set(again["left_out"][0]) == {"file", "reason"}
    assert again["left_out_in_part"] == []
