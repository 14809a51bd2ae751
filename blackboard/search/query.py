"""Reading what a user typed: words, "phrases", -exclusions and prefixes*, and nothing else.

Whatever else is in a query is text, never syntax: an operator of FTS5, an unclosed quote
or a flag such as `--noEmit` cannot break a search or change its meaning.
"""

from __future__ import annotations

from typing import NamedTuple

from blackboard.search.common_words import STOP_WORDS
from blackboard.search.words import words


class Clause(NamedTuple):
    """Words that must be adjacent; the last one may be the beginning of a word."""

    words: tuple[str, ...]
    prefix: bool = False
    excluded: bool = False

    @property
    def match(self) -> str:
        """The clause as an FTS5 expression."""
        return f'"{" ".join(self.words)}"' + (" *" if self.prefix else "")


class Query(NamedTuple):
    """What must be there, and what must not."""

    wanted: tuple[Clause, ...]
    excluded: tuple[Clause, ...]


def parse(text: str) -> Query:
    """Read a query; common words count only when there are no others.

    >>> parse('type-check "exit code" -flaky conf*').wanted
    (Clause(words=('typ', 'check'), prefix=False, excluded=False), \
Clause(words=('exit', 'cod'), prefix=False, excluded=False), \
Clause(words=('conf',), prefix=True, excluded=False))
    >>> parse("--noEmit").wanted[0].match
    '"noemit"'
    """
    clauses = list(dict.fromkeys(_clauses(text)))
    wanted = [clause for clause in clauses if not clause.excluded]
    rare = [clause for clause in wanted if len(clause.words) > 1 or not _is_common(clause)]
    excluded = [clause for clause in clauses if clause.excluded]
    return Query(tuple(rare or wanted), tuple(excluded))


def _is_common(clause: Clause) -> bool:
    return not clause.prefix and clause.words[0] in STOP_WORDS


def _clauses(text: str) -> list[Clause]:
    found = []
    for index, piece in enumerate(text.replace("\0", " ").split('"')):
        if index % 2:
            found.append(_clause(piece))
        else:
            found += [_chunk(chunk) for chunk in piece.split()]
    return [clause for clause in found if clause is not None]


def _chunk(chunk: str) -> Clause | None:
    """A run of characters without white space."""
    excluded = len(chunk) > 2 and chunk[0] == "-" and chunk[1].isalnum()
    prefix = chunk.endswith("*") and chunk[-2:-1].isalnum()
    return _clause(chunk, prefix=prefix, excluded=excluded)


def _clause(text: str, *, prefix: bool = False, excluded: bool = False) -> Clause | None:
    found = tuple(words(text))
    return Clause(found, prefix, excluded) if found else None
