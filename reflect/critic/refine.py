"""Refining by rules: what stands in the issue or the reason goes where it belongs, no word more.

Nothing is added that was not said: a vague beginning is cut off, the place is taken from the
issue, a reason from the instruction, and what is too long is cut at a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import CriticSettings
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
"""Characters of an issue in which places are looked for."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_IRREGULAR = {
    "written": "write", "given": "give", "taken": "take", "shown": "show", "hidden": "hide",
    "broken": "break", "chosen": "choose", "seen": "see",
}  # fmt: skip

Step = Callable[[Recommendation, CriticSettings], Recommendation]


def refine(recommendation: Recommendation, settings: CriticSettings) -> Recommendation:
    """A better form of a recommendation, or the very same when nothing can be bettered."""
    for step in (_without_lead_in, _with_reason, _with_place, _shortened):
        recommendation = step(recommendation, settings)
    return recommendation


def _without_lead_in(given: Recommendation, _settings: CriticSettings) -> Recommendation:
    text = " ".join(given.instruction.split())
    passive = _PASSIVE.match(text)
    verb = _base(passive["done"]) if passive else None
    if passive and verb:
        return _changed(
            given, instruction=f"{verb.capitalize()} {passive['what']}{passive['rest']}"
        )
    bare = _LEAD_IN.sub("", text)
    if bare == text or _STATE.match(text) or not is_imperative(bare):
        return given
    return _changed(given, instruction=bare[:1].upper() + bare[1:])


def _with_reason(given: Recommendation, _settings: CriticSettings) -> Recommendation:
    text = " ".join(given.instruction.split())
    found = _REASON.search(text)
    if given.rationale.strip() or found is None:
        return given
    why = found["why"].strip()
    instruction = f"{text[: found.start()].rstrip(' ,;')}."
    return _changed(given, instruction=instruction, rationale=why[:1].upper() + why[1:])


def _with_place(given: Recommendation, _settings: CriticSettings) -> Recommendation:
    if given.scope.strip():
        return given
    found = _PLACES.finditer(given.issue[:_LONGEST])
    named = [next(filter(None, match.groups())) for match in found]
    new = [each for each in dict.fromkeys(named) if each not in given.instruction]
    return _changed(given, scope=", ".join(new[:3])) if new else given


def _shortened(given: Recommendation, settings: CriticSettings) -> Recommendation:
    longest = settings.rules.max_instruction_length
    if len(given.instruction) <= longest:
        return given
    kept = ""
    for sentence in _SENTENCE.split(given.instruction.strip()):
        if len(kept) + len(sentence) + 1 > longest:
            break
        kept = f"{kept} {sentence}".strip()
    return _changed(given, instruction=kept) if kept else given


def _changed(given: Recommendation, **fields: str) -> Recommendation:
    return given.model_copy(update=fields)


def _base(participle: str) -> str | None:
    """The verb of a participle, if it is a known one.

    >>> [_base(word) for word in ("updated", "checked", "stopped", "applied", "written")]
    ['update', 'check', 'stop', 'apply', 'write']
    """
    word = participle.lower()
    regular = (word[:-1], word[:-2], word[:-3], f"{word[:-3]}y")
    return _IRREGULAR.get(word) or next(filter(is_verb, regular), None)
