"""Whatever is told, and whatever state the board is in: exit code 0, silence, and soon."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.file_lock import FileLock
from blackboard.storage.sqlite.header import FORMAT
from lessonboard.doctor import hook_log
from lessonboard.install.launcher import launcher_text
from tests.faults.test_full_disk import fill, small_disk
from tests.inside import connection_of
from tests.lessonboard.hooks.agents import PROMPT, claude, unrecorded
from tests.lessonboard.hooks.conftest import Hook, MakeHook, lessons, out_of_time

__all__ = ["small_disk"]
_DEEP = b"[" * 100_000

NONSENSE = {
    "empty": b"",
    "space": b" \n",
    "words": b"hello",
    "half": b'{"hook_event_name": "Stop", "session_id": "s',
    "list": b'[{"hook_event_name": "Stop"}]',
    "text": b'"Stop"',
    "number": b"1",
    "null": b"null",
    "nul": b"\0",
    "nuls": b'{"hook_event_name": "Stop\0", "session_id": "s"}',
    "invalid-utf-8": b'{"hook_event_name": "\xff\xfe", "session_id": "\xc3"}',
    "deep": b'{"a": ' + _DEEP,
    "two": b'{"hook_event_name": "Stop"}{"hook_event_name": "Stop"}',
    "unknown-event": b'{"hook_event_name": "Teleported", "session_id": "s"}',
    "no-event": b'{"session_id": "s"}',
    "no-session": b'{"hook_event_name": "Stop"}',
    "wrong-types": b'{"hook_event_name": ["Stop"], "session_id": {"a": 1}}',
    "session-is-a-number": b'{"hook_event_name": "Stop", "session_id": 5}',
    "session-breaks-lines": b'{"hook_event_name": "Stop", "session_id": "a\\nb"}',
    "session-without-end": b'{"hook_event_name": "Stop", "session_id": "%s"}' % (b"x" * 9000),
    "half-a-pair": b'{"hook_event_name": "\\ud83d", "session_id": "\\ud83d"}',
}


@pytest.mark.parametrize("hook_event", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_met_with_silence(hook: Hook, hook_event: bytes) -> None:
    """And nothing is written but what went wrong."""
    before = len(hook.events())
    hook.silent(hook_event)
    assert len(hook.events()) == before


def test_fields_of_the_wrong_type(hook: Hook) -> None:
    """What is not a text counts as not told; the rest is taken as it is."""
    wrong: list[object] = [5, 1.5, True, None, [], {}, ["a"], {"a": {"b": []}}]
    for event in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"):
        for value in wrong:
            fields = dict.fromkeys(
                ("prompt", "tool_name", "tool_input", "tool_response", "tool_use_id", "model",
                 "transcript_path", "cwd", "agent_id", "prompt_id", "turn_id", "error"), value,
            )  # fmt: skip
            hook.silent({"hook_event_name": event, "session_id": "w", **fields})
    assert hook.failures() == []
    assert Board.open(hook.board).verify().sound


def test_fifty_megabytes(hook: Hook) -> None:
    """All of it is taken from the pipe, so that the agent is not left with a broken one."""
    hook_event = claude("UserPromptSubmit", hook.folder, prompt="")
    started = hook.start()
    out, err = started.communicate(
        str(hook_event).encode()[:-3] + b"x" * 50_000_000 + b'"}', timeout=60
    )
    assert (started.returncode, out, err) == (0, b"", b"")
    [failure] = hook.failures()
    assert "too long" in failure["error"] or "took longer" in failure["error"]


def test_a_long_prompt_is_answered_by_its_beginning(hook: Hook) -> None:
    """A pasted file is neither too slow to be looked at nor lost."""
    prompt = PROMPT + " Here is a log: " + "line 5 of pkg/mod.py said nothing " * 100_000
    answered = hook(unrecorded("BeforeAgent", hook.folder, prompt=prompt))
    assert "; comb)" in answered.text
    [said] = hook.events("message.recorded")
    assert len(said["text"]) <= 20_000


def test_input_that_never_ends(folder: Path, quokka: Path) -> None:
    """The agent forgot to close the pipe: the hook ends by itself, and says so to `doctor`."""
    hook = Hook(folder, quokka, patient=False)
    text = hook.launcher.read_text()
    limit = "    import lessonboard.hooks.hook as hooking\n    hooking.WALL_SECONDS = 0.5\n"
    hook.launcher.write_text(text.replace("    main(board=", f"{limit}    main(board="))
    begun = time.monotonic()
    process = hook.start()
    assert process.stdin is not None
    process.stdin.write(b'{"hook_event_name": "Stop"')
    process.stdin.flush()
    assert process.wait(timeout=30) == 0
    assert time.monotonic() - begun < 5
    process.communicate()
    assert "took longer" in hook.failures()[0]["error"]


def test_closed_streams(hook: Hook) -> None:
    """Without input or output the hook ends as ever."""
    for closed in ("0<&-", "1>&-", "0<&- 1>&- 2>&-"):
        line = f'{sys.executable} -IS "$0" {closed}'
        done = subprocess.run(
            ["/bin/sh", "-c", line, str(hook.launcher)], input=b"{}", capture_output=True,
            check=False, env={}, timeout=30,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, b"")


def test_a_reader_that_is_gone(hook: Hook) -> None:
    """An agent that was killed while its hook ran leaves no mark."""
    process = hook.start()
    assert process.stdout is not None
    process.stdout.close()
    assert process.stdin is not None
    process.stdin.write(json.dumps(claude("SessionStart", hook.folder)).encode())
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    assert process.stderr is not None
    process.stderr.close()


def test_a_child_of_ours_says_nothing(hook: Hook) -> None:
    """Agents that this program starts are neither told anything nor listened to."""
    before = len(hook.events())
    hook.silent(claude("SessionStart", hook.folder), LESSONBOARD_CHILD="1")
    assert len(hook.events()) == before


def test_without_a_home(hook: Hook) -> None:
    """The launcher knows its board; nothing else is asked of the surroundings."""
    process = subprocess.run(
        [sys.executable, "-IS", str(hook.launcher)], env={}, capture_output=True, check=False,
        input=b'{"hook_event_name": "Stop", "session_id": "s", "cwd": "/x"}',
    )  # fmt: skip
    assert (process.returncode, process.stderr) == (0, b"")
    assert hook.events("turn.ended") == [{"session": "s"}]


def test_the_command_itself_without_a_home(folder: Path) -> None:
    """`lessonboard hook` by name: no board, no home, no settings, and still exit code 0."""
    command = Path(sys.executable).with_name("lessonboard")
    for variables in ({}, {"HOME": ""}, {"HOME": "/nowhere", "LESSONBOARD_DB": "~nobody/x.db"}):
        done = subprocess.run(
            [command, "hook"], cwd=folder, env=variables, input=b'{"a": 1}', check=False,
            capture_output=True,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, b"")


_TRIES = 20
"""The command gives up after its time, which a busy machine may take from it."""


def test_the_command_itself_answers(hook: Hook, tmp_path: Path) -> None:
    """As the launcher does, whatever the settings file holds; on a busy machine not every time."""
    command = Path(sys.executable).with_name("lessonboard")
    settings = tmp_path / "config" / "lessonboard"
    settings.mkdir(parents=True)
    (settings / "config.toml").write_bytes(b"[context\n\xff = ")
    variables = {"LESSONBOARD_DB": str(hook.board), "XDG_CONFIG_HOME": str(tmp_path / "config"),
                 "HOME": str(tmp_path), "PATH": os.environ["PATH"]}  # fmt: skip
    asked = json.dumps(claude("UserPromptSubmit", hook.folder, prompt=PROMPT)).encode()
    for _ in range(_TRIES):
        done = subprocess.run([command, "hook", "claude"], env=variables, capture_output=True,
                              check=False, input=asked)  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        if done.stdout:
            break
    assert b"quokka" in done.stdout


def broken(kind: str, path: Path, good: Path) -> None:
    """Make a file that is no board to be used, of some kind."""
    if kind == "nothing":
        return
    shutil.copy(good, path)
    data = bytearray(path.read_bytes())
    match kind:
        case "empty":
            data = bytearray()
        case "text":
            data = bytearray(b"Dear diary\n" * 50)
        case "short":
            del data[60:]
        case "newer":
            data[60:64] = (FORMAT + 1).to_bytes(4, "big")
        case "older":
            data[60:64] = (FORMAT - 1).to_bytes(4, "big")
        case "foreign":
            data[68:72] = b"abcd"
        case "pages":
            data[4096:] = os.urandom(len(data) - 4096)
        case "schema":
            data[100:4096] = os.urandom(3996)
        case "torn":
            del data[8192:]
    path.write_bytes(data)


@pytest.mark.parametrize(
    "kind",
    ["nothing", "empty", "text", "short", "newer", "older", "foreign", "pages", "schema", "torn"],
)
def test_a_board_that_cannot_be_used(
    tmp_path: Path, quokka: Path, hook_of: MakeHook, kind: str
) -> None:
    """It is left as it was, and `doctor` is told what it is."""
    with Board.open(quokka) as board:
        connection_of(board).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    bad = tmp_path / "bad.db"
    broken(kind, bad, quokka)
    before = bad.read_bytes() if bad.exists() else None
    hook = hook_of(bad)
    for hook_event in (claude("SessionStart", hook.folder), claude("Stop", hook.folder),
                 claude("UserPromptSubmit", hook.folder, prompt=PROMPT)):  # fmt: skip
        hook.silent(hook_event)
    assert (bad.read_bytes() if bad.exists() else None) == before
    assert len(hook.failures()) >= 3
    assert all(failure["error"] and failure["event"] for failure in hook.failures())


def test_a_folder_in_the_place_of_the_board(tmp_path: Path, hook_of: MakeHook) -> None:
    """Or a board in a folder that is not there."""
    (tmp_path / "a.db").mkdir()
    hook_of(tmp_path / "a.db").silent(claude("Stop", tmp_path))
    hook_of(tmp_path / "no" / "b.db").silent(claude("Stop", tmp_path))
    assert not (tmp_path / "no").exists()


def test_a_board_that_nobody_has_read_yet(tmp_path: Path, hook_of: MakeHook) -> None:
    """There is nothing to say, which is no failure; what happens is written down."""
    Board.open(tmp_path / "new.db").close()
    hook = hook_of(tmp_path / "new.db")
    hook.silent(claude("SessionStart", hook.folder))
    hook.silent(claude("UserPromptSubmit", hook.folder, prompt=PROMPT))
    assert hook.failures() == []
    assert len(hook.events("session.started")) == 1


def test_broken_views_keep_nothing_from_being_written_down(hook: Hook) -> None:
    """What cannot be looked up is not said; what happened is on the board all the same."""
    connection = sqlite3.connect(hook.board)
    connection.execute("ALTER TABLE documents RENAME COLUMN view TO vista")
    connection.execute("ALTER TABLE view_lessons RENAME TO view_wisdom")
    connection.commit()
    connection.close()
    hook.silent(claude("SessionStart", hook.folder))
    assert "no answer" in hook.failures()[0]["error"]
    assert sqlite3.connect(hook.board).execute(
        "SELECT COUNT(*) FROM events WHERE type = 'session.started'"
    ).fetchone() == (1,)


def test_a_read_only_disk(tmp_path: Path, quokka: Path, hook_of: MakeHook) -> None:
    """What could not be remembered as said is not said: it would come again with every prompt."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a file system can only be mounted by root")
    try:
        with Board.open(quokka) as board:
            connection_of(board).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(quokka, place / "board.db")
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        hook = hook_of(place / "board.db")
        hook.silent(claude("UserPromptSubmit", hook.folder, prompt=PROMPT))
        hook.silent(claude("Stop", hook.folder))
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_full_disk(small_disk: Path, hook_of: MakeHook) -> None:
    """Silence, but each turn is kept, noted or counted; with room the next hook writes again."""
    hook = hook_of(small_disk / "board.db")
    with Board.open(hook.board) as board:
        board.append(lessons(str(hook.folder)))
        board.catch_up()
    rest = fill(small_disk)
    for number in range(20):
        answered = hook(unrecorded("BeforeAgent", hook.folder, prompt=f"{number} " + "x " * 9000))
        assert (answered.code, answered.err) == (0, "")
    noted = len(hook.failures())
    lost = hook_log.losses(hook.board, time.time_ns() // 1000)
    assert (lost.level, lost.details and lost.details["calls"] > 0) == ("bad", True)
    rest.unlink()
    hook.silent(unrecorded("BeforeAgent", hook.folder, prompt="after"))
    written = [each["text"] for each in hook.events("message.recorded")]
    assert "after" in written
    assert len(written) - 1 + noted + (lost.details or {})["calls"] >= 20
    with Board.open(hook.board) as board:
        assert board.verify().sound


_BROKEN = {
    "no package": {},
    "a torn module": {"__init__.py": "", "hooks/__init__.py": "", "hooks/hook.py": "def main("},
    "a module gone": {"__init__.py": "", "hooks/__init__.py": "",
                      "hooks/hook.py": "from lessonboard.hooks.gone import main"},
    "another version": {"__init__.py": "", "hooks/__init__.py": "",
                        "hooks/hook.py": "def main(**_): raise ValueError('what was told')"},
}  # fmt: skip


@pytest.mark.parametrize("files", _BROKEN.values(), ids=_BROKEN)
def test_a_program_that_cannot_be_loaded_leaves_a_note(
    hook: Hook, tmp_path: Path, files: dict[str, str]
) -> None:
    """As amidst an upgrade: exit code 0, silence, and a line for `doctor`; nothing of the event."""
    place = tmp_path / "packages"
    for name, text in files.items():
        file = place / "lessonboard" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    lines = launcher_text(hook.board).splitlines(keepends=True)
    inserted = next(line for line in lines if "sys.path.insert" in line)
    text = "".join(lines).replace(inserted, f"    sys.path.insert(0, {str(place)!r})\n")
    hook.launcher.write_text(text)
    hook.silent(claude("Stop", hook.folder))
    [failure] = hook.failures()
    assert failure["error"].startswith("the hook cannot be loaded: ")
    assert "what was told" not in failure["error"]
    found = hook_log.errors(hook.board, time.time_ns() // 1000)
    assert "the hook cannot be loaded" in found.found
    assert "lessonboard init" in found.advice


def test_a_locked_board_loses_nothing(hook: Hook) -> None:
    """While another process writes for long, what happens waits beside the board."""
    lock = FileLock(Path(f"{hook.board}.lock"))
    with lock:
        begun = time.monotonic()
        for number in range(5):
            hook.silent(claude("Stop", hook.folder, prompt_id=f"p{number}"))
        assert time.monotonic() - begun < 10
        spilt = Path(f"{hook.board}.spill.jsonl")
        assert stat.S_IMODE(spilt.stat().st_mode) == 0o600
        assert len(spilt.read_text().splitlines()) == 5
    lock.close()
    assert len(hook.events("turn.ended")) == 5
    assert len(hook.events("turn.ended")) == 5
    assert spilt.stat().st_size == 0
    assert hook.failures() == []


def test_a_reader_that_waits_for_the_lock_keeps_no_hook_waiting(hook: Hook) -> None:
    """Whoever takes in what was spilt holds that file only once the board is his."""
    lock = FileLock(Path(f"{hook.board}.lock"))
    with lock:
        hook.silent(claude("Stop", hook.folder, prompt_id="a"))
        reads = f"from blackboard.board import Board; Board.open({str(hook.board)!r}).catch_up()"
        reader = subprocess.Popen([sys.executable, "-c", reads])
        time.sleep(1.0)
        for number in range(3):
            hook.silent(claude("Stop", hook.folder, prompt_id=f"b{number}"))
        assert reader.poll() is None
        assert hook.failures() == []
    lock.close()
    assert reader.wait(timeout=60) == 0
    assert len(hook.events("turn.ended")) == 4


def test_a_lock_of_sqlite_itself(hook: Hook) -> None:
    """Another program that holds the file as SQLite does is waited for as little."""
    holder = sqlite3.connect(hook.board, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    hook.silent(claude("Stop", hook.folder))
    holder.execute("ROLLBACK")
    holder.close()
    assert len(hook.events("turn.ended")) == 1


ODD = [
    "with space",
    'it\'s "quoted"',
    "line\nbreak",
    "emoji \U0001f600",
    "100% #1?x=2",
    "-rf",
]


@pytest.mark.parametrize("name", ODD, ids=range(len(ODD)))
def test_odd_folders(tmp_path: Path, hook_of: MakeHook, name: str) -> None:
    """A board and a repository may be in a folder of any name."""
    place = tmp_path / name
    place.mkdir()
    with Board.open(place / "board.db") as board:
        project = "".join(each for each in str(place) if each.isprintable())
        board.append(lessons(project))
        board.catch_up()
    hook = hook_of(place / "board.db")
    assert "; comb)" in hook(claude("UserPromptSubmit", place, prompt=PROMPT)).text
    hook.silent(claude("Stop", place))
    assert hook.failures() == []
    assert len(hook.events("turn.ended")) == 1


def test_the_log_of_failures_stays_small_and_private(hook: Hook, tmp_path: Path) -> None:
    """It is turned over at its limit, and nobody else may read it."""
    from lessonboard.hooks import failures

    board = str(tmp_path / "x.db")
    for _ in range(2000):
        failures.note(board, "codex", "Stop", "\ud83d broken " * 100, 5)
    files = sorted(tmp_path.glob("x.db*"))
    assert [file.name for file in files] == ["x.db.hook-errors.jsonl", "x.db.hook-errors.jsonl.1"]
    assert all(file.stat().st_size < 110_000 for file in files)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_terminal_is_told_what_this_is(hook: Hook) -> None:
    """A person who runs it by hand is not left waiting."""
    main, terminal = os.openpty()
    done = subprocess.run(
        [sys.executable, "-IS", str(hook.launcher)], stdin=terminal, capture_output=True,
        check=False, env={}, timeout=30,
    )  # fmt: skip
    os.close(main)
    os.close(terminal)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"agents run this" in done.stderr


def test_what_takes_too_long_is_not_lost(hook: Hook) -> None:
    """When the time is over, what happened is kept beside the board, and on it only once."""
    text = hook.launcher.read_text()
    for wrong in ("append", "reading"):
        slow = f"{out_of_time(wrong)}    main(board="
        hook.launcher.write_text(text.replace("    main(board=", slow))
        hook.silent(claude("SessionStart", hook.folder, wrong))
    hook.launcher.write_text(text)
    assert ["took longer" in each["error"] for each in hook.failures()] == [True, True]
    assert len(hook.events("session.started")) == 2
    hook(claude("SessionStart", hook.folder, "append"))
    assert len(hook.events("session.started")) == 2
