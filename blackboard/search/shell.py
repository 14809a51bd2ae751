"""What a shell line runs: its simple commands, and the prefixes that name them.

Standard library only and without `re`, because the hooks of agents use it too.
"""

from __future__ import annotations

from blackboard.redaction.anchors import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_WRAPPERS = frozenset(("sudo", "time", "env", "exec", "command", "nohup", "then", "do", "if", "!",
                       "nice", "timeout"))  # fmt: skip
_WRAPPERS_VALUES = {
    "sudo": frozenset("-u -g -p -C -h -U --user --group --prompt --chdir".split()),
    "env": frozenset("-u -C --unset --chdir".split()),
    "nice": frozenset(("-n", "--adjustment")),
    "timeout": frozenset("-s -k --signal --kill-after".split()),
}
"""The options of wrappers that have a value as the next word."""
_LIMITS = frozenset(("nice", "timeout"))
_SETTING = frozenset(
    ("cd", "pushd", "popd", "export", "set", "source", ".", "echo", "true", "sleep")
)
RUNNERS = frozenset(
    """
    npm pnpm yarn bun npx uv poetry pipenv rye hatch pdm docker kubectl go cargo git gh make
    just mise python python3 node deno bundle dotnet mvn gradle sh bash zsh ruby perl
    """.split()
)
"""Programs of which only the subcommand, or the script, says what is done."""

PROBES = frozenset(
    """
    ls cat find which command type test [ stat file head tail grep egrep rg pwd tree less wc fd
    whoami uname env printenv ps pgrep sed awk diff jq nl bat od hexdump du df lsof sleep
    """.split()
)
"""Programs that print state and change nothing."""

_LOOKS = frozenset(
    """
    status log diff show list view ls get info describe version help branch blame rev-parse
    ls-files check-ignore reflog checks statuses list-sessions list-windows capture-pane
    """.split()
)
_TELLING = frozenset("-v -vv --verbose -l --list -a --all".split())

_WHOLE = MARK.replace(" ", "\0")
_INTERPRETERS = frozenset("python python3 node deno bun sh bash zsh ruby perl".split())


def simple_commands(command: str) -> list[list[str]]:
    """The words of each simple command in a shell line, without settings and assignments."""
    return [words for _, words in wrapped_commands(command)]


def wrapped_commands(command: str) -> Iterator[tuple[list[str], list[str]]]:
    """The same, each after the programs that limit what it may use.

    >>> list(wrapped_commands("cd app; sudo timeout 5 pytest -q"))
    [(['timeout'], ['pytest', '-q'])]
    """
    for piece in _pieces(_without_heredocs(command)):
        whole = piece.replace(MARK, _WHOLE)  # a secret that was cut is one word
        words = [word.strip("()\"'").replace(_WHOLE, MARK) for word in whole.split()]
        at = _past_wrappers(words)
        if words[at:] and words[at] and words[at] not in _SETTING:
            limits = list(dict.fromkeys(word for word in words[:at] if word in _LIMITS))
            yield limits, words[at:]


def _past_wrappers(words: list[str]) -> int:
    """Where a command begins, after assignments and what runs it, with the options of that."""
    at = 0
    while at < len(words) and (_is_assignment(words[at]) or words[at] in _WRAPPERS):
        name, at = words[at], at + 1
        if name in _WRAPPERS_VALUES:
            at = _past_options(words, at, _WRAPPERS_VALUES[name]) + (name == "timeout")
    return at


def after_options(words: list[str], valued: Collection[str]) -> list[str]:
    """Words from the first that is no option on.

    >>> after_options(["-C", "src", "--quiet", "push", "-f"], {"-C"})
    ['push', '-f']
    """
    return words[_past_options(words, 0, valued) :]


def _past_options(words: Sequence[str], at: int, valued: Collection[str]) -> int:
    while at < len(words) and words[at][:1] == "-":
        at += 2 if words[at] in valued else 1
    return at


def prefixes(command: str) -> list[str]:
    """What a shell line runs: each program, and with its subcommands.

    >>> prefixes("cd app && PYTHONPATH=src python -m pytest -q tests")
    ['python', 'python -m pytest']
    >>> prefixes("npm run build --silent | tail -5")
    ['npm', 'npm run', 'npm run build', 'tail']
    >>> prefixes("sh ./tools/seed.sh --all")
    ['sh', 'sh tools/seed.sh']
    """
    found: list[str] = []
    for words in simple_commands(command):
        found += named(words)
    return list(dict.fromkeys(found))


def named(words: Sequence[str]) -> list[str]:
    """A simple command's program, and with its subcommands where only they say what is done."""
    program = words[0].rsplit("/", 1)[-1]
    return [program, *(_subcommands(program, list(words[1:])) if program in RUNNERS else ())]


def program_of(command: str) -> str:
    """The one program that a shell line runs for what it does, or nothing where it runs several.

    >>> program_of("cd app && CI=1 make build | tail -5"), program_of("make && npm test")
    ('make', '')
    """
    ran = [words for words in simple_commands(command) if not only_looks(words)]
    programs = {words[0].rsplit("/", 1)[-1] for words in ran}
    only = programs.pop() if len(programs) == 1 else ""
    return only if only[:1].islower() else ""  # else a piece of a substitution, or a variable


def only_looks(words: Sequence[str]) -> bool:
    """Whether a command only prints state.

    >>> only_looks(["git", "status", "--short"]), only_looks(["git", "commit"])
    (True, False)
    """
    program = words[0].rsplit("/", 1)[-1]
    if words[2:] and set(words[2:]) <= _TELLING:
        return True
    names = [word for word in words[1:3] if not word.startswith("-")]
    return (
        program in PROBES
        or bool(names and names[0] in _LOOKS)
        or bool(len(names) > 1 and names[1] in _LOOKS and program not in ("npm", "bun"))
        or bool({"--help", "-h", "--version"} & set(words))
    )


def _subcommands(program: str, words: list[str]) -> list[str]:
    if words[:1] == ["-m"] and len(words) > 1:
        return [f"{program} -m {words[1]}"]
    if program in _INTERPRETERS and words and _is_script(words[0]):
        return [f"{program} {words[0].removeprefix('./')}"]
    found, name = [], program
    for word in words[:2]:
        if not word[:1].isalpha() or "/" in word or "=" in word or "." in word:
            break
        name = f"{name} {word}"
        found.append(name)
    return found


def _is_script(word: str) -> bool:
    return not word.startswith("-") and ("." in word or "/" in word)


def _pieces(line: str) -> list[str]:
    """A line cut at its operators; the sign in `2>&1` and `&>file` is none."""
    for operator in ("||", "&&", ";", "|"):
        line = line.replace(operator, "\n")
    if "&" in line:
        line = "".join(
            "\n" if sign == "&" and _stands_alone(line, place) else sign
            for place, sign in enumerate(line)
        )
    return line.split("\n")


def _stands_alone(line: str, place: int) -> bool:
    before, after = line[place - 1 : place], line[place + 1 : place + 2]
    return before not in (">", "&") and after not in (">", "&") and not after.isdecimal()


def _is_assignment(word: str) -> bool:
    name, sign, _ = word.partition("=")
    return bool(sign) and name.isidentifier() and name[0].isascii()


def _without_heredocs(command: str) -> str:
    """A shell line up to its first here-document, whose text is data."""
    return command.split("<<", 1)[0]
