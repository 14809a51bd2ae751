"""The opposite words of two rules, and whether they make the rules opposites."""

from __future__ import annotations

from blackboard.search.terms import term
from blackboard.search.words import stem
from reflect.rules.pair import Pair, terms_of
from reflect.rules.rule_parser import Reading
from reflect.rules.shape import Shape
from reflect.rules.word_pairs import Opposition, opposition

_CHOOSING = frozenset(
    "use prefer choose favor favour indent default stick start stop call write".split()
)


def antonyms_of(pair: Pair) -> tuple[str, str] | None:
    """The words that are each other's opposites; one may be too plain to be a term, as allow is."""
    left, right = pair.alone
    mine, theirs = pair.shapes
    wide = len(left) + len(right) == 1
    for one in left or (wide and terms_of(mine.main)) or ():
        for two in right or (wide and terms_of(theirs.main)) or ():
            if opposition(one, two):
                return one, two
    return None


def kind_of(words: tuple[str, str] | None) -> Opposition:
    """In which way the words are opposites; empty without any."""
    return opposition(*words) if words else ""


def do_lead(words: tuple[str, str], pair: Pair) -> bool:
    """Whether both rules open with the opposite verbs."""
    return all(term(stem(each.verb)) == word for word, each in zip(words, pair.shapes, strict=True))


def are_in_main(words: tuple[str, str], pair: Pair) -> bool:
    """Whether the opposite words tell what to do, and not when."""
    when = frozenset[str]().union(*(terms_of(each.when) for each in pair.shapes))
    return not when.intersection(words) and all(
        word in terms_of(each.main) for word, each in zip(words, pair.shapes, strict=True)
    )


def are_chosen(words: tuple[str, str], pair: Pair) -> bool:
    """Whether the opposite words are what is chosen, rather than of which thing it is said."""
    return all(
        each.verb in _CHOOSING
        or word in terms_of(each.main[-1:])
        or word in terms_of(each.predicate)
        for word, each in zip(words, pair.shapes, strict=True)
    )


def is_word_denied(reading: Reading, form: Shape, word: str) -> bool:
    """Whether a rule denies a word; of one that is no term, whether it denies anything."""
    found = [each.denied for each in reading.words if each.term == word]
    return any(found) if found else bool(form.negations)
