"""Detect the rules of a file that were changed since it was last ingested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from reflect.rule_files.rule import Rule

_LEAST_ALIKE = 60.0
"""Out of 100; below it a line was removed and another one written."""


class Change(NamedTuple):
    """A rule before and after its change."""

    before: Rule
    after: Rule


def changes(old: Sequence[Rule], new: Sequence[Rule]) -> list[Change]:
    """The changed rules: the most similar pairs of removed and added ones.

    Each rule is paired at most once, and only under the same heading.
    """
    kept = {rule.text for rule in old} & {rule.text for rule in new}
    removed = [rule for rule in old if rule.text not in kept]
    added = [rule for rule in new if rule.text not in kept]
    ranked = sorted(
        (
            (-fuzz.ratio(before.text, after.text), place, Change(before, after))
            for place, before in enumerate(removed)
            for after in added
            if before.headings[-1:] == after.headings[-1:]
        ),
        key=lambda entry: entry[:2],
    )
    pairs: list[Change] = []
    for negative_ratio, _, pair in ranked:
        taken = any(pair.before is other.before or pair.after is other.after for other in pairs)
        if -negative_ratio >= _LEAST_ALIKE and not taken:
            pairs.append(pair)
    return pairs
