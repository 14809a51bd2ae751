"""Find rules that are not actionable, by the critic's rules; only notes, as taste is involved."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflect.critic.information import content, names_something
from reflect.critic.recommendation import Recommendation
from reflect.critic.rules import critique
from reflect.critic.settings import CriticSettings
from reflect.rule_files.denial import is_prohibition
from reflect.rule_files.remark import Audited, Remark, cut
from reflect.rules.imperative import is_imperative

_RULES = re.compile(
    r"(?i)\b(?:rules?|conventions?|guidelines?|standards?|principles?|best practices?|always|never"
    r"|must|do'?s|don'?ts?|requirements?|code style|coding style)\b"
)
_LONGEST_RULE, _LONGEST_WISH = 9, 4
"""In words: a longer text says something, whatever its start."""

_FEW = 1
"""The maximum of informative words in a vague rule."""

_CHECKED = re.compile(r"(?i)\b(?:pass(?:es)?|approv\w*|before|after|never|only)\b|\u2014")
"""What can be verified is not vague: that tests pass, or the order of things."""

_OPEN = ("Say what", "Says nothing", "Decide")
"""The beginnings of the critic's reasons for open instructions."""


def vague(file: Audited, settings: CriticSettings) -> Iterator[Remark]:
    """Rules that say nothing to do, or leave open what."""
    for rule in file.document.rules:
        short = len(rule.text.split()) <= _LONGEST_RULE and not rule.code
        if not short or names_something(rule.text) or _CHECKED.search(rule.text):
            continue
        judged = critique(Recommendation(id="rule", instruction=rule.text), settings)
        is_open = not judged.actionable and judged.actionable_reason.startswith(_OPEN)
        if is_open and len(content(rule.text).words) <= _FEW and not is_prohibition(rule.text):
            yield _remark(file, rule.first_line, rule.text, judged.actionable_reason)
    for item in file.document.items:
        if _is_wish(item.text) and item.headings and _RULES.search(item.headings[-1]):
            yield _remark(file, item.line, item.text, "Begin with what to do.")


def _is_wish(text: str) -> bool:
    """Whether a list item is a few general words without a verb, such as "Clean code"."""
    few = len(text.split()) <= _LONGEST_WISH and len(content(text).words) <= _FEW
    return few and ":" not in text and not is_imperative(text) and not names_something(text)


def _remark(file: Audited, line: int, text: str, reason: str) -> Remark:
    return Remark(file.path, line, "vague", f"{cut(text)!r} cannot be acted upon. {reason}")
