"""The decision that the labelled parts of an entry state."""

from __future__ import annotations

import re

from reflect.documents import headings
from reflect.documents.entries import Entry, Placed
from reflect.documents.labels import Role
from reflect.documents.reasons import as_rule, aside, demands, reasoned
from reflect.documents.sentences import sentences
from reflect.documents.signs import is_order, is_statement, is_ticked
from reflect.documents.statement import Statement
from reflect.documents.words import is_open, is_status, says_enough
from reflect.rule_files.sentences import plain

_LONGEST = 400
_CHOSEN = re.compile(r"(?i)chosen option:\s*[\"'\u201c]?(?P<name>[^\"\u201d]+?)[\"'\u201d.]*\Z")
_DATE = re.compile(r"^\[\d{4}-\d\d-\d\d[^\]]*\]\s*[-:\u2013\u2014]?\s*")
_YES = re.compile(r"(?i)^(?:yes|no|agreed)\s*[,;\u2013\u2014-]\s*(?:but|and|so)?\s*")
_TOPIC = re.compile(r"\W*(?:\*\*|__)(?P<topic>[^*_:]{2,60}):?(?:\*\*|__)")


def decision(entry: Entry) -> Statement | None:
    """The decision that a part states, or the title where a part gives the reason."""
    why, rejected = plain(entry.text("reason")), plain(entry.text("rejected"))
    said: Role = "decision" if entry.text("decision") or not why else "demand"
    text = _DATE.sub("", entry.text(said))
    if not text:
        return _titled(entry, why, rejected)
    if not says_enough(text, least=2) or is_status(plain(text)) or is_open(text):
        return None
    found = reasoned(text)
    cause = why or found.why or plain(entry.text("context"))
    is_grounded = bool(cause or rejected or found.against)
    if not (is_grounded or is_order(found.claim) or says_enough(found.claim)):
        return None
    claim = found.claim if found.why and not why else plain(text)
    claim = claim if len(claim) <= _LONGEST else found.claim
    shown: list[Role] = [said, "reason", "rejected"]
    if not (why or found.why):
        shown.append("context")
    lines = entry.lines(*shown)
    return Statement("decision", _ruled(entry, claim), *lines, cause=cause,
                     alternatives=_others(rejected, claim) or found.against)  # fmt: skip


def advice(entry: Entry) -> Statement | None:
    """A recommendation, or the answer to the question in the title or the text."""
    topic, is_asked = _question(entry)
    text = plain(entry.text("advice", "answer") if is_asked else entry.text("advice"))
    claim = _YES.sub("", text)
    if not claim or is_status(claim) or is_open(claim):
        return None
    found = reasoned(claim, dash=False)
    if is_asked:
        claim, remark = aside(claim)
        first, (_, last) = entry.parts[0].first, entry.lines("advice", "answer")
        rule = f"{topic}: {claim}" if topic else claim
        return Statement("decision", rule, first, last, cause=found.why or remark,
                         alternatives=found.against)  # fmt: skip
    if not says_enough(text) or not (is_order(text) or demands(text)):
        return None
    return Statement("decision", as_rule(found.claim), *entry.lines("advice"), cause=found.why,
                     alternatives=found.against)  # fmt: skip


def _ruled(entry: Entry, claim: str) -> str:
    """A decision in the words of its text or title, whichever tells what to do.

    The name of an option, or a word or two, is understood only with the title before it.
    """
    title = headings.title(plain(entry.title)).rstrip("?:.")
    option = _CHOSEN.match(claim)
    rule = as_rule(option["name"] if option else claim)
    if not title or is_order(rule):
        return rule
    if headings.is_numbered(entry.title) and is_order(title):
        return title
    return f"{title}: {rule}" if option or not says_enough(rule, least=4) else rule


def _others(rejected: str, claim: str) -> str:
    """The options that were considered, without the one that was chosen."""
    options = [plain(option) for _, option in sentences(rejected)]
    return " ".join(option for option in options if option.rstrip(".") not in claim)


def _titled(entry: Entry, why: str, rejected: str) -> Statement | None:
    """A decision that is the title of the entry, or the text before its reason."""
    if not why or is_status(why) or is_ticked(entry.title):
        return None
    if entry.text("symptom", "cause", "advice", "remark"):
        return None
    title = headings.title(plain(entry.title))
    before = [
        part for part in _before_reason(entry)
        if part.text == entry.title or not _is_said(entry.title)
    ]  # fmt: skip
    texts = [part.text for part in before if part.text != entry.title]
    told = [plain(sentence) for text in texts for _, sentence in sentences(text)]
    rule = told[0] if told and says_enough(told[0]) else title
    if not says_enough(rule, least=2) or is_status(rule) or is_open(rule):
        return None
    first, last = entry.lines("reason", "rejected")
    first = min([first, *(part.first for part in before)])
    return Statement("decision", as_rule(rule), first, last, cause=why, alternatives=rejected)


def _is_said(heading: str) -> bool:
    """Whether a title says by itself what was decided."""
    title = headings.title(plain(heading))
    is_own = is_order(title) or is_statement(title) or bool(reasoned(title).against)
    return is_own or headings.is_numbered(heading)


def _before_reason(entry: Entry) -> list[Placed]:
    """The text without a label that stands right before the reason."""
    index = next(n for n, part in enumerate(entry.parts) if part.role == "reason")
    return [part for part in entry.parts[:index] if part.role is None][-1:]


def _question(entry: Entry) -> tuple[str, bool]:
    """The topic of the question that an entry's title or text asks, and whether there is one."""
    asked = [entry.title, *(each.text for each in entry.parts if each.role in (None, "symptom"))]
    text = next((each for each in asked if "?" in each), "")
    topic = _TOPIC.match(text)
    return (topic["topic"].strip() if topic else ""), bool(text)
