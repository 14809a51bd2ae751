"""What a text tells: the things it names, and the words that are more than filler.

"Follow best practices", however often it is repeated, tells nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from blackboard.search.common_words import GENERIC, STOP_WORDS
from blackboard.search.words import parts, stem, words

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
_SENTENCE = re.compile(r"(?<=[.!?\u3002])\s+|\n+")
_CHUNK = re.compile(r"[^\s`]*`[^`\n]{1,200}`[^\s`]*|\S+")
"""A word, or a code span, which is one thing however many words it has."""

_SHORTEST_ROOT = 5


class Content(NamedTuple):
    """What a text names, and the words that say something."""

    literals: frozenset[str]
    words: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.literals or self.words)

    def joined(self, other: Content) -> Content:
        """What both texts tell."""
        return Content(self.literals | other.literals, self.words | other.words)

    def beyond(self, other: Content) -> Content:
        """What this text tells and the other does not."""
        return Content(self.literals - other.literals, self.words - other.words)


@lru_cache(maxsize=1024)
def content(text: str) -> Content:
    """What a text names and says.

    >>> sorted(content("Follow best practices in `app.py`.").literals)
    ['app.py']
    """
    literals = frozenset(_bare(each) for each in _NAMED.findall(text))
    found = {*words(text), *parts(text)}
    return Content(
        frozenset(each for each in literals if each),
        frozenset(each for each in found if _says_something(each)),
    )


def names_something(text: str) -> bool:
    """Whether a text names a file, command, function or the like; a number alone names nothing."""
    return _NAMED.search(_NUMBER.sub(" ", text)) is not None


def discriminative(text: str) -> str:
    """A text without the sentences that tell nothing, up to the last word that tells something.

    >>> discriminative("Pin `httpx` in setup.cfg. Follow best practices! Retry, as you should.")
    'Pin `httpx` in setup.cfg. Retry,'
    """
    kept = [sentence for sentence in _SENTENCE.split(text) if content(sentence)]
    return " ".join(_up_to_last(" ".join(kept)))


def without_filler(text: str) -> str:
    """The same, and without the words in between that say nothing in any context.

    >>> without_filler("Pin `httpx` properly in the system settings")
    'Pin `httpx` in the settings'
    """
    return " ".join(each for each in _up_to_last(text) if content(each) or not _is_empty(each))


def _up_to_last(text: str) -> list[str]:
    chunks: list[str] = _CHUNK.findall(text)
    last = max((place for place, each in enumerate(chunks) if content(each)), default=-1)
    return chunks[: last + 1]


def _is_empty(chunk: str) -> bool:
    return _EMPTY.issuperset(words(chunk))


def common(some: Content, other: Content) -> int:
    """How many words two texts share, counting `compare` and `comparison` as one."""
    exact = some.words & other.words
    roots = sum(
        any(_is_root(each, word) for word in other.words - exact) for each in some.words - exact
    )
    return len(exact) + roots


def _is_root(some: str, other: str) -> bool:
    shorter, longer = sorted((some, other), key=len)
    return len(shorter) >= _SHORTEST_ROOT and longer.startswith(shorter)


def _says_something(word: str) -> bool:
    return (
        word not in STOP_WORDS
        and word not in _EMPTY
        and (word not in GENERIC or len(word) > _SHORTEST_ROOT)
        and (len(word) > 2 or not word.isascii())
    )


def _bare(literal: str) -> str:
    bare = literal.strip("`").lower()
    return bare.rsplit("/", 1)[-1].removesuffix("()")
