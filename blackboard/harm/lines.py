"""A shell line as the programs that it runs, read leniently: what is unclear is still looked at.

`search/command_line.py` reads strictly, because a guard refuses by what it reads; here nothing may
hide behind a quotation, a substitution or an unfinished line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

_TOKEN = re.compile(
    r"""(?sx) [ \t]* (?:
      (?P<operator> &&|\|\||\|&?|;|\n|&(?![>\d]) )
    | (?P<arrow> (?:\d|&)?>{1,2}[|&]? | <{1,3} )
    | (?P<open> \( ) | (?P<close> \) )
    | (?P<word> (?: '[^']*' | "(?:\\.|[^"\\])*" | \\. | \$(?=\() | [^\s'"\\;|&<>()] | ['"\\] )+ )
    )"""
)
_QUOTED = re.compile(r"""(?s)'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)""")
_INSIDE = re.compile(r"(?s)\$\((.*)\)|`([^`]*)`")
_BLANK = re.compile(r"<[A-Za-z][\w.|-]*>")
"""A place to fill in, such as `<name>`: no redirection."""

_SETTING = re.compile(r"(?:\$env:)?[A-Za-z_]\w*=")
_WRAPPERS = frozenset(
    "sudo doas env nohup time command exec xargs nice timeout setsid stdbuf caffeinate then do if "
    "! builtin".split()
)
_WITH_VALUE = frozenset("-u -g -n -P -I -k -s -L --user --signal".split())
_TAKES_CODE = frozenset("sh bash zsh dash ksh fish pwsh powershell eval iex ssh su cmd".split())
_DEEPEST, _LONGEST = 4, 2_000


@dataclass
class Command:
    """A simple command: its program in lower case without folder, what is passed and redirected.

    `feeds` are the programs before it in its pipe, `inner` what is substituted into it, and
    `wrappers` what runs it, such as `sudo`.
    """

    program: str = ""
    args: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    wrappers: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    feeds: tuple[Command, ...] = ()
    inner: tuple[Command, ...] = ()

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The arguments that are no options."""
        return tuple(each for each in self.args if not each.startswith("-"))

    @cached_property
    def line(self) -> str:
        """It on one line, without what it is redirected to."""
        return " ".join((*self.settings, self.program, *self.args))

    def has(self, *options: str) -> bool:
        """Whether one of these options is given, alone or with `=` and a value."""
        return any(arg == name or arg.startswith(f"{name}=") for arg in self.args
                   for name in options)  # fmt: skip

    def flag(self, letter: str) -> bool:
        """Whether a letter is among the short options."""
        return any(re.fullmatch(rf"-\w*{letter}\w*", arg) for arg in self.args)


@dataclass
class _Pending:
    words: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    inner: list[Command] = field(default_factory=list)


def commands_in(line: str) -> list[Command]:
    """The commands of a line in order, with those that are substituted or given as text.

    >>> [each.program for each in commands_in('sudo -E bash -c "curl x | /bin/sh"')]
    ['bash', 'curl', 'sh']
    """
    text = re.sub(r"\$\{?IFS\}?(?:\$9)?", " ", _BLANK.sub("BLANK", line[:_LONGEST]))
    return _read(_tokens(text), 0) if text.strip() else []


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while match := _TOKEN.match(text, at):
        if match.end() == at or match.lastgroup is None:
            return
        at = match.end()
        yield match.lastgroup, match[match.lastgroup]


def _read(tokens: Iterator[tuple[str, str]], depth: int) -> list[Command]:
    """Commands up to the end or the closing bracket."""
    found: list[Command] = []
    feeds: list[Command] = []
    pending, arrow = _Pending(), ""
    for kind, text in tokens:
        if kind == "close":
            break
        if kind == "open":
            inner = _read(tokens, depth + 1) if depth < _DEEPEST * 4 else []
            found += inner
            pending.inner += inner
        elif kind == "arrow":
            arrow = text
        elif kind == "word":
            word = _unquoted(text)
            if arrow and not arrow.endswith("&"):
                (pending.sources if arrow.startswith("<") else pending.targets).append(word)
            elif not arrow:
                pending.words.append(word)
            arrow = ""
        else:
            feeds = _closed(pending, found, feeds, depth)
            pending, arrow = _Pending(), ""
            feeds = feeds if text.startswith("|") and text != "||" else []
    _closed(pending, found, feeds, depth)
    return found


def _closed(
    pending: _Pending, found: list[Command], feeds: list[Command], depth: int
) -> list[Command]:
    """Keep the command that ended; returns what the next one of the pipe is fed by."""
    if not pending.words and not pending.targets:
        return [*feeds, *pending.inner]
    inner = [*pending.inner, *_nested(pending.words, depth)]
    command = _command(pending, tuple(feeds), tuple(inner))
    found += [command, *(each for each in inner if each not in pending.inner)]
    return [*feeds, command]


def _command(pending: _Pending, feeds: tuple[Command, ...], inner: tuple[Command, ...]) -> Command:
    rest, settings, wrappers = list(pending.words), [], []
    while rest and (_SETTING.match(rest[0]) or _name(rest[0]) in _WRAPPERS):
        word = rest.pop(0)
        if _SETTING.match(word):
            settings.append(word)
            continue
        if _name(word) == "env" and not rest:
            rest.insert(0, word)
            break
        wrappers.append(_name(word))
        while rest and (rest[0].startswith("-") or (wrappers[-1] == "timeout"
                                                    and rest[0][:1].isdigit())):  # fmt: skip
            if rest.pop(0) in _WITH_VALUE and rest:
                rest.pop(0)
    if not rest and wrappers[-1:] == ["env"]:
        rest = ["env"]
    program = _name(rest[0]) if rest else ""
    if program == "export":
        settings += [each for each in rest[1:] if _SETTING.match(each)]
    return Command(program, tuple(rest[1:]), tuple(settings), tuple(wrappers),
                   tuple(pending.targets), tuple(pending.sources), feeds, inner)  # fmt: skip


def _name(word: str) -> str:
    """A program without its folder; `./run` keeps it, as a file of its own."""
    name = word.lower().removesuffix(".exe")
    return name if name.startswith(("./", "../", "~")) else name.rsplit("/", 1)[-1]


def _nested(words: list[str], depth: int) -> list[Command]:
    """What is run of the words themselves: substitutions, and lines given to a shell."""
    if depth >= _DEEPEST:
        return []
    found: list[Command] = []
    takes_code = any(_name(word) in _TAKES_CODE for word in words[:4])
    for word in words:
        for match in _INSIDE.finditer(word):
            found += _read(_tokens(match[1] or match[2] or ""), depth + 1)
        if takes_code and re.search(r"\s", word):
            found += _read(_tokens(word), depth + 1)
    return found


def _unquoted(word: str) -> str:
    if not re.search(r"[\"'\\]", word):
        return word
    plain = _QUOTED.sub(lambda match: next(each for each in match.groups() if each is not None),
                        word)  # fmt: skip
    return re.sub(r"\\(?=[$`\"\\])", "", plain)
