"""The pictures in the documents show what the commands print today."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from blackboard import Board, NewEvent
from examples.pictures import shown_in_time
from examples.pictures.__main__ import FOLDER, NOW, pictures
from examples.pictures.pages import SHOTS, Shot, served
from examples.pictures.scenes import MOVING, SCENES
from examples.pictures.shown_in_time import SESSION, NotAsDrawn
from tests.docs.blocks import PAGES
from tests.reflect.talks import ran, session


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    """Every picture, drawn now."""
    return dict(pictures())


def words(picture: str) -> str:
    """What can be read in a picture, however it is drawn."""
    found = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    return "\n".join("".join(text.itertext()).replace("\xa0", " ").rstrip() for text in found)


@pytest.mark.parametrize("scene", [*(scene.name for scene in SCENES), MOVING])
def test_a_picture_shows_what_its_commands_print(scene: str, drawn: dict[str, str]) -> None:
    """A picture that is older than the program fails; `./run pictures` draws it anew."""
    name = f"{scene}.svg"
    assert words((FOLDER / name).read_text()) == words(drawn[name]), "run ./run pictures"


def test_there_is_no_picture_that_nothing_draws(drawn: dict[str, str]) -> None:
    """A picture whose scene is gone would never be compared again."""
    pages = [shot.name for shot in SHOTS]
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted([*drawn, *pages])


def test_each_picture_is_in_a_page() -> None:
    """One that no page shows goes."""
    shown = "".join(page.read_text() for page in PAGES)
    assert [path.name for path in FOLDER.iterdir() if f"pictures/{path.name})" not in shown] == []


def test_a_picture_asks_for_nothing() -> None:
    """No font, no script and no address: it is shown as it is, wherever it is."""
    for path in FOLDER.glob("*.svg"):
        text = path.read_text()
        assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}, path
        assert not re.search(r"url\((?!#)|@import|<script|<image|href", text), path


def test_the_session_of_the_picture_is_one_in_which_a_lesson_helped(tmp_path: Path) -> None:
    """Shown by the hook, then followed, and nothing failed; another session is not drawn."""
    shown_in_time.make(tmp_path / "board.db", tmp_path, NOW * 1_000_000)
    with Board.open(tmp_path / "board.db") as board:
        shown_in_time.ensure_as_drawn(board)
        for other in {row["session"] for row in board.view("failures")}:
            with pytest.raises(NotAsDrawn):
                shown_in_time.ensure_as_drawn(board, other)
        board.append(failing("npm test"))
        with pytest.raises(NotAsDrawn, match="npm test failed"):
            shown_in_time.ensure_as_drawn(board)


def failing(command: str) -> list[NewEvent]:
    """The session of the picture, had its agent gone on to fail."""
    *_, call = session([ran(command, "npm error Missing script", fails=True)], SESSION)
    return [call]


@pytest.mark.full
@pytest.mark.parametrize("shot", SHOTS)
def test_the_pages_of_the_pictures_are_served(shot: Shot) -> None:
    """Without a terminal, as `./run pictures` is run; a browser only has to open the link."""
    with served(NOW, shot.make) as link:
        assert re.match(r"http://[\w.-]+:\d+/", link)
