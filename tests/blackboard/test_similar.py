"""Near-duplicates are found exactly: what comparing with every lesson would find."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.search.terms import terms
from blackboard.storage.sqlite.similar import Measure, similarity
from tests.blackboard.lessons import lesson, told
from tests.long_runs import rounds

_VOCABULARY = "ash birch cedar elm fir hazel larch maple oak pine rowan willow".split()
_SENTENCES = st.lists(st.sampled_from(_VOCABULARY), min_size=1, max_size=9).map(" ".join)
_MEASURES = st.sampled_from(["jaccard", "overlap"])


@given(
    known=st.lists(_SENTENCES, max_size=25),
    asked=_SENTENCES,
    threshold=st.sampled_from([0.05, 0.25, 1 / 3, 0.5, 0.6, 2 / 3, 0.75, 0.8, 0.9, 0.99]),
    measure=_MEASURES,
)
@settings(max_examples=rounds(10, 60), deadline=None)
def test_it_finds_what_comparing_with_all_finds(
    known: list[str], asked: str, threshold: float, measure: Measure
) -> None:
    """For any sentences, the index gives the answer of the naive comparison."""
    with Board.open(":memory:") as board:
        board.append([lesson(f"l{n}", text) for n, text in enumerate(known)])
        found = {each.key: each.similarity for each in
                 board.similar(asked, threshold=threshold, measure=measure)}  # fmt: skip
    wanted = frozenset(terms(asked))
    naive = {f"l{n}": similarity(wanted, frozenset(terms(text)), measure)
             for n, text in enumerate(known)}  # fmt: skip
    assert found == {key: alike for key, alike in naive.items() if alike > threshold + 1e-9}


@pytest.mark.parametrize("measure", ["jaccard", "overlap"])
def test_many_lessons_are_compared_exactly(board: Board, measure: Measure) -> None:
    """Among a thousand lessons with the same few words nothing is missed."""
    numbers = count()
    texts = [
        " ".join(_VOCABULARY[(n * k) % 12] for k in range(1, 2 + n % 8)) + f" n{next(numbers) % 40}"
        for n in range(1_000)
    ]
    board.append([lesson(f"l{n}", text) for n, text in enumerate(texts)])
    asked = texts[123]
    wanted = frozenset(terms(asked))
    naive = {f"l{n}" for n, text in enumerate(texts)
             if similarity(wanted, frozenset(terms(text)), measure) > 0.5}  # fmt: skip
    found = {each.key for each in board.similar(asked, threshold=0.5, measure=measure)}
    assert found == naive
    assert len(found) > 10


@pytest.mark.parametrize("ending", [".", "!", "...", ". ", "", "\n"])
def test_punctuation_does_not_hide_a_duplicate(board: Board, ending: str) -> None:
    """A trailing full stop, capitals and plurals make no other sentence."""
    board.append([lesson("a", "Always run the formatter before a commit")])
    (found,) = board.similar(f"always RUN the formatters before a commit{ending}")
    assert (found.key, found.similarity) == ("a", 1.0)


def test_the_most_alike_comes_first(board: Board) -> None:
    """Answers are ordered by likeness, then by id."""
    board.append(
        [lesson("c", "oak pine elm fir"), lesson("b", "oak pine elm"), lesson("a", "oak pine elm")]
    )
    found = [each.key for each in board.similar("oak pine elm", threshold=0.5)]
    assert found == ["a", "b", "c"]


def test_revised_words_count(board: Board) -> None:
    """A lesson is compared by what it says now."""
    board.append([lesson("a", "oak pine elm")])
    assert board.similar("oak pine elm")
    board.append([told("lesson.revised", "a", constraint="birch ash fir")])
    assert board.similar("oak pine elm") == []
    assert [each.key for each in board.similar("birch ash fir")] == ["a"]


@pytest.mark.parametrize("text", ["", "...", "\0", "unheard"])
def test_words_that_nobody_used_are_like_nothing(board: Board, text: str) -> None:
    """Nothing is alike when there is nothing in common."""
    board.append([lesson("a", "oak pine elm")])
    assert board.similar(text) == []
