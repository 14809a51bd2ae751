"""Rules that say the same, or the opposite: within a file, across files, and on the board.

Comparing all with all takes minutes for a thousand rules, so only those are compared that share
enough terms, found by the terms that few rules have.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from blackboard.search.terms import terms
from blackboard.views.rows import LessonRow
from reflect.likeness import CANDIDATES, compare, folded
from reflect.rule_files.denial import denies
from reflect.rule_files.markdown import read_rules
from reflect.rule_files.remark import Audited, Remark, cut
from reflect.rule_files.rule import Rule

_MOST_WORDS = 20
_POSSIBLE = re.compile(r"(?i),?\s*\b(?:if|where|when|whenever)(?:ver)? possible\b")
_CONDITION = re.compile(
    r"(?i)\b(?:unless|except\w*|only|if|when(?:ever)?|where|while|until|once|sparingly|minimi[sz]e"
    r"|reduce|limit|rarely|usually|generally|overuse|excessive\w*|unnecessary|too)\b|[;\u2014]"
)
_FEWEST_TERMS = 2


class Placed(NamedTuple):
    """A rule and the file that it stands in."""

    path: str
    rule: Rule

    @property
    def place(self) -> str:
        """The file and line."""
        return f"{self.path}:{self.rule.first_line}"


Near = Callable[[str], Iterable[tuple[Literal["same", "opposite"], LessonRow]]]
"""The lessons that say the same as a rule, or the opposite."""


def alike(files: Sequence[Audited]) -> Iterator[Remark]:
    """Rules of these files that say the same as one before them, or the opposite."""
    first: dict[str, Placed] = {}
    for each in (Placed(file.path, rule) for file in files for rule in file.document.rules):
        before = first.setdefault(folded(each.rule.text), each)
        if before is not each:
            yield _remark(each, "duplicate", "says the same as", before.place, before.rule.text)
    placed, said = list(first.values()), set[int]()
    for number, other in _candidates([set(terms(each.rule.text)) for each in placed]):
        before, after = placed[other], placed[number]
        verdict = compare(before.rule.text, after.rule.text)
        if verdict == "same" and number not in said:
            said.add(number)
            yield _remark(after, "duplicate", "says the same as", before.place, before.rule.text)
        elif verdict == "opposite" and is_plain(before.rule.text, after.rule.text):
            yield _remark(after, "contradiction", "contradicts", before.place, before.rule.text)


def known(files: Sequence[Audited], near: Near) -> Iterator[Remark]:
    """Rules that say the same as a lesson on the board, or the opposite of one."""
    for file in files:
        for rule in file.document.rules:
            for verdict, row in near(rule.text):
                here = Placed(file.path, rule)
                lesson, words = row["id"], row["constraint"]
                if verdict == "same":
                    yield _remark(here, "duplicate", "says the same as", lesson, words)
                elif is_plain(rule.text, words):
                    yield _remark(here, "contradiction", "contradicts", lesson, words)


def unsaid(rows: Sequence[LessonRow], text: str) -> list[LessonRow]:
    """The lessons that no rule of a file says already."""
    rules = [(rule.text, set(terms(rule.text))) for rule in read_rules(text).rules]

    def is_said(words: str) -> bool:
        these = set(terms(words))
        near = (other for other, its in rules if len(these & its) >= CANDIDATES * len(these | its))
        return any(compare(words, other) == "same" for other in near)

    return [row for row in rows if not is_said(row["constraint"])]


def is_plain(some: str, other: str) -> bool:
    """Whether two rules are short and without conditions, so that "the opposite" is no slip.

    What two conditions leave of two rules may well fit together, and two prohibitions do.

    >>> is_plain("Always commit generated files", "Never commit generated files")
    True
    >>> is_plain("Avoid classes unless needed", "Use classes"), is_plain("No `a`", "Never `b`")
    (False, False)
    """
    one, two = (_POSSIBLE.sub("", text) for text in (some, other))
    if any(_CONDITION.search(text) or len(text.split()) > _MOST_WORDS for text in (one, two)):
        return False
    return not (denies(one) and denies(two))


def _remark(
    here: Placed, kind: Literal["duplicate", "contradiction"], verb: str, other: str, words: str
) -> Remark:
    text = f"{cut(here.rule.text)!r} {verb} {other}: {cut(words)!r}"
    return Remark(here.path, here.rule.first_line, kind, text, other)


def _candidates(sets: Sequence[set[str]]) -> Iterator[tuple[int, int]]:
    """Pairs that share at least half of their terms, each with an earlier one."""
    holders: dict[str, list[int]] = defaultdict(list)
    for number, these in enumerate(sets):
        if len(these) < _FEWEST_TERMS:
            continue
        shared = Counter(other for term in these for other in holders[term])
        for other, count in sorted(shared.items()):
            if count >= CANDIDATES * len(these | sets[other]):
                yield number, other
        for term in these:
            holders[term].append(number)
