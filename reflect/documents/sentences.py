"""The sentences of a passage, with their offsets; one may begin with code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflect.rule_files import sentences as markdown

_BEFORE_CODE = re.compile(r"(?<=[a-z0-9)\]][.!?])\s+(?=`)|(?<=[\u3002\uff01\uff1f])")
"""Ends that `rule_files.sentences` does not see: before code, or without a blank."""


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a text with their offsets.

    >>> [sentence for _, sentence in sentences("Pin it. `make` reads the pin.")]
    ['Pin it.', '`make` reads the pin.']
    """
    for offset, sentence in markdown.sentences(text):
        start = 0
        for end in _BEFORE_CODE.finditer(sentence):
            yield offset + start, sentence[start : end.start()]
            start = end.end()
        if sentence[start:]:
            yield offset + start, sentence[start:]
