"""Whether two rules contradict each other, and whether that is sure.

Sure is only what leaves nothing else to differ: the same action on the same thing, in the same
place and under the same condition, demanded by one and forbidden by the other. Whatever else looks
like a contradiction is unsure. Of 24 pairs of real rules that shared most words and differed in a
negation, one was a contradiction; the others were milder forms of each other.
"""

from __future__ import annotations

from typing import Literal

from reflect.rules.antonyms import (
    antonyms_of,
    are_chosen,
    are_in_main,
    do_lead,
    is_word_denied,
    kind_of,
)
from reflect.rules.hints import is_denied, is_other_way, is_swapped, is_turned
from reflect.rules.imperative import is_imperative
from reflect.rules.opposites import SURE, is_alternative
from reflect.rules.pair import Pair, same_numbers
from reflect.rules.shape import Shape
from reflect.rules.word_pairs import are_opposites

_LONGEST = 28
"""Words of a rule that is understood well enough to be sure."""

_CLOSE, _TURNED = 0.6, 0.5
"""The shares of terms above which two rules may contradict each other; less will do where one
word of the one is the opposite of one of the other."""

ALLOWING = frozenset("may can cannot fine ok okay allowed acceptable forbidden need needs".split())
_LAST_LATIN = "\u024f"
"""Letters beyond it are of languages in which orders are not recognised, so that all may be."""

_EXCEPTING = frozenset(("except", "but"))


def contradiction(pair: Pair) -> Literal["opposite", "unsure", "different"] | None:
    """Whether two rules contradict each other; None where nothing points to it."""
    match = pair.match
    antonyms = are_opposites(match.left, match.right) or is_turned(pair.one, pair.two, match)
    if match.share <= (_TURNED if antonyms or is_alternative(pair) else _CLOSE) / 2:
        return "different"
    if _is_comparable(pair) and any(is_sure(pair) for is_sure in SURE):
        return "opposite"
    hinted = (
        antonyms or is_denied(match) or is_other_way(pair.one, pair.two)
        or is_swapped(pair.one, pair.two, match)
    )  # fmt: skip
    if not hinted:
        return None
    return "unsure" if _may_contradict(pair, antonyms) else "different"


def _is_comparable(pair: Pair) -> bool:
    """Whether both are short and limited in the same way, and one at least is an order."""
    mine, theirs = pair.shapes
    if max(mine.length, theirs.length) > _LONGEST or mine.limits != theirs.limits:
        return False
    if not any(map(_tells_what_to_do, (pair.some, pair.other), pair.shapes)):
        return False
    return same_numbers(pair) and pair.one.paths == pair.two.paths


def _tells_what_to_do(text: str, form: Shape) -> bool:
    """Whether a rule orders, forbids or allows something, rather than tells how a thing is."""
    is_order = is_imperative(text) or not ALLOWING.isdisjoint(form.every)
    return is_order or any(letter.isalpha() and letter > _LAST_LATIN for letter in text)


def _may_contradict(pair: Pair, antonyms: bool) -> bool:
    """Whether a person should look at a pair that is not sure.

    Other names, numbers and paths are other things; and who asks for less of something agrees
    with who asks for none.
    """
    mine, theirs = pair.shapes
    if pair.one.literals != pair.two.literals or pair.match.share <= (
        _TURNED if antonyms else _CLOSE
    ):
        return False
    agrees = (mine.is_gentle and theirs.negations) or (theirs.is_gentle and mine.negations)
    if agrees or _is_denied_twice(pair):
        return False
    return not _is_said_twice(pair) and not _names_other_thing(pair)


def _is_denied_twice(pair: Pair) -> bool:
    """Whether one says with two negations what the other says with none: never without."""
    counts = [
        len(each.negations) + sum(word in _EXCEPTING for word in each.every) for each in pair.shapes
    ]
    return sorted(counts) == [0, 2]


def _is_said_twice(pair: Pair) -> bool:
    """Whether one denies the opposite of what the other demands: enable, never disable."""
    words = antonyms_of(pair)
    if words is None:
        return False
    sides = zip((pair.one, pair.two), pair.shapes, words, strict=True)
    return len({is_word_denied(reading, form, word) for reading, form, word in sides}) > 1


def _names_other_thing(pair: Pair) -> bool:
    """Whether opposite words only tell which thing is meant: public methods, private methods."""
    words = antonyms_of(pair)
    if words is None:
        return False
    if not are_in_main(words, pair):
        return True
    may_differ = kind_of(words) in ("choice", "other")
    return may_differ and not do_lead(words, pair) and not are_chosen(words, pair)
