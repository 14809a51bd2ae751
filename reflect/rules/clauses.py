"""A rule cut into clauses, without those that only explain: what it asks, and when."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from blackboard.search.terms import is_negation
from blackboard.search.words import stem
from reflect.rules.imperative import is_imperative

SPLITS = frozenset("when whenever if unless while".split())
MODALS = frozenset("may must should can shall will".split())
CONDITIONS = frozenset(
    map(
        stem,
        "before after until outside except only least most more less first last once then"
        " off".split(),
    )
)
"""Small words on which the meaning turns; they must be the same in both rules."""

_BOUNDARY = frozenset((",", ";", ".", ":", "(", ")", "\u2014", "\u2013", "-", "--", "but"))
_EXPLAINS = frozenset((";", ".", "(", "\u2014", "\u2013", "-", "--"))
_COPULAS = frozenset(("is", "are", "was", "were"))
_DETERMINERS = frozenset("the a an our your its their this it they them every each all".split())
_FEWEST_TO_SAY, _FEWEST_TO_EXPLAIN = 2, 3
_PLAIN = frozenset("e.g i.e etc and/or he/she".split())
_WIDE = {
    ord(wide): f"{sign} "
    for wide, sign in zip(
        "\uff0c\u3001\uff1b\uff1a\u3002\uff08\uff09\uff01\uff1f", ",,;:.()!?", strict=True
    )
}
_LOUD = str.maketrans("!?", "..")
_OPERATOR = re.compile(r"[<>]=?|[=!]={1,2}|=|[-=]>")
_QUOTES = "\"'[]{}*!?\u201c\u201d\u2018"
_ENDINGS = ",;:.!?"


class Clause(NamedTuple):
    """The tokens of a clause, and the sign before it; empty before the first."""

    sign: str
    tokens: tuple[str, ...]

    @property
    def plain(self) -> list[str]:
        """The tokens in lower case."""
        return [token.lower() for token in self.tokens]


def clauses(text: str) -> list[Clause]:
    """The clauses that say what to do, and when; what only describes after them is left out."""
    kept: list[Clause] = []
    said = False
    for clause in _cut(_tokens(text)):
        if said and _is_remark(clause):
            continue
        is_label = len(clause.tokens) < _FEWEST_TO_SAY
        said = said or not (is_label or clause.tokens[0].lower() in SPLITS)
        kept.append(clause)
    return kept


def is_literal(text: str) -> bool:
    """Whether a token names one thing: a number, path, flag or identifier.

    >>> [is_literal(word) for word in ("src/app.py", "--fix", "noEmit", "and/or", "tests", "<=")]
    [True, True, True, False, False, True]
    """
    if text.lower() in _PLAIN:
        return False
    if is_either_or(text):
        return False
    return (
        any(letter.isdigit() for letter in text)
        or any(a.islower() and b.isupper() for a, b in pairwise(text))
        or (len(text) > 1 and text[0] in "-@.$/~#" and any(map(str.isalnum, text)))
        or any(sign in text.strip("-'") for sign in "/_=:@\\.$")
        or _OPERATOR.fullmatch(text) is not None
    )


def is_either_or(text: str) -> bool:
    """Whether a token is plain words with strokes between: a path, or one word or the other."""
    return (
        "/" in text.rstrip("/")
        and text[0] not in "/-"
        and text.replace("/", "").replace("-", "").isalpha()
    )


def _cut(tokens: list[str]) -> list[Clause]:
    found: list[Clause] = []
    sign, kept = "", list[str]()
    for token, after in zip(tokens, [*tokens[1:], ""], strict=False):
        is_sign = token in _BOUNDARY
        if is_sign or token.lower() in SPLITS or _begins_prohibition(token, after):
            if kept:
                found.append(Clause(sign, tuple(kept)))
                sign, kept = "", []
            sign = token if is_sign else sign
        if not is_sign:
            kept.append(token)
    return [*found, Clause(sign, tuple(kept))] if kept else found


def _begins_prohibition(token: str, after: str) -> bool:
    return token in ("and", "or") and is_negation(stem(after.lower()))


def _is_remark(clause: Clause) -> bool:
    """Whether a clause only describes: it says why, and not what to do."""
    plain = set(clause.plain)
    first = clause.plain[0]
    demands = plain & MODALS or any(is_negation(stem(each.replace("'", ""))) for each in plain)
    turns = any(stem(each) in CONDITIONS for each in plain)
    if demands or turns or first in SPLITS or any(map(is_literal, clause.tokens)):
        return False
    if plain & _COPULAS:
        return True
    explains = clause.sign in _EXPLAINS and len(clause.tokens) >= _FEWEST_TO_EXPLAIN
    tells = clause.sign == "." or bool(plain & _DETERMINERS)
    return explains and tells and not is_imperative(" ".join(clause.tokens))


def _tokens(text: str) -> list[str]:
    """Words with the signs inside them, and the signs that end a clause as tokens of their own."""
    found: list[str] = []
    for chunk in text.translate(_WIDE).replace("`", " ").replace("\u2014", " \u2014 ").split():
        if chunk in _BOUNDARY or _OPERATOR.fullmatch(chunk):
            found.append(chunk)
            continue
        if chunk.startswith("(") and len(chunk) > 1:
            found.append("(")
        found += _token(chunk)
    return found


def _token(chunk: str) -> list[str]:
    """The word in a chunk, and the sign after it if there is one."""
    bare = chunk.strip(_QUOTES + "()" + _ENDINGS.replace(".", ""))
    body = bare.rstrip(_ENDINGS + "()\"'").lstrip("(\"'")
    if body.startswith("<") and body.endswith(">"):
        body = body.strip("<>")
    rest = (chunk[chunk.rfind(body) + len(body) :] if body else chunk).removeprefix("()")
    sign = next((each for each in rest.translate(_LOUD) if each in _BOUNDARY), "")
    if sign == "." and body.lower() in _PLAIN:
        sign = ""
    return [each for each in (body, sign) if each]
