"""Whether two rules say the same, the opposite, or something else.

Words in common are not enough: "Never commit X" shares all its words with "Always commit X",
"line 3" nearly all with "line 300", "X before Y" all with "Y before X". So two rules are the
same when their literals (numbers, paths, flags, identifiers) and conditions (before, only) are
equal, no term is denied in one and demanded in the other, the terms come in the same order but
for clauses that changed places, and more than four fifths of them are shared.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Literal, NamedTuple

from blackboard.search.terms import is_negation
from blackboard.search.words import stem, words
from reflect.rules.rule_parser import Reading, Word, read
from reflect.rules.word_pairs import are_opposites, is_one_word

Verdict = Literal["same", "opposite", "different"]

THRESHOLD = 0.8
CANDIDATES = 0.5
"""The share of terms from which pairs are looked at: misspelt words and reasons lower it."""

_MOST_ADDED = 1
"""How many terms one of two equal rules may have more than the other."""

_OPPOSITION, _TURNED = 0.5, 0.25
"""The shares of terms from which two rules are about the same; less will do where one word of
the one is the opposite of one of the other."""

LONGEST = 6_000
"""Characters; no rule is longer, and longer texts are the same only letter by letter."""

_MOST_ODD = 40
"""Terms without a twin from which looking for slips of the pen is given up."""

_TURNING = [[stem("outside")], [stem("off")]]
"""Conditions whose opposites, inside and on, go without saying."""

_GENERIC = frozenset(map(stem, "code codebase entry element item file".split()))
"""After the name of a thing such a word adds nothing: Java code, a `label` element."""

_ASIDE = re.compile(r"\s\([^()]*\)")
_QUALITY = re.compile(
    r"(?i),?\s*\bfor (?:the sake of |better |improved |more |\w+ reasons\b)?(?:(?<=reasons)"
    r"|performance|readability|consistency|clarity|safety|security|accessibility|simplicity"
    r"|maintainability|efficiency|speed|reliability|debugging)(?=\W|$),?"
)
_PURPOSE = re.compile(
    r"(?i)(?<!\bneed)(?<!\bneeds)(?<!\bhave)(?<!\bhas)(?<!\bhow)(?<!\btry)(?<!\bable)(?<!\band)"
    r"(?<!\bor)(?<!\bis)(?<!\bare)(?<!\bbe)(?<!\bnot)(?<!\bused),?\s+to (?:avoid|prevent|keep|make"
    r"|save|speed|improve|reduce|simplify|guarantee|protect|preserve|minimi[sz]e|maximi[sz]e|help"
    r"|ensure|maintain|ease)\b[^.;:\u2014]*"
)
_ASKS = re.compile(
    r"(?i)\b(?:ask|tell|allow|require|force|expect|want|remind|instruct|let|get|configure|train"
    r"|set)(?:s|ed|d)?\b"
)
_FEWEST_LEFT = 3


class _Match(NamedTuple):
    """What two rules have in common, and what each has alone."""

    pairs: list[tuple[list[Word], list[Word]]]
    left: list[str]
    right: list[str]

    @property
    def share(self) -> float:
        """Terms in common over all terms."""
        whole = len(self.pairs) + len(self.left) + len(self.right)
        return len(self.pairs) / whole if whole else 0.0


def compare(some: str, other: str, threshold: float = THRESHOLD) -> Verdict:
    """Whether two rules say the same.

    >>> compare("Always run the tests before pushing.", "Run tests before you push")
    'same'
    >>> compare("Always commit generated files", "Never commit generated files")
    'opposite'
    >>> compare("Look at line 3 of the config", "Look at line 300 of the config")
    'different'
    """
    some, other = sorted(" ".join(text.split()) for text in (some, other))
    if folded(some) == folded(other):
        return "same"
    if len(other) > LONGEST or len(some) > LONGEST:
        return "different"
    one, two = _readings(some, other)
    match = _match(one, two)
    turned = are_opposites(match.left, match.right) or _is_turned(one, two, match)
    if match.share <= (_OPPOSITION if not turned else _TURNED):
        return "different"
    if turned or _is_denied(match) or _is_other_way(one, two) or _is_swapped(one, two, match):
        return "opposite"
    if not _agree(one, two) or (match.left and match.right) or match.share <= threshold:
        return "different"
    return "same" if _is_only_filler(one, two, match) else "different"


def folded(text: str) -> str:
    """A text without what makes no difference: case, but in short flags, and signs around it."""
    chunks = text.replace("`", "").replace("\u2019", "'").split()
    kept = (each if each[:1] == "-" != each[1:2] else each.casefold() for each in chunks)
    return " ".join(kept).strip(" .!\"'")


def have_own(some: str, other: str) -> bool:
    """Whether each of two rules has terms that the other lacks: `import os` and `import re`."""
    match = _match(*_readings(some, other))
    return bool(match.left and match.right)


def _agree(one: Reading, two: Reading) -> bool:
    """Whether two rules name the same things, under the same conditions, in the same numbers."""
    if one.literals != two.literals or one.conditions != two.conditions:
        return False
    if one.paths != two.paths and ((one.paths and two.paths) or len(one.words) != len(two.words)):
        return False
    if [number for number, _ in one.counted] == [number for number, _ in two.counted]:
        return True
    return sorted(one.counted) == sorted(two.counted) and all(unit for _, unit in one.counted)


def _is_only_filler(one: Reading, two: Reading, match: _Match) -> bool:
    """Whether what one rule has more than the other adds nothing to it."""
    added = {*match.left, *match.right}
    forbids = any(word.denied for word in (*one.words, *two.words) if word.term in added)
    all_forbids = all(word.denied for mine, _ in match.pairs for word in mine)
    return len(added) <= _MOST_ADDED and (all_forbids or not forbids)


def _readings(some: str, other: str) -> tuple[Reading, Reading]:
    """Both rules, without an aside or a purpose that only one of them states."""
    for without in (_without_aside, _without_quality, _without_purpose):
        if (without(some) == some) != (without(other) == other):
            some, other = _trimmed(some, without), _trimmed(other, without)
    return read(some), read(other)


def _trimmed(text: str, without: Callable[[str], str]) -> str:
    """A text without a part, unless that part names something or sets a condition."""
    bare = without(text)
    if bare == text:
        return text
    before, after = read(text), read(bare)
    cut = text.replace(bare, " ")
    is_plain = (before.literals, before.conditions) == (after.literals, after.conditions)
    return bare if is_plain and not any(map(is_negation, words(cut))) else text


def _without_aside(text: str) -> str:
    return _ASIDE.sub("", text)


def _without_quality(text: str) -> str:
    return _QUALITY.sub("", text).strip()


def _without_purpose(text: str) -> str:
    """A rule without what it is good for, if enough is said before and nobody is asked to."""
    found = _PURPOSE.search(text)
    if found is None or _ASKS.search(text[: found.start()]):
        return text
    if len(read(text[: found.start()]).words) < _FEWEST_LEFT:
        return text
    return text[: found.start()] + text[found.end() :]


def _match(one: Reading, two: Reading) -> _Match:
    mine, theirs = _by_term(one), _by_term(two)
    match = _Match(
        [(mine[each], theirs[each]) for each in mine if each in theirs],
        [each for each in mine if each not in theirs],
        [each for each in theirs if each not in mine],
    )
    literals = one.literals | two.literals
    if max(len(match.left), len(match.right)) <= _MOST_ODD:
        for each in list(match.left):
            alike = next((other for other in match.right if is_one_word(each, other)), None)
            if alike is not None and not {each, alike} & literals:
                match.pairs.append((mine[each], theirs[alike]))
                match.left.remove(each)
                match.right.remove(alike)
    _join(match.left, match.right)
    _join(match.right, match.left)
    if not (match.left and match.right):
        _drop_generic(match.left, one)
        _drop_generic(match.right, two)
    return match


def _by_term(reading: Reading) -> dict[str, list[Word]]:
    """Where each term stands; conditions are compared for themselves."""
    found: dict[str, list[Word]] = {}
    for word in reading.words:
        if word.term not in reading.conditions:
            found.setdefault(word.term, []).append(word)
    return found


def _join(split: list[str], whole: list[str]) -> None:
    """Take out two words that are written as one in the other rule, as file name is."""
    for first, second in zip(list(split), list(split)[1:], strict=False):
        joined = next((each for each in (first + second, f"{first}e{second}") if each in whole), "")
        if joined and first in split and second in split:
            whole.remove(joined)
            split.remove(first)
            split.remove(second)


def _drop_generic(alone: list[str], reading: Reading) -> None:
    """Take out what names no thing of its own: `code` after Java, but not in "code or logs"."""
    beside = {
        word.term
        for before, word in pairwise(reading.words)
        if word.term in _GENERIC and before.role == word.role
    }
    alone[:] = [each for each in alone if each not in beside]


def _is_denied(match: _Match) -> bool:
    """Whether what one rule demands the other forbids.

    For a circumstance it must be so both ways, or for all that is said: what is forbidden in
    general is forbidden there too, however the sentence goes on.
    """
    turned = [
        (mine[0], theirs[0])
        for mine, theirs in match.pairs
        if not {word.denied for word in mine} & {word.denied for word in theirs}
    ]
    if any(mine.is_core or theirs.is_core for mine, theirs in turned):
        return True
    if turned and len(turned) == len(match.pairs):
        return True
    return len({mine.denied for mine, _ in turned}) == 2  # yes and no


def _is_other_way(one: Reading, two: Reading) -> bool:
    """Whether a compound, taken whole, is denied in one rule and demanded in the other."""
    mine, theirs = dict(one.compounds), dict(two.compounds)
    sure = len(mine) == len(one.compounds) and len(theirs) == len(two.compounds)
    return sure and any(theirs.get(each, denied) != denied for each, denied in mine.items())


def _is_turned(one: Reading, two: Reading, match: _Match) -> bool:
    """Whether the rules hold under opposite conditions: inside and outside, only and except."""
    before = [each for each in one.conditions if each not in two.conditions]
    after = [each for each in two.conditions if each not in one.conditions]
    alone = not (match.left or match.right) and [*before, *after] in _TURNING
    return alone or are_opposites(before, after)


def _is_swapped(one: Reading, two: Reading, match: _Match) -> bool:
    """Whether two terms changed places: A to B and B to A, first A and first B."""
    names = {theirs[0].term: mine[0].term for mine, theirs in match.pairs}
    known = set(names.values())
    mine = [(word.term, word.denied) for word in one.words if word.term in known]
    theirs = [(names[word.term], word.denied) for word in two.words if word.term in names]
    if one.ordered and two.ordered and mine != theirs:
        return True
    if one.states and two.states and not _is_rotation(mine, theirs):
        return True
    is_mixed = any(len({word.denied for word in some}) > 1 for some, _ in match.pairs)
    if is_mixed and len(mine) == len(theirs):
        return not _is_rotation(mine, theirs)
    roles = {(some[0].role, other[0].role) for some, other in match.pairs}
    return any(before != after and (after, before) in roles for before, after in roles)


def _is_rotation(some: list[tuple[str, bool]], other: list[tuple[str, bool]]) -> bool:
    return any([*some[place:], *some[:place]] == other for place in range(len(some)))
