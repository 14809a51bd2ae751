"""What a rule is about: its words without filler, reason and negation, in one form each.

Two sentences that share most of their terms may be the same rule; whether they say it or its
opposite is another question, and not answered here.
"""

from __future__ import annotations

from functools import lru_cache

from blackboard.search.words import stem, words

VERSION = 2
"""Raise it when terms come out differently: indexes are then rebuilt."""

_REASONS = (
    " because ", " so that ", " in order to ", " root cause", " as it ", " as this ", " as they ",
)  # fmt: skip
_OFTEN_REASONS = (" since ", " otherwise", ", as ", " so ", " or else ")
_POINTING = (", they ", ", it ", "; they ", "; it ", ": it ", ": they ", ": this ")
"""These begin a reason unless a number or name follows: "since v2" and "otherwise 1" are none."""

_FRONTS = frozenset("if when whenever while before after in on for during".split())
"""After such a beginning "they" and "it" are in the rule itself."""

_FEWEST_BEFORE_REASON, _FEWEST_BEFORE_OTHERS = 2, 3
"""Words; a sentence that begins with its reason is kept whole."""

NEGATIONS = frozenset(
    stem(word)
    for word in """
    never not dont cannot cant wont no avoid without unless forbid forbidden prohibit prohibited
    disallow banned refrain stop mustnt shouldnt doesnt isnt arent neither nor nie niemals nicht
    kein keine keinen ohne nunca jamais sans niet geen nooit nao nem inte aldrig ikke ne pas
    не нельзя никогда
    """.split()
)
CJK_NEGATIONS = frozenset("不别勿禁莫没无無")

FILLERS = frozenset(
    stem(word)
    for word in """
    a an the this that these those any all every each some of to for in on at by be is are was
    were will would it its you we i they your our their please always must should shall need
    have has do doe did make sure ensure remember certain just also ever really simply
    very then there here so and or as from with into when whenever if while can could may
    might rule general important good best practice ever instead rather than over
    use using used utilize employ prefer preferred favor favour choose strictly explicitly
    directly properly correctly carefully allowed permitted agent agents required leave
    inside within across through between multiple different already even which who whose
    them itself der die das ein eine immer bitte
    """.split()
)
_ALIKE = """
    folder directory dir
    run execute invoke launch
    repo repository
    config configuration
    dep dependency
    env environment
    db database
    doc documentation docs
    func function
    utility util utils
    app application
    remove delete erase
    auth authentication
    argument arg args param parameter
    var variable
    check verify validate
    change modify edit alter
    make create
    js javascript
    ts typescript
    spec specification
    msg message
    err error
    secret credential
    put place
    fix repair
    keep retain
    need require
    begin start
    temp temporary tmp
    info information
    lib library
    admin administrator
    regex regexp
    async asynchronous
    sync synchronous
    prod production
    max maximum
    min minimum
    cmd command
    infra infrastructure
    postgres postgresql
    add adding
    """
_SYNONYMS = {
    stem(word): stem(line.split()[0])
    for line in _ALIKE.splitlines() if line.split() for word in line.split()[1:]
}  # fmt: skip


def terms(text: str) -> list[str]:
    """The terms of a rule, each once, in order.

    >>> terms("Always run the tests before you commit, because CI is slow.")
    ['run', 'test', 'befor', 'commit']
    >>> terms("Never run tests before committing!")
    ['run', 'test', 'befor', 'commit']
    """
    return list(_terms(text))


@lru_cache(maxsize=4096)
def _terms(text: str) -> tuple[str, ...]:
    found = dict.fromkeys(term(word) for word in words(main_clause(text)) if not is_light(word))
    return tuple(found) or tuple(dict.fromkeys(words(text)))


def term(word: str) -> str:
    """The common form of a word and its synonyms; `word` is stemmed."""
    return _SYNONYMS.get(word, word)


def is_light(word: str) -> bool:
    """Whether a word says nothing about what a rule is about."""
    return word in FILLERS or is_negation(word)


def is_negation(word: str) -> bool:
    """Whether a word turns what follows into its opposite."""
    return word in NEGATIONS or word in CJK_NEGATIONS


def main_clause(text: str) -> str:
    """A rule without the reason that follows it.

    >>> main_clause("Pin the image, otherwise builds drift"), main_clause("List changes since v1.2")
    ('Pin the image,', 'List changes since v1.2')
    """
    text = " ".join(text.split())
    lower = f"{text.lower()} "
    often = _OFTEN_REASONS if lower.split(" ", 1)[0] in _FRONTS else (*_OFTEN_REASONS, *_POINTING)
    places = [_place(lower, each, _FEWEST_BEFORE_REASON) for each in _REASONS]
    places += [
        place
        for each in often
        if not _names_something(text[(place := _place(lower, each, _FEWEST_BEFORE_OTHERS)) :])
    ]
    return text[: min((place for place in places if place > 0), default=len(text))]


def _names_something(text: str) -> bool:
    return "--" in text or any(each.isdigit() or each in "/_" for each in text)


def _place(text: str, reason: str, fewest: int) -> int:
    """Where a reason begins after enough words have been said, or -1."""
    place = text.find(reason)
    return place if place > 0 and len(words(text[:place])) >= fewest else -1
