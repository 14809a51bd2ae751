"""Insights out of a model's Markdown, however it laid it out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from blackboard.events.insight import InsightCategory
from reflect.reflector.category import category_of, named_category
from reflect.reflector.insight import Draft
from reflect.voice import is_imperative

UNSURE = 0.5
"""The confidence of a statement that gives none."""

_WORDS = {"high": 0.85, "medium": 0.65, "moderate": 0.65, "low": 0.4}
_CONFIDENCE = re.compile(
    r"(?ix)[(\[]?\s*confidence\s*(?:level|score)?\s*[:=]?\s*\**\s*"
    r"(?:(?P<percent>\d{1,3}(?:\.\d+)?)\s*%|(?P<share>[01]?\.\d+|[01])(?!\d)|(?P<word>high|medium|moderate|low)\b)"
    r"\s*(?:confidence)?[)\]]?"
)
_TAG = re.compile(r"\[([A-Za-z][\w -]{0,30})\](?![(\[:])")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_LABEL = re.compile(r"^\s*\*{0,2}([A-Za-z][A-Za-z -]{2,24})\*{0,2}\s*:\*{0,2}\s+")
_EVIDENCE = re.compile(r"(?i)(?:\(|\*{0,2}|_)?\b(?:evidence|proof|source)\*{0,2}\s*:\*{0,2}\s*")
_QUOTED = re.compile(r"\"([^\"]{3,400})\"|\u201c([^\u201d]{3,400})\u201d")
_NOTHING = re.compile(r"(?i)^(?:no|none|nothing|n/a)\b.{0,60}$")
_LONGEST, _SHORTEST = 600, 12


class _Item(NamedTuple):
    heading: str
    text: str
    details: list[str]


def extract(text: str) -> list[Draft]:
    """The insights of a Markdown text: its list items, but not what stands in code.

    A tag in brackets, a label, or the heading above names the category; a link is no tag.
    Nested items are details of the item above them, and quotations in them its evidence.
    """
    drafts = (_draft(item) for item in _items(MarkdownIt().parse(text)))
    return [draft for draft in drafts if draft is not None]


def _items(tokens: list[Token]) -> Iterator[_Item]:
    """The outermost list items, with the heading that they stand under."""
    heading, depth, in_heading = "", 0, False
    lines: list[str] = []
    for token in tokens:
        match token.type:
            case "heading_open" | "heading_close":
                in_heading = token.type == "heading_open"
            case "list_item_open":
                depth += 1
                lines = [] if depth == 1 else lines
            case "list_item_close":
                depth -= 1
                if depth == 0 and lines:
                    yield _Item(heading, lines[0], lines[1:])
            case "inline" if in_heading:
                heading = token.content
            case "inline" if depth:
                lines.append(" ".join(token.content.split()))


def _draft(item: _Item) -> Draft | None:
    text = _LINK.sub(r"\1", item.text)
    whole = " ".join([text, *item.details])
    tags = [tag.strip() for tag in _TAG.findall(text)]
    confidence = _confidence(whole)
    statement, _, told = _split(_CONFIDENCE.sub(" ", _TAG.sub(" ", text)))
    statement, label = _unlabelled(statement)
    if not _SHORTEST <= len(statement) <= _LONGEST or _NOTHING.match(statement):
        return None
    category = _category([*tags, label, item.heading]) or category_of(statement)
    told = " ".join([told, *item.details])
    actionable = any(tag.lower() == "actionable" for tag in tags) or (
        not any(tag.lower().startswith(("not actionable", "non-actionable")) for tag in tags)
        and is_imperative(statement)
    )
    quotes = tuple(one or two for one, two in _QUOTED.findall(told))
    return Draft(statement, category, confidence, actionable, quotes)


def _split(text: str) -> tuple[str, str, str]:
    """The statement, and what is said to prove it."""
    found = _EVIDENCE.search(text)
    if found is None:
        return _tidy(text), "", ""
    return _tidy(text[: found.start()]), found.group(), text[found.end() :]


def _unlabelled(statement: str) -> tuple[str, str]:
    """A statement without a label that names its category, and the label."""
    found = _LABEL.match(statement)
    if found and (
        named_category(found[1]) or found[1].lower() in ("insight", "lesson", "learning")
    ):
        return _tidy(statement[found.end() :]), found[1]
    return statement, ""


def _category(names: list[str]) -> InsightCategory | None:
    return next(filter(None, (named_category(name) for name in names if name)), None)


def _confidence(text: str) -> float:
    found = _CONFIDENCE.search(text)
    if found is None:
        return UNSURE
    if found["word"]:
        return _WORDS[found["word"].lower()]
    value = float(found["percent"]) / 100 if found["percent"] else float(found["share"])
    return min(1.0, value)


def _tidy(text: str) -> str:
    bare = re.sub(r"(?<!\w)(?:\*\*|__)|(?:\*\*|__)(?!\w)", "", text)
    return " ".join(bare.split()).strip(" -\u2013\u2014*_([:;,").lstrip(". ")
