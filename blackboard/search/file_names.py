"""The files that a text names.

Standard library only and without `re`, because the hooks of agents use it too.
"""

from __future__ import annotations

_ENDINGS = frozenset(
    """
    py pyi js jsx ts tsx mjs cjs go rs java kt rb php c h cc cpp hpp cs swift sh bash zsh sql
    md mdx rst txt toml yaml yml json jsonl ini cfg conf env lock css scss html vue svelte
    proto tf dockerfile gradle xml csv ipynb lua ex exs erl hs ml scala pl r jl mod sum mk
    """.split()
)
_SIGNS = frozenset("_./@+-")
_LONGEST_ENDING = 8


def paths(text: str) -> list[str]:
    """The file paths that a text names.

    >>> paths("see src/auth/login.py and README.md, not e.g. this or 1.5")
    ['src/auth/login.py', 'README.md']
    """
    found = (path for chunk in text.split() if "." in chunk for path in _in_chunk(chunk))
    return [path for path in dict.fromkeys(found) if "/" in path or _has_known_ending(path)]


def file_name(path: str) -> str:
    """The last part of a path, by which the index finds it before the whole is compared."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].lower()


def kind_of_file(path: str) -> str:
    """The name by which a lesson is about all files of a kind; empty for a file without an ending.

    >>> kind_of_file("src/auth/login.py"), kind_of_file("Makefile")
    ('*.py', '')
    """
    stem, dot, ending = file_name(path).rpartition(".")
    return f"*.{ending}" if stem and dot else ""


def same_file(known: str, given: str) -> bool:
    """Whether a path given now (perhaps absolute) is the file that a lesson names.

    A lesson about all files of a kind names them as `**/*.py`.

    >>> same_file("src/auth/login.py", "/home/me/app/src/auth/login.py")
    True
    >>> same_file("auth/login.py", "/home/me/app/src/oauth/login.py")
    False
    >>> same_file("**/*.py", "/home/me/app/src/auth/login.py")
    True
    """
    if known.startswith("**/*."):
        return file_name(known) == kind_of_file(given)
    shorter, longer = sorted((known.strip("/"), given.strip("/")), key=len)
    return longer == shorter or longer.endswith(f"/{shorter}")


def _in_chunk(chunk: str) -> list[str]:
    """The paths in a run without white space: what follows a colon is a line or an address."""
    runs, run = [], ""
    for sign in f"{chunk} ":
        if sign.isalnum() or sign in _SIGNS:
            run += sign
        elif sign == ":":
            runs.append(run)
            run = ":"
        else:
            runs.append(run)
            run = ""
    found = (_path(run) for run in runs if "." in run and run[0] != ":")
    return [path for path in found if path]


def _path(run: str) -> str:
    """The longest beginning of a run that ends like a file's name; empty when there is none."""
    dot = run.rfind(".")
    while dot > 0:
        end = dot + 1
        while end < len(run) and (run[end].isalnum() or run[end] == "_"):
            end += 1
        ending, before = run[dot + 1 : end], run[dot - 1]
        if (
            (before.isalnum() or before in "_-")
            and run[end : end + 1] != "/"
            and 0 < len(ending) <= _LONGEST_ENDING
            and ending[0].isalpha()
            and ending.isalnum()
            and ending.isascii()
        ):
            return run[:end].removeprefix("./")
        dot = run.rfind(".", 0, dot)
    return ""


def _has_known_ending(path: str) -> bool:
    return path.rsplit(".", 1)[-1].lower() in _ENDINGS
