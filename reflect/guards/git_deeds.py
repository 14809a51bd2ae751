"""Prohibitions of git in words that are no command line: "never push to main"; pure."""

from __future__ import annotations

import re

from reflect.guards.named_commands import TAIL

_PUSH = re.compile(
    r"(?i)^(?:git )?push(?:ing)?(?: (?:directly|straight|anything|changes|commits?|code|stuff))*"
    r"(?: (?:on ?)?(?:to|into) (?:the )?(?P<to>.*))?$"
)
_BARE = re.compile(r"(?i)(?:git )?(?P<one>push|commit)(?: (?:or|and) (?P<other>push|commit))?\b")
_FORCE = re.compile(r"(?i)^(?:git )?force[- ]?push(?:ing)?\b(?: (?:to|on) (?:the )?(?P<to>.*))?")
_FORCES = ("--force", "-f", "--force-with-lease")
_AMEND = re.compile(r"(?i)^amend(?:ing)?\b(?: (?:any |the |existing |old )*(?:git )?commits?)?")
_VERB = re.compile(
    r"(?i)^(?:git )?(?P<verb>stash|rebas|cherry-pick)(?:e|ing)?"
    r"(?: (?:anything|any|of|my|your|the|these|uncommitted|changes|work|commits?))*(?=$|\W)"
)
_SKIP = re.compile(
    r"(?i)^(?:skip|bypass|circumvent|disabl)(?:p?ing|e)? (?:the )?"
    r"(?:git |commit |pre-?commit )*hooks?"
)
_WITH = re.compile(
    r"(?i)^(?:git )?(?P<verb>[a-z]+(?:-[a-z]+)?)(?:ing)? with (?P<option>`?--?[\w-]+`?)"
)
_VERBS = frozenset("commit push merge rebase pull fetch checkout reset clean tag".split())
_BRANCH = re.compile(
    r"^(?:`(?P<code>[\w./-]+)`|(?P<word>[\w.-]+(?:/[\w.-]+)?))(?: branch(?:es)?\b)?"
)
_OR = re.compile(r"(?i)^(?:\s*,\s*(?:or |and |nor )?|\s+(?:or|and|nor|/)\s+(?:to )?(?:the )?|/)")
_USES = re.compile(r"(?i)^(?:use|run)\b")
_KNOWN = frozenset(
    "main master trunk develop dev production prod staging release origin upstream".split()
)
"""Branches and remotes that need no mark; any other word may be a person or a place."""


def deed_of_git(rest: str, is_for_ever: bool) -> tuple[str, ...]:
    """The commands that are forbidden by what follows "never" or "do not"; none where it is else.

    Args:
        rest: the words after the negation.
        is_for_ever: whether it says "never", or that one is to ask first; "don't push" is for now.

    >>> deed_of_git("push to main or master", True)
    ('git push main', 'git push master')
    """
    if forced := _FORCE.match(rest):
        places = _places(forced["to"]) if forced["to"] else ("",)
        if forced["to"] or _ends(rest[forced.end() :]):
            return tuple(f"git push {flag} {to}".strip() for to in places for flag in _FORCES)
    if (amend := _AMEND.match(rest)) and _ends(rest[amend.end() :]):
        return ("git commit --amend",)
    if (skip := _SKIP.match(rest)) and _ends(rest[skip.end() :]):
        return ("--no-verify",)
    if (verb := _VERB.match(rest)) and _ends(rest[verb.end() :]):
        return (f"git {verb['verb'].lower().replace('rebas', 'rebase')}",)
    optional = _WITH.match(rest)
    if optional and optional["verb"].lower() in _VERBS and _ends(rest[optional.end() :]):
        return (f"git {optional['verb'].lower()} {optional['option'].strip('`')}",)
    push = _PUSH.match(rest)
    if push and push["to"]:
        return tuple(f"git push {to}" for to in _places(push["to"]))
    bare = _BARE.match(rest)
    if not (bare and is_for_ever and _ends(rest[bare.end() :])):
        return ()
    return tuple(f"git {verb.lower()}" for verb in bare.groups() if verb)


def _places(text: str) -> tuple[str, ...]:
    """The branches or remotes that are named; none where one is not known as such."""
    found: list[str] = []
    while match := _BRANCH.match(text):
        word = match["code"] or match["word"].rstrip(".")
        remote, _, branch = word.rpartition("/")
        if not match["code"] and not {branch.lower(), remote.lower() or "origin"} <= _KNOWN:
            return ()
        is_remote = remote in ("origin", "upstream")
        found.append(f"{remote} {branch}" if is_remote else word)
        is_last = bool(match["word"]) and match["word"].endswith(".")
        text = "" if is_last else text[match.end() :]
        further = _OR.match(text)
        after = text[further.end() :] if further else ""
        if not _BRANCH.match(after) or _USES.match(after):
            break
        text = after
    return tuple(found) if found and _ends(text) else ()


def _ends(tail: str) -> bool:
    """Whether nothing follows that makes a prohibition another one."""
    return TAIL.match(tail) is not None
