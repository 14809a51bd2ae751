"""How well texts fit, in which order they come, and what is shown of them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.search.counted import Counted
from blackboard.search.excerpt import Excerpt, excerpt
from blackboard.search.fit import Fit, Text, Wanted
from blackboard.search.grouping import Scored, grouped
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


def test_what_stands_beside_a_text_adds_to_it() -> None:
    """It is worth something, and makes nothing complete."""
    assert Fit((1.0, 0.0), 0.5, 0.25).score == 1.5
    assert not Fit((1.0, 0.0), beside=9.0).is_complete


def scored(group: str, *worth: float, at: int = 0) -> Scored[str]:
    """Something found in a group."""
    return Scored(group, Fit(worth), at, f"{group}@{at}")


def order(*found: Scored[str], whole: dict[str, Fit] | None = None) -> list[str]:
    """The groups in order; a group of which nothing more is said is worth nothing as a whole."""
    wholes = whole or {}
    return [group.key for group in grouped(found, lambda each: wholes.get(each.group, Fit(())))]


def test_groups_come_best_first() -> None:
    """Better before worse, newer before older, and by name where nothing else tells."""
    assert order(scored("a", 1.0), scored("b", 2.0)) == ["b", "a"]
    assert order(scored("a", 1.0, at=1), scored("b", 1.0, at=2)) == ["b", "a"]
    assert order(scored("b", 1.0), scored("a", 1.0)) == ["a", "b"]


def test_the_later_time_decides_between_equals_alone() -> None:
    """A year later is worth nothing where one fits a little better."""
    assert order(scored("old", 1.001, at=0), scored("new", 1.0, at=10**15)) == ["old", "new"]
    assert order(scored("old", 1.0, at=0), scored("new", 1.0, at=10**15)) == ["new", "old"]


def test_what_holds_everything_comes_before_what_fits_better_in_part() -> None:
    """One place with all words, then places with all words together, then parts."""
    together = (scored("together", 9.0, 0.0, at=1), scored("together", 0.0, 9.0, at=2))
    found = (scored("part", 99.0, 0.0), *together, scored("whole", 0.1, 0.1))
    whole = {"together": Fit((0.1, 0.1)), "part": Fit((9.0, 0.0)), "whole": Fit((0.1, 0.1))}
    assert order(*found, whole=whole) == ["whole", "together", "part"]


def test_hits_of_a_group_come_best_first() -> None:
    """Those with all words first, then the better, then the later."""
    found = [scored("s", 9.0, 0.0, at=1), scored("s", 1.0, 1.0, at=2), scored("s", 1.0, 1.0, at=3)]
    (group,) = grouped(found, lambda _each: Fit(()))
    assert [member.at for member in group.members] == [3, 2, 1]


def test_the_best_place_and_the_whole_count_alike() -> None:
    """To be about a thing outweighs saying it better once, if by enough."""
    found = (scored("about", 1.0), scored("once", 1.5))
    assert order(*found, whole={"about": Fit((0.6,)), "once": Fit((0.0,))}) == ["about", "once"]
    assert order(*found, whole={"about": Fit((0.4,)), "once": Fit((0.0,))}) == ["once", "about"]


RUNS, FAR = parse("runs far").wanted


def counted(runs: dict[int, int], far: dict[int, int], **passages: int) -> Counted:
    """Where two words are: the session of each position; sessions have a hundred passages."""
    matches = {RUNS: list(runs.items()), FAR: list(far.items())}
    totals = {clause: len(found) for clause, found in matches.items()}
    sizes = dict.fromkeys(range(10), 100) | {int(key[1:]): size for key, size in passages.items()}
    return Counted(matches, totals, sizes)


def test_a_session_is_about_what_many_of_its_passages_hold() -> None:
    """Eight of a hundred make half, of fewer more; twice in a long one is little."""
    eight = dict.fromkeys(range(8), 1)
    found = counted(eight | {90: 2, 91: 2}, {99: 3})
    assert found.whole(1).worth[0] == pytest.approx(found.rarities[RUNS] / 2)
    assert found.whole(2).score < found.whole(1).score / 2
    short = counted(eight | {90: 2, 91: 2}, {99: 3}, s1=20)
    assert short.whole(1).score > found.whole(1).score


def test_a_word_is_as_rare_as_the_sessions_that_hold_it() -> None:
    """However many of their passages do."""
    found = counted(dict.fromkeys(range(50), 1), {at: at for at in range(3, 8)})
    assert found.rarities[RUNS] > found.rarities[FAR]


def test_of_a_common_word_the_sessions_that_were_not_counted_are_estimated() -> None:
    """A word of which only the newest passages were read is not taken for a rare one."""
    matches = {RUNS: [(1, 1), (2, 2)]}
    few, many = (Counted(matches, {RUNS: total}, dict.fromkeys(range(10), 100)) for total in (2, 8))
    assert many.rarities[RUNS] < few.rarities[RUNS]


def test_words_that_are_spread_over_a_session_lose_to_one_place_with_all() -> None:
    """Sessions with such a place are read first, and of them only such places are hits."""
    spread = dict.fromkeys(range(20), 1)
    found = counted(spread | {50: 2, 51: 2}, {at + 30: 1 for at in range(5)} | {50: 2})
    assert found.best(1, 9) == [50]
    assert found.hits([1, 2]) == {1: [*range(20), *range(30, 35)], 2: [50]}
    assert found.whole(1).is_complete


def test_of_a_session_the_passages_that_hold_most_are_read() -> None:
    """So many of each of so many."""
    found = counted({1: 1, 2: 1, 3: 2}, {2: 1})
    assert found.best(2, 1) == [2, 3]
    assert sorted(counted({1: 1, 2: 1, 3: 2}, {5: 1}).best(2, 2)) == [1, 3, 5]


@pytest.mark.parametrize(("far", "is_near"), [({2: 1}, True), ({0: 1}, True), ({3: 1}, False),
                                              ({2: 2}, False)])  # fmt: skip
def test_a_neighbour_lends_what_a_passage_lacks(far: dict[int, int], is_near: bool) -> None:
    """The one before and the one after, of the same session; a quarter of the rarity."""
    found = counted({1: 1}, far)
    assert found.beside(1) == (found.rarities[FAR] / 4 if is_near else 0)


def test_what_is_no_session_is_one_passage() -> None:
    """A lesson is measured as a session that says it once."""
    found = counted({1: 1}, {2: 2}, s1=1)
    assert found.alone(Fit((0.5, 0.0))) == found.whole(1)


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
    assert found == Excerpt(f"a {'x' * 158}…", ((2, 160),))


def test_a_long_text_takes_no_time() -> None:
    """The longest passage there is costs a few milliseconds, not a second."""
    text = " ".join(f"word{number} zebra" for number in range(1_000))
    started = time.process_time()
    excerpt(text, wanted("zebra horse cow dog cat bird"))
    assert time.process_time() - started < 0.5
