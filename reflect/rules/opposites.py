"""The forms in which one rule is surely the opposite of another; each is a function in SURE."""

from __future__ import annotations

from reflect.rules.antonyms import antonyms_of, are_chosen, are_in_main, do_lead, kind_of
from reflect.rules.hints import is_swapped
from reflect.rules.imperative import is_imperative
from reflect.rules.pair import Pair, same_conditions, same_terms, same_when, terms_of
from reflect.rules.rule_parser import Word
from reflect.rules.shape import Shape, shape


def _turns_whole(pair: Pair) -> bool:
    """One forbids all that the other demands: commit it, never commit it."""
    mine, theirs = pair.shapes
    if any(pair.alone) or not same_terms(pair) or mine.contrasts != theirs.contrasts:
        return False
    if pair.differs_in_negations % 2 == 0 or not (same_conditions(pair) and same_when(pair)):
        return False
    turned = pair.turned
    if not _same_roles(pair) or not turned or len({word.denied for word, _ in turned}) != 1:
        return False
    terms = {word.term for word, _ in turned}
    kept = [some[0] for some, _ in pair.match.pairs if some[0].term not in terms]
    if not terms - terms_of(mine.when):
        return False
    if _is_part_left_out(mine, theirs):
        return True
    aside = terms_of(mine.when) | (terms_of(mine.without) & terms_of(theirs.without))
    aside |= terms_of(mine.replaced) & terms_of(theirs.replaced)
    return all(not word.is_core or word.term in aside for word in kept)


def _turns_choice(pair: Pair) -> bool:
    """Each demands what the other denies: A instead of B, B instead of A."""
    if any(pair.alone) or not same_terms(pair) or not same_conditions(pair):
        return False
    first = {word.term for word, _ in pair.turned if word.denied}
    second = {word.term for word, _ in pair.turned if not word.denied}
    mine, theirs = (len(each.negations) + each.contrasts for each in pair.shapes)
    return bool(first) and bool(second) and mine == theirs


def is_alternative(pair: Pair) -> bool:
    """Whether all that the first has alone is what it puts in the place of something else."""
    left, right = pair.alone
    form = shape(pair.some)
    puts_before = form.contrasts == 1 and not form.negations
    if right or not left or form.verb == "prefer":
        return False
    if not puts_before and (form.contrasts, form.negations) != (0, ("not",)):
        return False
    alone = [word for word in pair.one.words if word.term in left]
    return all(not word.denied for word in alone) and len(left) <= 2


def _swaps(pair: Pair) -> bool:
    """Two things change places: from A to B, from B to A."""
    if any(pair.alone) or not same_terms(pair) or pair.is_denied_anywhere:
        return False
    if is_imperative(pair.some) != is_imperative(pair.other):
        return False
    return same_conditions(pair) and is_swapped(pair.one, pair.two, pair.match)


def _opposite_words(pair: Pair) -> bool:
    """One word is the opposite of the other's, and all else is the same: enable it, disable it."""
    words = antonyms_of(pair)
    if words is None or max(map(len, pair.alone)) > 1 or pair.is_denied_anywhere:
        return False
    if not same_conditions(pair) or pair.turned or not are_in_main(words, pair):
        return False
    if not same_when(pair):
        return False
    match kind_of(words):
        case "action":
            return do_lead(words, pair)
        case "choice":
            return are_chosen(words, pair)
        case kind:
            return kind == "stance"


def _same_roles(pair: Pair) -> bool:
    """Whether no term is moved behind another small word: share by talking, talk by sharing."""
    return all(
        _role(some) == _role(other)
        for mine, theirs in pair.match.pairs
        for some, other in zip(mine, theirs, strict=False)
    )


def _role(word: Word) -> str:
    """The small word before a term; "with" is the opposite of "without", which is none."""
    return "" if word.role in ("subject", "with") else word.role


def _is_part_left_out(mine: Shape, theirs: Shape) -> bool:
    """Whether one does with a thing what the other does without it."""
    words = {*mine.negations} ^ {*theirs.negations}
    return words == {"without"} and any("with" in each.main for each in (mine, theirs))


SURE = (_turns_whole, _turns_choice, _swaps, _opposite_words)
