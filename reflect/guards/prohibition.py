"""What a person's sentence forbids: commands or files, where it surely names them; pure.

A sentence that says more or less than what a form can cover gives none: one with a condition, an
exception, a question, or for a while.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from blackboard.search.shell import PROBES, RUNNERS
from reflect.guards.forbidden_files import files_of
from reflect.guards.git_deeds import deed_of_git
from reflect.guards.named_commands import Named, named_commands
from reflect.rules.rule_parser import read
from reflect.rules.scope import HERE, without_scope

IsProgram = Callable[[str], bool]
"""Whether a word is a program: it was run on this board, or was refused."""


_VERBS = PROBES | {"make", "go", "just"}
"""Programs whose names begin sentences of another kind: "don't make changes"."""


class Prohibition(NamedTuple):
    """Commands as one would type them, or patterns of files as a guard has them."""

    forbids: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(self.forbids or self.paths)


_ADDRESS = (
    r"ok|okay|please|and|but|also|so|again|remember|note|important|reminder|rule|always|generally"
    rf"|{HERE}|here|in general|from now on|for the future|in (?:the )?future|going forward"
    r"|as a rule|that|ah|oh|hm+|btw|fyi|just|we|you|i said|i told you|i want you to|remember to"
    r"|agents?|claude|codex|gemini"
)
_OPENING = re.compile(
    r"(?i)^(?:(?:(?:no|nope|stop|hey|wait|hold on|sorry)(?=\s*[,:!.—-])"
    rf"|no(?=\s(?:don'?t|do not|never|use|we))|{_ADDRESS})\b[\s,:!.—-]*)*"
)
"""What may precede a prohibition without changing it."""

_NOT = re.compile(
    r"(?i)^(?:(?:do not|don'?t|must not|mustn'?t|should not|shouldn'?t|may not)(?: ever)?"
    r"|never(?: ever)?|stop|no more|(?:are|'re|is) (?:not|never) (?:allowed|supposed|permitted) to"
    r"|not allowed to)(?: again)?\s+"
)
_NO = re.compile(r"(?i)^no\s+")
_NO_HERE = re.compile(rf"(?i)\b(?:here|please|any ?more|{HERE})\b")
_USE = re.compile(
    r"(?i)^(?:us(?:e|ing)|run(?:ning)?|call(?:ing)?|invok(?:e|ing)|execut(?:e|ing))\s+"
)
_INSTEAD = re.compile(
    r"(?i)^use (?P<right>.+?)(?:,? (?:instead of|rather than|and not|but not|not)|, never)\s+"
    r"(?P<rest>.+)$"
)
_IN_PLACE = re.compile(r"(?i)^instead of (?P<rest>.+?),? use (?P<right>.+)$")
_IS_FORBIDDEN = re.compile(
    r"(?i)^(?:using |running )?(?P<named>.+?) (?:is|are) (?:strictly )?(?:forbidden|banned"
    r"|prohibited|off[- ]limits|not (?:allowed|permitted|to be (?:used|run))"
    r"|never to be (?:used|run))\b(?P<rest>.*)$"
)
_WHILE = re.compile(
    r"(?i)\b(?:yet|for now|this time|right now|just now|today|tonight|still|until|till"
    r"|at the moment|this once|for the moment|so far|any longer than|first time"
    r"|this (?:session|task|one|pr))\b|\?"
)
"""What ends with the task or the day, or only asks."""

_ASKED = r"ask|asked|tell|told|say|said|explicit(?:ly)?|approve|approved|permission"
_EXCEPTION = re.compile(
    r"(?i)\b(?:except|other than|apart from|only (?:in|on|for|when|if|with)|but (?:only|for|in|on)"
    r"|when(?:ever)?|if|while|unless(?! (?:i|we|it(?:'s| is)|you(?:'re| are)?|explicitly)\b"
    rf"[^.;]*\b(?:{_ASKED})\b))\b"
)
"""What makes it hold less than always; that one may ask first does not."""

_ASKING = re.compile(
    r"(?i)\bwithout (?:asking|checking|my|first|explicit|an? |confirm|permission|approval)"
    r"|\bunless\b"
)
_CLAUSE = re.compile(r"(?<=[.!;\n])\s+|\s+[—-]+\s+|\n+|(?<=[,;:])\s+|\s*\(|\)\s*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_USES = re.compile(r"(?i)\b(?:use|run)\s+(?P<right>[^,.;()]+)")
_LEADS_ON = re.compile(r"(?i)^(?:if|when|whenever|unless|while|once|after|before|for|on|in|with)\b")
_PLAIN = str.maketrans({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-"})
"""Quotation marks and dashes as a keyboard has them."""


def prohibition_of(text: str, is_program: IsProgram = lambda _word: False) -> Prohibition | None:
    """What a sentence forbids; None where it names no command or file for sure.

    >>> prohibition_of("Don't use npm here, use bun.").forbids
    ('npm',)
    >>> prohibition_of("Never push to main or master.").forbids
    ('git push main', 'git push master')
    >>> prohibition_of("Do not edit generated files in `src/gen/`.").paths
    ('src/gen/',)
    >>> prohibition_of("Don't use npm yet."), prohibition_of("Don't use npm in CI.")
    (None, None)
    """
    sentences = _SENTENCE.split(text.translate(_PLAIN).strip())
    found = [_of_sentence(each.strip(), text, is_program) for each in sentences]
    forbids = dict.fromkeys(form for each in found if each for form in each.forbids)
    if forbids:
        return Prohibition(forbids=tuple(forbids))
    return next(filter(None, found), None)


def _of_sentence(sentence: str, text: str, is_program: IsProgram) -> Prohibition | None:
    if not sentence or _WHILE.search(sentence):
        return None
    files = files_of(_OPENING.sub("", sentence, count=1))
    if files:
        return None if _EXCEPTION.search(sentence) else Prohibition(paths=files)
    for clause in _clauses(sentence):
        if _EXCEPTION.search(_without_code(clause)):
            return None
        found = _of_clause(clause, text, is_program)
        if found:
            return Prohibition(forbids=found)
    return None


def _clauses(sentence: str) -> list[str]:
    """A sentence from each place on at which a prohibition may begin.

    One that begins with a condition or a place has none further on.
    """
    starts = [0, *(match.end() for match in _CLAUSE.finditer(sentence))]
    if _LEADS_ON.match(_OPENING.sub("", sentence, count=1)):
        return []
    return [sentence[at:] for at in starts if sentence[at:]]


def _of_clause(clause: str, text: str, is_program: IsProgram) -> tuple[str, ...]:
    body = _OPENING.sub("", clause, count=1)
    negated = _NOT.match(body)
    if negated:
        rest = body[negated.end() :].strip()
        is_for_ever = negated[0].lower().startswith("never") or bool(_ASKING.search(rest))
        return deed_of_git(rest, is_for_ever) or _of_use(rest, text, is_program)
    return _of_statement(body, text, is_program)


def _of_statement(body: str, text: str, is_program: IsProgram) -> tuple[str, ...]:
    """Prohibitions that begin otherwise: "use Y, not X", "X is forbidden", "no X here"."""
    instead = _INSTEAD.match(body) or _IN_PLACE.match(body)
    if instead:
        named = named_commands(instead["rest"].removeprefix("using ").removeprefix("use "))
        return _sure(named, is_program, right=instead["right"])
    stated = _IS_FORBIDDEN.match(body)
    if stated:
        named = named_commands(f"{stated['named']} {stated['rest']}".strip())
        return _sure(named, is_program, is_run=body.lower().startswith("running "))
    no = _NO.match(body)
    if no and _NO_HERE.search(body):
        return _sure(named_commands(body[no.end() :]), is_program, right=_right(text))
    return ()


def _of_use(rest: str, text: str, is_program: IsProgram) -> tuple[str, ...]:
    use = _USE.match(rest)
    named = named_commands(rest[use.end() :] if use else rest)
    if use is None and named and not all(_is_whole(each, named) for each in named.commands):
        return ()
    is_run = use is not None and not use[0].lower().startswith("us")
    return _sure(named, is_program, right=_right(text), is_run=is_run)


def _is_whole(command: str, named: Named) -> bool:
    """Whether words without a verb may be a command: "never git stash"."""
    words = command.split()
    return command in named.code or (len(words) > 1 and words[0] not in _VERBS)


def used_instead(text: str) -> frozenset[str]:
    """The terms of what a sentence says to use in the place of what it forbids.

    >>> sorted(used_instead("Use bun instead of npm.")), sorted(used_instead("Never use npm here."))
    (['bun'], [])
    """
    text = without_scope(text)
    denied = {word.term for word in read(text).words if word.denied}
    named = (read(match["right"]).words for match in _USES.finditer(text))
    return frozenset(word.term for words in named for word in words) - denied


def _right(text: str) -> str:
    """What a sentence says to use, if it does."""
    found = [match["right"] for match in _USES.finditer(text)]
    return found[-1] if len(found) > 1 else ""


def _sure(
    named: Named | None, is_program: IsProgram, *, right: str = "", is_run: bool = False
) -> tuple[str, ...]:
    """The commands that are named, if each surely is one."""
    if named is None:
        return ()

    def is_sure(command: str) -> bool:
        is_code = command in named.code
        if len(command.split()) > 1 or command.startswith("-"):
            return _is_line(command, is_program, is_code=is_code, is_run=is_run)
        return _is_name(command, right, is_program, is_code=is_code, is_run=is_run)

    return named.commands if all(map(is_sure, named.commands)) else ()


def _is_line(command: str, is_program: IsProgram, *, is_code: bool, is_run: bool) -> bool:
    """Whether several words are a command line, or one option is an option.

    What is "run" is one; what is "used" may be `Python loops`.
    """
    words = command.split()
    if words[0].startswith("-"):
        return words[0].startswith("--") and len(words) == 1 and is_code
    is_known = words[0] in RUNNERS or is_program(words[0])
    if is_code or is_run:
        return is_known or (is_code and is_run)
    is_seen = words[0] == "git" or words[1].startswith("-") or is_program(" ".join(words[:2]))
    return is_known and is_seen


def _is_name(
    program: str, right: str, is_program: IsProgram, *, is_code: bool, is_run: bool
) -> bool:
    """Whether one word is a program.

    One that is a word too (`find`, `test`) is one where what is used in its place is one.
    """
    if program in RUNNERS:
        return True
    is_known = is_program(program)
    if right:
        return (is_known or (is_code and is_run)) and _is_command(right, is_program)
    if is_known:
        return program not in PROBES or is_code
    return is_code and is_run and program not in PROBES


def _is_command(text: str, is_program: IsProgram) -> bool:
    """Whether what is to be used instead is a command."""
    named = named_commands(text)
    if named is None:
        return False
    programs = [each.split()[0] for each in named.commands]
    return all(each in RUNNERS or each in PROBES or is_program(each) for each in programs)


def _without_code(text: str) -> str:
    return re.sub(r"`[^`]*`", "", text)
