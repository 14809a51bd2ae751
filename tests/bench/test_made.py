"""Made sessions are as real ones were counted to be, and the same in every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.counted import counts as counted
from bench.made.sessions import Sessions
from bench.made.texts import counts
from blackboard import Board
from blackboard.importer import import_files

_SESSIONS = 24


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What is counted on made sessions."""
    folder = tmp_path_factory.mktemp("made")
    sessions = Sessions()
    paths = [sessions.write(folder)[0] for _ in range(_SESSIONS)]
    with Board.open(folder / "made.board") as board:
        summary = import_files(board, paths, trusted=True)
        assert not summary.failed
        assert not summary.unknown_lines
        return counted(board, sum(path.stat().st_size for path in paths))


def test_sizes_are_those_that_were_counted(again: dict[str, dict[str, list[float]]]) -> None:
    """By the median of each kind of text that is in many events."""
    for kind in ("answer", "command", "edit", "read_output", "shell_output"):
        middle, expected = again["sizes"][kind][10], counts()["sizes"][kind][10]
        assert middle == pytest.approx(expected, rel=0.35), kind


def test_words_come_back_as_often_as_was_counted(
    again: dict[str, dict[str, dict[str, float]]],
) -> None:
    """Within a session, and in a text of a length."""
    for language in ("prose", "code"):
        made, real = again["words"][language], counts()["words"][language]
        assert made["of_session"] == pytest.approx(real["of_session"], rel=0.35)
        assert made["distinct"][4] == pytest.approx(real["distinct"][4], rel=0.35)  # type: ignore[index]


def test_calls_fail_as_often_as_was_counted(again: dict[str, dict[str, float]]) -> None:
    """Commands, which are most of the calls."""
    assert again["failed"]["shell"] == pytest.approx(counts()["failed"]["shell"], abs=0.03)


def test_sessions_are_the_same_in_every_run(tmp_path: Path) -> None:
    """Byte for byte, but for nothing."""
    one, other = (Sessions().write(tmp_path / name)[0] for name in ("one", "other"))
    assert one.name == other.name
    assert one.read_bytes() == other.read_bytes()
