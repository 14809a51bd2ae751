"""Two words: whether they are one but for a slip or an ending, or each other's opposite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

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
    before/after inside/outside only/except more/less more/under above/below least/most first/last
    local/remote internal/external upper/lower open/close push/pull read/write server/client
    production/development prod/dev staging/production left/right up/down import/export
    upload/download encode/decode maximum/minimum max/min known/unknown valid/invalid safe/unsafe
    positive/negative success/failure pass/fail raise/catch many/few lock/unlock start/stop
    install/uninstall subscribe/unsubscribe encrypt/decrypt freeze/unfreeze pin/unpin mute/unmute
    empty/nonempty
    """.split()
}
"""Words that turn a rule now and then, and mostly name something else.

What is locked is unlocked later; what is tested on the server is tested on the client too."""

_ACTIONS = {
    frozenset(term(stem(word)) for word in pair.split("/"))
    for pair in """
    enable/disable add/remove allow/forbid allow/deny allow/block allow/reject permit/forbid
    permit/deny accept/reject include/exclude show/hide increase/decrease raise/lower keep/remove
    keep/drop keep/delete commit/gitignore require/forbid raise/swallow propagate/swallow
    merge/split follow/ignore trust/distrust
    """.split()
}
"""Verbs of which nobody can do both to one thing in one place."""

_CHOICES = {
    frozenset(term(stem(word)) for word in pair.split("/"))
    for pair in """
    tab/space sync/async synchronous/asynchronous public/private absolute/relative
    mutable/immutable strict/loose static/dynamic single/double local/remote
    optional/require optional/mandatory require/forbidden blocking/nonblocking
    uppercase/lowercase signed/unsigned signed/anonymous allowlist/blocklist
    acceptable/unacceptable allowed/forbidden
    """.split()
}
"""Qualities of which a choice is asked; said of a thing they only tell which thing is meant."""

_STANCES = {
    frozenset(term(stem(word)) for word in pair.split("/"))
    for pair in """
    null/nonnull ascending/descending eager/lazy eagerly/lazily optimistic/pessimistic true/false
    sequentially/concurrently manually/automatically
    """.split()
}
"""Ways of doing the same, wherever they stand in a rule."""

Opposition = Literal["", "action", "choice", "stance", "other"]


def are_opposites(left: Iterable[str], right: Iterable[str]) -> bool:
    """Whether a word of one list is the opposite of one of the other."""
    others = list(right)
    return any(opposition(a, b) for a in left for b in others)


def opposition(some: str, other: str) -> Opposition:
    """In which way two words are opposites; empty when they are none."""
    pair = frozenset((some, other))
    kinds: tuple[tuple[set[frozenset[str]], Opposition], ...] = (
        (_ACTIONS, "action"), (_CHOICES, "choice"), (_STANCES, "stance"), (_OPPOSITES, "other"),
    )  # fmt: skip
    return next((kind for pairs, kind in kinds if pair in pairs), "")


def is_one_word(some: str, other: str) -> bool:
    """Whether two words are one but for a slip or an ending; a word and its negation are not."""
    pair = frozenset((some, other))
    if min(len(some), len(other)) < _SHORTEST_TYPO or opposition(some, other) or pair in _CONFUSED:
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
