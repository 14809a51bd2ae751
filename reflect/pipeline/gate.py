"""The gate that everything learnt must pass, from any source."""

from __future__ import annotations

import re

from blackboard.search.terms import terms
from reflect.finding import Finding, InsightFinding
from reflect.rules.imperative import is_imperative

PARAPHRASE = 0.8
"""A root cause that shares more of its terms with the symptom only says it again."""

FEWEST_TERMS = 2
"""Of a person, and of a sentence that an agent passes on, one word is enough: the rest may have
been said before."""

MOST_WORDS, LONGEST_SENTENCE = 16, 120
"""Words and characters of a sentence that an agent passes on as it was said."""

_NO_ORDER = "the constraint does not say what to do"
_EMPTY = "the constraint says next to nothing"
_PARAPHRASED = "the root cause only repeats the symptom"
_FILLED = "its {} only fills the field ({!r}): leave it empty where nothing is known"
_UNPROVED = "there is no evidence for it"


_GOES_ON = re.compile(r"[.!?]\s+\S|[\u3002\uff01\uff1f]\s*\S|\n")
"""Where a text has more than one sentence."""

_FILLER = re.compile(
    r"(?i)\W*(?:n/?a|none|null|nil|tbd|to ?do|to be (?:determined|decided|investigated)|unknown"
    r"|unclear|unspecified|undetermined|various|not (?:yet )?(?:known|determined|clear|specified"
    r"|stated|applicable|available|given)|see (?:above|below|title|constraint|symptom|description)"
    r"|(?:the )?same(?: as (?:above|before|the symptom))?|as (?:above|described|stated)"
    r"|lorem ipsum.*|(?:a |human |developer )?(?:error|mistake|oversight|bug)"
    r"|no (?:root )?cause(?: (?:given|known|found))?)\W*"
)
"""What people and models write where they have nothing to say."""


def problems(found: Finding | InsightFinding) -> list[str]:
    """What speaks against keeping something; empty when it may pass.

    A human's own words need not be in any particular voice, nor what was written down to be
    remembered: a fact may be worth as much as an order. Whether an insight instructs somebody to
    do something was decided where it was found, for a model may say so of a whole passage.
    """
    checks = _of_lesson(found) if isinstance(found, Finding) else _of_insight(found)
    return [problem for is_so, problem in checks if is_so]


def _of_lesson(found: Finding) -> tuple[tuple[bool, str], ...]:
    by_human = found.trust == "human"
    is_fact, is_told = by_human or found.noted, is_passed_on(found)
    return (
        (not is_fact and not is_told and not is_imperative(found.rule), _NO_ORDER),
        (
            len(terms(found.rule)) < (1 if by_human or is_told else FEWEST_TERMS),
            _EMPTY,
        ),
        (
            not found.noted and is_paraphrase(found.text.root_cause, found.text.symptom),
            _PARAPHRASED,
        ),
        *_filled(found),
        (not found.evidence, _UNPROVED),
    )


def is_passed_on(found: Finding) -> bool:
    """Whether an agent passes on one short sentence and nothing else, as a person says it.

    By its form alone: what it says in which language is for the person to judge, for whom it waits.
    """
    words, told = found.rule.split(), found.text
    is_alone = not (told.symptom or told.root_cause) and told.resolution in ("", found.rule)
    is_sentence = 1 < len(words) <= MOST_WORDS or len(words) == 1 < len(terms(found.rule))
    is_short = len(found.rule) <= LONGEST_SENTENCE and not _GOES_ON.search(found.rule)
    return found.writer == "agent" and is_alone and is_sentence and is_short


def _filled(found: Finding) -> tuple[tuple[bool, str], ...]:
    """The fields that hold filler; an empty field claims nothing."""
    fields = {
        "symptom": found.text.symptom,
        "root cause": found.text.root_cause,
        "resolution": found.text.resolution,
    }
    return tuple(
        (is_filler(text), _FILLED.format(name, text)) for name, text in fields.items() if text
    )


def is_filler(text: str) -> bool:
    """Whether a text says nothing, whatever it is about.

    >>> is_filler("N/A"), is_filler("Unknown."), is_filler("The lock is shared.")
    (True, True, False)
    """
    return _FILLER.fullmatch(text) is not None


def _of_insight(found: InsightFinding) -> tuple[tuple[bool, str], ...]:
    return (
        (not found.actionable, _NO_ORDER),
        (len(terms(found.rule)) < (1 if found.stated else FEWEST_TERMS), _EMPTY),
        (not found.evidence, _UNPROVED),
    )


def is_paraphrase(cause: str, symptom: str) -> bool:
    """Whether a cause says nothing that the symptom does not say; one that is empty claims nothing.

    >>> is_paraphrase("The build failed in CI.", "Build fails in CI")
    True
    >>> is_paraphrase("Nobody ran the type checker.", "Build fails in CI")
    False
    """
    if not cause:
        return False
    why, what = set(terms(cause)), set(terms(symptom))
    return len(why & what) > PARAPHRASE * len(why) if why else True
