"""The commands that a clause names, up to where only its ending may follow; pure."""

from __future__ import annotations

import re
from typing import NamedTuple

_PLACE = (
    r"in (?:this|the|our) (?:whole |entire )?(?:repo(?:sitory)?|project|code ?base|workspace"
    r"|monorepo|package|app)"
)
_ENDING = (
    r"(?:here|anywhere|ever|again|any ?more|at all|please|directly|yourself|manually|by hand"
    rf"|on your own|{_PLACE}|for (?:this|the|our) (?:repo|project)"
    r"|without (?:asking|checking|my|first|explicit|confirm|permission|approval|an? )[\w' ]*"
    r"|unless [\w' ]+|instead|under any circumstances?|thanks?|thank you|okay|ok)"
)
_REASON = r"because|(?:since|as) (?:it|we|this|that|they|the|you|our)|but use|and use|use"
_NARROWS = (
    rf"(?!\s*(?:please |just |at least |especially )*(?!{_PLACE})"
    r"(?:in|on|for|to|within|inside|during|from|as|at|with)\b)"
)
TAIL = re.compile(
    rf"(?i)^(?:[\s,]*{_ENDING}\b)*\s*"
    rf"(?:$|[.;:!](?=\s|$)|\)|(?:,(?=\s|$)|\(|—|\s-+\s){_NARROWS}|(?:{_REASON})\b)"
)
"""What may follow the command that is forbidden without changing what is forbidden."""

_LEADING = re.compile(r"(?i)^(?:the |any |commands? like |things like )+")
_TRAILING = re.compile(r"(?i)^\s+(?:commands?|cli|binary|tool|flags?|options?)\b")
_CODE = re.compile(r"""^(?:`(?P<tick>[^`]+)`|"(?P<double>[^"]+)"|'(?P<single>[^']+)')""")
_WORD = re.compile(r"^[A-Za-z0-9][\w./:@+-]*|^--?[A-Za-z][\w-]*(?:=[\w./-]+)?")
_STOPS = frozenset(
    """
    here in this the anymore any again ever at please directly for on with to from as because since
    it that which when if unless until without but use instead and or nor rather just only while
    before after yourself manually by under thanks thank ok okay is are not into inside of per via
    anywhere command commands cli binary tool flag flags option options
    """.split()
)
_AND = re.compile(r"(?i)^(?:\s*,\s*(?:or |and |nor )?|\s+(?:or|and|nor)\s+|\s*/\s*)(?!use\b|run\b)")
_LIST = re.compile(r"(?i)^(?:`[^`]+`|[\w-]+)(?:\s*,\s*|,?\s+(?:or|nor|and)\s+)(?:`[^`]+`|[\w-]+)")
_MOST_WORDS = 5
_PROGRAM = re.compile(r"^(?:[a-z0-9][\w.+-]*(?:/[\w.+-]+)*|--[a-z][\w-]*)$")


_OF_SHELL = frozenset("|&;<>$()`\n")


class Named(NamedTuple):
    """Commands as one would type them; `code` are those that were marked as code."""

    commands: tuple[str, ...]
    code: frozenset[str]


def named_commands(text: str) -> Named | None:
    """The commands that a clause begins with; None where something else follows.

    >>> named_commands("npm or `yarn add` here, use bun").commands
    ('npm', 'yarn add')
    >>> named_commands("npm in the frontend") is None
    True
    """
    found: list[str] = []
    code: set[str] = set()
    rest = text.strip()
    while True:
        rest = _LEADING.sub("", rest)
        command, rest, is_code = _first(rest)
        if not command:
            return None
        found.append(command)
        if is_code:
            code.add(command)
        rest = _TRAILING.sub("", rest)
        further = _AND.match(rest)
        after = rest[further.end() :] if further else ""
        if not further or not _goes_on(after) or TAIL.match(rest):
            is_last = further is not None and further[0].strip(", ").lower() in ("or", "nor", "and")
            if further is None or not (_is_list(after) or (is_last and _goes_on(after))):
                break
        rest = after
    if not TAIL.match(rest):
        return None
    return Named(tuple(dict.fromkeys(found)), frozenset(code))


def _goes_on(after: str) -> bool:
    """Whether another command follows."""
    word = _WORD.match(after)
    return _CODE.match(after) is not None or (word is not None and word[0].lower() not in _STOPS)


def _is_list(after: str) -> bool:
    """Whether what follows a comma is the rest of a list: "npm, yarn or pnpm"."""
    return _LIST.match(after) is not None and re.split(r"\W", after)[0].lower() not in _STOPS


def _first(text: str) -> tuple[str, str, bool]:
    """The first command, what follows it, and whether it was marked as code."""
    code = _CODE.match(text)
    if code:
        command = " ".join((code["tick"] or code["double"] or code["single"]).split())
        program, _, _ = command.partition(" ")
        is_one = _OF_SHELL.isdisjoint(command) and _PROGRAM.match(program) is not None
        return (command if is_one else ""), text[code.end() :], True
    words: list[str] = []
    rest = text
    while len(words) < _MOST_WORDS and (match := _WORD.match(rest)):
        word = match[0].rstrip(".:")
        if word.lower() in _STOPS:
            break
        words.append(word if words else word.lower())
        ends = len(word) < len(match[0])
        rest = rest[len(word) :]
        if ends or not rest.startswith(" "):
            break
        rest = rest.lstrip(" ")
    is_one = bool(words) and _PROGRAM.match(words[0]) is not None
    return (" ".join(words) if is_one else ""), (f" {rest}" if rest[:1].isalnum() else rest), False
