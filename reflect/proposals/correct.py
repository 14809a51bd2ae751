"""What the second question takes out of what was proven, and what it mends; pure."""

from __future__ import annotations

from collections.abc import Sequence

from reflect.proposals.answers import LONGEST_LESSON, Checked, Corrections
from reflect.proposals.prove import Proven, Refused

_TAKEN_OUT = {
    "taken-back": "it was retracted, or turned out wrong",
    "not-shown": "its entries do not show what it says",
}


def corrected(proven: Sequence[Proven], answer: Corrections) -> tuple[list[Proven], list[Refused]]:
    """What stays of the proven lessons, in the words of the correction, and what does not.

    A lesson without a verdict stays as it is.
    """
    verdicts = {each.number: each for each in answer.verdicts}
    kept: list[Proven] = []
    refused: list[Refused] = []
    for number, each in enumerate(proven, 1):
        verdict = verdicts.get(number)
        reason = _TAKEN_OUT.get(verdict.verdict) if verdict else None
        if reason:
            refused.append(Refused(each.proposed.text, reason))
        else:
            kept.append(_mended(each, verdict))
    return kept, refused


def _mended(proven: Proven, verdict: Checked | None) -> Proven:
    text = " ".join(verdict.text.split()) if verdict else ""
    if not text or len(text) > LONGEST_LESSON or (verdict and verdict.verdict == "shown"):
        return proven
    return proven._replace(proposed=proven.proposed.model_copy(update={"text": text}))
