"""What a person retracts: by saying so, or by saying the opposite of what they had said.

The opposite is the same action, object, place and condition, once demanded or allowed and once
forbidden, as `reflect.rules` compares rules; of a rule with several clauses one is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from blackboard.search.terms import terms
from reflect.feedback.sentences import sentences
from reflect.feedback.standing import is_standing, without_filler
from reflect.rules.contradiction import ALLOWING
from reflect.rules.for_now import is_for_now
from reflect.rules.scope import without_scope
from reflect.rules.similarity import Verdict, compare

_BARE = re.compile(
    r"(?i)(?:^|[.!,;]\s+)(?:never ?mind|scratch that|ignore that|forget (?:it|that|what i)"
    r"|drop that(?=\s*(?:[.!,;]|$))|my (?:bad|mistake)|i was (?:wrong|mistaken)"
    r"|sorry,? (?:i was|my)|i take (?:it|that) back)\b"
)
"""About what was said just before."""

_AIMED = re.compile(
    r"(?i)(?:^|[.!,;]\s+)(?:never ?mind|forget|scratch|ignore|disregard|i take back)\s+(?:what|all"
    r"|everything|the rules?)(?: that)?(?: i (?:said|told you|wrote))? (?:about|on) ([^.!,;?]+)"
)
"""About what it names, whenever that was said."""

_FINE = re.compile(
    r"(?i)^(?P<what>[^.,;:?]{1,60}?) (?:is|are) (?:fine|ok|okay|allowed)(?: to (?P<do>\w+))?"
    r"(?: (?:here|again|now))*[.!]?$"
)
_CASE = re.compile(r"(?i)\b(?:for|in|with|on) (?:this|that|these|those)\b")
"""It is allowed in one case."""

_TOKEN = re.compile(r"[a-z]+")
_PART = re.compile(r"(?<=[.!;])\s+|,\s+")


def is_withdrawal(text: str) -> bool:
    """Whether a message retracts what was said just before it.

    >>> is_withdrawal("never mind"), is_withdrawal("That is noise. I take it back, remove them.")
    (True, True)
    >>> is_withdrawal("never mind what I said about tabs"), is_withdrawal("drop that column")
    (False, False)
    """
    own = (without_filler(each) for each in sentences(text))
    return any(_BARE.search(each) and not _AIMED.search(each) for each in own)


def taking_back(text: str) -> Iterator[str]:
    """The sentences of a message that may retract what was said at any time before."""
    for sentence in sentences(text):
        plain = without_filler(sentence)
        if _AIMED.search(plain):
            yield plain
        elif is_standing(plain) or _allows(plain):
            yield _as_permission(plain)


def _allows(sentence: str) -> bool:
    """Whether a sentence allows something from now on: not for now, and not in one case."""
    if is_for_now(sentence) or _CASE.search(without_scope(sentence)):
        return False
    return not ALLOWING.isdisjoint(_TOKEN.findall(sentence.lower()))


def about(sentence: str) -> str:
    """The subject of a sentence that retracts, to find what it may retract."""
    aimed = _AIMED.search(sentence)
    return aimed[1] if aimed else without_scope(sentence)


def against(rule: str, sentence: str) -> Verdict:
    """Whether a sentence that retracts is the opposite of a rule.

    >>> against("Don't use npm here, use bun.", "You can use npm here again.")
    'opposite'
    >>> against("Never use tabs here.", "never mind what I said about tabs")
    'opposite'
    >>> against("Never use tabs in YAML.", "Use tabs from now on.")
    'different'
    """
    aimed = _AIMED.search(sentence)
    if aimed:
        named = set(terms(aimed[1]))
        return "opposite" if named and named <= set(terms(rule)) else "different"
    verdict = compare(rule, sentence)
    parts = _PART.split(without_scope(rule))
    if verdict != "opposite" and any(compare(each, sentence) == "opposite" for each in parts):
        return "opposite"
    return verdict


def _as_permission(sentence: str) -> str:
    """What is said to be fine, as what one may do.

    >>> _as_permission("Tabs are fine here again."), _as_permission("scripts/ is ok to edit")
    ('You can use Tabs.', 'You can edit scripts/.')
    """
    fine = _FINE.match(sentence)
    return f"You can {fine['do'] or 'use'} {fine['what']}." if fine else sentence
