"""The information in a text: the things it names, and its words other than filler.

"Follow best practices", however often repeated, carries none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from blackboard.search.common_words import GENERIC, STOP_WORDS
from blackboard.search.words import parts, stem, words
from reflect.markdown.sentences import sentences

_EMPTY = frozenset(
    map(
        stem,
        """
        issue problem error bug code file thing quality everything anything something system
        application app project performance security maintainability readability robustness
        handling proper properly correct correctly best practice practices good better clean
        various necessary needed appropriate appropriately accordingly possible works working
        work throughout overall general generally whole entire place places stuff matter matters
        standard standards guideline guidelines user users sure make more less improve fix review
        check update ensure handle handled handling consistent consistently needs solution lorem
        ipsum dolor amet asdf sit todo tbd xxx follow write well tested maintainable
        evaluate analyse analyze investigate concern look adapt case date time great thing
        secure robust reliable reliability stable stability simple readable flexible efficient
        scalable scalability usable important importance essential crucial recommended careful
        carefully thorough thoroughly edge aspect implication principle solid dry kiss yagni tdd
        asap must never always please future optimize optimise enhance refactor simplify modernize
        modernise tidy speed everywhere anywhere codebase everybody everyone ready
        production-ready industry modern clarity
        """.split(),
    )
)
_NAMED = re.compile(
    r"""(?x)
    `[^`\n]+` | \b[\w.-]+/[\w./-]+ | \b\w[\w-]*\.(?!g\b|e\b)[A-Za-z]{1,5}\b | \b\w+\(\)
    | \b[a-z]+[A-Z]\w+ | \b\w+_\w+ | \b[A-Z][a-z]+[A-Z]\w* | (?<![\w-])--?[a-z][\w-]+
    | \b[A-Z]+\d\w* | \b\d+(?:[.,]\d+)*\b
    """
)
_NUMBER = re.compile(r"\b\d+(?:[.,]\d+)*\b")
_SHORTEST_ROOT = 5


class Content(NamedTuple):
    """The literals that a text names, and its informative words."""

    literals: frozenset[str]
    words: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.literals or self.words)

    def joined(self, other: Content) -> Content:
        """The content of both texts."""
        return Content(self.literals | other.literals, self.words | other.words)

    def beyond(self, other: Content) -> Content:
        """The content of this text that the other lacks."""
        return Content(self.literals - other.literals, self.words - other.words)


@lru_cache(maxsize=1024)
def content(text: str) -> Content:
    """The literals and informative words of a text.

    >>> sorted(content("Follow best practices in `app.py`.").literals)
    ['app.py']
    """
    literals = frozenset(_normalised(name) for name in _NAMED.findall(text))
    found = {*words(text), *parts(text)}
    return Content(
        frozenset(literal for literal in literals if literal),
        frozenset(name for name in found if _is_informative(name)),
    )


def names_something(text: str) -> bool:
    """Whether a text names a file, command, function or similar; a number alone does not count."""
    return _NAMED.search(_NUMBER.sub(" ", text)) is not None


def informative(text: str) -> str:
    """A text without sentences that carry no information.

    >>> informative("Pin `httpx` in setup.cfg. Follow best practices! Retry 3 times.")
    'Pin `httpx` in setup.cfg. Retry 3 times.'
    """
    return " ".join(each for _, each in sentences(text, by_line=True) if content(each))


def common(one: Content, other: Content) -> int:
    """How many words two texts share, counting word forms such as `compare` and `comparison` as
    one.
    """
    shared = one.words & other.words
    roots = sum(
        any(_is_root(other_word, word) for word in other.words - shared)
        for other_word in one.words - shared
    )
    return len(shared) + roots


def _is_root(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= _SHORTEST_ROOT and longer.startswith(shorter)


def _is_informative(word: str) -> bool:
    return (
        word not in STOP_WORDS
        and word not in _EMPTY
        and (word not in GENERIC or len(word) > _SHORTEST_ROOT)
        and (len(word) > 2 or not word.isascii())
    )


def _normalised(literal: str) -> str:
    bare = literal.strip("`").lower()
    return bare.rsplit("/", 1)[-1].removesuffix("()")
