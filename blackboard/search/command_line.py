"""A shell line as the commands that it surely runs; None or unsure where that is unknown.

Stricter than `shell.py`, because a guard refuses by it: quotes, escapes, redirections, settings and
`cd` are followed; substitutions, loops, here-documents and subshells are not. Standard library only
and without `re`, because the hooks of agents use it too.
"""

from __future__ import annotations

from blackboard.search.shell import only_looks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LONGEST = 8_000
KEYWORDS = frozenset(
    """
    if then else elif fi for while until do done case esac select function in [[ { } ! coproc
    """.split()
)
_ALTERING = frozenset(
    """
    source . eval alias unalias unset nvm fnm conda mamba micromamba asdf mise rtx workon pyenv
    rbenv sdk direnv hash shopt trap declare typeset local readonly builtin enable popd exec ulimit
    """.split()
)
"""Commands after which the same words may do something else in the same line."""

_SILENT = frozenset(("echo", "printf", "true", ":", "set", "sleep", "date", "pwd"))
_TRANSPARENT = frozenset(("time", "command", "nohup", "env"))
_NAMES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_SPECIAL = frozenset("?#@*!$-0123456789")
_IN_BRACES = _NAMES | frozenset("[]@#*:-")


class Command:
    """A command of a shell line.

    `folder` is where `cd` went before it, empty if nowhere. `is_sure` is False where its words, its
    folder or its surroundings are unknown, or where it may not run at all.
    """

    __slots__ = ("folder", "is_sure", "settings", "words")

    def __init__(
        self, words: Sequence[str], settings: Sequence[str], folder: str, is_sure: bool
    ) -> None:
        self.words = tuple(words)
        self.settings = tuple(settings)
        self.folder = folder
        self.is_sure = is_sure

    def __repr__(self) -> str:
        sure = "" if self.is_sure else "?"
        return f"Command({[*self.settings, *self.words]}, {self.folder!r}){sure}"


def commands_of(line: str) -> list[Command] | None:
    """The commands of a shell line in order, without `cd`, settings and what only prints.

    >>> commands_of("cd web && CI=1 npm 'test' 2>&1 | tail -5")
    [Command(['CI=1', 'npm', 'test'], 'web'), Command(['tail', '-5'], 'web')?]
    >>> commands_of("npm test $FLAGS")
    [Command(['npm', 'test', ''], '')?]
    >>> commands_of("npm test $(cat flags)") is None
    True
    """
    if len(line) > _LONGEST:
        return None
    try:
        pieces = list(LineReader(line).pieces())
    except Unclear:
        return None
    return list(Place().commands(pieces))


class Unclear(Exception):
    """The line does more than run commands."""


class Piece:
    """The words between two operators; a word that is unknown is None."""

    __slots__ = ("operator", "words")

    def __init__(self, operator: str, words: list[str | None]) -> None:
        self.operator = operator
        self.words = words


class Place:
    """What the commands of a line leave behind for those after them."""

    def __init__(self) -> None:
        self._folder = ""
        self._exported: tuple[str, ...] = ()
        self._is_sure = True

    def commands(self, pieces: list[Piece]) -> Iterator[Command]:
        """The commands of the pieces of a line, but for `cd`, settings and what only prints."""
        for piece in pieces:
            settings, words = _split(piece.words)
            if words is None:
                self._is_sure = False
            elif not words or words[0] == "export":
                self._export(settings if not words else tuple(words[1:]), None in piece.words)
            elif words[0] in ("cd", "pushd"):
                self._go(words, piece.operator)
            elif words[0] not in _SILENT:
                yield self._command(piece, settings, words)

    def _command(self, piece: Piece, settings: tuple[str, ...], words: list[str]) -> Command:
        is_sure = self._is_sure and None not in piece.words and piece.operator != "||"
        found = Command(words, (*self._exported, *settings), self._folder, is_sure)
        is_filter = piece.operator in ("|", "|&")
        if words[0] in _ALTERING or not (only_looks(words) or is_filter):
            self._is_sure = False  # what it did may be what the next one needs
        return found

    def _export(self, settings: tuple[str, ...], is_unknown: bool) -> None:
        self._exported = (*self._exported, *settings)
        if is_unknown or not all(map(is_setting, settings)):
            self._is_sure = False

    def _go(self, words: list[str], operator: str) -> None:
        to = words[1] if len(words) == 2 else ""
        if not to or to.startswith(("-", "~")) or operator == "||":
            self._is_sure = False
        self._folder = to if to.startswith("/") or not self._folder else f"{self._folder}/{to}"


def _split(words: list[str | None]) -> tuple[tuple[str, ...], list[str] | None]:
    """Settings and words of a command; no words at all where it is unknown what is run."""
    rest = list(words)
    settings: list[str] = []
    while rest and rest[0] is not None and (is_setting(rest[0]) or _is_wrapper(rest)):
        first = rest.pop(0)
        if first is not None and is_setting(first):
            settings.append(first)
    if rest and not rest[0]:
        return tuple(settings), None
    return tuple(settings), [each or "" for each in rest]


def _is_wrapper(words: list[str | None]) -> bool:
    """Whether the first word only runs what is after it, unchanged."""
    after = words[1] if len(words) > 1 else None
    return words[0] in _TRANSPARENT and after is not None and not after.startswith("-")


