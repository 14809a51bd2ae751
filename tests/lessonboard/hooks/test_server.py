"""The hook server: it answers like a process, and whatever becomes of it no event is lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from blackboard.agents.registration import Places
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.capture import CaptureDisabled
from lessonboard.doctor import hook_server
from lessonboard.hooks import address, client
from lessonboard.install.change import Change
from lessonboard.install.installation import Installation
from tests.blackboard.lessons import told
from tests.lessonboard.hooks.agents import PROMPT, claude, events
from tests.lessonboard.hooks.conftest import Hook, lessons
from tests.lessonboard.hooks.served import SETTINGS, Served, serving, short_folder
from tests.waiting import eventually, has_ended

pytestmark = pytest.mark.skipif(
    not address.socket_of("/b"), reason="there is no hook server on Windows"
)


@pytest.fixture
def near() -> Iterator[Path]:
    """A folder with a short path."""
    with short_folder() as place:
        yield place


@pytest.fixture
def served(near: Path, folder: Path) -> Iterator[Served]:
    """A board with a server that is running."""
    with serving(near, folder) as hook:
        yield hook


def test_it_answers_as_a_process_does(served: Served, tmp_path: Path) -> None:
    """Each step of each agent, byte for byte; also what both leave on the board."""
    alone = tmp_path / "alone.db"
    with Board.open(alone) as board:
        board.append(lessons(str(served.folder)))
        board.catch_up()
    process = Hook(tmp_path, alone, patient=False)
    process.folder = served.folder
    for sent in events(served.folder).values():
        for hook_event, due in sent:
            ours = served.handled(hook_event, HOME=str(served.folder))
            theirs = process(hook_event)
            assert ours == theirs.out.encode(), hook_event
            assert (f"; {due})" in theirs.text) == bool(due)
    assert served.failures() == process.failures() == []
    assert served.events() == process.events()


def test_the_launcher_asks_it(served: Served) -> None:
    """A launcher whose own way to a board is gone answers all the same: it is not what answered."""
    text = served.launcher.read_text()
    broken = "    sys.modules['lessonboard.hooks.hook'] = None\n    main(board="
    served.launcher.write_text(text.replace("    main(board=", broken))
    assert "; comb)" in served(claude("UserPromptSubmit", served.folder, prompt=PROMPT)).text
    os.kill(served.pid, signal.SIGKILL)
    assert eventually(lambda: not served.server())
    served.silent(claude("UserPromptSubmit", served.folder, "c2", prompt=PROMPT))


def test_nobody_else_can_reach_it(served: Served) -> None:
    """The socket and its folder are the user's own."""
    assert served.socket.stat().st_mode & 0o777 == 0o600
    assert served.socket.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o750, 0o701, 0o777])
def test_a_folder_that_others_may_enter_is_not_used(served: Served, mode: int) -> None:
    """Somebody else's socket may be in it; the event is handled by a process."""
    served.socket.parent.chmod(mode)
    prompt = claude("UserPromptSubmit", served.folder, prompt=PROMPT)
    assert served.handled(prompt) is None
    assert "; comb)" in served(prompt).text


def test_a_link_to_a_folder_is_not_used(served: Served, near: Path) -> None:
    """Whoever made it chose the server."""
    served.socket.parent.rename(near / "moved")
    served.socket.parent.symlink_to(near / "moved")
    assert served.handled(claude("Stop", served.folder)) is None


def test_off_counts_at_once(served: Served) -> None:
    """What was switched off a moment ago is off, and the same for a session's own variable."""
    prompt = claude("UserPromptSubmit", served.folder, "c1", prompt=PROMPT)
    assert served.handled(prompt, LESSONBOARD_OFF="1") == b""
    with Board.open(served.board) as board:
        board.record(CaptureDisabled(project=str(served.folder)), actor="human")
    assert served.handled(claude("UserPromptSubmit", served.folder, "c2", prompt=PROMPT)) == b""


def test_what_was_forgotten_is_gone_at_once(served: Served) -> None:
    """Nothing of the board is kept between two events."""
    first = served.handled(claude("UserPromptSubmit", served.folder, "c1", prompt=PROMPT))
    assert first
    assert b"; comb)" in first
    with Board.open(served.board) as board:
        board.append([told("lesson.rejected", "comb")._replace(actor="human")])
        board.catch_up()
    assert served.handled(claude("UserPromptSubmit", served.folder, "c2", prompt=PROMPT)) == b""


