"""Extract insights from a model's Markdown, tolerant of its layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from blackboard.vocabulary import InsightCategory
from reflect.markdown.blocks import Block, blocks
from reflect.reflector.category import category_of, headed_category, named_category
from reflect.reflector.confidence import CONFIDENCE, UNSURE, confidence_in
from reflect.reflector.insight import Draft
from reflect.rules.imperative import is_imperative

_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_GROUP = re.compile(r"[*_]*(?<![\w\]])[\[(]([^\[\]()]{1,160})[\])][*_]*(?![(\[])")
_PARTS = re.compile(r"\s*(?:[;|]|,(?!\d))\s*")
_SHARE = re.compile(r"[01]?[.,]\d{1,4}|\d{1,3}\s*%")
_ACTIONABLE = re.compile(r"(?i)(?:not |non-?)?actionable(?:\W+(?:yes|no|true|false))?")
_DENIED = re.compile(r"(?i)\b(?:not |non-?)actionable\b|\bactionable\W+(?:is )?(?:no|false)\b")
_TAGS_IN_FRONT = re.compile(r"[^\w\[(]*(?:\[[A-Za-z][\w -]{0,30}\](?!\()[^\w\[(`*]*)+")
_LABEL = re.compile(r"([A-Za-z][A-Za-z -]{2,24}?)\s*\d*\s*(?::|\s[\u2013\u2014-])\s+")
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\([^()]{0,1000}\)")
_BOLD = re.compile(r"(?<![\w/*])\*\*(?=\S)|(?<=\S)\*\*(?![\w/*])")
_HTML = re.compile(r"(?i)<!--.*?-->|</?(?:b|i|u|em|strong|code|br|li|ul|ol|p|span|div|a)\b[^<>]*>")
_FRONT = re.compile(
    r"(?:\[[ xX]?\]\s+|[^\w\s`\"'\u201c\u2018(]+\s+"
    r"|[\u2600-\u27bf\u2b50\u2b55\ufe0f\u200d\U0001f000-\U0001faff]+\s*)+"
)
_EVIDENCE = re.compile(
    r"[(\[*_]*(?<![A-Za-z])(?:(?:Evidence|EVIDENCE|Proof|Source)[*_]*\s*:"
    r"|(?:evidence|proof|source)[*_]*\s*:(?=[*_]*\s*[\"\u201c\u201e\u00ab`]))[*_]*\s*"
)
_ASIDE = re.compile(
    r"(?i)\s*(?:\((?:evidence|proof|source)\s*:[^()]*\)"
    r"|(?<!\])\[[a-z][\w -]{0,30}:\s[^\[\]]*\](?![(\[]))(?=\W*\Z)"
)
"""Where a claim comes from, or anything else with a name, in brackets at the end of an item."""

_QUOTED = re.compile(
    r"\"((?:[^\"\\]|\\.){3,1000})\"|\u201c([^\u201c\u201d]{3,1000})\u201d"
    r"|\u201e([^\u201c\u201d\u201e]{3,1000})[\u201c\u201d]|\u00ab([^\u00ab\u00bb]{3,1000})\u00bb"
    r"|\u300c([^\u300c\u300d]{3,1000})\u300d"
)
_NOTHING = re.compile(
    r"(?i)^(?:there (?:is|are|were) )?(?:no (?:\w+ ){0,2}(?:insight|lesson|learning|finding)s?\b"
    r"|none(?:[.!]|$| found| to report)|nothing (?:new|to|of|else|more|further|notable)\b|n/a\b)"
)
_LABELS = ("insight", "lesson", "lesson learned", "lesson learnt", "learning")
_NARROW = str.maketrans("\uff08\uff09\u3010\u3011\uff1a\uff0c\uff1d\uff05", "()[]:,=%")
_LONGEST_ITEM = 4_000
_LONGEST, _SHORTEST = 600, 12
"""Characters, and bytes: a Chinese sentence needs far fewer characters than an English one."""


class _Item(NamedTuple):
    heading: str
    text: str
    details: Sequence[str]


class _Cut(NamedTuple):
    """A stretch to replace, because it is not part of the statement."""

    start: int
    end: int
    instead: str = " "


def extract(text: str) -> list[Draft]:
    """The insights of a Markdown text: its list items outside of code.

    A tag in brackets, a label, or the heading above names the category; a link is not a tag. Nested
    items are details of their parent, with quotations as its evidence; below an item that only
    names a category they are insights themselves.
    """
    drafts = (_draft(item) for item in _items(blocks(text), ""))
    return [draft for draft in drafts if draft is not None]


def _items(found: Iterable[Block], heading: str) -> Iterator[_Item]:
    """The outermost list items of some blocks, with their headings."""
    for node in found:
        if node.kind == "heading":
            heading = node.text
        elif node.kind == "quote":
            yield from _items(node.inner, heading)
        elif node.kind == "list":
            for item in node.inner:
                yield from _of(item, heading)


def _of(item: Block, heading: str) -> Iterator[_Item]:
    lines = [_line(each) for each in item.texts()]
    name = lines[0].strip("*_: ") if lines else ""
    if len(lines) > 1 and named_category(name):
        yield from _items(item.inner, name)
    elif lines:
        yield _Item(heading, lines[0], lines[1:])


def _draft(item: _Item) -> Draft | None:
    if len(item.text) > _LONGEST_ITEM:
        return None
    shown = _without_code(item.text)
    proof = _EVIDENCE.search(shown)
    end = proof.start() if proof else len(shown)
    evidence = item.text[proof.end() :] if proof else ""
    groups = [group for group in _GROUP.finditer(shown[:end]) if _is_metadata(group)]
    statement, label = _unlabelled(_statement(item.text[:end], shown[:end], groups))
    if len(statement.encode()) < _SHORTEST or len(statement) > _LONGEST:
        return None
    if _NOTHING.match(statement):
        return None
    beside = [_QUOTED.sub(" ", _without_code(line)) for line in (evidence, *item.details)]
    named = [part for group in groups for part in _PARTS.split(group[1])]
    about = [*named, label, *beside]
    return Draft(
        statement,
        _category([*named, label], item.heading) or category_of(statement),
        _confidence([shown[:end], *beside, *(f"(confidence: {part})" for part in named)]),
        _is_actionable(statement, about),
        tuple(_quotes(evidence, item.details)),
    )


def _is_metadata(group: re.Match[str]) -> bool:
    """Whether all in brackets is a category, a confidence, or what can be done."""
    return all(
        named_category(part)
        or _ACTIONABLE.fullmatch(part)
        or _SHARE.fullmatch(part)
        or CONFIDENCE.fullmatch(f"({part})")
        for part in _PARTS.split(group[1].strip())
    )


def _is_actionable(statement: str, about: Iterable[str]) -> bool:
    """What the answer says of it; one "no" is enough. Else whether it is an instruction."""
    said = " | ".join(about)
    if _DENIED.search(said):
        return False
    return _ACTIONABLE.search(said) is not None or is_imperative(statement)


def _statement(text: str, shown: str, groups: Iterable[re.Match[str]]) -> str:
    """An item's statement without tags, metadata, link addresses and emphasis."""
    front = _TAGS_IN_FRONT.match(shown)
    cuts = [_Cut(0, front.end())] if front else []
    cuts += [_Cut(*group.span()) for group in groups]
    cuts += [_Cut(*match.span()) for match in CONFIDENCE.finditer(shown)]
    cuts += [_Cut(*match.span()) for match in _ASIDE.finditer(shown)]
    cuts += [_Cut(*match.span(), "") for part in (_BOLD, _HTML) for match in part.finditer(shown)]
    for link in _LINK.finditer(shown):
        cuts += [_Cut(link.start(), link.start(1), ""), _Cut(link.end(1), link.end(), "")]
    return _tidy(_cut(text, sorted(cuts, key=lambda cut: (cut.start, -cut.end))))


