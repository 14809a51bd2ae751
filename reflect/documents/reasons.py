"""What a sentence gives as its reason, what it sets itself against, and whether it decides."""

from __future__ import annotations

import re
from typing import NamedTuple

from reflect.documents.sentences import sentences
from reflect.rule_files.sentences import plain

_WHY = re.compile(
    r"(?ix)(?:"
    r"[,;]?\s+(?:because|given\ that|on\ the\ grounds\ that|for\ the\ reason\ that|due\ to"
    r"|since(?!\s+\w+\s+(?:was|were)\s+(?:last|first)\b)(?=\s+(?:the|it|this|that|they|we|you|there|a|an|no|all|every|most|only|our|`)[\s`]?)"
    r"|(?<=,\ )since|as(?=\s+(?:it|this|that|they|we|you|there)\b))\s+"
    r"|(?:\s+[\u2013\u2014]+\s+|(?<=\w)\u2014(?=\w)(?!.*\u2014)|\s+--?\s+)(?:because\s+|since\s+)?"
    r")(?P<why>\S.{7,})"
)
_PURPOSE = re.compile(
    r"(?ix)[,;]?\s+(?P<why>(?:so\ that|so\ (?=(?:the|it|a|an|every|all|any|we|they|no|tests?)\b)"
    r"|in\ order\ to|to\ (?:avoid|prevent|keep|reduce|preserve|guarantee|protect|minimi[sz]e"
    r"|stay|remain|enable|allow|ensure)"
    r"|otherwise,?|or\ else|(?:leveraging|reusing|avoiding|keeping|allowing|preventing"
    r"|which\ (?:avoids|keeps|lets|means|prevents|allows|makes))"
    r"|for\ (?:the\ sake\ of\ )?(?:consistency|performance|readability|simplicity|safety|security"
    r"|maintainability|speed|reliability|compatibility|clarity|testability|isolation|determinism))"
    r"\b.*)"
)
_FOLLOWS = re.compile(
    r"(?i)^(?:this|that|it|which)\s+(?:ensures?|keeps?|avoids?|prevents?|reduces?|makes?|allows?"
    r"|lets?|means|guarantees?|is because|was because|would(?: have)?|way)\b"
    r"|^(?:otherwise|the reason is|reason being|because|without (?:this|it))\b"
)
_AGAINST = re.compile(
    r"(?ix)(?:\b(?:instead\ of|rather\ than|as\ opposed\ to|in\ (?:favou?r|place)\ of)\s+"
    r"(?P<one>[^,;.()]{3,160})"
    r"|[,;(]\s*(?:and\ )?not\s+(?P<two>[^,;.()]{3,160})"
    r"|\b(?:prefer(?:red|s)?|chose|choose|chosen|picked|selected|copied|used?|favou?r(?:ed)?)\b"
    r"[^.;]{2,120}?\s(?:over|to)\s(?P<three>(?!(?:be|the\ user)\b)[^,;.()\u2013\u2014]{3,160})"
    r"|\A[^,;.:()]{2,60}\sover\s(?P<four>[^,;.:()]{2,60})\Z)"
)
_DASH = re.compile(r"\s*[\u2013\u2014-]")
_NOT_CHOSEN = re.compile(r"(?i)(?:not|instead of|rather than)\s+")
_ORDERED = re.compile(r"(?i)(?:so\s+)?(?:must|never|always|do not|don['\u2019]t)\b")
_DONE = re.compile(
    r"(?i)(?:documented|deferred|fixed|done|tracked|noted|see|added|removed|left|todo|postponed)\b"
)
_PARENTHESES = re.compile(r"\([^()]*\)")
_TRAILING = re.compile(r"\s*\((?P<why>[^()]{8,300})\)\s*[.!]?\s*$")
_FEWEST_OF_AN_ASIDE = 3
_DECIDED = re.compile(
    r"(?i)^(?:so,? |therefore,? |after [^,]{3,80}, |finally,? )?(?:(?:we|i|it was|the team)\s+"
    r"(?:have |had |has |also |then |therefore |finally )*)?"
    r"(?:decided|chose|opted|settled|agreed|selected|picked|adopted|rejected|ruled out|dropped"
    r"|discarded|standardi[sz]ed|went with|going with|kept)\b"
)
_ON_PURPOSE = re.compile(
    r"(?i)\b(?:intentionally|deliberately|on purpose|by design|(?:a|as a) (?:deliberate|conscious)"
    r" (?:choice|decision|trade-?off))\b"
)
_MODAL = re.compile(
    r"(?i)\b(?:must|should|shall|needs? to|has to|have to)\b"
    r"|^(?:never|always|do not|don['\u2019]t|prefer|avoid|only)\b"
)
_BETTER = re.compile(r"(?i)^(?:it is |it's )?better (?:to )?\w.{4,160}\bthan\b")
_ACCEPTED = re.compile(
    r"(?i)\b(?:is|are) (?:acceptable|fine|ok|tolerable|preferable)\b.{0,40}"
    r"\b(?:for|because|since|as)\b"
)
_WE = re.compile(
    r"(?i)^(?:(?:we|i)\s+(?:have\s+)?)?(?:decided|chose|opted|agreed)\s+(?:that\s+we\s+|to\s+)"
    r"(?=[a-z])|^we\s+(?:will\s+|always\s+|now\s+)?(?=(?:use|keep|store|prefer|avoid|pin|write|run|"
    r"treat|return|read|call|put|pass|log|send|build|test|wrap|validate|split|cache)\b)"
)


