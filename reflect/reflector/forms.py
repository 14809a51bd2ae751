"""The forms in which a session states something that holds beyond it, with how sure each is.

They are those of the seed, narrowed by what real sessions say. Its bare words are no forms: of 147
sentences in which agents wrote "should", 45 were read and none was a rule; of 31 with "avoid" about
one was; "test" and "performance" say what a sentence is about, not that it was learnt. So a rule
stands at the start of its sentence ("Always", "Never"), or is called one ("best practice"). What
"this project" does is taken from people alone: agents only narrate what they see. "Use X for Y" is
left out even of people's words, because most of these are tasks.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from blackboard.vocabulary import InsightCategory
from reflect.rules.imperative import is_imperative, leading_verb

Author = Literal["human", "agent"]


class Stated(NamedTuple):
    """A sentence in one of the forms: the words that are kept, and how sure they are."""

    words: str
    confidence: float
    actionable: bool
    category: InsightCategory | None = None


class _Form(NamedTuple):
    """A form; 0.0 where it proves nothing in an author's words.

    Confidences above the curator's `least_confidence`, 0.7, can be kept. `is_rule` says that it
    holds for the next agent even where it is worded as a fact.
    """

    pattern: re.Pattern[str]
    of_human: float
    of_agent: float
    is_rule: bool = False
    needs_verb: bool = False
    category: InsightCategory | None = None


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.VERBOSE | re.IGNORECASE)


_PROJECT = r"(?:this|our|the)\ (?:project|codebase|repo(?:sitory)?)"

ANNOUNCED = _form(
    r"""^(?:
      lessons?(?:\ learn(?:ed|t))? | key\ (?:insight|takeaway|learning)s? | take-?aways? | gotcha
      | note\ to\ self | (?:note\ )?for\ next\ time | best\ practice | anti-?pattern | pitfall
      | rule\ of\ thumb | going\ forward | in\ (?:the\ )?future | from\ now\ on
    )\**\s*[:,\u2014-]\s*\**\s*(?P<rest>.{12,400})(?<![:?])$"""
)

_FORMS = (
    _Form(ANNOUNCED, 0.8, 0.75),
    _Form(_form(r"^(?:please\ )?(?:always|never)\ \w"), 0.9, 0.75, True, True),
    _Form(
        _form(
            r"""^(?!(?:this|that|it|they|these|those)\b)
            .{3,120}\b(?:should|must)\ (?:always|never)\ [a-z]"""
        ),
        0.75, 0.6, True,
    ),
    _Form(_form(r"\bbest\ practice\ (?:\w+\ ){0,2}is\ to\ \w"), 0.75, 0.75, True),
    _Form(_form(r"\b(?:is|are)\ (?:an\ |a\ known\ )?anti-?patterns?\b"), 0.75, 0.6, True, False,
          "antiPatterns"),
    _Form(_form(r"\b(?:is|are)\ recommended\ to\ \w"), 0.75, 0.6, True),
    _Form(
        _form(
            rf"""^{_PROJECT}\ (?:always\ |never\ |only\ )?(?:uses?|requires?|follows?|expects?|pins?
            |stores?|keeps?|forbids?|avoids?|prefers?)\ \w
            | ^(?:in|for)\ {_PROJECT},?\ (?:we|always|never)\ \w | ^here,?\ we\ (?!are\b|go\b)\w
            | ^our\ (?:convention|pattern|implementation|architecture)\ (?:is|uses|requires)\ \w
            | ^\w[\w -]{{2,40}}\ (?:stored|kept|cached|handled|generated|configured|documented
              |mocked|injected|validated|built|deployed|tested)\ (?:in|by|with|under|through|via)
              \ .{{2,60}}\ here[.!]?$"""
        ),
        0.8, 0.0, True, False, "projectSpecific",
    ),
)  # fmt: skip
"""A new form adds one line; the first that fits decides."""

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?])[*_\"\u201d]*\s+|\n+")
_MARK = re.compile(r"^(?:[-*\u2022]\s+)?(?:\*\*|__)?")
_OF_NOW = re.compile(
    r"""(?ix)\b(?: now | today | yet | currently | again | let\ me | let's | i | i'm | i'll | my
      | (?:always|never)\ mind | this\ (?:time|pr|branch|commit|task|session|change|issue|bug|one)
    )\b | \#\d | [?:]\W*$"""
)
"""Signs of talk about the task at hand."""

_FEWEST_WORDS, _LONGEST = 4, 400


def stated(text: str, author: Author) -> list[Stated]:
    """The sentences of a text that state something learnt, by whoever wrote it.

    >>> [each.words for each in stated("Done. Always run `make` first. I should rest.", "human")]
    ['Always run `make` first.']
    """
    found = (_stated(sentence, author) for sentence in sentences(text))
    return [each for each in found if each is not None]


def sentences(text: str) -> list[str]:
    """The sentences of a text outside of fences, without the marks of lists and emphasis."""
    parts = (part.strip() for part in _SENTENCE.split(_FENCE.sub("\n", text)))
    return [_MARK.sub("", part).rstrip(" *_") for part in parts]


def _stated(sentence: str, author: Author) -> Stated | None:
    for form in _FORMS:
        match = form.pattern.search(sentence)
        confidence = form.of_human if author == "human" else form.of_agent
        if match is None or not confidence:
            continue
        words = (match.groupdict().get("rest") or sentence).strip(" *_")
        if form.pattern is ANNOUNCED or _holds(words, form):
            return Stated(words, confidence, form.is_rule or is_imperative(words), form.category)
    return None


def _holds(words: str, form: _Form) -> bool:
    """Whether a sentence that nobody announced is more than talk about the task."""
    is_talk = _OF_NOW.search(words) or len(words.split()) < _FEWEST_WORDS or len(words) > _LONGEST
    return not is_talk and (not form.needs_verb or leading_verb(words) is not None)
