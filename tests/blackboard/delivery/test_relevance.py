"""How well a document fits a sentence: each weight and each bar at its boundary."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.delivery.candidates import NOTHING_SHARED
from blackboard.delivery.relevance import bar, overlap
from blackboard.delivery.situation import Situation
from blackboard.search import rarity, weights

_TABLE = {"comb": 5.0, "sail": 2.5, "fil": 0.0, "oil": 1.0}


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of four words; all others are rare."""
    monkeypatch.setattr(rarity, "table", lambda: _TABLE)


def fit(mass: float, whole: float, count: int, *, size: int = 1, sentences: int = 1) -> float:
    """The relevance by hand."""
    share: float = mass / (whole + 20) * (20 / max(20, size)) ** 0.35
    return share + 0.02 * log(1 + count) - 0.03 * log(sentences)


def test_the_weights_are_those_that_were_fitted() -> None:
    """Another one must be measured first: `python -m bench.quality.gate --fit`."""
    names = ("SHORT_SENTENCE", "SHORT_DOCUMENT", "LENGTH", "COUNT", "SENTENCES", "BAR", "ASKED_BAR")
    fitted = [getattr(weights, name) for name in names]
    assert fitted == [20.0, 20, 0.35, 0.02, 0.03, 0.21, 0.17]


def test_nothing_in_common() -> None:
    """Neither without a word, nor with words that are worth nothing."""
    assert overlap([], 3, Situation(prompt="comb")) is NOTHING_SHARED
    assert overlap(["fil"], 3, Situation(prompt="file")) is NOTHING_SHARED
    assert (NOTHING_SHARED.shared, NOTHING_SHARED.relevance) == ((), 0.0)


def test_the_share_of_a_sentence() -> None:
    """By the rarity of its words; the words in common are named rarest first."""
    found = overlap(["sail", "comb"], 1, Situation(prompt="comb the sail with oil"))
    assert found.shared == ("comb", "sail")
    assert found.relevance == pytest.approx(fit(7.5, 8.5, 2))


def test_a_word_that_nobody_knows_is_rare_and_no_more() -> None:
    """Two odd words are two rare words, however odd they are."""
    found = overlap(["quokka", "xqzwv"], 1, Situation(prompt="quokka xqzwv"))
    assert found.relevance == pytest.approx(fit(17.0, 17.0, 2))


@pytest.mark.parametrize("size", [1, 20, 21, 320])
def test_a_long_document_fits_less(size: int) -> None:
    """From 20 words on, the more the longer it is."""
    found = overlap(["comb"], size, Situation(prompt="comb"))
    assert found.relevance == pytest.approx(fit(5.0, 5.0, 1, size=size))


def test_the_best_sentence_counts_alone() -> None:
    """Words of different sentences do not add up, and each sentence more takes a little away."""
    prompt = "Oil the comb. Sail, quokka! Was it oil? Oil; marimba"
    found = overlap(["comb", "sail"], 1, Situation(prompt=prompt))
    assert found.shared == ("comb",)
    assert found.relevance == pytest.approx(fit(5.0, 6.0, 1, sentences=5))


def test_words_of_the_projects_own_name_are_worth_nothing() -> None:
    """Everything that is said in a project may name it."""
    here = Situation(prompt="comb the sail", project="github.com/ada/comb")
    assert overlap(["comb"], 1, here) is NOTHING_SHARED
    assert overlap(["comb", "sail"], 1, here).shared == ("sail",)


def test_relevance_is_never_negative() -> None:
    """However many sentences there are."""
    prompt = "oil\n" + "xqzwv " * 29 + "\nmarimba" * 50
    assert overlap(["oil"], 1, Situation(prompt=prompt)).relevance == 0.0


@pytest.mark.parametrize(("asked", "least"), [(False, 0.21), (True, 0.17)])
def test_who_asks_is_answered_sooner(asked: bool, least: float) -> None:
    """Hooks, which nobody asked, need more."""
    assert bar(Situation(prompt="comb", asked=asked)) == least
    assert Situation(asked=asked).of_project("p").asked == asked


@given(
    prompt=st.lists(st.sampled_from(["comb", "sail.", "oil", "quokka", "\n"]), max_size=40),
    found=st.sets(st.sampled_from(["comb", "sail", "oil", "quokka"])),
)
def test_it_names_only_what_is_shared(prompt: list[str], found: set[str]) -> None:
    """In whatever order the words of the document come."""
    situation = Situation(prompt=" ".join(prompt))
    known = found & situation.sentences.rarities.keys()
    one = overlap(sorted(known), 1, situation)
    other = overlap(sorted(known, reverse=True), 1, situation)
    assert (one.shared, one.relevance) == (other.shared, other.relevance)
    assert set(one.shared) <= known
