"""How well texts fit, in which order they come, and what is shown of them."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.search.excerpt import Excerpt, excerpt
from blackboard.search.fit import Fit, Text, Wanted
from blackboard.search.grouping import Scored, grouped, spread
from blackboard.search.query import parse


def wanted(query: str, **rarities: float) -> Wanted:
    """A query whose clauses are all as rare, but for those that are named by their first word."""
    return Wanted({clause: rarities.get(clause.words[0], 1.0) for clause in parse(query).wanted})


def fits(query: str, *texts: str, **rarities: float) -> float:
    """The score of texts of the same weight."""
    return wanted(query, **rarities).fit([Text("answer", text) for text in texts]).score


def test_a_text_without_the_words_is_worth_nothing() -> None:
    """The score starts at zero, and a text without words has it."""
    assert fits("zebra", "a horse") == fits("zebra", "") == fits("zebra") == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("zebra zebra horse horse", "zebra horse horse horse"),
        ("zebra", "zebra horse"),
        ("the zebra runs", "the zebra and its friend the horse that runs " * 3),
        ("zebra runs", "runs zebra"),
        ("zebra runs far", "zebra horse runs"),
        ("zebra x runs", "zebra zebra zebra"),
    ],
)
def test_the_better_text_scores_higher(better: str, worse: str) -> None:
    """More of the words, more often, in less text, and next to each other."""
    assert fits("zebra runs", better) > fits("zebra runs", worse)


def test_rare_words_count_more() -> None:
    """Of two texts that hold one word each, that with the rarer one is better."""
    assert fits("zebra horse", "a zebra", zebra=3.0) > fits("zebra horse", "a horse", zebra=3.0)


def test_a_text_is_complete_when_it_holds_every_clause() -> None:
    """Words, phrases and beginnings are held as the index holds them."""
    query = wanted('"exit code" conf* busy_timeout')
    whole = "Exit codes of the configuration, and busy-timeout"
    assert query.fit([Text("answer", whole)]).is_complete
    assert query.fit([Text("command", whole[:10]), Text("error", whole[10:])]).is_complete
    for missing in ("the code to exit, configuration, busy timeout", "exit code busy timeout"):
        assert not query.fit([Text("answer", missing)]).is_complete


def test_fits_that_belong_together_take_the_better_of_each() -> None:
    """A session that answers one half here and the other there answers the whole."""
    one, other = Fit((1.0, 0.0), 0.5), Fit((0.5, 2.0))
    assert one.joined(other) == other.joined(one) == Fit((1.0, 2.0), 0.5)
    assert one.joined(other).is_complete
    assert (one.score, other.score) == (1.25, 2.5)


def scored(group: str, *worth: float, at: int = 0) -> Scored[str]:
    """Something found in a group."""
    return Scored(group, Fit(worth), at, f"{group}@{at}")


def order(*found: Scored[str]) -> list[str]:
    """The groups in order."""
    return [group.key for group in grouped(found)]


def test_groups_come_best_first() -> None:
    """Better before worse, newer before older, and by name where nothing else tells."""
    assert order(scored("a", 1.0), scored("b", 2.0)) == ["b", "a"]
    assert order(scored("a", 1.0, at=1), scored("b", 1.0, at=2)) == ["b", "a"]
    assert order(scored("b", 1.0), scored("a", 1.0)) == ["a", "b"]


def test_what_holds_everything_comes_before_what_fits_better_in_part() -> None:
    """One place with all words, then places with all words together, then parts."""
    together = (scored("together", 9.0, 0.0, at=1), scored("together", 0.0, 9.0, at=2))
    found = (scored("part", 99.0, 0.0), *together, scored("whole", 0.1, 0.1))
    assert order(*found) == ["whole", "together", "part"]


def test_hits_of_a_group_come_best_first() -> None:
    """Those with all words first, then the better, then the later."""
    found = [scored("s", 9.0, 0.0, at=1), scored("s", 1.0, 1.0, at=2), scored("s", 1.0, 1.0, at=3)]
    (group,) = grouped(found)
    assert [member.at for member in group.members] == [3, 2, 1]


def test_many_hits_raise_a_group_a_little() -> None:
    """Two equal hits are worth a tenth more than one; sixteen cannot make up for half the fit."""
    two = (scored("two", 1.0, at=1), scored("two", 1.0, at=2))
    assert order(scored("one", 1.09, at=9), *two) == ["two", "one"]
    assert order(scored("one", 1.11), *two) == ["one", "two"]
    many = [scored("many", 1.0, at=at) for at in range(16)]
    assert order(*many, scored("one", 1.41)) == ["one", "many"]


@given(st.lists(st.integers(), max_size=60), st.integers(1, 20))
def test_a_spread_is_even_and_keeps_the_order(found: list[int], most: int) -> None:
    """It begins with the first, is in order, and its gaps differ by one at most."""
    numbers = list(range(len(found)))
    chosen = spread(numbers, most)
    assert len(chosen) == min(len(found), most)
    assert chosen == sorted(chosen)
    assert chosen[:1] == numbers[:1]
    gaps = {after - before for before, after in pairwise(chosen)}
    assert not gaps or max(gaps) - min(gaps) <= 1


def shown(query: str, text: str, longest: int = 160) -> str:
    """An excerpt with its marks in brackets."""
    return excerpt(text, wanted(query), longest).marked("[", "]")


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("timeout", "set busy_timeout first", "set busy_[timeout] first"),
        ("emit", "pass noEmit", "pass [noEmit]"),
        ("tests", "It was tested.", "It was [tested]."),
        ("don't", "Don\u2019t squash", "[Don\u2019t] squash"),
        ("c++", "Use C++, not C.", "Use [C++], not C."),
        ("\u6570\u636e", "\u8fd0\u884c\u6570\u636e\u5e93", "\u8fd0\u884c[\u6570\u636e]\u5e93"),
        ('"exit code"', "code, exit, exit codes", "code, exit, [exit codes]"),
        ("conf*", "configure it", "[configure] it"),
        ("a.py", "see src/a.py and a file", "see src/[a.py] and a file"),
        ("zebra", "no horse", "no horse"),
        ("zebra", "", ""),
        ("zebra", "a\n\tzebra\x1b[31m\x07 b", "a [zebra]  b"),
    ],
)
def test_what_answers_is_marked(query: str, text: str, expected: str) -> None:
    """The words that the query asked for, in one line, and nothing that steers a terminal."""
    assert shown(query, text) == expected


def test_the_stretch_with_most_of_the_query_is_shown() -> None:
    """Words that stand together beat one of them that stands alone earlier."""
    text = f"zebra {'x ' * 200}horse and zebra {'y ' * 200}"
    found = shown("zebra horse", text, 60)
    assert "[horse] and [zebra]" in found
    assert found.startswith("…")
    assert found.endswith("…")


def test_the_rarest_word_decides_which_stretch() -> None:
    """Where only one can be shown it is the one that tells most."""
    text = f"horse {'x ' * 200} zebra"
    assert "[zebra]" in excerpt(text, wanted("horse zebra", zebra=2.0), 40).marked("[", "]")


@given(
    st.text(st.sampled_from("ab zebra\n\u6570_.'X") | st.characters(), max_size=3000),
    st.sampled_from(["zebra", "a b", "ze* \u6570", '"a b" x']),
    st.integers(10, 80),
)
def test_marks_lie_inside_and_apart(text: str, query: str, longest: int) -> None:
    """An excerpt is one printable line, and its marks are stretches of it in order."""
    found = excerpt(text, wanted(query), longest)
    assert len(found.text) <= max(longest, min(len(text), longest)) + 2
    assert found.text.isprintable()
    ends = [0, *(place for mark in found.marks for place in mark), len(found.text)]
    assert ends == sorted(ends)
    assert all(start < end for start, end in found.marks)


def test_a_word_without_end_is_cut() -> None:
    """Ten thousand letters are shown as far as there is room, and marked."""
    found = excerpt(f"a {'x' * 10_000} b", wanted("x" * 10_000))
    assert found == Excerpt(f"…{'x' * 160}…", ((1, 161),))


def test_a_long_text_takes_no_time() -> None:
    """The longest passage there is costs a few milliseconds, not a second."""
    text = " ".join(f"word{number} zebra" for number in range(1_000))
    started = time.process_time()
    excerpt(text, wanted("zebra horse cow dog cat bird"))
    assert time.process_time() - started < 0.5
