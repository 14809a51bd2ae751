"""The sentences of a message that are the person's own: nothing quoted, pasted or listed."""

from __future__ import annotations

import re

from reflect.markdown.sentences import sentences as split
from reflect.own_words import own_words

LONGEST_MESSAGE = 1_200
"""Characters; what is longer is a pasted plan, log or review."""

_SCREEN = re.compile(
    r"""(?mx)
    # another prompt than a dollar, an agent's screen, a test's result, a numbered listing of code
    ^[ \t]* (?: [\w.@~:/-]*\u276f[ ]\S | ---[ ]FAIL | [\u23fa\u23bf] | \d+[ ][+\u2502|] )
      .* (?: \n(?![ \t]*$).* )*
    | ^[ \t]* remote: .*$ | \"{3}[\s\S]*?(?:\"{3}|\Z)"""
)
_ITEM = re.compile(r"^\s*[-*•]\s+")
_NUMBERED = re.compile(r"^[ \t]*(?:\(?\d{1,2}[.)]|#\d+:?)[ \t]+.*$", re.MULTILINE)
"""An item of a numbered list: the parts of one task, or points of a review."""

_PERSON = re.compile(r"(?i)\b(?:i|i'[a-z]+|me|my|we|we'[a-z]+|us|our|you|your|please|let's|lets)\b")
_IMPERSONAL = 40
"""Words; a message of as many that addresses no one is pasted from a review."""


def sentences(text: str) -> list[str]:
    """The person's own sentences; none of a message that is too long to be only theirs.

    >>> sentences("No. Don't stash anything!\\n```\\nerror: never mind\\n```\\nread the files")
    ['No.', "Don't stash anything!", 'read the files']
    """
    if len(text) > LONGEST_MESSAGE:
        return []
    own = _NUMBERED.sub("\n", own_words(_SCREEN.sub("\n", text)))
    paragraphs = [each for each in re.split(r"\n\s*\n", own) if not _is_impersonal(each)]
    found = (_ITEM.sub("", each).strip() for _, each in split("\n".join(paragraphs), by_line=True))
    return [each for each in found if each]


def _is_impersonal(paragraph: str) -> bool:
    return len(paragraph.split()) >= _IMPERSONAL and not _PERSON.search(paragraph)
