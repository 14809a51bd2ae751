"""The rules in what a person said, each one sentence or a few that belong together."""

from __future__ import annotations

import re

from reflect.feedback.sentences import sentences
from reflect.feedback.standing import is_standing, without_filler

_ASKED = re.compile(r"(?i)^(?:can(?:'t|not)?|could(?:n't)?) (?:we|you) (?:please )?(?=\w)")
_TAG = re.compile(r"(?i)[,.]? (?:right|or|no|yeah|ok|okay|please)\s*\?+$|\?+$")
_AFTER_WRONG = re.compile(
    r"(?i)^[^,.:;]{0,40}\b(?:is|was|'s)(?:n't| not) (?:correct|right|true)[,.:;]\s+(?=\w+ \w+)"
)
"""What was wrong, before what is right."""

_AS_I_KNOW = re.compile(r"(?i)^(?:also\s+)?i\s+thou?gth?t?\s+(?:that\s+)?(?=the\b|we\b)")
_NAME = re.compile(r"[a-z]+[_.\-/]|`")
"""What begins a sentence as it is written: an identifier, a path, code."""

_INSTEAD = re.compile(r"(?i)^[^?]*\binstead[.!]?$")
"""What is done in place of what the sentence before it forbids."""

_LABELLED = re.compile(r"[A-Z]\w+ \w[\w ]{0,25}: (?=[A-Z])")
"""A task that begins with a label, "High severity: ", is pasted from a review or a tracker."""

_STOP = re.compile(r"(?i)^stop \w+ing")


def rules(text: str, *, refused: bool = False, opening: bool = False) -> list[str]:
    """The lasting rules in a message; neighbouring sentences are kept together.

    Args:
        text: the message.
        refused: whether it came with the refusal of a call.
        opening: whether it is the first of a session, which gives a task.

    >>> rules("No, don't use pip here. Use `uv run` for everything in this repo. Then go on.")
    ["Don't use pip here. Use `uv run` for everything in this repo."]
    >>> rules("don't change this yet")
    []
    """
    if opening and _LABELLED.match(text):
        return []
    found: list[list[str]] = [[]]
    for sentence in sentences(text):
        goes_on = bool(found[-1]) and bool(_INSTEAD.search(sentence))
        if goes_on or is_standing(sentence, refused=refused, opening=opening):
            found[-1].append(tidy(sentence))
        elif found[-1]:
            found.append([])
    return [" ".join(group) for group in found if group]


def tidy(sentence: str) -> str:
    """A sentence as a rule: without filler, what was politely asked as an order.

    >>> tidy("can't we use our logging framework?")
    'Use our logging framework.'
    """
    kept = sentence if _STOP.match(sentence) else without_filler(sentence)
    kept = _AS_I_KNOW.sub("", kept)
    kept = _TAG.sub("", _ASKED.sub("", _AFTER_WRONG.sub("", kept))).strip()
    if not _NAME.match(kept):
        kept = kept[:1].upper() + kept[1:]
    return kept if kept.endswith((".", "!", "`")) else f"{kept}."
