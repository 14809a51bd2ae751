"""Ruling: which sentences of a human state a standing rule, and which only the task at hand.

Only sentences that read as lasting are taken: an order or a prohibition whose object is named,
words such as "always" and "in this repository", or how a thing is reached. What points at the
moment ("it", "this line", "for now") is a task, however much it sounds like a correction.
"""

from __future__ import annotations

import re
from itertools import groupby

_LONGEST_MESSAGE = 700
_LONGEST_SENTENCE = 240
_FEWEST_WORDS, _MOST_WORDS = 3, 40

_FILLER = (
    r"(?:(?:no|nope|ok(?:ay)?|please|and|also|but|so|well|actually|again|hey|wait|just|hmm|oh|yes"
    r"|yeah|right|alright|wrong|then|stop)[,.!:]*\s+)*"
)
_VERB = (
    r"(?:use|run|commit|push|stash|edit|modify|touch|add|install|create|write|mock|import|call|merge"
    r"|force|rebase|squash|amend|delete|hard-?code|put|skip|disable|ignore|upgrade|bump|change"
    r"|generate|format|test|gitignore|stage|track|rename|duplicate|branch|stub|log|print|catch"
    r"|swallow|introduce|invent|assume|guess|ask)"
)
_HERE = r"in\ this\ (?:repo|repository|project|codebase)"
_RULES = re.compile(
    rf"""(?ix) ^{_FILLER}(?:
      # at any time, or here
      (?:always|never|prefer|avoid|from\ now\ on|in\ the\ future|going\ forward|as\ a\ rule
        |remember\ to|make\ sure\ (?:to\ always|you\ always|to\ never)|{_HERE}
        |you\ (?:should|must)\ (?:always|never)|(?:we|i)\ (?:always|never|prefer|only\ ever)
        |(?:we|you)\ (?:don't|do\ not|never|shouldn't|should\ not|must\ not)
         \ (?:want|like|allow|{_VERB})
        |(?:we|you)\ should\ (?:be\ using|use|only|always|never))\b
    # what not to do
    | (?:don't|do\ not|dont|never|stop)\ (?:ever\ )?{_VERB}(?:t?ing)?\b
    | (?:we|i)\ (?:don't|do\ not)\ want\b
    # one thing and not another
    | (?:use|run|write|put|call|commit|edit)\b.{{2,120}}?
      \b(?:instead|rather\ than|not|never|for\ everything|everywhere|wherever)\b
    | (?:for\ (?:every|each|all)\ .{{2,60}}?,?\ )?i(?:'d|\ would)\ like\b.{{2,80}}?\binstead\ of\b
    | the\ .{{3,60}}?\ (?:is|are)\ (?:just\ |only\ |called\ )?["'`“][^"'`”]+["'`”],?\ not\b
    | (?:every|all|each)\b.{{2,60}}?\b(?:must|needs?\ to|should|needs?)\b
    # what there is, and how it is reached
    | (?:use|run)\b.{{2,80}}?\b(?:here|{_HERE})\b
    | use\ (?:the\ )?[\w-]+\ (?:skill|mcp|subagent)\b
    | remember\ (?:also\ )?(?:that\ )?(?:you|we|there)\b
    | you\ can\ (?:also\ )?(?:access|find|fetch|reach|inspect|read|view|see|get)\b
      .{{2,80}}?\b(?:via|through|using|with|by\ running)\b
    | if\ you\ (?:don.t|do\ not)\ (?:know|understand)\b
      .{{2,60}}?,\ (?:inspect|read|look|see|check|ask)\b
    )"""
)
_ORDER_AFTER_NO = re.compile(r"(?i)^no[,.!]?\s+(?:please\s+)?(?:use|run)\b")
_ASKED = re.compile(r"(?i)^(?:can|could|should)(?:n't)? (?:we|you) (?:please )?(?=use our \w)")
"""Asked politely, but an order: what is ours is there to be used."""

_AFTER_WRONG = re.compile(
    r"""(?ix) ^.{0,120}?\b(?:is|was|'s)\ (?:not\ (?:correct|right|true)|incorrect|wrong)[,.:;]\s+
    (?= (?:we|you)\b
      | (?:for|both|the|all|in)\b.{0,60}\b(?:we|you|must|should|always|never)\b )"""
)
"""What was wrong, before what is right."""

