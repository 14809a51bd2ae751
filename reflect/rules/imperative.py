"""Imperative voice: whether a sentence tells somebody to do something, and what."""

from __future__ import annotations

import re

_VERBS = frozenset(
    """
    abort accept access add adjust align allow annotate answer append apply archive ask assert
    assign attach authenticate avoid back base batch begin bind block build bump bundle cache call
    cancel cap capture cast catch change check choose clean clear clone close collapse collect
    combine commit compare compile complete compress compute configure confirm connect consult
    contain convert copy correct count cover create cut declare default defer define delay delete
    deny deploy deprecate derive describe detect determine disable discard dispatch display
    document downgrade download drop edit eliminate embed emit enable encode encrypt end enforce
    ensure enter escape evaluate examine exclude execute exit expand expect export expose express
    extend extract fail fall favor favour fetch fill filter find finish fix flag flush fold follow
    forbid force format generate get give grant group guard handle hide hold identify ignore
    implement import include increase index initialize initialise inject inline insert inspect
    install invoke isolate join keep label launch leave limit link lint list load lock log look
    lower make map mark match measure memoize merge migrate mirror mock model modify monitor mount
    move name nest normalize normalise notify obtain omit open order organize override parse pass
    patch perform pin place plan point populate port prefer prefix prepare preserve prevent print
    prohibit promote propagate protect provide publish pull purge push put query queue quote raise
    read rebase rebuild record redirect reduce refactor refer refresh regenerate register reject
    release reload remember remove rename render reorder repeat replace reply report request
    require rerun reserve reset resolve respect respond restart restore restrict retain retrieve
    retry return reuse revert review revoke rewrite roll rotate route run sanitize save scan
    schedule scope search seed select send separate serialize serve set share ship show simplify
    skip sort specify split squash stage start state stop store stream strip structure stub submit
    subscribe supply support suppress swap switch sync take target tag tell terminate test throw
    tidy time toggle touch track treat trigger trim truncate trust try tune turn undo unify indent
    uninstall unlock unpin update upgrade upload use validate vendor verify version wait wake warn
    watch widen work wrap write yield consider improve address optimize optimise introduce invent
    assume guess stash amend rely depend hardcode hard-code swallow sign escalate bring let do
    """.split()
)
_LEADS = re.compile(
    r"""(?ix)^(?:
      (?:always|never|prefer|avoid|only|must|please|instead|first|then|also|remember\ to
        |do\ not|don'?t|no|be\ sure\ to|make\ sure|under\ no\ circumstances)\b
    )"""
)
_FRONTED = re.compile(
    r"""(?ix)^(?:when(?:ever)?|if|before|after|in|on|for|from|with|within|inside|under|during|while|until
        |unless|once|as|at|to|by|instead\ of|rather\ than|without|where|every|because|since)\b
        [^,:;]{2,160}[,:;]\s*(?:then\s+)?"""
)
_MODAL = re.compile(
    r"(?i)\b(?:must|should|shall|needs? to|has to|have to|may not|can ?not|can't|is to be|ought to"
    r"|(?:is|are) (?:not allowed|forbidden|required|prohibited)|want to)\b"
)
_ADVERBS = re.compile(r"(?i)^(?:\w+ly|just|simply|also|then|first|next|now|no,|so)\s+")
_THIRD_PERSON = re.compile(r"(?i)(?:s|ed|ing|ion|ness|ity|ous|ble)$")
_DETERMINED = re.compile(
    r"(?i)^\w+\s+(?:(?:the|a|an|all|every|each|any|both|your|its)\b|`|\"|--|[\w.-]*/)"
)


def is_imperative(sentence: str) -> bool:
    """Whether a sentence is an order, a prohibition, or a demand on whoever reads it.

    >>> is_imperative("When a test needs the database, run `make db` first.")
    True
    >>> is_imperative("The tests are slow.")
    False
    """
    text = sentence.strip().lstrip("-*#> `\"'").strip()
    rest = _FRONTED.sub("", text, count=1)
    return any(_is_order(_ADVERBS.sub("", each)) for each in dict.fromkeys((text, rest)))


def is_verb(word: str) -> bool:
    """Whether a word, in lower case, is one of the verbs that instructions begin with."""
    return word in _VERBS


def leading_verb(sentence: str) -> str | None:
    """The verb that a sentence orders, in lower case."""
    text = _FRONTED.sub("", sentence.strip().lstrip("-*#> ").strip(), count=1)
    text = re.sub(
        r"(?i)^(?:(?:always|never|please|do not|don'?t|only)\s+)+", "", _ADVERBS.sub("", text)
    )
    word = re.match(r"[A-Za-z-]+", text)
    found = word.group().lower() if word else ""
    return found if found in _VERBS else None


def _is_order(text: str) -> bool:
    if _LEADS.match(text) or _MODAL.search(text[:200]):
        return True
    word = re.match(r"[A-Za-z-]+", text)
    if word is None:
        return False
    verb = word.group().lower()
    if verb in _VERBS:
        return True
    return (
        not _THIRD_PERSON.search(verb) and verb not in _NOT_VERBS and bool(_DETERMINED.match(text))
    )


_NOT_VERBS = frozenset(
    """
    the a an this that these those it he she they we you i there here all every each some any no
    not is was are were be been has had its our your my their what which who why how but and or so
    because since of like both such one two in on at by for with from into about over under
    """.split()
)
