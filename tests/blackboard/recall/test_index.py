"""The index of passages follows the log in windows, and forgets by taking out what is forgotten."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from string import ascii_lowercase
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.importer import import_files
from blackboard.patience import Patience, hurried
from blackboard.search.passages import TYPES, Passage, passage
from blackboard.storage.sqlite import (
    passage_check,
    passage_removal,
    passage_sources,
    passages,
    replay,
)
from tests.blackboard.recall.talk import prompt
from tests.inside import connection_of
from tests.long_runs import rounds

SAMPLES = Path(__file__).resolve().parents[3] / "examples" / "sessions"
_OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(1, 6)),
        st.tuples(st.just("forget"), st.lists(st.integers(0, 40), min_size=1, max_size=5)),
        st.tuples(st.just("search"), st.just(0)),
        st.tuples(st.just("index"), st.just(0)),
    ),
    min_size=3,
    max_size=14,
)


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of which passages are made from now on, while three positions are many."""
    made: list[str] = []

    def counted(type_: str, payload: dict[str, str]) -> Passage:
        made.append(payload.get("text", ""))
        return passage(type_, payload)

    monkeypatch.setattr(passages, "passage", counted)
    monkeypatch.setattr(passages, "WINDOW", 3)
    monkeypatch.setattr(replay, "_SHORT", 3)
    return made


def word(number: int) -> str:
    """A word that begins, and goes on, like no other."""
    return "".join(Random(number).choices(ascii_lowercase, k=16))


def said(numbers: range) -> list[NewEvent]:
    """A message of a session of its own for each number, with its word."""
    return [prompt(f"s{each}", f"the {word(each)} of zebras") for each in numbers]


def soon(board: Board, text: str) -> set[str]:
    """What a search without a moment's patience finds: it indexes one window."""
    with hurried(Patience(0, lambda: 0.0)):
        return {each.id for each in board.recall(text, limit=100)}


def left_in(folder: Path) -> bytes:
    """Every byte of a board and of what is beside it."""
    return b"".join(each.read_bytes() for each in folder.iterdir()).lower()


def inner(number: int) -> bytes:
    """What of a word is in a file that holds it, whatever words are sorted beside it."""
    return word(number)[3:11].encode()


def test_a_search_answers_from_the_newest_and_the_next_ones_go_on(
    board: Board, indexed: list[str]
) -> None:
    """Each indexes a window, from the log's end to its beginning, and no event twice."""
    board.append(said(range(8)))
    assert soon(board, "zebra") == {"s5", "s6", "s7"}
    assert board.unindexed() == 5
    board.append(said(range(8, 10)))
    assert soon(board, "zebra") == {"s5", "s6", "s7", "s8", "s9"}
    assert soon(board, "zebra") == {f"s{each}" for each in range(2, 10)}
    assert soon(board, "zebra") == {f"s{each}" for each in range(10)}
    assert board.unindexed() == 0
    assert len(indexed) == len(set(indexed)) == 10


def test_a_search_without_haste_waits_for_nothing_that_it_could_find(
    board: Board, indexed: list[str]
) -> None:
    """`index` fills what searches left; views come along as far as there is time, and then on."""
    board.append(said(range(8)))
    soon(board, "zebra")
    assert board.lag() == 8
    board.index()
    assert board.unindexed() == 0
    assert len(board.view("sessions")) == 8
    assert soon(board, "zebra") == {f"s{each}" for each in range(8)}
    assert len(indexed) == 8


def test_what_is_short_is_never_left(board: Board) -> None:
    """However loaded the machine is, a search among few new events is whole."""
    board.append(said(range(8)))
    assert soon(board, "zebra") == {f"s{each}" for each in range(8)}
    assert (board.unindexed(), board.lag()) == (0, 0)


def test_an_index_is_left_where_enough_was_done(board: Board, indexed: list[str]) -> None:
    """A worker that is stopped ends after the window under way, and says how far it came."""
    board.append(said(range(8)))
    reached: list[int] = []
    board.index(reached.append, lambda: len(reached) == 2)
    assert reached == [3, 6]
    assert (board.unindexed(), len(indexed)) == (2, 6)


