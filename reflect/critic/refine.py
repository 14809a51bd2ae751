"""Refine by rules: move information to the field where it belongs, without adding any.

A vague opening is removed, the place is taken from the issue, the reason from the instruction, and
an instruction that is too long is cut at a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from reflect.critic.information import common, content
from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import CriticSettings
from reflect.markdown.sentences import sentences
from reflect.rules.imperative import is_imperative, is_verb

_LEAD_IN = re.compile(
    r"(?i)^(?:please\s+|it would be (?:really )?(?:nice|great|good)[^.]{0,80}?\bto\s+"
    r"|(?:you|we|somebody|someone) (?:should|could|might want to)\s+|try to\s+|remember to\s+"
    r"|be sure to\s+|(?:make sure|ensure)(?: that)?(?: you| we)?(?: to)?\s+)"
)
_PASSIVE = re.compile(
    r"(?i)^(?:make sure|ensure)(?: that)? (?P<what>.{2,120}?) (?:is|are) (?P<done>\w+?(?:ed|en))\b"
    r"(?P<rest>.*)$",
    re.DOTALL,
)
_STATE = re.compile(
    r"(?i)^(?:make sure|ensure)(?: that)? .{2,120}? (?:is|are|has|have|works?|exists?)\b"
)
_REASON = re.compile(r"(?i)[,;]?\s+(?:because|since|so that|otherwise|as it)\s+(?P<why>.{10,})$")
_PLACES = re.compile(
    r"(?x)`([^`\n]+)` | (\b[\w.-]+/[\w./-]+(?::\d+)?) | (\b\w[\w-]*\.[A-Za-z]{1,5}\b(?::\d+)?) "
    r"| (\b\w+\(\)) | (\b[A-Z]\w+\.\w+\b)"
)
_LONGEST = 2_000
"""Characters of a text that are searched for places and compared."""

_IRREGULAR = {
    "written": "write", "given": "give", "taken": "take", "shown": "show", "hidden": "hide",
    "broken": "break", "chosen": "choose", "seen": "see",
}  # fmt: skip

Step = Callable[[Recommendation, CriticSettings], Recommendation]


def refine(recommendation: Recommendation, settings: CriticSettings) -> Recommendation:
    """A better version of a recommendation, or the same object if nothing can be improved."""
    for step in (_without_lead_in, _with_reason, _with_place, _shortened):
        recommendation = step(recommendation, settings)
    return recommendation


def _without_lead_in(recommendation: Recommendation, _settings: CriticSettings) -> Recommendation:
    text = " ".join(recommendation.instruction.split())
    passive = _PASSIVE.match(text)
    verb = _base(passive["done"]) if passive else None
    if passive and verb:
        return _changed(
            recommendation, instruction=f"{verb.capitalize()} {passive['what']}{passive['rest']}"
        )
    bare = _LEAD_IN.sub("", text)
    if bare == text or _STATE.match(text) or not is_imperative(bare):
        return recommendation
    return _changed(recommendation, instruction=bare[:1].upper() + bare[1:])


def _with_reason(recommendation: Recommendation, _settings: CriticSettings) -> Recommendation:
    text = " ".join(recommendation.instruction.split())
    match = _REASON.search(text)
    if recommendation.rationale.strip() or match is None:
        return recommendation
    why = match["why"].strip()
    instruction = f"{text[: match.start()].rstrip(' ,;')}."
    return _changed(recommendation, instruction=instruction, rationale=why[:1].upper() + why[1:])


def _with_place(recommendation: Recommendation, _settings: CriticSettings) -> Recommendation:
    """With the place that the issue names, if the advice shares more with it than that would."""
    if recommendation.scope.strip() or not _is_about(recommendation):
        return recommendation
    matches = _PLACES.finditer(recommendation.issue[:_LONGEST])
    named = [next(filter(None, match.groups())) for match in matches]
    new = [name for name in dict.fromkeys(named) if name not in recommendation.instruction]
    return _changed(recommendation, scope=", ".join(new[:3])) if new else recommendation


def _is_about(recommendation: Recommendation) -> bool:
    """Whether advice or reason bear on the issue: a place taken from it proves nothing."""
    texts = (recommendation.instruction, recommendation.rationale, recommendation.issue)
    advice, reason, issue = (content(text[:_LONGEST]) for text in texts)
    advice = advice.joined(reason)
    return bool(common(advice, issue) or advice.literals & issue.literals)


def _shortened(recommendation: Recommendation, settings: CriticSettings) -> Recommendation:
    longest = settings.rules.max_instruction_length
    if len(recommendation.instruction) <= longest:
        return recommendation
    kept = ""
    for _, sentence in sentences(recommendation.instruction.strip()):
        if len(kept) + len(sentence) + 1 > longest:
            break
        kept = f"{kept} {sentence}".strip()
    return _changed(recommendation, instruction=kept) if kept else recommendation


def _changed(recommendation: Recommendation, **fields: str) -> Recommendation:
    return recommendation.model_copy(update=fields)


def _base(participle: str) -> str | None:
    """The verb of a participle, if known.

    >>> [_base(word) for word in ("updated", "checked", "stopped", "applied", "written")]
    ['update', 'check', 'stop', 'apply', 'write']
    """
    word = participle.lower()
    regular = (word[:-1], word[:-2], word[:-3], f"{word[:-3]}y")
    return _IRREGULAR.get(word) or next(filter(is_verb, regular), None)
