"""Find duplicate and contradicting rules: within a file, across files, and on the board.

Comparing all pairs takes minutes for a thousand rules, so only rules that share enough terms are
compared, found through their rare terms.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from blackboard.search.terms import terms
from blackboard.views.rows import LessonRow
from reflect.rule_files.denial import denies
from reflect.rule_files.markdown import read_rules
from reflect.rule_files.remark import Audited, Remark, cut
from reflect.rule_files.rule import Rule
from reflect.rules.similarity import CANDIDATES, compare, folded

_MOST_WORDS = 20
_POSSIBLE = re.compile(r"(?i),?\s*\b(?:if|where|when|whenever)(?:ver)? possible\b")
_CONDITION = re.compile(
    r"(?i)\b(?:unless|except\w*|only|if|when(?:ever)?|where|while|until|once|sparingly|minimi[sz]e"
    r"|reduce|limit|rarely|usually|generally|overuse|excessive\w*|unnecessary|too)\b|[;\u2014]"
)
_FEWEST_TERMS = 2


class Placed(NamedTuple):
    """A rule and its file."""

    path: str
    rule: Rule

    @property
    def place(self) -> str:
        """The file and line."""
        return f"{self.path}:{self.rule.first_line}"


Near = Callable[[str], Iterable[tuple[Literal["same", "opposite"], LessonRow]]]
"""Finds the lessons that duplicate or contradict a rule."""


def alike(files: Sequence[Audited]) -> Iterator[Remark]:
    """Rules that duplicate or contradict an earlier one in these files."""
    first: dict[str, Placed] = {}
    for item in (Placed(file.path, rule) for file in files for rule in file.document.rules):
        before = first.setdefault(folded(item.rule.text), item)
        if before is not item:
            yield _remark(item, "duplicate", "says the same as", before.place, before.rule.text)
    placed, reported = list(first.values()), set[int]()
    for number, other in _candidates([set(terms(item.rule.text)) for item in placed]):
        before, after = placed[other], placed[number]
        verdict = compare(before.rule.text, after.rule.text)
        if verdict == "same" and number not in reported:
            reported.add(number)
            yield _remark(after, "duplicate", "says the same as", before.place, before.rule.text)
        elif verdict == "opposite" and is_plain(before.rule.text, after.rule.text):
            yield _remark(after, "contradiction", "contradicts", before.place, before.rule.text)


def known(files: Sequence[Audited], near: Near) -> Iterator[Remark]:
    """Rules that duplicate or contradict a lesson on the board."""
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
    """The lessons that no rule of a file states yet."""
    rules = [(rule.text, set(terms(rule.text))) for rule in read_rules(text).rules]

    def is_said(words: str) -> bool:
        these = set(terms(words))
        near = (other for other, its in rules if len(these & its) >= CANDIDATES * len(these | its))
        return any(compare(words, other) == "same" for other in near)

    return [row for row in rows if not is_said(row["constraint"])]


def is_plain(some: str, other: str) -> bool:
    """Whether two rules are short and unconditional, so that "opposite" is reliable.

    Two conditional rules may well be compatible, and so may two prohibitions.

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
    """Pairs of rules that share at least half of their terms."""
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