def _cut(text: str, cuts: Iterable[_Cut]) -> str:
    kept, position = [], 0
    for cut in cuts:
        if cut.start >= position:
            kept += [text[position : cut.start], cut.instead]
            position = cut.end
    return "".join([*kept, text[position:]])


def _category(names: Sequence[str], heading: str) -> InsightCategory | None:
    return next(filter(None, map(named_category, names)), None) or headed_category(heading)


def _confidence(texts: Iterable[str]) -> float:
    """The stated confidence of an item, outside of its quotations; by name before a bare share."""
    stated = (confidence_in(text) for text in texts)
    return next((each for each in stated if each is not None), UNSURE)


def _quotes(evidence: str, details: Iterable[str]) -> Iterator[str]:
    for text in (evidence, *details):
        for groups in _QUOTED.findall(text):
            yield next(filter(None, groups)).replace('\\"', '"')


def _unlabelled(statement: str) -> tuple[str, str]:
    """A statement without its category label, and the label."""
    match = _LABEL.match(statement)
    if match and _is_label(match[1]):
        return _tidy(statement[match.end() :]), match[1]
    return statement, ""


def _is_label(words: str) -> bool:
    name = words.lower()
    return bool(named_category(name)) or name in _LABELS or _ACTIONABLE.fullmatch(name) is not None


def _without_code(text: str) -> str:
    """The text with its code blanked and wide signs made narrow, at equal positions.

    Markdown contains no NUL.
    """
    return _CODE.sub(lambda code: "\0" * len(code.group()), text).translate(_NARROW)


def _tidy(text: str) -> str:
    line = re.sub(r"\s+(?=[.,;!?](?:\s|$))", "", _line(text))
    front = _FRONT.match(line)
    return line[front.end() if front else 0 :].rstrip(" -\u2013\u2014([:;,")


def _line(text: str) -> str:
    return " ".join(text.split())
