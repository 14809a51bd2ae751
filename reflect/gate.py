"""The gate that a lesson must pass, whoever found it."""

from __future__ import annotations

from blackboard.search.terms import terms
from reflect.finding import Finding
from reflect.rules.imperative import is_imperative

_PARAPHRASE = 0.8
"""A root cause that shares more of its terms with the symptom only says it again."""

_FEWEST_TERMS = 2


def problems(finding: Finding) -> list[str]:
    """What speaks against keeping a lesson; empty when it may pass.

    A human's own words need not be in any particular voice.
    """
    text = finding.text
    found = []
    if finding.trust != "human" and not is_imperative(text.constraint):
        found.append("the constraint does not tell anybody to do something")
    if len(terms(text.constraint)) < (1 if finding.trust == "human" else _FEWEST_TERMS):
        found.append("the constraint says next to nothing")
    if is_paraphrase(text.root_cause, text.symptom):
        found.append("the root cause only repeats the symptom")
    if not finding.evidence:
        found.append("there is no evidence for it")
    return found


def is_paraphrase(cause: str, symptom: str) -> bool:
    """Whether a cause says nothing that the symptom does not say.

    >>> is_paraphrase("The build failed in CI.", "Build fails in CI")
    True
    >>> is_paraphrase("Nobody ran the type checker.", "Build fails in CI")
    False
    """
    why, what = set(terms(cause)), set(terms(symptom))
    return len(why & what) > _PARAPHRASE * len(why) if why else True
