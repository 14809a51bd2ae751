"""The one identity of a failure: the same for every wording of it, on every machine, at any time.

Everything that remembers, compares or counts failures calls `signature`. A message that many
programs share is reduced to its program and class (`go: command not found`); of any other message
what varies from time to time is masked.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

_LONGEST = 300

_FOLDERS = re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.@+ -]*[\w.@+-])+[/\\]?")
_VARIABLE = (
    (re.compile(r"\x1b\[[0-9;]*m"), ""),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?"), "<time>"),
    (re.compile(r"\b(?:0x)?[0-9a-f]{8,}\b(?<![a-f]{8})", re.IGNORECASE), "<hex>"),
    (_FOLDERS, "<path>"),
    (re.compile(r"(?<![A-Za-z_\d])\d+(?:\.\d+)*(?:ms|s|kb|mb|%)?\b", re.IGNORECASE), "#"),
)

_NAME = (
    r"""(?:"(?P<a>[^"\n]+)"|'(?P<b>[^'\n]+)'|`(?P<c>[^`'\n]+)[`']"""
    r"""|[\u2018\u201c](?P<d>[^\u2019\u201d\n]+)[\u2019\u201d]|"""
    r"""(?P<e>(?:[^\s"'`,;:()]|:(?=[\w\\]))+(?<![.!?])))"""
)
_SHELL = (
    r"(?:\(eval\)|\S*\b(?:ba|z|da|a|k|fi|c|tc)?sh)(?::\ ?(?:line\ )?(?:\d+|\#))?:\ (?:exec:\ )?"
)


@cache
def _patterns(forms: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """The patterns of wordings; they are compiled when a hint is met, as all take 20 ms."""
    flags = re.IGNORECASE | re.VERBOSE
    return tuple(re.compile(form.replace("NAME", _NAME), flags) for form in forms)


_CLASSES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("command not found", ("not found", "not recognized", "enoent", "no such file", " in (",
                           "unknown command", "not installed", "never exec", "executable"), (
        r"\bcommand\ not\ found:\ NAME",
        r"^(?!error:|fatal:)(?:.*[\s:])??NAME:\ "
        r"(?:command|program|executable)\ (?:file\ )?not\ found",
        rf"^{_SHELL}NAME:\ (?:not\ found|inaccessible\ or\ not\ found)$",
        r"^(?!(?:error|fatal|warning|err):)(?P<bare>[a-z][\w.+-]*):\ not\ found$",
        r"^(?:error:\ )?NAME\ is\ not\ recognized\ as\ an?\ ",
        r"\bthe\ term\ NAME\ is\ not\ recognized",
        r"^(?:(?:/usr)?/bin/)?(?:env|nohup|xargs|time|timeout|nice|setsid|watch|make|gmake|entr):"
        r"\ (?:failed\ to\ run\ command\ )?NAME:\ no\ such\ file\ or\ directory",
        r"\bspawn(?:sync)?\ NAME\ enoent",
        r"^fish:\ unknown\ command:?\ NAME",
        r"^(?:the\ program|command)\ NAME\ (?:is\ (?:currently\ )?not\ installed|not\ found)",
        r"^(?:which:\ )?no\ NAME\ in\ \(",
        r"could\ not\ execute\ process\ NAME.*never\ executed",
        r"^exec:\ NAME:\ executable",
    )),
    ("module not found", ("module", "package", "resolve", "load such file", "crate"), (
        r"\bno\ module\ named\ NAME",
        r"\bcannot\ find\ (?:module|package)\ NAME",
        r"\bmodule\ not\ found:.*?(?:can't\ resolve|cannot\ find\ module)\ NAME",
        r"^module\ not\ found:\ NAME",
        r"\b(?:could\ not|failed\ to)\ resolve\ (?:import\ )?NAME",
        r"\bcannot\ load\ such\ file\ --\ NAME",
        r"\bcan't\ find\ crate\ for\ NAME",
        r"\bno\ required\ module\ provides\ package\ NAME",
    )),
    ("script not found", ("script",), (
        r"\bmissing\ script:?\ NAME", r"\bscript\ not\ found:?\ NAME",
    )),
    ("no such file", ("no such file",), (
        r"\bno\ such\ file\ or\ directory[:,]\ (?:[a-z]+\ (?=['\"]))?NAME",
        r"\b(?:can(?:no|')t|could\ not|unable\ to|failed\ to)\ "
        r"(?:access|open|stat|read|find|copy|move|remove|execute)\ (?:file\ )?NAME"
        r".*\bno\ such\ file",
        r"^no\ such\ file:\ NAME",
        r"^(?:.*:\ )?NAME:\ (?:\[errno\ \#?2?\]\ )?no\ such\ file\ or\ directory",
    )),
)  # fmt: skip
"""What many programs say of a thing that is not there: the class, words of which one is in each
wording, and the wordings, surest first. NAME is the thing, which is the failure: another
command, module or file is another one."""

_OF_SHELL = re.compile(rf"^{_SHELL}(?P<said>.+)$", re.IGNORECASE | re.VERBOSE)
_GLOB = re.compile(r"(?i)^no matches found: .*")

_OPTION = re.compile(
    r"""(?ix) (?:unknown|unrecogni[sz]ed|invalid|illegal|unexpected|unsupported|no\ such)
      \ (?:[\w-]+\ )?(?:option|flag|switch|arguments?)s?:?\ (?:--\ )?["'`]?(?P<long>-[\w-]+|\w\b)
    | unknown\ shorthand\ flag:\ ["'](?P<short>\w)["']
    | flag\ provided\ but\ not\ defined:\ (?P<go>-[\w-]+)"""
)
_OPTION_HINTS = ("option", "flag", "switch", "argument")
_SPEAKER = re.compile(r"^([\w.+-]+): ")
_NOBODY = frozenset("error fatal warning err unknown invalid".split())

