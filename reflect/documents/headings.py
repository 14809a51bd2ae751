"""What a heading says about the passages below it: decisions, lessons, or nothing to learn from."""

from __future__ import annotations

import re

from reflect.documents.blocks import Section

_NUMBER = re.compile(
    r"(?i)^(?:\W*(?:\[?\d{4}-\d\d-\d\d\]?|(?:decision|adr|lesson|d|l|ad|dr|question|q|item|entry"
    r"|learning|takeaway|finding|issue)[- #]?\d+|\d+(?:\.\d+)*[.):]|\d+(?=\s[A-Z])"
    r"|(?:decision|lesson|adr)(?=\s*[:\u2013\u2014-]))\s*[:.)\u2013\u2014-]*\s*)+"
)
_NUMBERED = re.compile(
    r"(?i)^\W*(?:(?:decision|adr|dr|ad|d)[- #]?\d+\b|(?:decision|adr)\s*[:\u2013\u2014-])"
)
_DECISIONS = re.compile(
    r"(?i)(?:^|\s[:\u2013\u2014-]\s)(?:\W|(?:the|key|main|major|important|design"
    r"|architectur(?:e|al)|technical|technology|implementation|project|other|and|notable|engineering)\b)*"
    r"(?:decisions?|choices|adrs?|trade-?offs|decision records?)"
    r"(?:\s+(?:log|records?|made|taken|and \w+|history|register|summary|& \w+))?"
    r"(?:\s*\([^()]*\))?\W*$"
    r"|decision (?:log|record)|decisions? (?:log|record)|why we (?:chose|picked|use)"
    r"|\bwhat we (?:simplified|dropped|left out|rejected|decided|cut|did not build|chose not to)\b"
)
_LESSONS = re.compile(
    r"(?i)^(?:\W|\d|(?:the|key|main|major|important|our|some|top|general|technical|process)\b)*"
    r"(?:lessons?|lessons? learn(?:ed|t)|learnings|take-?aways|insights|gotchas|pitfalls"
    r"|what (?:we|i)(?:['\u2019]ve| have)? learn(?:ed|t)|retro(?:spective)?|post-?mortem"
    r"|what (?:(?:we|i)(?:['\u2019]d| would| will)|would (?:we|i)) (?:do|change) .{0,40}"
    r"|(?:to )?do differently"
    r"|(?:for )?next time|what to (?:improve|change|avoid)|improvements? for next time"
    r"|what (?:went wrong|did(?:n['\u2019]t| not) go well))"
    r"(?:\s+(?:and|&|for|from|of|in|during|on|about)\b.{0,60}|\s*[(:\u2013\u2014-].{0,60})?\W*$"
)
_ASIDE = re.compile(
    r"(?i)^\W*(?:\d+[.)]?\s*)?(?:(?:example|sample|scenario|user (?:scenario|stor)|acceptance"
    r"|criteria|success (?:criteria|metric)|(?:out of )?scope|non-?goal|future|next step|roadmap"
    r"|assumption|to-?do|backlog|glossary|reference|request analysis|task|wish|idea|users?\b"
    r"|stakeholder|monitoring|stretch|nice to have|follow-?ups?\b|(?:what )?went well"
    r"|what (?:worked|we kept)|t-?\d|implementation tasks?\b|test (?:plan|strateg|case|scenario)"
    r"|edge cases?\b|files? (?:changed|location)|expected output|timeline|milestone|appendix"
    r"|readme|changelog|usage|output format|quality (?:requirement|criteria)|checklist"
    r"|definition of done|execution order)|\S+\s+(?:enhancement|example)s?\b)"
)
_QUIET = re.compile(
    r"(?i)\b(?:went well|worked well|what (?:worked|we kept|we improved|was built))\b"
)


def title(heading: str) -> str:
    """A heading without its number, date or kind.

    >>> title("Decision 3: Keep one queue"), title("2026-01-02 - Pin React"), title("1. A")
    ('Keep one queue', 'Pin React', 'A')
    """
    return _NUMBER.sub("", heading).strip(" *")


def is_numbered(heading: str) -> bool:
    """Whether a heading is that of one decision: "Decision 3: ...", "ADR-4 ..."."""
    return _NUMBERED.match(heading) is not None


def among_decisions(section: Section) -> bool:
    """Whether a section lists decisions, or is one entry of such a list."""
    return any(_DECISIONS.search(heading) for heading in section.headings)


def lists_decisions(section: Section) -> bool:
    """Whether a section's own heading announces decisions."""
    return _DECISIONS.search(section.heading) is not None


def among_lessons(section: Section) -> bool:
    """Whether a section lists what was learnt, or is one entry of such a list."""
    own = not _QUIET.search(section.heading)
    return own and any(_LESSONS.search(heading) for heading in section.headings[-2:])


def lists_lessons(section: Section) -> bool:
    """Whether a section's own heading announces what was learnt."""
    return _LESSONS.search(section.heading) is not None and not _QUIET.search(section.heading)


def is_aside(section: Section) -> bool:
    """Whether a section holds examples, criteria, scenarios, tasks or wishes."""
    return any(_ASIDE.search(heading) for heading in section.headings)
