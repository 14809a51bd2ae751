"""The labels by which documents name the parts of a statement: decision, reason, symptom, fix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Role = Literal[
    "lesson", "decision", "reason", "context", "rejected", "symptom", "cause", "fix", "remark",
    "prevention", "demand", "answer", "advice", "planned", "aside",
]  # fmt: skip

_NAMES: tuple[tuple[Role, str], ...] = (
    (
        "lesson",
        r"learn(?:ed|t)|(?:key |main |core |the )?(?:lessons?|learnings?|takeaways?|take-aways?)"
        r"(?: learn(?:ed|t))?(?: here)?|what (?:we|i) (?:learn(?:ed|t))|rule of thumb|gotcha"
        r"|going forward|next time|in (?:the )?future|what (?:we|i)(?: would|'d|\u2019d| will)"
        r" do differently|do differently(?: next time)?|takeaway for next time|note to self"
        r"|lehren?|erkenntnis(?:se)?|lecci[oó]n(?:es)?|leçons?|教训|经验教训|教訓",
    ),
    (
        "decision",
        r"(?:key |final |our |the |design |architecture |technical )?decisions?(?: outcome| made)?"
        r"|decided|chosen(?: option| approach| solution)?|selected(?: option| approach)?"
        r"|(?:we|i) (?:chose|decided|picked|settled on)|what (?:we|i) (?:chose|decided)|adopted"
        r"|choice|what|change|approach"
        r"|entscheidung(?:en)?|beschluss|decisi[oó]n(?:es)?|décisions?|决定|决策|決定",
    ),
    (
        "reason",
        r"rationale|reason(?:s|ing)?(?: for (?:this|the) (?:decision|choice))?|justification|why"
        r"|because|motivation|why (?:this|we chose (?:it|this))|decision drivers?|drivers?|basis"
        r"|grounds|argument|begründung|grund|gründe|warum|motivo|raz[oó]n|justificaci[oó]n|raison"
        r"|motif|pourquoi|理由|原因",
    ),
    ("context", r"context(?: and problem statement)?|background|situation|forces"),
    (
        "rejected",
        r"alternatives?(?: considered| rejected)?|(?:options|others?|also) considered"
        r"|considered(?: options| alternatives| and rejected)?|refused"
        r"|rejected(?: because| alternatives?| options?)?|why not(?: [\w ]{1,30})?"
        r"|other options|instead of|not chosen|ruled out"
        r"|over|trade-?offs?|alternativen|verworfen|alternativas|替代方案|备选方案|代替案",
    ),
    (
        "symptom",
        r"symptoms?|problems?(?: statement)?|issues?|what (?:happened|went wrong|broke|failed)"
        r"|errors?|found|error message|bug|failure|fail(?:ed)?|defect|incident|observed"
        r"|expected failure|pain point|fehler|problema|problème|问题|問題|现象|症状",
    ),
    (
        "cause",
        r"(?:root |underlying )?causes?|why (?:it|this) (?:happened|failed|broke|was missed)"
        r"|diagnosis|root cause analysis|caused by|ursache|causa(?: ra[ií]z)?|根本原因|根因",
    ),
    (
        "fix",
        r"fix(?:es|ed)?(?: applied| with| by)?|solutions?|resolutions?|resolved(?: by)?|remedy"
        r"|workarounds?|corrective actions?|actions? taken"
        r"|what (?:we|i) (?:did|changed)|repair"
        r"|lösung|behebung|behoben(?: durch)?|soluci[oó]n|解决方案|解决|修复|解決策|対策",
    ),
    ("demand", r"requirements?|rule|convention|policy"),
    (
        "prevention",
        r"prevention|how to (?:avoid|prevent)(?: it| this)?|to prevent (?:it|this|recurrence)",
    ),
    (
        "remark",
        r"reviewer(?: said| asked)?|review(?:er)? (?:comments?|remarks?|feedback|findings?)"
        r"|comments?|feedback|findings?|concerns?|objections?|review(?: finding)?|remarks?",
    ),
    (
        "answer",
        r"(?:our |my |author(?:'s)? )?(?:response|reply)|answer|addressed(?: by)?|action"
        r"|disposition|outcome",
    ),
    ("advice", r"recommend(?:ation|ed)s?(?: approach| answer)?|proposed answer|suggestion|advice"),
    (
        "planned",
        r"mitigations?(?: strateg(?:y|ies))?|mitigated by|fallback|contingency|risks?|given|when"
        r"|then|and|validation|verify|trigger|location|example|examples",
    ),
    (
        "aside",
        r"status|date|revisit(?: (?:if|when))?|owner|author|impact|consequences?|positive"
        r"|negative|evidence|severity"
        r"|priority|probability|likelihood|description|details?|notes?|files?|tests?|test cases?"
        r"|dependencies|verification|references?|links?|related|scope|specification"
        r"|verified(?: with)?|threshold|measurement|target|output|input|category"
        r"|tags?|confidence|effort|estimate|command(?: output)?|pros?|cons?|task|deciders?"
        r"|technical story|testing|implementation|todo|question|open question|summary",
    ),
)
_ROLES = tuple((role, re.compile(rf"(?i)(?:{names})\Z")) for role, names in _NAMES)
_SIGNS = re.compile(r"^[^\w]+|[^\w]+$")
_NUMBER = re.compile(r"(?i)[\s#]*(?:no\.? ?)?\d+\Z")
_LABEL = re.compile(
    r"(?x)(?:"
    r"(?P<mark>\*\*|__)(?P<bold>[^\W\d_][^*_\n:.\uff1a]{1,40}?)"
    r"(?:[:.\uff1a](?:\*\*|__)|(?:\*\*|__)\s*(?:[:\uff1a]|[\u2013\u2014]|\s-\s)"
    r"|(?P<open>[:\uff1a])(?=\s*[^\s*_])"
    r"|(?:\*\*|__)[ \t]*(?=\n|\Z))"
    r"| (?:(?<=\A)|(?<=\n)|(?<=[.!?;)]\s)|(?<=[\u2013\u2014]\s))[ \t]*"
    r"(?P<plain>[^\W\d_][\w'\u2019 -]{1,40}?)"
    r"\s?(?::(?=\s|\Z)|\uff1a)"
    r")"
)


class Part(NamedTuple):
    """A stretch of text with the role that its label gives it; None for what has no label."""

    role: Role | None
    text: str


def role_of(name: str) -> Role | None:
    """The role of a part by its name.

    >>> role_of("Root Cause"), role_of("Alternatives considered:"), role_of("Widgets")
    ('cause', 'rejected', None)
    """
    bare = _NUMBER.sub("", _SIGNS.sub("", name))
    return next((role for role, names in _ROLES if names.match(bare)), None)


def parts(text: str) -> list[Part]:
    r"""A text cut at its labels; without one it is a single part.

    >>> parts("**Decision:** Use SQLite. **Why:** It is one file.")
    [Part(role='decision', text='Use SQLite.'), Part(role='reason', text='It is one file.')]
    >>> parts("It hung. Root cause: a lock.")
    [Part(role=None, text='It hung.'), Part(role='cause', text='a lock.')]
    """
    found: list[Part] = []
    role: Role | None = None
    start, is_open = 0, False
    for match, named in _labels(text):
        found.append(_part(role, text[start : match.start()], is_open))
        role, start, is_open = named, match.end(), bool(match["open"])
    found.append(_part(role, text[start:], is_open))
    return [part for part in found if part.text or part.role]


def _labels(text: str) -> Iterator[tuple[re.Match[str], Role]]:
    """The labels of a text; one that is unknown ends the part before it, on a line of its own."""
    for match in _LABEL.finditer(text):
        role = role_of(match["bold"] or match["plain"])
        starts_line = match.start() > 0 and text[match.start() - 1] == "\n"
        if role or (starts_line and match[0].lstrip("*_ ")[:1].isupper()):
            yield match, role or "aside"


def _part(role: Role | None, text: str, is_open: bool) -> Part:
    """A part; where its label began bold type that ends later, the marks of its end go too."""
    return Part(role, (text.replace("**", "", 1) if is_open else text).strip(" \t\n;\u2014\u2013"))