def test_a_child_of_ours_is_not_answered(served: Served) -> None:
    """The variables are those of whoever asks."""
    prompt = claude("UserPromptSubmit", served.folder, prompt=PROMPT)
    assert served.handled(prompt, LESSONBOARD_CHILD="1") == b""


def test_a_killed_server_costs_no_event(served: Served) -> None:
    """Its socket is still there, and nobody listens."""
    os.kill(served.pid, signal.SIGKILL)
    assert eventually(lambda: not served.server())
    assert served.socket.exists()
    assert "; comb)" in served(claude("UserPromptSubmit", served.folder, prompt=PROMPT)).text
    served.serve()
    assert served.handled(claude("Stop", served.folder)) == b""


def test_a_hook_that_is_killed_in_it_is_handled_by_a_process(served: Served) -> None:
    """Whoever asked hears no end, and does it himself; nothing is taken in twice."""
    served.launcher.write_text(served.launcher.read_text().replace(
        "    main(board=",
        "    import lessonboard.hooks.client as client\n"
        "    client.WHOLE = b'an end that no server writes'\n    main(board=",
    ))  # fmt: skip
    start = claude("SessionStart", served.folder, source="startup")
    assert served(start).code == 0
    assert len(served.events("session.started")) == 1
    assert served.failures() == []


def test_a_server_that_is_stopped_holds_nobody(served: Served) -> None:
    """After a second the event is handled by a process."""
    os.kill(served.pid, signal.SIGSTOP)
    try:
        answered = served(claude("UserPromptSubmit", served.folder, prompt=PROMPT))
        assert "; comb)" in answered.text
        assert answered.seconds < 4
    finally:
        os.kill(served.pid, signal.SIGCONT)


def test_another_version_answers_itself_and_ends_it(served: Served) -> None:
    """After an upgrade, or with other settings, the server is one of yesterday's."""
    text = served.launcher.read_text()
    served.launcher.write_text(text.replace("limit=5", "limit=4"))
    assert "; comb)" in served(claude("UserPromptSubmit", served.folder, prompt=PROMPT)).text
    assert eventually(lambda: not served.server())


def test_another_programs_server_is_left_alone(served: Served) -> None:
    """It is asked, refuses, and goes on: two installations share a board."""
    text = served.launcher.read_text()
    served.launcher.write_text(text.replace(
        "    main(board=",
        "    import lessonboard.hooks.client as client\n"
        "    client.__file__ = '/elsewhere/client.py'\n    main(board=",
    ))  # fmt: skip
    assert "; comb)" in served(claude("UserPromptSubmit", served.folder, prompt=PROMPT)).text
    assert served.server() == served.pid


def test_it_ends_when_nothing_comes(served: Served, near: Path) -> None:
    """And takes its socket away."""
    board = near / "idle.db"
    program = f"from lessonboard.hooks.server import main; main({str(board)!r}, {{}}, idle=0.2)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)
    assert list(Path(address.folder_of(str(board))).iterdir()) == []


def test_of_two_servers_one_ends(served: Served) -> None:
    """The one that came later."""
    program = (
        f"from lessonboard.hooks.server import main; main({str(served.board)!r}, {SETTINGS!r})"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)
    assert served.server() == served.pid


def test_a_session_starts_it(near: Path, folder: Path) -> None:
    """From the first prompt on, if settings allow what outlives a hook."""
    board = near / "board.db"
    with Board.open(board) as made:
        made.append(_one_lesson(folder))
        made.catch_up()
    hook = Hook(folder, board, background=True, patient=False)
    hook(claude("UserPromptSubmit", folder, prompt=PROMPT))
    served = Served(folder, board)
    assert eventually(lambda: bool(served.server()))
    os.kill(served.server(), signal.SIGKILL)


def _one_lesson(folder: Path) -> list[NewEvent]:
    return lessons(str(folder))[:2]


@pytest.mark.parametrize("raw", [b"", b"\n", b"1 2\nabc", b"9 9 9 9 9\nshort", b"x" * 500])
def test_whoever_sends_anything_else_is_not_answered(served: Served, raw: bytes) -> None:
    """And the server goes on."""
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(str(served.socket))
        asking.sendall(raw)
        asking.shutdown(socket.SHUT_WR)
        assert asking.recv(100) == b""
    assert served.handled(claude("Stop", served.folder)) == b""


