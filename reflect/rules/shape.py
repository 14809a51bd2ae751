"""What a rule says to do and under which condition, with the small words that limit it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from blackboard.search.terms import CJK_NEGATIONS, is_negation, main_clause
from blackboard.search.words import stem, words
from reflect.rules.clauses import SPLITS, clauses
from reflect.rules.rule_parser import unified

_SUBORDINATE = SPLITS | frozenset("before after until once during where".split())
_HEDGES = frozenset(
    """
    sparingly minimize minimise limit reduce rarely usually generally typically often sometimes
    mostly overuse excessive excessively unnecessary unnecessarily needless needlessly too possible
    possibly necessary needed appropriate where bad okay unlikely
    """.split()
)
"""Words that weaken a demand or limit it to some cases."""

_MANNER = frozenset(
    """
    multiple different already certain between directly explicitly strictly properly correctly
    carefully just both simply mere merely across through among
    """.split()
)
"""Words that are no terms and narrow a rule all the same: not to push, not to push directly."""

_GENTLE = frozenset("minimize minimise limit reduce sparingly rarely".split())
_NEED = frozenset("necessary needed required".split())
_PLACES = frozenset("in at for by on during within under".split())
_MAKING = frozenset("make keep mark set declare leave sort load turn".split())
_PRONOUNS_OF_NOTHING = frozenset(("nobody", "nothing", "none"))
_COMPARES = frozenset(("prefer", "favor", "favour", "choose"))
_REPLACES = {("instead", "of"), ("rather", "than")}
_AGAINST = frozenset(("over", "to"))
_OPENING = frozenset(
    "always please never also should must you do not don't dont stop avoid".split()
)


class Shape(NamedTuple):
    """The parts of a rule.

    `main` are the words that say what to do, `when` those that say under which condition;
    `negations` are the words that turn the meaning; `contrasts` counts "instead of" and the like;
    `limits` are hedges and adverbs, which two rules must share before they can contradict.
    """

    main: tuple[str, ...]
    when: tuple[str, ...]
    negations: tuple[str, ...]
    contrasts: int
    limits: Counter[str]

    @property
    def every(self) -> tuple[str, ...]:
        """All words, those of conditions last."""
        return (*self.main, *self.when)

    @property
    def without(self) -> tuple[str, ...]:
        """What it says to do without."""
        return self.main[self.main.index("without") :] if "without" in self.main else ()

    @property
    def replaced(self) -> tuple[str, ...]:
        """What it wants something else in place of."""
        places = [n for n, each in enumerate(pairwise((*self.main, ""))) if each in _REPLACES]
        if _COMPARES & {*self.main}:
            places += [n for n, each in enumerate(self.main) if each in _AGAINST]
        return self.main[min(places) :] if places else ()

    @property
    def predicate(self) -> tuple[str, ...]:
        """The word before the last "in", "for" or "by", where a rule says how a thing is to be."""
        place = max((n for n, each in enumerate(self.main) if each in _PLACES), default=0)
        return self.main[place - 1 : place] if place and self.verb in _MAKING else ()

    @property
    def verb(self) -> str:
        """The word that opens the rule."""
        return next((each for each in self.main if each not in _OPENING), "")

    @property
    def is_gentle(self) -> bool:
        """Whether it asks for less rather than for none."""
        every = {*self.main, *self.when}
        return bool(every & _GENTLE) or ("only" in every and bool(every & _NEED))

    @property
    def length(self) -> int:
        """How many words it has."""
        return len(self.main) + len(self.when)


@lru_cache(maxsize=4096)
def shape(text: str) -> Shape:
    """Take a rule apart by its small words."""
    main, when = list[str](), list[str]()
    parts = clauses(main_clause(unified(text)))
    for number, clause in enumerate(parts):
        is_place = clause.plain[0] in _PLACES and not main and number + 1 < len(parts)
        cut = 0 if is_place else next(_subordinates(clause.plain), len(clause.plain))
        main += clause.plain[:cut]
        when += clause.plain[cut:]
    every = [*main, *when]
    return Shape(
        tuple(main),
        tuple(when),
        tuple(each for each, after in pairwise([*every, ""]) if _turns(each, after)),
        _contrasts(every),
        Counter(each for each in words_of(every) if each in _HEDGES | _MANNER),
    )


def _subordinates(plain: list[str]) -> Iterator[int]:
    return (place for place, each in enumerate(plain) if each in _SUBORDINATE)


def words_of(tokens: list[str]) -> list[str]:
    """The words of tokens, without the signs around them."""
    return [token.strip("'\"*_") for token in tokens]


def _turns(word: str, after: str) -> bool:
    """Whether a word turns the meaning; "stop the server" and "no longer than" do not."""
    if word == "stop":
        return after.endswith("ing")
    if word == "nor":  # "neither" or "not" has turned it already
        return False
    if word in _PRONOUNS_OF_NOTHING:
        return True
    bare = stem(word.replace("'", ""))
    return is_negation(bare) or bool(CJK_NEGATIONS.intersection(word))


def _contrasts(every: list[str]) -> int:
    """How often one thing is put before another."""
    joined = [f"{one} {two}" for one, two in pairwise(every)]
    found = joined.count("instead of") + joined.count("rather than")
    if _COMPARES & set(every):
        found += sum(each in _AGAINST for each in every[1:])
    return found


def stems(tokens: tuple[str, ...]) -> frozenset[str]:
    """The stemmed words of a part of a rule."""
    return frozenset(each for token in tokens for each in words(token))
