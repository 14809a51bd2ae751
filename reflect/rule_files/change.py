"""Which rules of a file were changed since it was last taken in, and from what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from reflect.rule_files.rule import Rule

_LEAST_ALIKE = 60.0
"""Of 100; below it a line was not changed but taken out, and another one written."""


class Change(NamedTuple):
    """A rule as it was, and as it is."""

    before: Rule
    after: Rule


def changes(old: Sequence[Rule], new: Sequence[Rule]) -> list[Change]:
    """The rules that were changed: of those that are gone and those that came, the most alike.

    Each is paired once, and only under the same heading.
    """
    kept = {rule.text for rule in old} & {rule.text for rule in new}
    gone = [rule for rule in old if rule.text not in kept]
    came = [rule for rule in new if rule.text not in kept]
    likeness = sorted(
        (
            (-fuzz.ratio(before.text, after.text), place, Change(before, after))
            for place, before in enumerate(gone)
            for after in came
            if before.headings[-1:] == after.headings[-1:]
        ),
        key=lambda each: each[:2],
    )
    found: list[Change] = []
    for unlike, _, pair in likeness:
        taken = any(pair.before is each.before or pair.after is each.after for each in found)
        if -unlike >= _LEAST_ALIKE and not taken:
            found.append(pair)
    return found
