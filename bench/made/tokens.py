"""A text as tokens: words, which are drawn by rank, and signs, which say what the text is.

Both the counting and the making use it. A sign is a word of the short list below, which the
product looks for in outputs and commands, or what stands between words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from blackboard.search.rarity import rarity, table
from blackboard.search.words import stem

WORD, OTHER, END = "w", "\u2500", "\n"
"""Any word, any character that is not ASCII, and the end of a line."""

_SIGNS = frozenset(
    """
    error errors failed fail failure failures fatal panic exception traceback warning warn
    not found no such file files directory cannot exit code status expected got undefined
    unknown invalid denied permission timeout assert passed ok usage command line cd git
    grep sed cat ls head tail find go npm pnpm npx node python pytest uv cargo make rg echo
    test tests run build gh curl jq bash sh diff commit push add install check py ts tsx js
    md json toml rs yml txt src
    """.split()
)
_TOKEN = re.compile(r"\w+|\n| {2,}|.", re.ASCII | re.DOTALL)

FORMS = ("number", "identifier", "capital", "upper", "common", "other")
"""The forms of words; a common one is known to developers' English at large."""

QUANTILES = (*(each / 20 for each in range(20)), 0.98, 0.99, 0.995, 1.0)
"""The shares of texts, sessions and gaps at which their sizes are counted."""

_RARE = 8.0


def tokens(text: str) -> list[str]:
    """The words of a text and what is between them."""
    return _TOKEN.findall(text)


def is_word(token: str) -> bool:
    """Whether a token is a word that is drawn by rank."""
    return (token[0] == "_" or token[0].isalnum()) and token.isascii() and not is_sign(token)


def is_sign(token: str) -> bool:
    """Whether a token is one of the words that stay as they are."""
    return token.lower() in _SIGNS


def symbols(found: list[str]) -> Iterator[str]:
    """What a shape is made of: tokens with words, wide gaps and other scripts as one each."""
    for token in found:
        if is_word(token):
            yield WORD
        elif token[0] == " ":
            yield token[:4]
        else:
            yield token if token.isascii() else OTHER


def form(word: str) -> str:
    """Of what form a word is."""
    if word.isdigit():
        return "number"
    if word.isalpha() and word[1:].islower():
        if word[0].isupper():
            return "capital"
        return "common" if stem(word) in table() and rarity(stem(word)) < _RARE else "other"
    return "upper" if word.isupper() and word.isalpha() else "identifier"
