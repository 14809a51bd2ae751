"""The gate that everything learnt must pass, whoever found it."""

from __future__ import annotations

from blackboard.search.terms import terms
from reflect.finding import Finding, InsightFinding
from reflect.rules.imperative import is_imperative

PARAPHRASE = 0.8
"""A root cause that shares more of its terms with the symptom only says it again."""

FEWEST_TERMS = 2
"""Of a person one word is enough: he may have said the rest before."""

_NO_ORDER = "the constraint does not tell anybody to do something"
_EMPTY = "the constraint says next to nothing"
_PARAPHRASED = "the root cause only repeats the symptom"
_UNPROVED = "there is no evidence for it"


def problems(found: Finding | InsightFinding) -> list[str]:
    """What speaks against keeping something; empty when it may pass.

    A human's own words need not be in any particular voice, nor what was written down to be
    remembered: a fact may be worth as much as an order. Whether an insight tells somebody to
    do something was decided where it was found, for a model may say so of a whole passage.
    """
    checks = _of_lesson(found) if isinstance(found, Finding) else _of_insight(found)
    return [problem for is_so, problem in checks if is_so]


def _of_lesson(found: Finding) -> tuple[tuple[bool, str], ...]:
    by_human = found.trust == "human"
    is_fact = by_human or found.noted
    return (
        (not is_fact and not is_imperative(found.rule), _NO_ORDER),
        (len(terms(found.rule)) < (1 if by_human else FEWEST_TERMS), _EMPTY),
        (
            not found.noted and is_paraphrase(found.text.root_cause, found.text.symptom),
            _PARAPHRASED,
        ),
        (not found.evidence, _UNPROVED),
    )


def _of_insight(found: InsightFinding) -> tuple[tuple[bool, str], ...]:
    return (
        (not found.actionable, _NO_ORDER),
        (len(terms(found.rule)) < (1 if found.stated else FEWEST_TERMS), _EMPTY),
        (not found.evidence, _UNPROVED),
    )


def is_paraphrase(cause: str, symptom: str) -> bool:
    """Whether a cause says nothing that the symptom does not say.

    >>> is_paraphrase("The build failed in CI.", "Build fails in CI")
    True
    >>> is_paraphrase("Nobody ran the type checker.", "Build fails in CI")
    False
    """
    why, what = set(terms(cause)), set(terms(symptom))
    return len(why & what) > PARAPHRASE * len(why) if why else True