def test_a_board_that_can_only_be_read_fills_the_gaps_for_itself(
    tmp_path: Path, indexed: list[str]
) -> None:
    """Nobody else would: so it finds all, now and as of a moment before."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append(said(range(8)))
        soon(board, "zebra")
        with board.as_of(4) as past:
            assert soon(past, "zebra") == {f"s{each}" for each in range(4)}
    with Board.open(path, read_only=True) as board:
        assert soon(board, "zebra") == {f"s{each}" for each in range(8)}


def test_the_first_search_after_a_forgetting_indexes_nothing_anew(
    tmp_path: Path, indexed: list[str]
) -> None:
    """Only what is forgotten is looked at again, whatever the length of the log."""
    with Board.open(tmp_path / "board.db") as board:
        events = board.append(said(range(40)))
        board.index()
        indexed.clear()
        board.forget(events[7].id, reason="private")
        assert [each for each in indexed if word(7) not in each] == []
        indexed.clear()
        assert soon(board, word(7)) == set()
        assert len(soon(board, "zebra")) == 39
        assert indexed == []
        assert list(passage_check.problems(connection_of(board))) == []
    assert inner(7) not in left_in(tmp_path)
    assert inner(8) in left_in(tmp_path)


@pytest.mark.parametrize("change", ["another text", "no text", "no limit"])
def test_an_index_of_other_words_than_the_log_has_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """What cannot be taken out for sure is made anew, and nothing of it is left."""
    with Board.open(tmp_path / "board.db") as board:
        events = board.append(said(range(5)))
        board.index()
        if change == "no limit":
            monkeypatch.setattr(passage_removal, "_MOST", 0)
        else:
            other = Passage(prompt="another one") if change == "another text" else Passage()
            monkeypatch.setattr(passages, "passage", lambda *_: other)
        board.forget(events[3].id, reason="private")
        monkeypatch.undo()
        assert passages.PassageIndex(connection_of(board)).position() is None
        assert inner(3) not in left_in(tmp_path)
        assert soon(board, "zebra") == {"s0", "s1", "s2", "s4"}


def test_nothing_is_left_when_everything_is_forgotten(tmp_path: Path) -> None:
    """Also of what came and went after that."""
    with Board.open(tmp_path / "board.db") as board:
        for start in (0, 3, 6):
            events = board.append(said(range(start, start + 3)))
            board.index()
            board.log.forget([each.id for each in events], reason="private", actor="me")
            left = left_in(tmp_path)
            assert [each for each in range(start + 3) if inner(each) in left] == []


@settings(max_examples=rounds(4, 60), deadline=None)
@given(_OPERATIONS)
def test_whatever_came_between_the_index_is_as_if_made_at_once(
    operations: list[tuple[str, int | list[int]]],
) -> None:
    """Appending, forgetting and searching in any order: the same answers, no forgotten byte."""
    with (
        TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        Board.open(Path(folder) / "board.db") as board,
    ):
        patch.setattr(passages, "WINDOW", 3)
        there, gone = _lived(board, operations)
        assert list(passage_check.problems(connection_of(board))) == []
        bytes_ = left_in(Path(folder))
        assert [each for each in gone if inner(each) in bytes_] == []
        board.index()
        found = {each: board.recall(word(each)) for each in there}
        assert [each for each, answers in found.items() if not answers] == []
        board.replay()
        assert {each: board.recall(word(each)) for each in there} == found
        assert [each for each in gone if board.recall(word(each))] == []


def _lived(
    board: Board, operations: list[tuple[str, int | list[int]]]
) -> tuple[list[int], set[int]]:
    """The numbers of the words that are on the board after that, and of those that were."""
    events: list[str] = []
    gone: set[int] = set()
    for name, given_ in operations:
        match name, given_:
            case "append", int(count):
                more = said(range(len(events), len(events) + count))
                events += [each.id for each in board.append(more)]
            case "forget", list(numbers):
                chosen = {each for each in numbers if each < len(events)} - gone
                if chosen:
                    ids = [events[each] for each in sorted(chosen)]
                    board.log.forget(ids, reason="private", actor="me")
                gone |= chosen
            case "search", _:
                soon(board, "zebra")
            case _:
                board.index()
    return [each for each in range(len(events)) if each not in gone], gone


def test_an_index_that_another_process_drops_meanwhile_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search that was about to read it finds the newest by itself."""
    with Board.open(tmp_path / "board.db") as board:
        board.append(said(range(1200)))
        board.catch_up()
        catch_up = passage_sources.catch_up

        def dropped(*given: object, **named: object) -> None:
            catch_up(*given, **named)  # type: ignore[arg-type]
            passage_sources.drop(board.log)  # type: ignore[arg-type]

        monkeypatch.setattr(passage_sources, "catch_up", dropped)
        assert [each.id for each in board.recall(word(1199))] == ["s1199"]


def test_what_is_indexed_of_an_event_changes_with_the_format_alone() -> None:
    """An event is forgotten by the words that it has by this program: others would stay behind."""
    with Board.open(":memory:") as board:
        import_files(board, sorted(SAMPLES.rglob("*.jsonl")))
        rows = [row[1:-1] for row in passages.rows_of(board.read(types=TYPES))]
    digest = sha256("\n".join(map(repr, sorted(rows))).encode()).hexdigest()
    assert (passages.FORMAT, digest[:16]) == (20202, "21027c3377b881a8")
