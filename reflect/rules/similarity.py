"""Whether two rules say the same, the opposite, or something else.

Words in common are not enough: "Never commit X" shares all its words with "Always commit X",
"line 3" nearly all with "line 300", "X before Y" all with "Y before X". So two rules are the
same when their literals (numbers, paths, flags, identifiers) and conditions (before, only) are
equal, no term is denied in one and demanded in the other, the terms come in the same order but
for clauses that changed places, and more than four fifths of them are shared. That a rule holds
in the whole project, and from now on, is no difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from blackboard.search.terms import is_negation
from blackboard.search.words import words
from reflect.rules.contradiction import contradiction
from reflect.rules.matching import Match, match_terms
from reflect.rules.pair import Pair
from reflect.rules.rule_parser import Reading, read
from reflect.rules.scope import without_scope

Verdict = Literal["same", "opposite", "unsure", "different"]
"""`unsure` is a pair that a person should look at, and that nothing acts on."""

THRESHOLD = 0.8
CANDIDATES = 0.5
"""The share of terms from which pairs are looked at: misspelt words and reasons lower it."""

CONTRADICTING = 0.4
"""The same for pairs that may contradict each other: a verb and its opposite are two terms, and
"A instead of B" has twice as many as "B"."""

_MOST_ADDED = 1
"""How many terms one of two equal rules may have more than the other."""

LONGEST = 6_000
"""Characters; no rule is longer, and longer texts are the same only letter by letter."""

_POSSIBLE = re.compile(r"(?i),?\s*\b(?:if|where|when|whenever)(?:ver)? possible\b")
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
_QUOTED = re.compile(r"(?<!\w)(['\"`])(.+?)\1(?!\w)")
_FEWEST_LEFT = 3


def compare(some: str, other: str, threshold: float = THRESHOLD) -> Verdict:
    """Whether two rules say the same.

    >>> compare("Always run the tests before pushing.", "Run tests before you push")
    'same'
    >>> compare("Always commit generated files", "Never commit generated files")
    'opposite'
    >>> compare("Look at line 3 of the config", "Look at line 300 of the config")
    'different'
    """
    some, other = sorted(without_scope(" ".join(text.split())) for text in (some, other))
    if folded(some) == folded(other):
        return "same"
    if len(other) > LONGEST or len(some) > LONGEST:
        return "different"
    some, other = _stripped(some, other)
    against = contradiction(_pair(some, other))
    if against is not None:
        return against
    one, two = read(some), read(other)
    match = match_terms(one, two)
    if not _agree(one, two) or (match.left and match.right) or match.share <= threshold:
        return "different"
    names = _quoted(some) ^ _quoted(other)
    return "same" if _is_only_filler(one, two, match, names) else "different"


def _pair(some: str, other: str) -> Pair:
    """Two rules without "if possible", which nobody means as a condition."""
    some, other = (_POSSIBLE.sub("", text) for text in (some, other))
    one, two = read(some), read(other)
    return Pair(some, other, one, two, match_terms(one, two))


def folded(text: str) -> str:
    """A text without what makes no difference: case, but in short flags, and signs around it."""
    chunks = text.replace("`", "").replace("\u2019", "'").split()
    kept = (each if each[:1] == "-" != each[1:2] else each.casefold() for each in chunks)
    return " ".join(kept).strip(" .!\"'")


def have_own(some: str, other: str) -> bool:
    """Whether each of two rules has terms that the other lacks: `import os` and `import re`."""
    match = match_terms(*map(read, _stripped(some, other)))
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


def _quoted(text: str) -> set[str]:
    """The terms of what stands in quotes, which is a name."""
    return {each.term for _, name in _QUOTED.findall(text) for each in read(name).words}


def _is_only_filler(one: Reading, two: Reading, match: Match, names: set[str]) -> bool:
    """Whether what one rule has more than the other adds nothing to it."""
    added = {*match.left, *match.right}
    if added & names:
        return False
    forbids = any(word.denied for word in (*one.words, *two.words) if word.term in added)
    all_forbids = all(word.denied for mine, _ in match.pairs for word in mine)
    return len(added) <= _MOST_ADDED and (all_forbids or not forbids)


def _stripped(some: str, other: str) -> tuple[str, str]:
    """Both rules, without an aside or a purpose that only one of them states."""
    for without in (_without_aside, _without_quality, _without_purpose):
        if (without(some) == some) != (without(other) == other):
            some, other = _trimmed(some, without), _trimmed(other, without)
    return some, other


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
