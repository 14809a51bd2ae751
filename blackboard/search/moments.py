"""What a moment is recognised by: error signatures, command prefixes, and paths in text."""

from __future__ import annotations

import re

_ERROR = re.compile(
    r"""(?ix)
    \b(?:error|exception|fatal|panic(?:ked)?|failed|failure|cannot|could\ not|can't|unable\ to
      |not\ found|no\ such|denied|refused|unknown|undefined|unrecognized|unexpected|invalid
      |missing|illegal|unsupported|traceback|timed\ out|conflict|not\ allowed|not\ permitted
      |does\ not\ exist|is\ not\ installed|usage:)\b
    | \b[A-Z]\w*(?:Error|Exception)\b | ^E\s{2,} | \bnot\ a\ \w+
    """
)
_NOISE = re.compile(
    r"^\s*(?:Traceback \(most recent call last\):?|File \".*\", line \d+.*|at .+\(.+\)"
    r"|\^+|~+|=+.*=+|-+|Exit code \d+|npm (?:ERR!|error) A complete log.*|exit status \d+"
    r"|make: \*\*\*.*|error: script .* exited with code \d+|ELIFECYCLE.*)\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b[A-Za-z_.]*(?:Error|Exception)\b:? \S|\b(?:fatal|panic|error)\b[^:]{0,40}: \S"
)
_PATH = re.compile(r"(?<![\w/.:@-])(?:[\w.@+-]*/)*[\w.@+-]*[\w-]\.[A-Za-z][A-Za-z0-9]{0,7}\b(?!/)")
_FOLDERS = re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.@+ -]*[\w.@+-])+[/\\]?")
_VARIABLE = (
    (re.compile(r"\x1b\[[0-9;]*m"), ""),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?"), "<time>"),
    (re.compile(r"\b(?:0x)?[0-9a-f]{8,}\b(?<![a-f]{8})", re.IGNORECASE), "<hex>"),
    (_FOLDERS, "<path>"),
    (re.compile(r"(?<![A-Za-z_\d])\d+(?:\.\d+)*(?:ms|s|kb|mb|%)?\b", re.IGNORECASE), "#"),
)
_ASSIGNMENT = re.compile(r"^[A-Za-z_]\w*=")
_SEPARATORS = re.compile(r"\|\||&&|[;|\n]|(?<![>&])&(?![>&\d])")
_WRAPPERS = frozenset(("sudo", "time", "env", "exec", "command", "nohup", "then", "do", "if", "!"))
_SETTING = frozenset(
    ("cd", "pushd", "popd", "export", "set", "source", ".", "echo", "true", "sleep")
)
_RUNNERS = frozenset(
    """
    npm pnpm yarn bun npx uv poetry pipenv rye hatch pdm docker kubectl go cargo git gh make
    just mise python python3 node deno bundle dotnet mvn gradle
    """.split()
)
_LONGEST = 300


def error_line(output: str) -> str | None:
    """The line of an output that says what went wrong, or None.

    A line that names an error class wins over one that only mentions failure; the last such
    line wins, for the cause of a traceback comes last.
    """
    named, shaped = None, None
    for line in map(str.strip, output.splitlines()):
        if not line or len(line) > 2000 or _NOISE.match(line):
            continue
        if _NAMED.search(line):
            named = line
        elif shaped is None and _ERROR.search(line):
            shaped = line
    found = named or shaped
    return None if found is None else found[:_LONGEST]


def signature(line: str) -> str:
    """An error line without its variable parts: paths, times, numbers, hex digits, colours.

    >>> signature("/home/me/app/src/a.ts(12,3): error TS2345: Argument of type 'x' is not")
    "<path>(#,#): error ts2345: argument of type 'x' is not"
    """
    for pattern, replacement in _VARIABLE:
        line = pattern.sub(replacement, line)
    return " ".join(line.lower().split())[:_LONGEST]


def signatures(output: str) -> list[str]:
    """The signatures by which an output may be recognised: of its error lines, at most five."""
    lines = [line.strip() for line in output.splitlines() if _ERROR.search(line)]
    kept = [line for line in lines if not _NOISE.match(line)]
    return list(dict.fromkeys(signature(line) for line in kept))[:5]


def simple_commands(command: str) -> list[list[str]]:
    """The words of each simple command in a shell line, without settings and assignments."""
    found = []
    for piece in _SEPARATORS.split(_without_heredocs(command)):
        words = [word.strip("()\"'") for word in piece.split()]
        while words and (_ASSIGNMENT.match(words[0]) or words[0] in _WRAPPERS):
            words.pop(0)
        if words and words[0] and words[0] not in _SETTING:
            found.append(words)
    return found


def prefixes(command: str) -> list[str]:
    """What a shell line runs: each program, and with its subcommands.

    >>> prefixes("cd app && PYTHONPATH=src python -m pytest -q tests")
    ['python', 'python -m pytest']
    >>> prefixes("npm run build --silent | tail -5")
    ['npm', 'npm run', 'npm run build', 'tail']
    """
    found: list[str] = []
    for words in simple_commands(command):
        program = words[0].rsplit("/", 1)[-1]
        found.append(program)
        if program in _RUNNERS:
            found += _subcommands(program, words[1:])
    return list(dict.fromkeys(found))


def _subcommands(program: str, words: list[str]) -> list[str]:
    if words[:1] == ["-m"] and len(words) > 1:
        return [f"{program} -m {words[1]}"]
    found, name = [], program
    for word in words[:2]:
        if not word[:1].isalpha() or "/" in word or "=" in word or "." in word:
            break
        name = f"{name} {word}"
        found.append(name)
    return found


def paths(text: str) -> list[str]:
    """The file paths that a text names.

    >>> paths("see src/auth/login.py and README.md, not e.g. this or 1.5")
    ['src/auth/login.py', 'README.md']
    """
    found = (match.group().removeprefix("./") for match in _PATH.finditer(text))
    return [path for path in dict.fromkeys(found) if "/" in path or _has_known_ending(path)]


def file_name(path: str) -> str:
    """The last part of a path, by which the index finds it before the whole is compared."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].lower()


def same_file(known: str, given: str) -> bool:
    """Whether a path given now (perhaps absolute) is the file that a lesson names.

    >>> same_file("src/auth/login.py", "/home/me/app/src/auth/login.py")
    True
    >>> same_file("auth/login.py", "/home/me/app/src/oauth/login.py")
    False
    """
    shorter, longer = sorted((known.strip("/"), given.strip("/")), key=len)
    return longer == shorter or longer.endswith(f"/{shorter}")


def _has_known_ending(path: str) -> bool:
    return path.rsplit(".", 1)[-1].lower() in _ENDINGS


def _without_heredocs(command: str) -> str:
    """A shell line up to its first here-document, whose text is data."""
    return command.split("<<", 1)[0]


_ENDINGS = frozenset(
    """
    py pyi js jsx ts tsx mjs cjs go rs java kt rb php c h cc cpp hpp cs swift sh bash zsh sql
    md mdx rst txt toml yaml yml json jsonl ini cfg conf env lock css scss html vue svelte
    proto tf dockerfile gradle xml csv ipynb lua ex exs erl hs ml scala pl r jl mod sum mk
    """.split()
)