_UNLESS_NOT = re.compile(
    r"""(?ix) ,?\s*\b(?:if|where|when|wherever|whenever|as\ far\ as)\ (?:
    (?:we|you|it)\ can(?:\ help\ it)? | it\ is\ possible | (?:at\ all\ )?possible )\b"""
)
_REMEMBER = re.compile(r"(?i)^remember(?: also)?(?: that)?\s+")
_NOT_KNOWN = re.compile(r"(?i)^if you (?:don.t|do not) (?:know|understand)[^,]{2,60},\s*")
_DEICTIC = re.compile(
    r"(?i)\b(?:this(?! (?:repo|repository|project|codebase))|that|these|those|it|them|its|above"
    r"|below|now(?<!from now)|today|yet|for now|again|(?:first|second|other|last) one|both"
    r"|line \d+|#\d+|current|previous|my|your|option \w)\b"
)
_TASK = re.compile(
    r"(?i)https?://|\b(?:can|could|would|should|shall) (?:you|we|i)\b"
    r"|\b(?:pr|branch|ticket|issue|comment)\b|\bi (?:think|don't think|guess|mean|thought)\b"
    r"|\bnot sure\b|\b(?:didn't|did not)\b|\bwhy\b"
)
_QUOTED_BLOCK = re.compile(r"```.*?(?:```|\Z)|^\s*>[^\n]*", re.DOTALL | re.MULTILINE)
_PASTED = re.compile(
    r"""(?mx)
    # a terminal or a stack trace, to the end of its paragraph
    ^[ \t]* (?: [\w.@~:/-]*\$[ ]\S | Traceback[ ]\(most[ ]recent ) .* (?: \n(?![ \t]*$).* )*
    # a line of a log or an error message
    | ^[ \t]* (?: \[?\d{4}-\d\d-\d\d[T ] | \[?\d\d:\d\d:\d\d
      | \[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL)\b
      | (?i:error|fatal|warning): | npm[ ](?:error|ERR!|warn)\b
      | [\w.]*(?:Error|Exception): ) .*$"""
)
"""What programs print, pasted without a fence."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+|\s[-\u2013\u2014]\s+(?=you can\b)")
_CLAUSE_END = re.compile(r"[,;:(—]| - | because\b| since\b| so that\b| as it\b| but\b")


def rules(text: str) -> list[str]:
    """The sentences of a message that state a standing rule; neighbours are kept together.

    >>> rules("No, don't use pip here. Use `uv run` for everything in this repo. Then go on.")
    ["Don't use pip here. Use `uv run` for everything in this repo."]
    >>> rules("don't change this yet")
    []
    """
    if len(text) > _LONGEST_MESSAGE:
        return []  # pasted logs, plans and reviews are not the human's own words
    own = _PASTED.sub("\n", _QUOTED_BLOCK.sub("\n", text))
    told = _SENTENCE_END.split(own)
    found = []
    for is_rule, group in groupby((each.strip() for each in told if each.strip()), key=_is_rule):
        if is_rule:
            found.append(" ".join(_tidy(sentence) for sentence in group))
    return found


def _is_rule(sentence: str) -> bool:
    """Whether a sentence says how a thing is done here, or what is so in place of an error."""
    if len(sentence) > _LONGEST_SENTENCE:
        return False
    if not _FEWEST_WORDS <= len(sentence.split()) <= _MOST_WORDS:
        return False
    if _ASKED.match(_without_filler(sentence)):
        return True
    right = _AFTER_WRONG.sub("", sentence)
    if sentence.endswith("?") or _TASK.search(right) or _points(right):
        return False
    ruled = _RULES.match(right) or _ORDER_AFTER_NO.match(sentence)
    return bool(ruled) or right != sentence


def _points(sentence: str) -> bool:
    """Whether the main clause points at something of the moment."""
    told = _without_filler(sentence)
    for beside in (_NOT_KNOWN, _REMEMBER, _UNLESS_NOT):
        told = beside.sub("", told)
    return bool(_DEICTIC.search(_CLAUSE_END.split(told, maxsplit=1)[0]))


def _without_filler(sentence: str) -> str:
    return re.sub(rf"(?i)^{_FILLER}", "", sentence)


def _tidy(sentence: str) -> str:
    right = _AFTER_WRONG.sub("", sentence)
    kept = right if re.match(r"(?i)stop \w+ing", right) else _without_filler(right)
    kept = _ASKED.sub("", kept)
    kept = kept[:1].upper() + kept[1:].rstrip("?")
    return kept if kept.endswith((".", "!", "`")) else f"{kept}."