def test_what_it_forks_imports_nothing(served: Served) -> None:
    """All that hooks use at any step is behind it already."""
    program = (
        f"import sys; sys.path.insert(0, {str(Path(client.__file__).parents[2])!r})\n"
        "import json, os\n"
        "from lessonboard.hooks import hook, server\n"
        "server._warm_up()\n"
        "known = set(sys.modules)\n"
        "leave = os._exit\n"
        "def show(code):\n"
        "    os.write(2, ' '.join(sorted(set(sys.modules) - known)).encode())\n"
        "    leave(code)\n"
        "os._exit = show\n"
        f"hook.main({str(served.board)!r}, background=False)\n"
    )
    for sent in events(served.folder).values():
        for hook_event, _ in sent:
            done = subprocess.run(
                [sys.executable, "-IS", "-c", program], input=json.dumps(hook_event).encode(),
                check=True, capture_output=True, env={"HOME": str(served.folder)},
            )  # fmt: skip
            assert done.stderr.decode() == "", hook_event


def test_a_path_that_is_too_long_has_none() -> None:
    """Sockets have short paths; the event is handled by a process."""
    assert address.socket_of(f"/{'x' * 100}") == ""
    assert address.socket_of(f"/{'x' * 85}") != ""


def test_doctor_says_who_answers(served: Served, near: Path) -> None:
    """And that none is used whose folder others may enter."""
    board = served.board
    assert f"process {served.pid}" in hook_server.look(board).found
    served.socket.parent.chmod(0o755)
    assert hook_server.look(board).level == "bad"
    served.socket.parent.chmod(0o700)
    os.kill(served.pid, signal.SIGKILL)
    assert eventually(lambda: not served.server())
    assert "not running" in hook_server.look(board).found
    assert hook_server.look(near / ("x" * 100)).level == "note"


def test_uninstalling_ends_it(served: Served, tmp_path: Path) -> None:
    """Its socket goes with the launcher."""
    data = served.board.parent / "data"
    installation = Installation(data, Places(tmp_path, None), served.board)
    with installation.locked():
        installation.write([Change("", installation.launcher, None, b"x", "created")])
        installation.write([Change("", installation.launcher, b"x", None, "deleted")])
    assert not served.socket.exists()
    assert eventually(lambda: has_ended(served.pid))


def test_a_server_that_was_stopped_gives_way_to_another(served: Served) -> None:
    """Only the first event waits for it."""
    os.kill(served.pid, signal.SIGSTOP)
    stopped = served.pid
    try:
        served(claude("UserPromptSubmit", served.folder, prompt=PROMPT))
        served.serve()
        assert served.handled(claude("Stop", served.folder)) == b""
    finally:
        os.kill(stopped, signal.SIGCONT)
    assert eventually(lambda: has_ended(stopped))


ENDLESS = b"+" + b"x" * (2 << 20)


@pytest.mark.parametrize("answer", [b"+", ENDLESS, b"+{}"], ids=["silent", "endless", "cut"])
def test_a_false_server_is_not_believed(near: Path, folder: Path, answer: bytes) -> None:
    """One that says nothing more, too much, or no end: the event is handled by a process."""
    board = near / "board.db"
    with Board.open(board) as made:
        made.append(_one_lesson(folder))
        made.catch_up()
    hook = Hook(folder, board, patient=False)
    text = hook.launcher.read_text()
    slow = (
        "    import lessonboard.hooks.client as client\n    client._ANSWER = 0.5\n    main(board="
    )
    hook.launcher.write_text(text.replace("    main(board=", slow))
    Path(address.folder_of(str(board))).mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address.socket_of(str(board)))
        listening.listen()
        thread = threading.Thread(target=_answers, args=(listening, answer), daemon=True)
        thread.start()
        answered = hook(claude("UserPromptSubmit", folder, prompt=PROMPT))
    assert "; comb)" in answered.text


def _answers(listening: socket.socket, answer: bytes) -> None:
    connection, _ = listening.accept()
    with connection, suppress(OSError):
        connection.sendall(answer)
        if answer != b"+{}":
            connection.recv(1 << 20)
            threading.Event().wait(3)
