"""What of a person's message is his own: without what he pasted, as far as that can be seen.

Only the author of a message is proved, and people paste pages, logs and mails into theirs. What is
fenced, quoted, indented, marked up, printed by a program or long is taken for pasted. What was
pasted as a plain short sentence cannot be told from his own words.
"""

from __future__ import annotations

import re

from blackboard.search.terms import terms

LONGEST = 700
"""Characters of a paragraph that a person types; longer ones are pasted plans and reviews."""

_MOST_LINES = 12
"""Lines of a paragraph that a person types without an empty one."""

_FENCED = re.compile(
    r"^[ \t]*(?P<fence>```+|~~~+).*?(?:^[ \t]*(?P=fence)|\Z)", re.DOTALL | re.MULTILINE
)
_OPENED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_TAGGED = re.compile(
    r"(?<!\w)<(?P<tag>[A-Za-z][\w:-]*)\b[^<>\n]*>.*?</(?P=tag)\s*>"
    r"|^[ \t]*<[A-Za-z][\w:-]*\b[^<>\n]*>[ \t]*$.*",
    re.DOTALL | re.MULTILINE,
)
"""A marked-up block; one that is not closed goes to the end where its tag has a line of its own."""

_QUOTED = re.compile(
    r"^[ \t]*(?:>|\|)[^\n]*$|^[^\n\t]+\t[^\n]*$"  # a mail, a table
    r"|^(?:\t| {4,})\S[^\n]*$"  # code
    r"|\"[^\"\n]{40,}\"|\u201c[^\u201d]{20,}(?:\u201d|\Z)|\u00ab[^\u00bb]{20,}(?:\u00bb|\Z)",
    re.MULTILINE,
)
_ATTRIBUTED = re.compile(
    r"(?im)^[^\n]{0,80}\b(?:wrote|writes|commented|comments|reviewed|said|says|suggested|replied"
    r"|posted|review|comment|output|log|error|message|page|docs?|readme|reply|e?mail|thread"
    r"|stdout|stderr|console|terminal|issue|ticket|article|post|chat|description|snippet)"
    r"\s*(?:was|is|above|below)?:[ \t]*\n.*",
    re.DOTALL,
)
"""What follows a line that announces the words of somebody else, to the end."""

_HEADED = re.compile(
    r"""(?mx) ^[ \t]* (?:
      (?:From|To|Cc|Subject|Author|Date|Sent):[ ]\S | commit[ ][0-9a-f]{7,40}[ \t]*$
      | \#{1,6}[ ]\S
      | \S[^\n]{0,40}[ ]{1,4}[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:[ ]?[AaPp]\.?[Mm]\.?)?[\])]?[ \t]*$
    ) .*""",
    re.DOTALL,
)
"""A mail, a commit, a document or a chat by the line that heads it, to the end."""

_LINKED = re.compile(r"^[ \t]*https?://\S+[ \t]*$(?:\n(?![ \t]*$).*)*", re.MULTILINE)
"""An address that has a line of its own, and what stands directly below it."""

_COMMENTED = re.compile(r"/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL)
_RULED_OFF = re.compile(r"^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*$.*", re.DOTALL | re.MULTILINE)
_PRINTED = re.compile(
    r"""(?mx)
    # a terminal or a stack trace, to the end of its paragraph
    ^[ \t]* (?: [\w.@~:/-]*[$%#][ ]\S | Traceback[ ]\(most[ ]recent ) .* (?: \n(?![ \t]*$).* )*
    # a line of a log, an error message or a diff
    | ^[ \t]* (?: \[?\d{4}-\d\d-\d\d[T ] | \[?\d\d:\d\d:\d\d
      | \[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|NOTE|HINT)\b
      | (?i:error|fatal|warning|hint|note): | npm[ ](?:error|ERR!|warn)\b
      | [\w.]*(?:Error|Exception): | (?:[-+]{3}|@@)[ ] | Exit[ ]code[ ]\d ) .*$"""
)
_PASTED = (
    _FENCED, _OPENED, _COMMENTED, _TAGGED, _RULED_OFF, _HEADED, _ATTRIBUTED, _LINKED, _PRINTED,
    _QUOTED,
)  # fmt: skip
_PARAGRAPH = re.compile(r"\n[ \t]*\n")


def own_words(text: str) -> str:
    """A message without what its author pasted.

    >>> own_words("Use uv here.\\n> Always use pip.")
    'Use uv here.'
    >>> own_words("The review says:\\nAlways merge at once.")
    ''
    """
    for pasted in _PASTED:
        text = pasted.sub("\n", text)
    return "\n\n".join(each.strip() for each in _PARAGRAPH.split(text) if _is_typed(each)).strip()


def are_own(words: str, text: str) -> bool:
    """Whether a person said something in his own words: its terms stand there, in one paragraph.

    >>> are_own("Use uv.", "Please use uv here."), are_own("Use uv.", "> Use uv")
    (True, False)
    """
    wanted = set(terms(words))
    return bool(wanted) and any(
        wanted <= set(terms(each)) for each in _PARAGRAPH.split(own_words(text))
    )


def _is_typed(paragraph: str) -> bool:
    lines = paragraph.strip().splitlines()
    return bool(lines) and len(lines) <= _MOST_LINES and len(paragraph) <= LONGEST
