"""How a command was invoked: where, with what set, and which words, without what is beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from blackboard.calls import shell_line
from blackboard.event import Event
from blackboard.remembered import remembered

_FILTERS = frozenset(
    """
    tail head cat tee wc sort uniq less grep rg sed awk tr cut jq
    """.split()
)
_SILENT = frozenset(("true", ":", "echo", "printf", "sleep", "date", "pwd", "set"))
_PROGRAMMING = frozenset(
    "for while until if do done then else elif fi case esac function { }".split()
)
_ASSIGNMENT = re.compile(r"""^[A-Za-z_]\w*=(?:\[redacted [\w-]+\]|[^\s"']*|"[^"]*"|'[^']*')$""")
_HEREDOC = re.compile(
    r"<<-?\s*(['\"]?)(\w+)\1([^\n]*)\n.*?(?:\n\s*\2[ \t]*(?=\n|\Z)|\Z)", re.DOTALL
)
_TEXT = "<<text"
"""Replaces the text of a here-document."""

_TOKEN = re.compile(
    r"""(?sx) [ \t]* (?:
      (?P<operator> && | \|\| | \|&? | ; | \n | &(?![>\d]) )
    | (?P<redirection> (?:\d|&)?>{1,2}\|?\s*(?:&\d | [^\s'";&|<>()]+ | "[^"]*" | '[^']*') )
    | (?P<word> (?: \[redacted\ [\w-]+\] | [^\s'"\\;&|<>()`] | \\. | \$'(?:[^'\\]|\\.)*' | '[^']*'
                | "(?:[^"\\]|\\.)*" )+ | <<text )
    | \\\n
    )"""
)
_MARK = re.compile(r"\[redacted [\w-]+\]")
"""Replaces a secret: one word, although there is a blank in it."""

_LONGEST = 240
_LONGEST_LINE = 4_000
_LONGEST_WORD = 80
_MOST_LINES = 4_000
"""Lines whose commands are remembered: what reflects on a session reads each several times."""


class Invocation(NamedTuple):
    """One command as it was run; `folder` is where `cd` went before, empty if nowhere."""

    folder: str
    settings: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command with its settings, as it would be typed."""
        return " ".join((*self.settings, *self.words))

    @property
    def program(self) -> str:
        """The program without its folder."""
        return self.words[0].rsplit("/", 1)[-1]

    @property
    def is_filter(self) -> bool:
        """Whether it only passes on, in part, what it is given."""
        return self.words[0] in _FILTERS

    @property
    def has_text(self) -> bool:
        """Whether a program or a long text is among the arguments."""
        return _is_inline(self.words)


class Piece(NamedTuple):
    """One simple command of a shell line, and the operator before it."""

    operator: str
    invocation: Invocation


def command_of(call: Event) -> str | None:
    """The shell line of a tool call, or None for other tools."""
    return shell_line(call.payload or {})


def invocation(line: str, root: str | None) -> Invocation | None:
    """The one command that a shell line is about, or None when it is about several or about text.

    Pipes into filters, redirections and `echo` do not count; paths below `root` become relative.
    Lines with inline programs, here-documents or loops are left alone: their faults are not in
    how they were invoked.
    """
    if len(line.strip()) > _LONGEST or "\n" in line.strip():
        return None
    kept = [each.invocation for each in pieces(line, root) if each.operator not in ("|", "|&")]
    if len(kept) != 1 or kept[0].is_filter or kept[0].has_text:
        return None
    return kept[0]


@remembered(_MOST_LINES)
def pieces(line: str, root: str | None) -> Sequence[Piece]:
    """The simple commands of a shell line, in order; none when the line is a program.

    What only prints, waits or goes to a folder is left out; settings that were exported before
    a command are its own.

    >>> [each.invocation.command for each in pieces("cd web && export A=1 && npm ci | tail", None)]
    ['A=1 npm ci', 'A=1 tail']
    """
    found: list[Piece] = []
    folder = ""
    exported: tuple[str, ...] = ()
    for operator, words in _simple_commands(line, root) or ():
        settings, command = _split_settings(words)
        if words[0] == "cd":
            folder = words[1].strip("\"'").rstrip("/") if len(words) == 2 else folder
        elif not command:
            exported = (*exported, *settings)
        elif command[0] not in _SILENT:
            found.append(Piece(operator, Invocation(folder, (*exported, *settings), command)))
    return found


def _simple_commands(line: str, root: str | None) -> list[tuple[str, list[str]]] | None:
    """The words between the operators, or None when the line does more than run commands."""
    line = _HEREDOC.sub(rf" {_TEXT}\3", _relative(line.strip(), root))
    if len(line) > _LONGEST_LINE:
        return None
    found: list[tuple[str, list[str]]] = []
    words: list[str] = []
    operator, at = "", 0
    while at < len(line):
        token = _TOKEN.match(line, at)
        if token is None or token.end() == at:
            return None if line[at:].strip() else found + ([(operator, words)] if words else [])
        at = token.end()
        if token["word"]:
            words.append(token["word"])
        elif token["operator"]:
            found += [(operator, words)] if words else []
            operator, words = token["operator"], []
    found += [(operator, words)] if words else []
    plain = [(before, words) for before, words in found if not words[0].startswith("#")]
    programming = any(words[0] in _PROGRAMMING for _, words in plain)
    return None if programming or any(before in ("||", "&") for before, _ in plain) else plain


def _relative(line: str, root: str | None) -> str:
    if not root:
        return line
    return re.sub(
        re.escape(root) + r"(/|(?=[\s\"';&|]|$))", lambda match: "" if match[1] else ".", line
    )


def _split_settings(words: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if words[:1] in (["export"], ["env"]):
        words = words[1:]
    count = next((i for i, word in enumerate(words) if not _ASSIGNMENT.match(word)), len(words))
    return tuple(words[:count]), tuple(words[count:])


def _is_text(word: str) -> bool:
    word = _MARK.sub("", word)
    return bool(re.search(r"\s", word)) or (len(word) > _LONGEST_WORD and "/" not in word[:-1])


def _is_inline(words: tuple[str, ...]) -> bool:
    """Whether a program or a long text is among the arguments."""
    return any(_is_text(word) for word in words) or any(
        flag in words
        for flag in ("-e", "-c", "-p", _TEXT)
        if flag == _TEXT or words[0].startswith(("python", "node", "bash", "sh", "perl", "ruby"))
    )
