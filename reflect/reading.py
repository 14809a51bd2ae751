"""A rule taken apart for comparison: its terms in order, which of them are denied, its literals."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from blackboard.search.terms import is_light, is_negation, main_clause, term
from blackboard.search.words import stem, words

CONDITIONS = frozenset(
    map(
        stem,
        "before after until outside except only least most more less first last once then"
        " off".split(),
    )
)
"""Small words on which the meaning turns; they must be the same in both rules."""

_SEQUENCE = frozenset(("first", "then"))
_REMINDERS = re.compile(r"(?i)\b(?:do not|don't|never) (?:forget|fail|hesitate|omit) to\b")
_BOUNDARY = frozenset((",", ";", ".", ":", "\u2014", "\u2013", "-", "--", "but"))
_ROLES = frozenset("from to into before after over by on than".split())
_CIRCUMSTANCES = frozenset("in at for when whenever if unless during within while under".split())
_SPLITS = frozenset("when whenever if unless while".split())
_MODALS = frozenset("may must should can shall will".split())
_INSTEAD = (("instead", "of"), ("rather", "than"), ("in", "place", "of"))
_PREFERENCE = frozenset(("prefer", "favor", "favour", "choose"))
_AGAINST = frozenset(("over", "to"))
_WHOLE_CLAUSE = frozenset(("forbidden", "prohibited", "banned", "disallowed"))
_FOLLOWING = frozenset(("without", "unless", "avoid", "stop", "refrain"))
_NUMBERS = {word: str(number) for number, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve".split())}  # fmt: skip
_COPULAS = frozenset(("is", "are", "was", "were"))
_AS_ONE = (("pull request", "pr"), ("merge request", "pr"), ("lower case", "lowercase"),
           ("upper case", "uppercase"), ("e-mail", "email"), ("file name", "filename"))  # fmt: skip
_PLAIN = frozenset("e.g i.e etc and/or he/she".split())


class Word(NamedTuple):
    """A term as it stands in a rule.

    `role` is the small word that governs it: "to", "before", "subject", or empty.
    """

    term: str
    denied: bool
    role: str

    @property
    def is_core(self) -> bool:
        """Whether it tells what or under which condition, rather than where."""
        return self.role not in _CIRCUMSTANCES or self.role in _SPLITS


class Reading(NamedTuple):
    """A rule as its words in order; `ordered` says that it tells a sequence of steps."""

    words: tuple[Word, ...]
    literals: frozenset[str]
    conditions: tuple[str, ...]
    ordered: bool


@lru_cache(maxsize=8192)
def read(text: str) -> Reading:
    """Take a rule apart; the reason that it gives is left out."""
    text = _REMINDERS.sub(" ", text.replace("\u2019", "'"))
    for several, one in _AS_ONE:
        text = re.sub(several, one, text, flags=re.IGNORECASE)
    found: list[Word] = []
    literals: set[str] = set()
    conditions: list[str] = []
    clauses = _clauses(_tokens(main_clause(text)))
    for clause in _without_remarks(clauses):
        for word, is_condition, is_literal in _read_clause(clause):
            found.append(word)
            if is_condition:
                conditions.append(word.term)
            if is_literal:
                literals.add(word.term)
    ordered = any(each in _SEQUENCE for each in conditions)
    return Reading(tuple(found), frozenset(literals), tuple(sorted(conditions)), ordered)


def _read_clause(clause: list[str]) -> list[tuple[Word, bool, bool]]:
    """The words of a clause, each with whether it is a condition, and whether a literal."""
    plain = [token.lower() for token in clause]
    denied = denied_whole = _denies_all(plain)
    prefers = any(each in _PREFERENCE for each in plain)
    role = "subject" if _has_subject(plain) else ""
    found: list[tuple[Word, bool, bool]] = []
    for place, token in enumerate(clause):
        lower = plain[place]
        turned = any(tuple(plain[place : place + len(each)]) == each for each in _INSTEAD)
        if turned or lower in _FOLLOWING or (prefers and found and lower in _AGAINST):
            denied, role = True, "" if prefers or turned else role
        elif lower in _CIRCUMSTANCES or lower in _ROLES:
            role, denied = lower, denied_whole if lower in _CIRCUMSTANCES else denied
        elif lower in _MODALS and role == "subject":
            role = ""
        for name, literal in _names(token):
            is_condition = name in CONDITIONS and not literal
            if literal or is_condition or not is_light(name):
                word = Word(name if literal else term(name), denied, role)
                found.append((word, is_condition, literal))
    return found


def _has_subject(plain: list[str]) -> bool:
    """Whether a clause says who may do something, rather than what is to be done to it."""
    place = next((n for n, each in enumerate(plain) if each in _MODALS), 0)
    return place > 0 and "be" not in plain[place : place + 3]


def _denies_all(plain: list[str]) -> bool:
    """Whether a clause forbids what it speaks of, an odd number of times."""
    count = sum(
        each in _WHOLE_CLAUSE
        or (is_negation(stem(each.replace("'", ""))) and each not in _FOLLOWING)
        for each in plain
    )
    return count % 2 == 1


def _names(text: str) -> list[tuple[str, bool]]:
    """The stemmed words of a token, or the one literal that it is."""
    if _is_literal(text):
        return [(_literal(text), True)]
    number = _NUMBERS.get(text.lower())
    return [(number, True)] if number else [(_spelt(each), False) for each in words(text)]


def _spelt(word: str) -> str:
    """British and American spellings as one."""
    return word[:-2] + "iz" if word.endswith("is") and len(word) > 5 else word


def _without_remarks(clauses: list[list[str]]) -> list[list[str]]:
    """The clauses that say what to do, and when; what only describes after them is left out."""
    kept: list[list[str]] = []
    for clause in clauses:
        said = any(each[0].lower() not in _SPLITS for each in kept)
        if not (said and _is_remark(clause)):
            kept.append(clause)
    return kept


def _is_remark(clause: list[str]) -> bool:
    """Whether a clause only describes: it says why, and not what to do."""
    plain = {token.lower() for token in clause}
    demands = plain & _MODALS or any(is_negation(stem(each)) for each in plain)
    return bool(plain & _COPULAS) and not demands and clause[0].lower() not in _SPLITS


def _clauses(tokens: list[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if token in _BOUNDARY or (token in ("and", "or") and is_negation(stem(after.lower()))):
            found.append([])
        else:
            if token.lower() in _SPLITS:
                found.append([])
            found[-1].append(token)
    return [clause for clause in found if clause]


def _tokens(text: str) -> list[str]:
    """Words with the signs inside them, and the signs that end a clause as tokens of their own."""
    found = []
    for chunk in text.replace("`", " ").replace("\u2014", " \u2014 ").split():
        bare = chunk.strip("\"'()[]{}<>*!?\u201c\u201d\u2018")
        body = bare.rstrip(",;:.!?)")
        if body:
            found.append(body.strip("\"'()[]*"))
        if bare != body or chunk in _BOUNDARY:
            found.append(next((each for each in chunk[len(body) :] if each in _BOUNDARY), ""))
    return [token for token in found if token]


def _is_literal(text: str) -> bool:
    """Whether a token names one thing: a number, path, flag or identifier."""
    if text.lower() in _PLAIN:
        return False
    if "/" in text and text.replace("/", "").replace("-", "").isalpha():
        return text[0] in "/~.@"
    return (
        any(letter.isdigit() for letter in text)
        or any(a.islower() and b.isupper() for a, b in pairwise(text))
        or (len(text) > 1 and text[0] in "-@.$/~#" and any(map(str.isalnum, text)))
        or any(sign in text.strip("-'") for sign in "/_=:@\\.$")
    )


def _literal(text: str) -> str:
    lower = text.lower().removeprefix("./").rstrip("/").removesuffix("()")
    return lower.replace(",", "") if lower.replace(",", "").isdigit() else lower
