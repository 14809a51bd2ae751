"""A rule taken apart for comparison: its terms in order, which of them are denied, its literals."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from blackboard.search.terms import CJK_NEGATIONS, is_light, is_negation, main_clause, term
from blackboard.search.words import stem, words
from reflect.rules.clauses import (
    CONDITIONS,
    MODALS,
    SPLITS,
    Clause,
    clauses,
    is_either_or,
    is_literal,
)
from reflect.rules.imperative import is_imperative

_REMINDERS = re.compile(r"(?i)\b(?:do not|don't|never) (?:forget|fail|hesitate|omit) to\b")
_ROLES = frozenset(
    "from to into before after by over on than with as above below behind against onto via".split()
)
_CIRCUMSTANCES = frozenset("in at for when whenever if unless during within while under".split())
_INSTEAD = (("instead", "of"), ("rather", "than"), ("in", "place", "of"))
_PREFERENCE = frozenset(("prefer", "favor", "favour", "choose"))
_AGAINST = frozenset(("over", "to"))
_WHOLE_CLAUSE = frozenset(("forbidden", "prohibited", "banned", "disallowed"))
_FOLLOWING = frozenset(("without", "unless", "avoid", "stop", "refrain"))
_BREAKS = frozenset("only instead rather is are was were".split())
"""A clause with such a word does not go on with what the one before it forbids."""

_NUMBERS = {word: str(number) for number, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve".split())}  # fmt: skip
_AS_ONE = tuple((re.compile(several, re.IGNORECASE), one) for several, one in (
    (r"\bpull request", "pr"), (r"\bmerge request", "pr"), (r"\blower case", "lowercase"),
    (r"\bupper case", "uppercase"), (r"\be-mail", "email"), (r"\bfile name", "filename"),
    (r"\b(?:(?:shorter|smaller|fewer|less|lower) than|below) (?=\d)", "under "),
    (r"\bhttps\b(?!:)", "httpsecure"),  # its stem is that of HTTP
    (r"\b(?:do not|don't|not) (?:only|just|merely)\b", "also"),
    (r"\bkeep (.{2,80}?) out of\b", r"do not keep \1 in"),
    (r"\b(?:no|not) (?:more|longer|larger|bigger|greater) than (?=\d)", "at most "),
))  # fmt: skip
_PREFIXED = re.compile(r"(?i)\b(non|un|anti|pre|post|no|sub|de|self|multi|co|re)-(?=[a-z])")
_FORMS = {stem(word): stem(base) for base, forms in {
    "write": "written wrote", "keep": "kept", "build": "built", "send": "sent", "make": "made",
    "take": "taken", "give": "given", "show": "shown", "hide": "hidden", "choose": "chosen",
    "break": "broken", "throw": "thrown", "catch": "caught", "hold": "held", "find": "found",
    "bind": "bound", "leave": "left", "know": "known", "do": "done", "see": "seen", "run": "ran",
    "draw": "drawn", "speak": "spoken", "forget": "forgotten", "get": "gotten got",
    "spend": "spent", "id": "ids", "pr": "prs", "vm": "vms", "db": "dbs", "ui": "uis",
}.items() for word in forms.split()}  # fmt: skip
_SHORTEST_IN_I = 5
_LONGEST_REMEMBERED = 1_000


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
        return self.role not in _CIRCUMSTANCES or self.role in SPLITS


class Reading(NamedTuple):
    """A rule as its words in order.

    `ordered` says that it tells a sequence of steps, `states` that it tells who does what; `paths`
    are words with strokes between them, which may be a path; `counted` are the numbers, each with
    the term after it; `compounds` are words with hyphens, each with whether it is denied.
    """

    words: tuple[Word, ...]
    literals: frozenset[str]
    conditions: tuple[str, ...]
    ordered: bool
    states: bool
    paths: frozenset[str]
    counted: tuple[tuple[str, str], ...]
    compounds: frozenset[tuple[str, bool]]


class _Read(NamedTuple):
    """A word with what it is besides."""

    word: Word
    is_condition: bool
    is_literal: bool
    token: str


def read(text: str) -> Reading:
    """Take a rule apart; the reason that it gives is left out."""
    return _remembered(text) if len(text) <= _LONGEST_REMEMBERED else _read(text)


@lru_cache(maxsize=8192)
def _remembered(text: str) -> Reading:
    return _read(text)


def _read(text: str) -> Reading:
    text = main_clause(unified(text))
    parts = clauses(text)
    found: list[list[_Read]] = []
    denied = False
    for clause in parts:
        denied = _denies_all(clause) or (denied and _goes_on(clause))
        found.append(_read_clause(clause, denied))
        denied = denied and clause.tokens[0].lower() not in SPLITS
    every = [each for clause in found for each in clause]
    conditions = sorted(each.word.term for each in every if each.is_condition)
    return Reading(
        tuple(each.word for each in every),
        frozenset(each.word.term for each in every if each.is_literal),
        tuple(conditions),
        any(map(_is_step, parts)),
        _is_statement(parts, text),
        frozenset(
            token.lower() for clause in parts for token in clause.tokens if is_either_or(token)
        ),
        tuple(counted for clause in found for counted in _counted(clause)),
        frozenset((each.token, each.word.denied) for each in every if "-" in each.token),
    )


def unified(text: str) -> str:
    """The text with one spelling for what is written in several."""
    text = _REMINDERS.sub(" ", " ".join(text.replace("\u2019", "'").split()))
    for several, one in _AS_ONE:
        text = several.sub(one, text)
    return _PREFIXED.sub(r"\1", text)


def _is_step(clause: Clause) -> bool:
    """Whether a clause tells what comes first; in "the first argument" nothing does."""
    return "first" in (clause.plain[0], clause.plain[-1]) or "then" in clause.plain


def _is_statement(parts: list[Clause], text: str) -> bool:
    """Whether a rule says how things are, so that its subject stands first."""
    plain = {each for clause in parts for each in clause.plain}
    return not (plain & MODALS or plain & _CIRCUMSTANCES or is_imperative(text))


def _counted(clause: list[_Read]) -> list[tuple[str, str]]:
    """The numbers of a clause, each with the term that follows it."""
    after = [*(each.word.term for each in clause[1:]), ""]
    return [
        (each.word.term, unit)
        for each, unit in zip(clause, after, strict=False)
        if each.word.term.isdigit()
    ]


def _read_clause(clause: Clause, denied_whole: bool) -> list[_Read]:
    plain = clause.plain
    denied = denied_whole
    prefers = any(each in _PREFERENCE for each in plain)
    role = "subject" if _has_subject(plain) else ""
    found: list[_Read] = []
    for place, token in enumerate(clause.tokens):
        lower = plain[place]
        turned = any(tuple(plain[place : place + len(each)]) == each for each in _INSTEAD)
        if turned or _forbids_rest(plain, place) or (prefers and found and lower in _AGAINST):
            denied = not (lower == "avoid" and denied_whole)
            role = "" if prefers or turned else role
        elif lower in _CIRCUMSTANCES or lower in _ROLES:
            role, denied = lower, denied_whole if lower in _CIRCUMSTANCES else denied
        elif lower in MODALS and role == "subject":
            role = ""
        found += _read_token(
            token, denied, role, is_halt=lower == "stop" and not _forbids_rest(plain, place)
        )
    return found


def _read_token(token: str, denied: bool, role: str, *, is_halt: bool) -> list[_Read]:
    found = []
    for name, literal in _names(token):
        is_condition = name in CONDITIONS and not literal
        if literal or is_condition or is_halt or not is_light(name):
            word = Word(name if literal else term(name), denied, role)
            found.append(_Read(word, is_condition, literal, token.lower()))
    return found


def _forbids_rest(plain: list[str], place: int) -> bool:
    """Whether the word at a place forbids what follows; "stop the server" forbids nothing."""
    after = plain[place + 1] if place + 1 < len(plain) else ""
    return plain[place] in _FOLLOWING and (plain[place] != "stop" or after.endswith("ing"))


def _has_subject(plain: list[str]) -> bool:
    """Whether a clause says who may do something, rather than what is to be done to it."""
    place = next((n for n, each in enumerate(plain) if each in MODALS), 0)
    return place > 0 and "be" not in plain[place : place + 3]


def _denies_all(clause: Clause) -> bool:
    """Whether a clause forbids what it speaks of, an odd number of times."""
    count = sum(
        each in _WHOLE_CLAUSE
        or bool(CJK_NEGATIONS.intersection(each))
        or (each not in _FOLLOWING and each != "stops" and is_negation(stem(each.replace("'", ""))))
        for each in clause.plain
    )
    return count % 2 == 1


def _goes_on(clause: Clause) -> bool:
    """Whether a clause only lists more of what the one before it speaks of."""
    plain = set(clause.plain)
    return clause.sign == "," and not (
        plain & _BREAKS or plain & MODALS or is_imperative(" ".join(clause.tokens))
    )


def _names(text: str) -> list[tuple[str, bool]]:
    """The stemmed words of a token, or the one literal that it is."""
    if is_literal(text):
        return [(_literal(text), True)]
    number = _NUMBERS.get(text.lower())
    return [(number, True)] if number else [(_base(each), False) for each in words(text)]


def _base(word: str) -> str:
    """A word in its base form, British and American spellings as one."""
    if word.endswith("i") and len(word) >= _SHORTEST_IN_I:
        return f"{word[:-1]}y"  # what is left of "modified"
    if word.endswith("is") and len(word) > _SHORTEST_IN_I:
        return word[:-2] + "iz"
    return _FORMS.get(word, word)


def _literal(text: str) -> str:
    """A literal in one spelling; the case of a short flag counts, `-v` is not `-V`."""
    if text.startswith("-") and not text.startswith("--"):
        return text
    lower = text.lower().removeprefix("./").rstrip("/").removesuffix("()")
    return lower.replace(",", "") if lower.replace(",", "").isdigit() else lower