_QUOTED = re.compile(r"(?<!\w)'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`")
_NAME_MATTERS = re.compile(
    r"(?i)unknown|undefined|not defined|no such|not found|cannot find|missing|required|unrecogni"
    r"|no attribute|not exist|already exist|not a function|import|keyerror|invalid|unexpected arg"
    r"|no rule|not allowed|deprecated|expected .* got|[\w>][:(]#"
)
"""What a quotation is the point of: something that is missing or wrong, or is in code."""

_GENERIC = re.compile(
    r"<\w+>|no such file or directory|(?:does|do) not exist|not found|file exists|is a directory"
    r"|permission denied|command failed|exit status|build failed|\b(?:fail(?:ed)?|error|fatal"
    r"|cannot|access|os|eval|line|sh|bash|zsh)\b"
)
_WORD = re.compile(r"[a-z]{2,}")
_FEWEST_WORDS = 3
_TEMPORARY = re.compile(r"^(?:/private)?/(?:tmp|var)/|^\$?(?:tmp|temp)\w*[/\\]|\\temp\\", re.I)
_RANDOM = re.compile(r"(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{6,}", re.IGNORECASE)


@lru_cache(maxsize=1024)  # failures repeat, and each line is asked for several times
def signature(line: str, program: str = "") -> str:
    """The identity of the failure that an error line names.

    Args:
        line: one line of what a program printed.
        program: the program that was run, if it is known; it becomes part of a message that is
            otherwise anybody's.

    >>> signature("bash: line 3: go: command not found"), signature("sh: 1: go: not found")
    ('go: command not found', 'go: command not found')
    >>> signature("/home/me/app/src/a.ts(12,3): error TS2345: Argument of type 'x' is not")
    "<path>(#,#): error ts2345: argument of type 'x' is not"
    >>> signature("Permission denied", "make")
    'make: permission denied'
    """
    text = " ".join(line[: 4 * _LONGEST].split())
    found = _missing(text) or _unknown_option(text, program) or _of_shell(text)
    return found or _with_program(_unquoted(masked(line)), program)


def masked(line: str) -> str:
    """An error line without paths, times, numbers, hex digits and colours.

    This was the signature until the classes came; boards hold lessons that are known by it.
    """
    for pattern, replacement in _VARIABLE:
        line = pattern.sub(replacement, line)
    return " ".join(line.lower().split())[:_LONGEST]


def is_particular(known: str | None) -> bool:
    """Whether two failures of the same signature are the same problem.

    >>> is_particular("go: command not found")
    True
    >>> is_particular("ls: <path>: no such file or directory")
    False
    """
    if known is None:
        return False
    if any(known.endswith(f": {label}") or known.startswith(f"{label}: ") for label in _LABELS):
        return "<" not in known
    return _words(known) >= _FEWEST_WORDS


@lru_cache(maxsize=256)  # it is asked several times of each signature that is made
def _words(known: str) -> int:
    return len(_WORD.findall(_GENERIC.sub(" ", known)))


_LABELS = tuple(label for label, _, _ in _CLASSES)


def _missing(text: str) -> str | None:
    """The class of a message about something that is not there, with the name of that."""
    low = text.lower()
    for label, hints, forms in _CLASSES:
        known = _patterns(forms) if any(hint in low for hint in hints) else ()
        match = next(filter(None, (pattern.search(text) for pattern in known)), None)
        if match:
            name = next(value for value in match.groupdict().values() if value)
            named = _named(name.strip(), label)
            return f"{named}: {label}" if label == _LABELS[0] else f"{label}: {named}"
    return None


def _named(name: str, label: str) -> str:
    """The name without its folders; a name of a temporary file is none."""
    if _TEMPORARY.search(name):
        return "<temporary>"
    is_scoped = label == "module not found" and not name.startswith((".", "/", "~"))
    last = name if is_scoped else re.split(r"[/\\]", name.rstrip("/\\"))[-1]
    last = last.lower().removesuffix(".exe")
    return re.sub(r"\d+", "#", _RANDOM.sub("<hex>", last)) if label == "no such file" else last


def _unknown_option(text: str, program: str) -> str | None:
    """A program's refusal of an option; without a program it is anybody's."""
    low = text.lower()
    match = _OPTION.search(text) if any(hint in low for hint in _OPTION_HINTS) else None
    if match is None:
        return None
    option = next(value for value in match.groupdict().values() if value).lstrip("-").lower()
    speaker = _SPEAKER.match(text)
    own = speaker[1].lower() if speaker and speaker[1].lower() not in _NOBODY else program
    return f"{own}: unknown option {option}" if own else f"unknown option {option}"


def _of_shell(text: str) -> str | None:
    """What the shell itself says of a line, whichever shell and line it was."""
    said = _OF_SHELL.match(text)
    return f"shell: {masked(_GLOB.sub('no matches found', said['said']))}" if said else None


def _unquoted(known: str) -> str:
    """A message without what it quotes, where enough is left and the quotation is not the point."""
    bare = _QUOTED.sub("<name>", known)
    return bare if _words(bare) >= _FEWEST_WORDS and not _NAME_MATTERS.search(known) else known


def _with_program(known: str, program: str) -> str:
    if not program or is_particular(known) or program.lower() in known or not known:
        return known
    return f"{program.lower()}: {known}"[:_LONGEST]
