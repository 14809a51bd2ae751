"""That a reflection on a recording killed anywhere, or run twice, pays for no answer twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.atomic_file import UNFINISHED, CannotWrite
from blackboard.errors import BoardFull
from reflect.model.thread import Message
from tests.faults.children import Child, go, kill_after, killed, let_go, start
from tests.faults.test_full_disk import fill, small_disk
from tests.parts.recordings.compiler import songs
from tests.parts.recordings.sources.folders import click, line
from tests.reflect.model.scripted import Given

__all__ = ["small_disk"]  # a fixture

_REFLECT = """
import os, re, signal, threading, time
from pathlib import Path
from blackboard import Board
from lessonboard.parts.recordings.compiler import folder as folders, workflows
from tests.parts.recordings.compiler import songs

board_file, folder, into, log, die = sys.argv[1:]
gate = threading.Lock()

def killed_at(place):
    if die == place:
        os.kill(os.getpid(), signal.SIGKILL)

def tell(words):
    with gate, open(log, "a") as file:
        file.write(words + chr(10))

def answer(thread):
    draft = songs.is_draft(thread)
    images = "".join(thread[1].images)
    name = "draft" if draft else str(hash_of(images))
    if draft:
        killed_at("in pass B")
    tell(name)
    return songs.draft(thread) if draft else songs.card()

def hash_of(text):
    import hashlib
    return hashlib.sha256(text.encode()).hexdigest()[:12]

if die == "before the workflow":
    workflows.assemble = lambda *_all: killed_at(die)
if die == "in the folder":
    real, count = folders.write, [0]
    def write(path, content):
        count[0] += 1
        if count[0] == 3:
            from blackboard import atomic_file as atomic
            atomic.os.replace = None
            atomic._write_synced(path.with_name(".half" + atomic.UNFINISHED), content[:10])
            killed_at(die)
        real(path, content)
    folders.write = write
if die == "between the passes":
    import lessonboard.parts.recordings.compiler.reflect as whole
    whole.compile_workflow = lambda *_all: killed_at(die)

def report(count):
    print("card", flush=True)
    if die.startswith("slowly"):
        time.sleep(0.05)

with Board.open(board_file) as board:
    from lessonboard.parts.recordings.importing import ingest
    from lessonboard.parts.recordings.sources import read_recording
    from lessonboard.parts.recordings.compiler.reflect import reflect_on_recording
    recording = read_recording(Path(folder))
    ingest(board, recording)
    ready()
    done = reflect_on_recording(
        board, recording, songs.model(answer, concurrency=3), Path(into), report=report)
    assert done.workflow and not done.failed
    print(done.calls, flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A recording of twelve steps, no two alike."""
    return songs.record(tmp_path / "task", [*(click(n) for n in range(12)), line("end")])


class Place:
    """A board, a folder for workflows, and what was asked."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.board, self.into, self.log = root / "b.db", root / "workflows", root / "asked"
        self.folder = folder

    def start(self, die: str = "") -> Child:
        """A run that dies at some place, or does not."""
        return start(_REFLECT, self.board, self.folder, self.into, self.log, die)

    @property
    def asked(self) -> Counter[str]:
        """How often each question was asked."""
        return Counter(self.log.read_text().split() if self.log.exists() else [])


@pytest.fixture
def place(tmp_path: Path, folder: Path) -> Place:
    """Where the runs of a test meet."""
    return Place(tmp_path, folder)


def whole(place: Place) -> bool:
    """Whether everything is there, and nothing unfinished."""
    found = {path.name for path in (place.into / "task").iterdir()}
    assert found >= {"step_cards.json", "schema.draft.json", "schema.json", "manifest.jsonl"}
    assert not list(place.into.rglob(f"*{UNFINISHED}"))
    with Board.open(place.board) as board:
        assert board.row("recordings", "task")["cards"] == 12
        return bool(board.row("workflows", "task")) and board.verify().sound


@pytest.mark.parametrize("cards", [1, 6, 11])
def test_killed_in_pass_a(place: Place, cards: int) -> None:
    """What was put on the board is not asked again; only what was in flight may be."""
    child = place.start("slowly")
    let_go(child)
    kill_after(child, cards + 1)  # the first line tells of none that were ready
    with Board.open(place.board) as board:
        kept = len(list(board.read(types=["step_card.compiled"])))
    assert cards <= kept <= 12
    before = sum(place.asked.values())
    ((written, errors),) = go(place.start())
    assert errors == ""
    assert int(written.splitlines()[-1]) == 12 - kept + 1
    assert sum(place.asked.values()) - before == 12 - kept + 1
    assert whole(place)


@pytest.mark.parametrize(
    ("die", "calls"),
    [("between the passes", 1), ("in pass B", 1), ("before the workflow", 0),
     ("in the folder", 0)],
)  # fmt: skip
def test_killed_after_pass_a(place: Place, die: str, calls: int) -> None:
    """No card is paid for twice, nor a draft that was answered."""
    child = place.start(die)
    let_go(child)
    killed(child)
    ((written, errors),) = go(place.start())
    assert errors == ""
    assert int(written.splitlines()[-1]) == calls
    assert set(place.asked.values()) == {1}
    assert len(place.asked) == 13
    assert whole(place)


def test_a_disk_that_fills_in_pass_a(small_disk: Path, folder: Path, tmp_path: Path) -> None:
    """The error says so; with room the next run asks for what was not kept, and for no more."""
    rest: list[Path] = []

    def answer(thread: Sequence[Message]) -> Given:
        if len(songs.asked(with_)) == 5 and not rest:
            rest.append(fill(small_disk))
        return songs.answer(thread)

    with_ = songs.model(answer)
    with Board.open(small_disk / "board.db") as board:
        with pytest.raises(BoardFull):
            songs.reflect(board, folder, with_, tmp_path / "workflows")
        rest[0].unlink()
        kept = len(list(board.read(types=["step_card.compiled"])))
        done = songs.reflect(board, folder, songs.model(), tmp_path / "workflows")
        assert 0 < kept < 12
        assert (done.calls, done.failed) == (12 - kept + 1, ())
        assert board.verify().sound


def test_a_disk_that_fills_in_the_folder(small_disk: Path, folder: Path, tmp_path: Path) -> None:
    """Everything is on the board; with room the folder is written without a question."""
    with Board.open(tmp_path / "board.db") as board:
        into = small_disk / "workflows"
        into.mkdir()
        rest = fill(small_disk)
        with pytest.raises(CannotWrite, match="No space left"):
            songs.reflect(board, folder, songs.model(), into)
        assert not list(into.rglob("*.json"))
        rest.unlink()
        done = songs.reflect(board, folder, songs.model(), into)
        assert (done.calls, done.put_aside) == (0, [])
        assert (into / "task" / "schema.json").exists()


def test_two_runs_at_once(place: Place) -> None:
    """One waits for the other and finds everything there."""
    ended = go(place.start("slowly"), place.start("slowly"))
    assert [errors for _, errors in ended] == ["", ""]
    assert sorted(int(written.splitlines()[-1]) for written, _ in ended) == [0, 13]
    assert set(place.asked.values()) == {1}
    assert whole(place)