def is_setting(word: str) -> bool:
    """Whether a word before a command sets a variable for it."""
    name, sign, _ = word.partition("=")
    return bool(sign and name) and name[0] not in "0123456789" and _NAMES.issuperset(name)


class LineReader:
    """Reads a line sign by sign."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._at = 0
        self._word: str | None = None
        self._is_known = True
        self._is_quoted = False

    def pieces(self) -> Iterator[Piece]:
        """The words between the operators of the line."""
        words: list[str | None] = []
        operator = ""
        skips = False  # the next word is the target of a redirection
        while self._at < len(self._line):
            sign = self._line[self._at]
            if sign in " \t\n;&|<>#" and not (sign == "#" and self._word is not None):
                fd = self._end_word(words, skips, is_before_arrow=sign in "<>")
                skips = skips and not fd
                if sign == "#":
                    self._comment()
                elif sign in "<>" or self._line[self._at : self._at + 2] in ("&>",):
                    self._redirection()
                    skips = True
                elif sign in "\n;&|":
                    if words:
                        yield Piece(operator, words)
                    found = self._operator()
                    operator = found if words or found != "\n" else operator
                    words = []
                else:
                    self._at += 1
            else:
                self._sign(sign)
        self._end_word(words, skips, is_before_arrow=False)
        if words:
            yield Piece(operator, words)

    def _end_word(self, words: list[str | None], skips: bool, *, is_before_arrow: bool) -> bool:
        """Close the word that is being read, if any; whether there was one."""
        word, known, quoted = self._word, self._is_known, self._is_quoted
        self._word, self._is_known, self._is_quoted = None, True, False
        if word is None:
            return False
        if is_before_arrow and word.isdecimal() and not quoted:
            return False  # the number of a file descriptor
        if not skips:
            if not (quoted or words) and word in KEYWORDS:
                self._keyword(word)
                return True
            words.append(word if known else None)
        return True

    def _keyword(self, word: str) -> None:
        """Pass over a word of the shell's own language."""
        raise Unclear

    def _sign(self, sign: str) -> None:
        """Read one sign, or what it begins, as part of a word."""
        self._word = self._word or ""
        self._at += 1
        if sign == "'":
            self._word += self._until("'")
            self._is_quoted = True
        elif sign == '"':
            self._double_quoted()
            self._is_quoted = True
        elif sign == "\\":
            self._escaped()
        elif sign == "$":
            self._expansion()
        elif sign in "`()":
            self._substitution(sign)
        else:
            self._is_known = self._is_known and sign not in "*?{["
            self._word += sign

    def _escaped(self) -> None:
        after = self._line[self._at : self._at + 1]
        if not after:
            raise Unclear
        self._at += 1
        if after == "\n":
            self._word = self._word or None  # a line that goes on in the next
        else:
            self._word = f"{self._word or ''}{after}"

    def _double_quoted(self) -> None:
        while True:
            sign = self._line[self._at : self._at + 1]
            self._at += 1
            if not sign:
                raise Unclear
            if sign == '"':
                return
            if sign == "`":
                self._substitution(sign)
                continue
            if sign == "\\" and self._line[self._at : self._at + 1] in '$`"\\\n':
                sign = self._line[self._at : self._at + 1]
                self._at += 1
            elif sign == "$":
                self._expansion()
                continue
            self._word = f"{self._word or ''}{sign}"

    def _expansion(self) -> None:
        """A variable makes its word unknown; anything that runs commands makes the line so."""
        after = self._line[self._at : self._at + 1]
        if after in ("(", "'", '"'):
            self._substitution(f"${after}")
            return
        if after == "{":
            self._at += 1
            if not _IN_BRACES.issuperset(self._until("}")):
                raise Unclear
        elif after in _NAMES and not after.isdecimal():
            while self._line[self._at : self._at + 1] in _NAMES and self._at < len(self._line):
                self._at += 1
        elif after in _SPECIAL and after:
            self._at += 1
        else:  # a literal dollar sign
            self._word = f"{self._word or ''}$"
            return
        self._is_known = False

    def _substitution(self, begin: str) -> None:
        """Pass over what runs commands within a word, or groups them."""
        raise Unclear

    def _until(self, end: str) -> str:
        place = self._line.find(end, self._at)
        if place < 0:
            raise Unclear
        found = self._line[self._at : place]
        self._at = place + 1
        return found

    def _comment(self) -> None:
        place = self._line.find("\n", self._at)
        self._at = len(self._line) if place < 0 else place

    def _redirection(self) -> None:
        """Pass over an arrow; here-documents and substituted processes are not read."""
        arrow = ""
        while self._line[self._at : self._at + 1] in ("<", ">", "&", "|") and len(arrow) < 3:
            arrow += self._line[self._at]
            self._at += 1
        if arrow not in (">", ">>", "<", "&>", "&>>", ">&", ">|", "<&"):
            self._here_document(arrow)
        elif self._line[self._at : self._at + 1] == "(":
            self._substitution("(")

    def _here_document(self, arrow: str) -> None:
        raise Unclear

    def _operator(self) -> str:
        for operator in ("&&", "||", "|&", ";", "|", "\n"):
            if self._line.startswith(operator, self._at):
                self._at += len(operator)
                return operator
        return self._background()

    def _background(self) -> str:
        """The operator of a command that is not waited for."""
        raise Unclear
