"""Two words: whether they are one but for a slip or an ending, or each other's opposite."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz.distance import OSA

from blackboard.search.terms import term
from blackboard.search.words import stem

_FAMILY = ("ment", "ing", "ation", "ion", "ly", "al", "able", "ization")
_VOWELS = frozenset("aeiouy")
_SHORTEST_TYPO = 5
_CONFUSED = {
    frozenset(map(stem, pair.split("/")))
    for pair in """
    contact/contract message/massage trail/trial casual/causal united/untied device/devise
    product/production adaption/adoption complement/compliment discrete/discreet personal/personnel
    moral/morale angle/angel serve/sever statue/status insure/ensure precede/proceed
    principal/principle desert/dessert quite/quiet window/windows staging/stating except/expect
    state/statement depart/department author/authorization option/optional trust/thrust
    director/directory later/latter planed/planned
    """.split()
}
"""Words that look like slips of each other and are not."""

_OPPOSITES = {
    frozenset(term(stem(word)) for word in pair.split("/"))
    for pair in """
    enable/disable add/remove allow/forbid allow/deny allow/block before/after inside/outside
    sync/async synchronous/asynchronous local/remote internal/external public/private open/close
    increase/decrease upper/lower start/stop true/false include/exclude push/pull
    above/below more/less least/most maximum/minimum max/min show/hide accept/reject allow/reject
    require/optional absolute/relative keep/remove keep/drop first/last lock/unlock
    mutable/immutable encrypt/decrypt install/uninstall merge/split raise/catch raise/swallow
    strict/loose static/dynamic single/double many/few server/client production/development
    prod/dev staging/production left/right ascending/descending commit/gitignore up/down
    read/write positive/negative tab/space success/failure pass/fail known/unknown
    valid/invalid safe/unsafe null/nonnull blocking/nonblocking empty/nonempty encode/decode
    import/export upload/download allowlist/blocklist eager/lazy eagerly/lazily only/except
    """.split()
}


def are_opposites(left: Iterable[str], right: Iterable[str]) -> bool:
    """Whether a word of one list is the opposite of one of the other."""
    others = list(right)
    return any(frozenset((a, b)) in _OPPOSITES for a in left for b in others)


def is_one_word(some: str, other: str) -> bool:
    """Whether two words are one but for a slip or an ending; a word and its negation are not."""
    pair = frozenset((some, other))
    if min(len(some), len(other)) < _SHORTEST_TYPO or pair in _OPPOSITES or pair in _CONFUSED:
        return False
    shorter, longer = sorted((some, other), key=len)
    if longer.startswith(shorter):
        return longer.removeprefix(shorter) in _FAMILY or len(longer) - len(shorter) == 1
    if longer.endswith(shorter) or some[0] != other[0]:
        return False
    return _is_slip(shorter, longer)


def _is_slip(shorter: str, longer: str) -> bool:
    """Whether a letter is missing, two changed places, or one vowel stands for another."""
    if OSA.distance(shorter, longer) != 1:
        return False
    wrong = [(a, b) for a, b in zip(shorter, longer, strict=False) if a != b]
    return len(shorter) != len(longer) or len(wrong) > 1 or _VOWELS.issuperset(wrong[0])
