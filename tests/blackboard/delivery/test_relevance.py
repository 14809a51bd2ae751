"""How much a document and a situation have in common, computed by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from blackboard.delivery.candidates import NOTHING_SHARED
from blackboard.delivery.relevance import overlap
from blackboard.delivery.situation import Situation

_PROMPT = Situation(prompt="quokka comb sail")
_RARITIES = {"quokka": 1.0, "comb": 0.5, "sail": 0.25}


def test_nothing_in_common() -> None:
    """Neither without a word, nor with common words alone."""
    nothing = overlap({}, 3, _PROMPT, _RARITIES)
    assert (nothing.shared, nothing.informative, nothing.relevance) == ((), 0.0, 0.0)
    assert overlap({"fil": True}, 3, Situation(prompt="file"), {"fil": 1.0}) is NOTHING_SHARED


def test_all_in_common() -> None:
    """Every telling word of the document, and every word of the prompt."""
    found = overlap({"quokka": True, "comb": True, "sail": True}, 3, _PROMPT, _RARITIES)
    assert found.shared == ("quokka", "comb", "sail")
    assert (found.informative, found.relevance) == (3.0, 1.0)


def test_what_the_document_has_besides_counts_against_it() -> None:
    """Each of its other telling words with 0.6, ten of them at the most."""
    for discriminative, others in ((1, 0), (3, 2), (11, 10), (40, 10)):
        found = overlap(
            {"quokka": True}, discriminative, Situation(prompt="quokka"), {"quokka": 1.0}
        )
        assert found.relevance == pytest.approx(sqrt(1 / (1 + 0.6 * others)))


def test_what_the_prompt_has_besides_counts_against_it() -> None:
    """By its rarity; words that no document has do not count, nor do common ones."""
    found = overlap({"quokka": True}, 1, _PROMPT, _RARITIES)
    assert found.relevance == pytest.approx(sqrt(1 / 1.75))
    prompt = Situation(prompt="quokka comb sail marimba file")
    assert overlap({"quokka": True}, 1, prompt, {**_RARITIES, "fil": 0.9}).relevance == (
        pytest.approx(sqrt(1 / 1.75))
    )


def test_a_long_prompt_counts_with_its_ten_rarest_words() -> None:
    """More words do not dilute it."""
    names = [f"word{letter}{letter}x" for letter in "abcdefghijklmnop"]
    prompt = Situation(prompt=" ".join(names))
    rarities = {name: 1.0 - n / 100 for n, name in enumerate(names) if name in prompt.words}
    assert len(rarities) == 16
    found = overlap({names[0]: True}, 1, prompt, dict(reversed(rarities.items())))
    assert found.relevance == pytest.approx(sqrt(1.0 / sum(1.0 - n / 100 for n in range(10))))


def test_what_is_shared_beyond_the_ten_rarest_is_all_of_a_prompt() -> None:
    """A share is never more than one."""
    names = [f"word{letter}{letter}x" for letter in "abcdefghijklmnop"]
    rarities = dict.fromkeys(names, 0.5)
    found = overlap(dict.fromkeys(names, True), 16, Situation(prompt=" ".join(names)), rarities)
    assert found.relevance == pytest.approx(1.0)


def test_a_word_that_does_not_tell_what_the_document_is_about() -> None:
    """It counts as shared and for the prompt, but not for the document."""
    found = overlap({"quokka": False}, 2, Situation(prompt="quokka"), {"quokka": 1.0})
    assert (found.shared, found.informative, found.relevance) == (("quokka",), 1.0, 0.0)
    found = overlap({"quokka": True, "comb": False}, 1, _PROMPT, _RARITIES)
    assert found.relevance == pytest.approx(sqrt(1.0 * 1.5 / 1.75))


@pytest.mark.parametrize(("word", "informative"), [("do", 1.0), ("run", 1.5), ("try", 1.5)])
def test_two_common_words_are_worth_one(word: str, informative: float) -> None:
    """Beside an informative one; those of two letters add nothing."""
    prompt = Situation(prompt=f"quokka {word}")
    found = overlap({"quokka": True, word: True}, 2, prompt, {"quokka": 1.0, word: 0.1})
    assert (found.shared, found.informative) == (("quokka",), informative)
