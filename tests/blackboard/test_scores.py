"""The posting lists, read in part: what is looked up of them is what reading all would give."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.storage.sqlite import scores
from blackboard.storage.sqlite.scores import Posting, found_in
from tests.blackboard.lessons import lesson
from tests.inside import connection_of

projects = st.sampled_from(["", "p", "q"])
homes = st.dictionaries(st.integers(1, 400), projects, max_size=120)


def posting(numbers: dict[int, str], size: int) -> Posting:
    """A word in some documents, in blocks of a size as the index writes them."""
    found = Posting()
    for project in sorted(set(numbers.values())):
        own = sorted(number for number, home in numbers.items() if home == project)
        for start in range(0, len(own), size):
            block = own[start : start + size]
            impacts = bytes(number % 100 for number in block)
            found.blocks.append((project, array("I", block).tobytes(), impacts))
            found.count += len(block)
    return found


@given(homes, st.data(), st.integers(1, 100))
def test_each_document_has_its_words(
    numbers: dict[int, str], data: st.DataObject, size: int
) -> None:
    """Few or many, in one block or several, by reading on or by halving."""
    words = {
        word: data.draw(st.sets(st.sampled_from(sorted(numbers)))) if numbers else set()
        for word in ("uv", "pytest", "ruff")
    }
    asked = data.draw(st.dictionaries(st.integers(1, 400), projects, max_size=40))
    asked |= {number: home for number, home in numbers.items() if number in asked}
    postings = {
        word: posting({number: numbers[number] for number in having}, size)
        for word, having in words.items()
    }
    assert found_in(postings, asked.items()) == {
        number: [word for word, having in words.items() if number in having] for number in asked
    }


def test_common_words_move_the_best_without_being_read(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every limit the worth of a document that is found is the same."""
    board.append([lesson(f"l{number}", f"Run uv number{number} in folder{number % 3}")
                  for number in range(30)])  # fmt: skip
    board.catch_up()
    situation = Situation("Run uv number7 in folder1")
    connection = connection_of(board)
    postings = scores.postings_of(connection, situation)
    weights = {word: 1.0 + place for place, word in enumerate(postings)}
    worth, words = scores.scores_of(connection, postings, weights)
    monkeypatch.setattr(scores, "_MOST_POSTINGS", 1)
    less, some = scores.scores_of(connection, postings, weights)
    assert len(less) < len(worth)
    assert less.items() <= worth.items()
    assert some.items() <= words.items()
