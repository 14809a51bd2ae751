"""The workflow folder: marked screenshots, no partial files, and no lost edits."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from PIL import Image

from blackboard import Board
from blackboard.atomic_file import UNFINISHED, CannotWrite, write
from lessonboard.parts.recordings.compiler import frames
from lessonboard.parts.recordings.compiler.folder import File, write_folder
from lessonboard.parts.recordings.sources import Step
from tests.parts.recordings.compiler import songs
from tests.parts.recordings.sources.folders import click, line


def file(name: str, content: bytes, made_from: str = "") -> File:
    """A file to be."""
    return File(name, made_from, lambda: content)


def names(folder: Path) -> set[str]:
    """The files of a folder that a person sees."""
    return {path.name for path in folder.iterdir() if not path.name.startswith(".")}


def test_the_folder_of_a_recording(board: Board, tmp_path: Path) -> None:
    """The cleaned recording, its cards, draft and workflow, for their owner alone."""
    source = songs.record(tmp_path / "songs", songs.lines())
    done = songs.reflect(board, source, None, tmp_path / "workflows")
    assert names(done.folder) == {
        "manifest.jsonl", "metadata.json", "screenshots", "step_cards.json",
        "schema.draft.json", "schema.json", "workflow.yaml", "workflow.schema.json",
    }  # fmt: skip
    assert names(done.folder / "screenshots") == {f"{n}.png" for n in range(6)}
    for path in (done.folder, *done.folder.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600)
    assert len((done.folder / "manifest.jsonl").read_text().splitlines()) == 6


def test_clicks_are_marked_and_other_frames_are_as_they_were(board: Board, tmp_path: Path) -> None:
    """The ring is drawn in the copy, never in the recording."""
    source = songs.record(tmp_path / "one", [click(60, 40), line("end")])
    original = (source / "screenshots" / "0.png").read_bytes()
    done = songs.reflect(board, source, None, tmp_path / "workflows")
    shots = done.folder / "screenshots"
    assert (source / "screenshots" / "0.png").read_bytes() == original
    assert (shots / "1.png").read_bytes() == (source / "screenshots" / "1.png").read_bytes()
    with Image.open(shots / "0.png") as image:
        colours = {colour for _, colour in image.getcolors() or ()}
    assert (230, 30, 30) in colours


def test_a_screen_with_more_pixels_than_points(tmp_path: Path) -> None:
    """If the screen size was recorded, the mark is scaled to the image."""
    shot = songs.record(tmp_path / "one", [click(30, 20)]) / "screenshots" / "0.png"
    step = Step(0, "CLICK", None, {}, None, None, action={"x": 30, "y": 20})
    image = frames._marked(Image.open(shot).convert("RGB"), step, (60, 40))
    reds = [x for x in range(120) if image.getpixel((x, 40)) == (230, 30, 30)]
    assert reds
    assert abs(sum(reds) / len(reds) - 60) < 3


def test_nothing_is_written_when_nothing_has_changed(board: Board, tmp_path: Path) -> None:
    """A second run rewrites only our own index."""
    source = songs.record(tmp_path / "songs", songs.lines())
    done = songs.reflect(board, source, None, tmp_path / "workflows")
    before = {path: path.stat().st_ino for path in done.folder.rglob("[!.]*")}
    songs.reflect(board, source, None, tmp_path / "workflows")
    assert {path: path.stat().st_ino for path in done.folder.rglob("[!.]*")} == before


def test_a_screenshot_is_drawn_anew_when_what_it_is_made_from_changed(tmp_path: Path) -> None:
    """And only then."""
    drawn = tmp_path / "task" / "screenshots" / "0.png"
    for made_from, content, expected in (
        ("a click", b"here", b"here"),
        ("a click", b"not drawn", b"here"),
        ("another click", b"there", b"there"),
    ):
        shot = file("screenshots/0.png", content, made_from)
        assert write_folder(tmp_path / "task", [shot]).put_aside == []
        assert drawn.read_bytes() == expected


def test_what_somebody_changed_is_put_aside(board: Board, tmp_path: Path) -> None:
    """The events are authoritative; each edited file is kept under another name."""
    source = songs.record(tmp_path / "songs", songs.lines())
    done = songs.reflect(board, source, None, tmp_path / "workflows")
    cards = done.folder / "step_cards.json"
    original = cards.read_bytes()
    for number, words in enumerate((b"[1]", b"[2]")):
        cards.write_bytes(words)
        again = songs.reflect(board, source, None, tmp_path / "workflows")
        aside = "step_cards.json.edited" + ("" if number == 0 else "-2")
        assert again.put_aside == [aside]
        assert (done.folder / aside).read_bytes() == words
        assert cards.read_bytes() == original


def test_a_file_of_somebody_else_is_never_touched(tmp_path: Path) -> None:
    """Neither removed nor, where it has the name of one of ours, lost."""
    folder = tmp_path / "task"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    (folder / "schema.json").write_text("mine too")
    assert write_folder(folder, [file("schema.json", b"ours")]).put_aside == ["schema.json.edited"]
    assert (folder / "notes.txt").read_text() == "mine"
    assert (folder / "schema.json.edited").read_text() == "mine too"
    assert (folder / "schema.json").read_bytes() == b"ours"


def test_screenshots_of_steps_that_are_gone_go_away(board: Board, tmp_path: Path) -> None:
    """But not an edited one."""
    source = songs.record(tmp_path / "songs", songs.lines())
    done = songs.reflect(board, source, None, tmp_path / "workflows")
    (done.folder / "screenshots" / "3.png").write_bytes(b"drawn upon")
    manifest = songs.saved(source)
    songs.save(source, [*manifest[:2], manifest[5]])
    songs.reflect(board, source, None, tmp_path / "workflows")
    assert names(done.folder / "screenshots") == {"0.png", "1.png", "3.png", "5.png"}


def test_a_screenshot_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """The other files are written."""

    def make() -> bytes:
        raise frames.Unreadable("0.png cannot be read as an image")

    written = write_folder(
        tmp_path / "task", [File("screenshots/0.png", "x", make), file("schema.json", b"{}")]
    )
    assert written.failed == ["0.png cannot be read as an image"]
    assert (tmp_path / "task" / "schema.json").exists()


@pytest.mark.parametrize("content", [b"", b"no image", b"\x89PNG\r\n\x1a\n" + b"\0" * 40])
def test_damaged_images_are_our_error(tmp_path: Path, content: bytes) -> None:
    """Whatever a file holds, it is unreadable and nothing worse."""
    from lessonboard.parts.recordings.sources import Screenshot

    path = tmp_path / "0.png"
    path.write_bytes(content)
    with pytest.raises(frames.Unreadable, match="cannot be read as an image"):
        frames.data_url(Screenshot("0.png", path, ""), None, None)


def test_an_image_of_a_million_times_a_million_pixels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused by its header, before it takes the memory."""
    from lessonboard.parts.recordings.sources import Screenshot

    monkeypatch.setattr(frames, "_MOST_PIXELS", 99)
    path = tmp_path / "0.png"
    songs.picture(path, 1, (10, 10))
    with pytest.raises(frames.Unreadable, match="10 x 10 pixels"):
        frames.data_url(Screenshot("0.png", path, ""), None, None)


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file is intact, and the same call succeeds once there is space."""
    folder = tmp_path / "task"
    write_folder(folder, [file("schema.json", b"old"), file("step_cards.json", b"[]")])

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(CannotWrite, match=r"schema\.json: No space left.*run the same"):
            write_folder(folder, [file("schema.json", b"new"), file("step_cards.json", b"[]")])
    assert (folder / "schema.json").read_bytes() == b"old"
    assert not list(folder.rglob(f"*{UNFINISHED}"))
    done = write_folder(folder, [file("schema.json", b"new"), file("step_cards.json", b"[]")])
    assert done.put_aside == []
    assert (folder / "schema.json").read_bytes() == b"new"


def test_what_a_killed_run_left_is_swept(tmp_path: Path) -> None:
    """Unfinished files go away with the next run."""
    folder = tmp_path / "task"
    (folder / "screenshots").mkdir(parents=True)
    for place in (folder, folder / "screenshots"):
        (place / f".x.1234{UNFINISHED}").write_bytes(b"half")
    write_folder(folder, [file("schema.json", b"{}")])
    assert not list(folder.rglob(f"*{UNFINISHED}"))


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    """The error names it."""
    (tmp_path / "task").write_text("a file")
    with pytest.raises(CannotWrite, match="task"):
        write_folder(tmp_path / "task", [file("schema.json", b"{}")])
    with pytest.raises(CannotWrite, match="task"):
        write(tmp_path / "task" / "schema.json", b"{}")


def test_our_notes_cannot_point_out_of_the_folder(tmp_path: Path) -> None:
    """Somebody who writes them cannot make us remove another file."""
    folder = tmp_path / "task"
    write_folder(folder, [file("screenshots/0.png", b"x")])
    other = tmp_path / "other.png"
    other.write_bytes(b"theirs")
    from blackboard.digests import sha256

    digest = sha256(b"theirs").hexdigest()
    (folder / ".written.json").write_text(f'{{"../other.png": ["{digest}", "y"]}}')
    write_folder(folder, [file("screenshots/1.png", b"x")])
    assert other.read_bytes() == b"theirs"
