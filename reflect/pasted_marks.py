"""The marks by which a paste shows in a message: what encloses it, what begins it, who signed it.

Marks are forms of lines, not words, where a form is enough; the few words are those that programs
write. A new mark is a line in its table and in `tests/reflect/pastes.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

LEFT_OUT = "\x00"
"""Replaces something enclosed; what introduces that introduces nothing else."""

_FENCED = re.compile(
    r"^[ \t]*(?P<fence>```+|~~~+|'''|\"\"\").*?(?:^[ \t]*(?P=fence)|\Z)", re.DOTALL | re.MULTILINE
)
_OPENED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_TAGGED = re.compile(
    r"(?<!\w)<(?P<tag>[A-Za-z][\w:-]*)\b[^<>\n]*>.*?</(?P=tag)\s*>"
    r"|^[ \t]*<[A-Za-z][\w:-]*\b[^<>\n]*>[ \t]*$.*",
    re.DOTALL | re.MULTILINE,
)
"""A marked-up block; one that is not closed goes to the end where its tag has a line of its own."""

_COMMENTED = re.compile(r"/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL)
_PRINTED = re.compile(
    r"""(?mx)
    # a terminal, a stack trace or a line with its time, to the end of its paragraph
    ^[ \t]* (?: (?:[\w.@~:/-]*[$%]|[\w.@~:/-]+\#)[ ]\S | Traceback[ ]\(most[ ]recent
      | \[?\d{4}-\d\d-\d\d[T ] | \[?\d\d:\d\d:\d\d ) .* (?: \n(?![ \t]*$).* )*
    # a line of a log, an error message or a diff
    | ^[ \t]* (?: \[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|NOTE|HINT)\b
      | (?i:error|fatal|warning|hint|note): | npm[ ](?:error|ERR!|warn)\b
      | [\w.]*(?:Error|Exception): | (?:[-+]{3}|@@)[ ] | Exit[ ]code[ ]\d ) .*$"""
)
_MARKS_OF_SPEECH = (
    ("\u201c", "\u201d"), ("\u201e", "\u201c\u201d"), ("\u00ab", "\u00bb"), ("\u2039", "\u203a"),
    ("\u275d", "\u275e"), ("\u300c", "\u300d"), ("\u300e", "\u300f"), ("\u300a", "\u300b"),
    ("\u3010", "\u3011"), ("\u301d", "\u301e"),
)  # fmt: skip
"""Quotation marks: what opens a quotation, and what may close it."""

_SHORTEST_QUOTATION = 20
"""Characters; shorter ones are names and terms that a person may use."""

_QUOTED = re.compile(
    r"^[ \t]*[>|\u2502\u2503\u258e\uff1e][^\n]*$|^[^\n\t]+\t[^\n]*$"  # a mail, a table
    r"|^[ \t]*[\u2014\u2013\u2015][ \t]+\S[^\n]*$"  # somebody's speech
    r"|^(?:\t| {4,})\S[^\n]*$"  # code
    r"|\"[^\"\n]{40,}\"|^[ \t]*\"[^\"\n]+\n[^\"]*(?:\"|\Z)"
    r"|(?<!\S)\u201d[^\u201d]{20,}\u201d|\u00bb[^\u00ab]{20,}\u00ab|"
    + "|".join(
        f"{opens}[^{closes}]{{{_SHORTEST_QUOTATION},}}(?:[{closes}]|\\Z)"
        for opens, closes in _MARKS_OF_SPEECH
    ),
    re.MULTILINE,
)
_LINKED = re.compile(r"^[ \t]*https?://\S+[ \t]*$(?:\n(?![ \t]*$).*)*", re.MULTILINE)
"""An address that has a line of its own, and what is directly below it."""

ENCLOSED = (_FENCED, _OPENED, _COMMENTED, _TAGGED, _PRINTED, _QUOTED, _LINKED)
"""What ends by itself; a person may go on after it."""

_LONGEST_LINE = 100
"""Characters of a header or of an introduction."""

_PASTE = re.compile(r"(?i)[\[<({][^\]>)}\n]{0,20}\b(?:past(?:e|ed)|truncated|clipboard)\b[^\n]*")
"""What the program in which a person types writes for a paste."""

_RULED_OFF = re.compile(r"[ \t]*(?:-{2,}|={3,}|\*{3,}|_{3,})[ \t]*")
_INTRODUCED = re.compile(
    r".*(?:[:\uff1a\ufe55][*_]*|[-=]>|[-\u2013\u2014\u2192\u2193\u2b07\u21b4\u2935\u25bc]\ufe0f?|\U0001f447)\s*"
)
"""A line that announces the next ones: it ends with a colon, a dash or an arrow."""

_SPOKEN_OF = re.compile(
    r"(?i).{0,80}\b(?:wrote|writes|commented|said|says|suggested|replied|posted)\s*:\s.*"
)
_HEADER = re.compile(
    r"""(?x) [ ]* (?:
      (?:From|To|Cc|Subject|Author|Date|Sent|[A-Z]):[ ]\S.*
      | commit[ ][0-9a-f]{7,40} | \#{1,6}[ ]\S.* | (?P<set>[*_]{1,3})\S.*(?P=set)
      | [A-Z][\w-]+(?:[ ][A-Z][\w-]+){1,5}
      | (?= .*(?:
          \b\d{1,2}:\d\d\b | \b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b  # a time, a date
          | \b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[ ]\d{1,2}\b
          | \[bot\] | (?<!\S)@\w | \w@\w+\.\w | \b(?:ago|yesterday)$  # somebody
          | \.\w+:\d+$ | \bline[ ]\d+$  # a place in a file
          | ^[ ]*[\w.-]+(?:/[\w.-]+)+$ | [ ][|\u00b7\u2022][ ] )  # a file, parts of a line
        | \[[^\]]+\][ ] | \#\d+[ ] | [A-Z][A-Z\d]+-\d+\b | [A-Z].*\d$
        | \d+[ ][A-Z]  # a key, a number
        | [^\w\s\x00-\x7f\u201c-\u201e\u2018-\u201a\u2026]  # a sign
      ) .*[^\s.!?,;\u3002] )"""
)
"""A line with the time, the address or the name of somebody, with a place, a key or a sign."""

_TITLE = re.compile(r"[ \t]*(?![-*+\u2022][ ])[^\sa-z`].*[^\s.!?,;:\u3002\uff01\uff1f]")
_STARTS = re.compile(r"[^\Wa-z_]|[`\"'(\u2018\u201c*\[]")
_ENDS = re.compile(r"[.!](?=\s|$)")
_GREETING = re.compile(r"[ \t]*[^\W\d_]+(?:[ ][\w.]+){0,3}[,\uff0c][ \t]*")
_ITEM = re.compile(
    r"""(?x) [ \t]* (?:
      [(*_]{0,3}(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})[.):\]\uff0e\uff09\u3001]+[*_]*
      | \d{1,3}(?:\.\d{1,3})+
      | \#\d+:? | [\u2460-\u2473] | (?:[-*+]|[^\w\s\x00-\x7f]\ufe0f?) (?:[ ]\[[ xX]?\])?
    ) \s+ \S.*"""
)
_FIELD = re.compile(r"[ \t]*[^\W\d_][\w ()-]{0,24}[ ]?[:\uff1a][ \t]+\S.*")
"""A line of the head of a mail or a ticket, in any language, where another one follows."""

_SOURCED = re.compile(
    r"(?m)^[ \t]*(?:[-*\u2022][ ]+|\[\d+\]:?[ ]*|[^\s:][^:\n]{0,24}:[ ]+)<?https?://\S+[ \t]*$"
    r"|^[ \t]*https?://\S+\s*\n[ \t]*https?://\S+[ \t]*$"
)
"""A source, a reference, or addresses one below the other."""

_SIGNATURE = re.compile(
    r"(?:[-\u2013\u2014~]{1,2}[ ]?[^\W\d_][\w .]{0,40}|[A-Z][\w-]+-by:[ ].*"
    r"|(?:Sent from my|Reply to this|Get Outlook for|Von meinem|Envoy\u00e9 de mon"
    r"|Enviado desde mi)\b.*)"
)
_CLOSING = re.compile(r"[^\W\d_][^\n.?:;]{0,30}[,!]?")
_NAME = re.compile(r"[^\W\d_a-z][\w.-]*(?: [^\W\d_a-z][\w.-]*){0,2}")
_FOOTER = re.compile(
    r".*(?:[ ][\u00b7|\u2022][ ]|[?][ ]+\w+[ ]/[ ]"
    r"|[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?[ ]*\d).*[^\s.!?]"
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_MOST_OF_A_NAME = 4
_MOST_OF_A_FOOTER = 12


def begin_of_paste(text: str) -> int:
    """The place of the first mark from which on a message is pasted; its length if there is none.

    >>> begin_of_paste("Fix this.\\nVoici le commentaire :\\nAlways use uv.")
    10
    """
    found = _PASTE.search(text)
    end = found.start() if found else len(text)
    lines = [each for each in _lines(text) if each[1].strip()]
    for (start, line), (_, below) in pairwise(lines):
        if start >= end:
            break
        if below.strip() != LEFT_OUT and _begins(line, below):
            return start
        if _is_title(line, below) and _ENDS.search(text, start + len(line)):
            return start
    return end


def is_signed(text: str) -> bool:
    """Whether some line shows that what is above it is another's: a name, a source, a thread.

    Args:
        text: a message before anything is left out of it.

    >>> is_signed("Always use uv.\\n\\nKind regards,\\nAnna"), is_signed("use uv\\ncommit")
    (True, False)
    """
    if _SOURCED.search(text):
        return True
    paragraphs = [each.strip().split("\n") for each in _PARAGRAPH.split(text.strip())]
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += paragraph
        if len(lines) > 1 and _ends_a_text(lines):
            return True
    return False


def _ends_a_text(lines: list[str]) -> bool:
    """Whether the last lines are a greeting and a name, or what a thread shows below a text."""
    closing, last = lines[-2].strip(), lines[-1].strip()
    is_footer = len(last.split()) <= _MOST_OF_A_FOOTER and bool(_FOOTER.fullmatch(last))
    if is_footer or _SIGNATURE.fullmatch(last):
        return True
    is_greeting = len(closing.split()) <= _MOST_OF_A_NAME and bool(_CLOSING.fullmatch(closing))
    if len(lines) < 3 or not is_greeting:
        return False
    is_name = len(last.split()) <= 2 and bool(_CLOSING.fullmatch(last))
    is_named = bool(_NAME.fullmatch(last)) and closing[:1].isupper()
    return is_named or (closing.endswith(",") and is_name)


def _begins(line: str, below: str) -> bool:
    """Whether a line begins a paste, by itself or with the next one."""
    if any(each.fullmatch(line) for each in (_RULED_OFF, _SPOKEN_OF, _GREETING)):
        return True
    if any(both.fullmatch(line) and both.fullmatch(below) for both in (_ITEM, _FIELD)):
        return True
    is_short = len(line) <= _LONGEST_LINE
    return is_short and any(each.fullmatch(line) for each in (_INTRODUCED, _HEADER))


def _is_title(line: str, below: str) -> bool:
    """Whether a line may be a title, if full sentences follow; people put marks to all or none."""
    is_short = len(line) <= _LONGEST_LINE
    return is_short and bool(_TITLE.fullmatch(line)) and bool(_STARTS.match(below.strip()))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with where they start."""
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1
