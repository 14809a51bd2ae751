"""Every command that a shell line may run, also where it depends on what ran before.

What forbids a command looks at all of them; `command_line` alone says which run for sure, and as
what. Text is no command: quotations, comments, here-documents and arguments of `echo` are passed
over. Without `re`, because the hooks of agents use it too.
"""

from __future__ import annotations

from blackboard.search.command_line import Command, LineReader, Piece, Place, Unclear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LONGEST = 20_000
_DEEPEST = 6
_SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh"))
NOWHERE = "/?"
"""The folder of commands after a `cd` to an unknown place."""

_WRAPPERS = frozenset(
    "sudo doas exec xargs nice ionice timeout stdbuf setsid unbuffer time command nohup env".split()
)
"""Programs that run what is after their options."""

_HEADS = frozenset(("for", "select", "function", "[["))
"""Words of the shell that are followed by a list or a name up to the next operator."""


def every_command(line: str) -> list[Command]:
    """The commands that a shell line may run; none where it cannot be read.

    A word that is not known is empty. The folder is where `cd` went before,
    `NOWHERE` if that is unknown.

    >>> [each.words for each in every_command('git commit -m "$(make v)" && sudo -E npm i')]
    [('make', 'v'), ('git', 'commit', '-m', ''), ('npm', 'i')]
    >>> every_command("cat <<'EOF'\\nnpm i\\nEOF")
    [Command(['cat'], '')]
    """
    return list(_commands(line, 0)) if len(line) <= _LONGEST else []


def _commands(line: str, depth: int) -> Iterator[Command]:
    reader = _Lenient(line)
    try:
        pieces = list(reader.pieces())
    except (Unclear, RecursionError):
        return
    for each in (*reader.inner, pieces):
        for command in _Somewhere().commands(each):
            yield from _unwrapped(command, depth)


def _unwrapped(command: Command, depth: int) -> Iterator[Command]:
    """A command without what only runs it; the line that a shell is given as its commands."""
    words = _without_wrappers(command.words)
    if not words:
        return
    script = _script(words)
    if script is None:
        yield Command(words, command.settings, command.folder, command.is_sure)
    elif depth < _DEEPEST:
        for inner in _commands(script, depth + 1):
            folder = inner.folder or command.folder
            yield Command(inner.words, inner.settings, folder, inner.is_sure)


def _without_wrappers(words: Sequence[str]) -> tuple[str, ...]:
    rest = list(words)
    while len(rest) > 1 and rest[0] in _WRAPPERS and not _only_finds(rest):
        rest.pop(0)
        while len(rest) > 1 and _is_before_program(rest[0]):
            rest.pop(0)
    return tuple(rest)


def _is_before_program(word: str) -> bool:
    """Whether a word after a wrapper is an option of its, a time, or an assignment."""
    name, equals, _ = word.partition("=")
    is_assignment = bool(equals) and name.isidentifier()
    return is_assignment or word.startswith("-") or word[:1].isdecimal()


def _only_finds(words: Sequence[str]) -> bool:
    """Whether it is `command -v NAME`, which prints where a program is and runs nothing."""
    return words[0] == "command" and words[1][:1] == "-" and bool({"v", "V"} & set(words[1]))


def _script(words: Sequence[str]) -> str | None:
    """What a shell is to run by `-c`, None without that."""
    if words[0].rsplit("/", 1)[-1] not in _SHELLS:
        return None
    options = [number for number, word in enumerate(words) if word.startswith("-")]
    told = next((at for at in options if "c" in words[at] and not words[at].startswith("--")), 0)
    return words[told + 1] if told and len(words) > told + 1 else None


class _Somewhere(Place):
    """Where the commands of a line run; an unknown folder is nowhere."""

    def _go(self, words: list[str], operator: str) -> None:
        super()._go(words, operator)
        to = words[1] if len(words) == 2 else ""
        if not to or to.startswith(("-", "~")):
            self._folder = NOWHERE


class _Lenient(LineReader):
    """Reads on where `LineReader` gives up; `inner` are the commands of substitutions."""

    def __init__(self, line: str, at: int = 0, *, depth: int = 0) -> None:
        super().__init__(line)
        self._at = at
        self._depth = depth
        self._open = 0
        self._is_head = False
        self._ends: list[str] = []
        self.inner: list[list[Piece]] = []
        self.is_closed = False

    def pieces(self) -> Iterator[Piece]:
        words: list[str | None] = []
        skips = False
        while self._at < len(self._line) and not self.is_closed:
            sign = self._line[self._at]
            if sign not in " \t\n;&|<>#()" or (sign == "#" and self._word is not None):
                self._sign(sign)
                continue
            fd = self._end_word(words, skips, is_before_arrow=sign in "<>")
            skips = skips and not fd
            if sign == "#":
                self._comment()
            elif sign in "<>" or self._line.startswith("&>", self._at):
                heredocs = len(self._ends)
                self._redirection()
                skips = len(self._ends) == heredocs
            elif sign in " \t":
                self._at += 1
            else:
                yield from self._piece(words)
                self._operator()
                words = []
        self._end_word(words, skips, is_before_arrow=False)
        yield from self._piece(words)
        if self._depth and not self.is_closed:
            raise Unclear

    def _piece(self, words: list[str | None]) -> Iterator[Piece]:
        if words and not self._is_head:
            yield Piece("", words)
        self._is_head = False

    def _keyword(self, word: str) -> None:
        if word == "case":
            raise Unclear  # its patterns look like commands
        self._is_head = word in _HEADS

    def _operator(self) -> str:
        sign = self._line[self._at]
        self._at += 1
        if sign == "\n":
            self._pass_over_documents()
        elif sign == "(":
            self._open += 1
        elif sign == ")":
            self._open -= 1
            self.is_closed = self._depth > 0 and self._open < 0
        return sign

    def _substitution(self, begin: str) -> None:
        """Read `$(...)`, `<(...)` and backticks as commands of their own; the word is unknown."""
        self._word = self._word or ""
        if begin in ("$'", '$"'):
            return  # the quotation is read next, its escapes as they are
        self._is_known = False
        if begin == "`":
            self._add(_Lenient(self._until("`")))
            return
        if self._depth >= _DEEPEST:
            raise Unclear
        inner = _Lenient(self._line, self._at + 1, depth=self._depth + 1)
        self._add(inner)
        self._at = inner._at

    def _add(self, inner: _Lenient) -> None:
        self.inner.append(list(inner.pieces()))
        self.inner[-1:-1] = inner.inner

    def _here_document(self, arrow: str) -> None:
        if not arrow.startswith("<<"):
            raise Unclear
        if arrow == "<<<":
            return
        self._at += self._line.startswith("-", self._at)
        while self._line[self._at : self._at + 1] in (" ", "\t"):
            self._at += 1
        start = self._at
        while self._line[self._at : self._at + 1] not in ("", " ", "\t", "\n", ";", "|", "&", ")"):
            self._at += 1
        self._ends.append(self._line[start : self._at].strip("'\"\\"))

    def _pass_over_documents(self) -> None:
        """Pass over the texts of here-documents, which begin at a new line."""
        for end in self._ends:
            while self._at < len(self._line):
                stop = self._line.find("\n", self._at)
                stop = len(self._line) if stop < 0 else stop
                line, self._at = self._line[self._at : stop], stop + 1
                if line.strip() == end:
                    break
        self._ends.clear()
