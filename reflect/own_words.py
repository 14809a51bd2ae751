"""The part of a person's message that is their own: without what they pasted, as far as that shows.

Only the author of a message is proved, and people paste pages, logs and mails into theirs. The
structure of a message decides, whatever its language: what is enclosed in marks is left out, what a
header, an introduction or a list begins is left out to the end, and a text that somebody signed as
a whole (`pasted_marks.py`). Of what is left, a directive is short and spoken: many lines or
full sentences are a text. A short sentence that was pasted alone looks like their own.
"""

from __future__ import annotations

import re

from blackboard.search.terms import terms
from reflect.pasted_marks import ENCLOSED, LEFT_OUT, begin_of_paste, is_signed

LONGEST = 500
"""Characters of a paragraph that a person types; longer ones are pasted plans and reviews."""

LONGEST_OF_A_MESSAGE = 600
"""The same where only this is claimed, that a message contained the words: people explain."""

MOST_LINES = 3
"""Lines of a paragraph that a person types without an empty one; terminals do not wrap them."""

FEWEST_SENTENCES = 3
SENTENCE_WORDS = 6
"""So many full sentences, of so many words on average, are written text; speech is shorter."""

_AS_BLANKS = str.maketrans({"\u00a0": " ", LEFT_OUT: " "})
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_SENTENCE = re.compile(
    r"(?:^|(?<=[.!?:]\s)|\n)\s*(?=[^\W_a-z]|[`\"'\u2018\u201c(])([^\n]*?[.!])(?=\s|$)"
)
_END = re.compile(r"[.!?][\"')\]]*\s+|[\u3002\uff01\uff1f][\u300d\u300f]?")
"""Where a sentence ends, but for an abbreviation: after one a small letter may follow."""

_SHORTEST_END = 4
_ABBREVIATED = frozenset(
    "approx incl resp vers sect abbr misc orig prev temp dept bspw evtl ungefähr".split()
)
"""Letters of a word that ends a sentence before a small letter, as many people type; and longer
words that are cut with a full stop."""

_GOES_ON = re.compile(
    r"(?:but|except|unless|only|not|or|if|when|until|without|though|although|however|instead"
    r"|aber|au(?:ß|ss)er|nur|oder|sondern|nicht|wenn|falls|bis|ohne|jedoch|doch"
    r"|mais|sauf|seulement|pas|ou|si|pero|salvo|excepto|solo|sino|tranne|ma|maar|behalve)\b"
)
"""With these a small letter limits what was said before it, or denies it."""


def own_words(text: str) -> str:
    """A message without what its author pasted.

    >>> own_words("Use uv here.\\n> Always use pip.")
    'Use uv here.'
    >>> own_words("Der Kollege meint:\\nAlways merge at once.")
    ''
    """
    short = (each for each in _PARAGRAPH.split(unmarked(text)) if len(each) <= LONGEST)
    typed = (each for each in short if not _is_written(each))
    own = "\n\n".join(typed)
    return "" if _is_written(own) else own


def unmarked(text: str) -> str:
    """A message without what marks show to be pasted: the rest may be composed, or pasted too.

    >>> unmarked("The build takes an hour now. No one waits for it. Please always cache wheels.")
    'The build takes an hour now. No one waits for it. Please always cache wheels.'
    """
    text = "\n".join(each.rstrip() for each in text.translate(_AS_BLANKS).splitlines())
    if is_signed(text):
        return ""
    for pasted in ENCLOSED:
        text = pasted.sub(f"\n{LEFT_OUT}\n", text)
    text = text[: begin_of_paste(text)].replace(LEFT_OUT, "\n")
    return "\n\n".join(each.strip() for each in _PARAGRAPH.split(text) if _is_short(each))


def in_full(quote: str, own: str) -> str:
    """The whole sentences that a quotation is in; empty if it is not there.

    What is cut out of a sentence may say its opposite. A line that ends is no sentence that does.

    >>> in_full("use npm", "Fine. Please don't use npm here! Go on."), in_full("pip", "Use uv.")
    ("Please don't use npm here!", '')
    >>> in_full("use uv", "use uv, e.g. for tests. skip it today, i am late")
    'use uv, e.g. for tests.'
    >>> in_full("skip all of it", "you may not even for once. skip all of it. not even today")
    'you may not even for once. skip all of it. not even today'
    """
    for text in (*_PARAGRAPH.split(own), own):
        flat = " ".join(text.split())
        at = flat.find(quote)
        if quote and at >= 0:
            marks = list(_END.finditer(flat))
            begins = (each.end() for each in marks if not flat[each.end() :][:1].islower())
            begin = max((each for each in begins if each <= at), default=0)
            ends = (each.end() for each in marks if _is_end(flat, each))
            end = min((each for each in ends if each >= at + len(quote)), default=len(flat))
            return flat[begin:end].strip()
    return ""


def _is_end(text: str, mark: re.Match[str]) -> bool:
    """Whether a sentence ends here, though a small letter may follow: it never begins with one."""
    after = text[mark.end() :]
    if not after[:1].islower():
        return True
    word = text[: mark.start()].rpartition(" ")[2]
    is_word = word.isalpha() and len(word) >= _SHORTEST_END
    return is_word and word.lower() not in _ABBREVIATED and not _GOES_ON.match(after)


def are_own(words: str, text: str) -> bool:
    """Whether a person said something in their own words: its terms are there, in one paragraph.

    >>> are_own("Use uv.", "Please use uv here."), are_own("Use uv.", "> Use uv")
    (True, False)
    """
    wanted = set(terms(words))
    return bool(wanted) and any(
        wanted <= _terms(each) for each in _PARAGRAPH.split(own_words(text))
    )


def _terms(paragraph: str) -> set[str]:
    """The terms of a paragraph; the reason that a sentence gives hides none of those after it."""
    parts = (each for line in paragraph.splitlines() for each in _END.split(line))
    return {*terms(paragraph), *(term for each in parts for term in terms(each))}


def _is_short(paragraph: str) -> bool:
    lines = paragraph.strip().splitlines()
    return bool(lines) and len(lines) <= MOST_LINES and len(paragraph) <= LONGEST_OF_A_MESSAGE


def _is_written(text: str) -> bool:
    """Whether a text is composed of full sentences, as a comment or a page is.

    >>> _is_written("No. Use uv here. Never pip."), _is_written("Use uv here, we never use pip.")
    (False, False)
    """
    lengths = [len(each.split()) for each in _SENTENCE.findall(text)]
    return len(lengths) >= FEWEST_SENTENCES and sum(lengths) >= SENTENCE_WORDS * len(lengths)