class Reasoned(NamedTuple):
    """A sentence without its reason, the reason, and what was not chosen; empty where not given."""

    claim: str
    why: str = ""
    against: str = ""


def reasoned(text: str, *, dash: bool = True, purpose: bool = True) -> Reasoned:
    """The first sentence of a text, with the reason that it or the next one gives.

    Args:
        text: Markdown of a paragraph or an item.
        dash: whether what follows a dash counts as a reason.
        purpose: whether a purpose does, as in "to avoid copies".

    >>> reasoned("Use one file because a server needs care.")
    Reasoned(claim='Use one file', why='a server needs care.', against='')
    >>> reasoned("Cut by lines, not by bytes, so that names stay whole.").against
    'by bytes'
    """
    found = [plain(sentence) for _, sentence in sentences(text)]
    if not found:
        return Reasoned("")
    first, rest = found[0], found[1:]
    more = rest[0] if rest and _FOLLOWS.match(rest[0]) else ""
    match = _WHY.search(first)
    if match and (dash or not _DASH.match(match[0])):
        return _cut(first, match, more)
    aim = _PURPOSE.search(first) if purpose else None
    return Reasoned(first, aim["why"].strip() if aim else more, _against(first))


def _cut(sentence: str, match: re.Match[str], more: str) -> Reasoned:
    """A sentence cut before its reason, unless what follows a dash is something else."""
    claim, why = sentence[: match.start()].strip(" ,;:"), match["why"].strip()
    if _DASH.match(match[0]):
        if _NOT_CHOSEN.match(why):
            return Reasoned(sentence, more, _NOT_CHOSEN.sub("", why))
        if _ORDERED.match(why):
            return Reasoned(sentence, claim, _against(why))
        if _DONE.match(why):
            return Reasoned(sentence, more, _against(claim))
    return Reasoned(claim, f"{why} {more}".strip(), _against(claim))


def aside(text: str) -> tuple[str, str]:
    """A text, and the remark of some words in parentheses that ends it.

    >>> aside("No queue of its own (the status is enough)")
    ('No queue of its own', 'the status is enough')
    """
    match = _TRAILING.search(text)
    if match is None or len(match["why"].split()) < _FEWEST_OF_AN_ASIDE:
        return text, ""
    return text[: match.start()].strip(), match["why"].strip()


def decides(sentence: str) -> bool:
    """Whether it tells of a decision: "We chose ...", "Rejected ...", "deliberately"."""
    return bool(_DECIDED.match(sentence) or _ON_PURPOSE.search(sentence))


def demands(sentence: str) -> bool:
    """Whether it says what must or should be, or begins with "never", "always", "prefer"."""
    return _MODAL.search(_PARENTHESES.sub("", sentence)) is not None


def weighs(sentence: str) -> bool:
    """Whether it sets one good against another: "better X than Y", "Y is acceptable for X"."""
    return bool(_BETTER.match(sentence) or _ACCEPTED.search(sentence))


def as_rule(claim: str) -> str:
    """A decision as an instruction where only "we decided to" need go; else as it stands.

    >>> as_rule("We decided to keep one queue."), as_rule("Rejected a queue.")
    ('Keep one queue.', 'Rejected a queue.')
    """
    bare = _WE.sub("", claim.strip())
    return bare if bare == claim.strip() else bare[:1].upper() + bare[1:]


def _against(sentence: str) -> str:
    match = _AGAINST.search(sentence)
    return next((text.strip() for text in match.groups() if text), "") if match else ""
