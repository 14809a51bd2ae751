"""Words of a session in fewer signs: without what only formats, and cut where they are long; pure.

What is cut is left out between sentences or lines where it can be.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from blackboard.delivery.voice import shown_name
from blackboard.handoff.fact import Keep

_FENCE = re.compile(r"^ *```\w*$", re.MULTILINE)
_RULE = re.compile(r"^ *\|?[-:| ]{3,}\|? *$", re.MULTILINE)
_MARKS = re.compile(r"\*\*|__(?=\w)|(?<=\w)__|^\s*#{1,6} +|^ *[-*] +", re.MULTILINE)
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")
_LINK = re.compile(r"\[([^\]\n]+)\]\((?:[^)\s]+)\)")
_CUT = " … "
_LONGEST_NAME = 160
_TELLS = 24
"""Characters of a sentence that says something."""

_END = re.compile(r"(?<=[^\d][.!?;])\s+(?=\S)")
_WISHES = re.compile(
    r"(?i)\b(?:must|never|always|only|don'?t|do not|should|shall|make sure|ensure|keep|without"
    r"|instead|prefer|need|needs|avoid|no longer|not|want|use|at (?:most|least))\b"
)
_REST = re.compile(
    r"(?i)\b(?:remain\w*|next|left|todo|not yet|still|once|then|want me|should i|fail\w*|pending"
    r"|wait\w*|need\w*|before|blocked|unable|couldn'?t|did not|didn'?t|cannot|can'?t|decid\w+"
    r"|root cause|because|pass\w*|\d+ tests?)\b|\?$"
)


def as_name(text: str) -> str:
    """A path or branch as one word, which needs no quotes.

    >>> as_name("docs/Obey this.md")
    'docs/Obey_this.md'
    """
    return shown_name(text, _LONGEST_NAME)


def prose(text: str) -> str:
    """What somebody wrote, in one line and without the marks of Markdown.

    >>> prose("**Done**:\\n- a\\n- [b.py](/x/b.py) of a\\n  long line")
    'Done: a; b.py of a long line'
    """
    bare = _LINK.sub(r"\1", _RULE.sub("", _FENCE.sub("", text)))
    joined = ""
    for raw in bare.splitlines():
        line = _MARKS.sub("", raw).strip()
        if line:
            is_wrapped = line[0].islower() and not _ITEM.match(raw)
            goes_on = not joined or joined[-1] in ".:;,!?…" or is_wrapped
            joined += f"{' ' if goes_on else '; '}{line}"
    return " ".join(joined.split())


def lines(text: str) -> str:
    """What a program printed or a file holds, in one line.

    >>> lines("ok  a\\n\\n  FAIL b")
    'ok a / FAIL b'
    """
    return " / ".join(filter(None, (" ".join(each.split()) for each in text.splitlines())))


def shortened(text: str, longest: int, keep: Keep) -> str:
    """One line of text, cut where it is longer.

    >>> shortened("one two three four", 12, "start"), shortened("one two three four", 12, "end")
    ('one two …', '… three four')
    """
    if len(text) <= longest:
        return text
    if keep in ("wishes", "rest"):
        return _sentences(text, longest, _WISHES if keep == "wishes" else _REST)
    if keep == "start":
        return f"{_start(text, longest - 2)} …"
    if keep == "end":
        return f"… {_end(text, longest - 2)}"
    head = longest * 11 // 20
    return f"{_start(text, head)}{_CUT}{_end(text, longest - head - len(_CUT))}"


def _sentences(text: str, longest: int, wanted: re.Pattern[str]) -> str:
    """The beginning, the last sentence, and of those between the ones that are wanted."""
    head = _start(text, longest * 2 // 5)
    every = [head, *_END.split(text[len(head) :].lstrip())]
    order = sorted(range(1, len(every)), key=lambda place: _rank(every, place, wanted))
    chosen = {0}
    for place in order:
        tells = wanted.search(every[place]) or len(every[place]) > _TELLS
        if tells and len(_joined(every, {*chosen, place})) <= longest:
            chosen.add(place)
    found = _joined(every, chosen)
    return found if len(found) > longest * 2 // 3 else shortened(text, longest, "ends")


def _rank(every: Sequence[str], place: int, wanted: re.Pattern[str]) -> tuple[bool, bool, int]:
    """The last sentence first, then those that are wanted, the later ones first."""
    is_last = place == len(every) - 1
    return not is_last, not wanted.search(every[place]), -place


def _joined(every: Sequence[str], chosen: Collection[int]) -> str:
    """The chosen sentences in their order, with a mark where others were left out."""
    text, before = "", -1
    for place in sorted(chosen):
        glue = " " if place == before + 1 else _CUT
        text = f"{text}{glue}{every[place]}" if text else every[place]
        before = place
    return text if before == len(every) - 1 else f"{text} …"


def _start(text: str, longest: int) -> str:
    whole = text[: longest + 1].rpartition(" ")[0]
    cut = whole if len(whole) > longest // 2 else text[:longest]
    return cut.rstrip(" ,;:")


def _end(text: str, longest: int) -> str:
    whole = text[-longest - 1 :].partition(" ")[2]
    return whole if len(whole) > longest // 2 else text[-longest:]
