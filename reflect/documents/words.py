"""Which words of a passage become which field; nothing is written anew."""

from __future__ import annotations

import re
from typing import NamedTuple

from reflect.bearing import bears_on
from reflect.documents.reasons import reasoned
from reflect.documents.sentences import sentences
from reflect.documents.signs import is_template, is_trouble
from reflect.rule_files.sentences import plain

_FEWEST, _FEWEST_OTHER_SIGNS = 3, 8
_SHORT = 4
_LONGEST = 400
_MOST_SENTENCES = 3
_STATUS = re.compile(
    r"(?ix)^\W*(?:status\W+)?(?:"
    r"(?:accepted|approved?|pending|proposed|superseded|deprecated|rejected|done|fixed|resolved"
    r"|completed?|passed|pass|ok|yes|no|none|n/?a|tbd|todo|unknown|open|closed|merged?|shipped"
    r"|verified|confirmed|not\ (?:applicable|needed|required|yet)|in\ progress|deferred|unchanged"
    r"|ready)\b\s*(?:$|[.,;:!()\[\u2013\u2014-])"
    r"|(?:approved?|accepted|fixed|resolved|merged|completed|deferred|verified|done|shipped|ready)"
    r"\s+(?:for|to|in|by|with|on|at)\b"
    r"|(?:proceed|mark|merge|ship|deploy|release|continue)"
    r"(?:\s+(?:it|this|as|to|with|now|once|after|when|and|pr"
    r"|the\ (?:pr|feature|branch|change))\b.*)?\W*$"
    r"|no\ (?:changes?|action|new|further|issues?|problems?|regressions?)\b)"
    r"|\b(?:ready\ (?:for|to)|mark(?:ed)?\ .{0,40}\b(?:complete|done|closed|resolved|ready)"
    r"|safe\ to\ (?:merge|deploy))\b"
)
_OPEN = re.compile(
    r"\?\W*$|(?i:\b(?:tbd|to be decided|undecided|decision (?:required|needed|pending))\b)"
)
_LEAD = re.compile(
    r"^\W*(?:\*\*|__)(?P<lead>[^*]{4,200}?)(?:[:.!](?:\*\*|__)|(?:\*\*|__)\s*(?:[.:!\u2013\u2014]|--?\s|$))"
    r"\s*(?P<rest>.*)$",
    re.DOTALL,
)
_WORD = re.compile(r"[^\W\d_]")


class Lead(NamedTuple):
    """The bold words that a passage begins with, and what follows them."""

    text: str
    rest: str


class Grounds(NamedTuple):
    """What a passage tells before its lesson: what went wrong, and the rest."""

    symptom: str = ""
    cause: str = ""


def says_enough(text: str, least: int = _FEWEST) -> bool:
    """Whether a text has enough words to say something."""
    words = [word for word in plain(text).split() if _WORD.search(word) or "`" in word]
    return len(words) >= least or sum(ord(sign) > 0x2E80 for sign in text) >= _FEWEST_OTHER_SIGNS


def is_status(text: str) -> bool:
    """Whether a text only says how far something is: "Approved for merge", "Fixed in 3f2a"."""
    return _STATUS.search(text) is not None


def is_open(text: str) -> bool:
    """Whether a text leaves the matter open, or waits for words itself."""
    return _OPEN.search(text) is not None or is_template(text)


def lead_of(text: str) -> Lead | None:
    """The bold lead of a passage, where a sign divides it from the rest.

    >>> lead_of("**Pin it** - the build changed."), lead_of("**Pin it** in the lock file.")
    (Lead(text='Pin it', rest='the build changed.'), None)
    """
    match = _LEAD.match(text)
    return Lead(match["lead"], match["rest"]) if match else None


def rule_of(text: str) -> tuple[str, str]:
    """The sentence of a lesson, and its reason; a very short one takes the next with it."""
    found = [plain(sentence) for _, sentence in sentences(text)]
    if len(found) > 1 and len(found[0].split()) < _SHORT:
        return " ".join(found[:2]), ""
    said = reasoned(text, dash=False)
    return said.claim[:2_000], said.why


def grounds(text: str, rule: str) -> Grounds:
    """What a passage tells before its lesson, as symptom and cause.

    A sentence about trouble is the symptom where it shares its subject with the rule; whatever else
    is told is why the lesson was drawn.
    """
    told = [plain(sentence) for _, sentence in sentences(text)]
    told = [each for each in told if says_enough(each)]
    symptom = next((each for each in told if is_trouble(each) and bears_on(each, rule)), "")
    rest = [each for each in told if each != symptom]
    return Grounds(symptom, " ".join(rest[:_MOST_SENTENCES]))
