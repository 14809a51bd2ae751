"""Ruff: rules in pyproject.toml or ruff.toml, edited as text and compared as data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from lessonboard.parts.automation.compiling.kind import Files, Proposal, Unfit
from lessonboard.parts.automation.compiling.text_lines import insert, split

_RULE = re.compile(
    r"\b(?:F|E|W|C90|I|N|D|UP|YTT|ANN|ASYNC|S|BLE|FBT|B|A|COM|CPY|C4|DTZ|T10|T20|DJ|EM|EXE|FA|ISC"
    r"|ICN|LOG|G|INP|PIE|PYI|PT|Q|RSE|RET|SLF|SLOT|SIM|TID|TD|TC|INT|ARG|PTH|FIX|ERA|PD|PGH|PLC|PLE"
    r"|PLR|PLW|TRY|FLY|NPY|FAST|AIR|PERF|FURB|DOC|RUF)\d{1,4}\b"
)
_CODE = re.compile(r"[A-Z]{1,5}\d{3,4}")
_USED = re.compile(r"(?i)\b(?:ruff|flake8)\b")
_FILES = (("ruff.toml", ()), (".ruff.toml", ()), ("pyproject.toml", ("tool", "ruff")))
"""Where settings may be, in Ruff's own order, and below which table."""

_LISTS = ("extend-select", "select")
_IGNORED = ("ignore", "extend-ignore")


class Ruff:
    """See `LinterSettings`."""

    name = "ruff"

    def rules_in(self, text: str) -> list[str]:
        """Codes such as T201, where a text speaks of Ruff or Flake8."""
        if not _USED.search(text):
            return []
        codes = (match[0] for match in _RULE.finditer(text))
        return list(dict.fromkeys(code for code in codes if _CODE.fullmatch(code)))

    def propose(self, rule: str, files: Files) -> Proposal:
        """The rule in the first list of rules that there is, else in one of its own."""
        path, text, above = _settings(files)
        lint = _lint(text, above)
        if _is_covered(rule, [*lint.get("ignore", ()), *lint.get("extend-ignore", ())]):
            raise Unfit(f"{path} ignores {rule}; decide which of the two is right")
        why = f"it names the rule {rule} of ruff"
        about = f"Switch on {rule} of ruff"
        if _is_on(rule, lint):
            return Proposal(path, text, text, (rule,), about, why, f"ruff {rule}")
        after = _with_rule(text, above, lint, rule)
        if after is None:
            raise Unfit(f"the rules in {path} are laid out in a way that is not understood")
        return Proposal(path, text, after, (rule,), about, why, f"ruff {rule}")

    def is_on(self, rule: str, path: str, text: str) -> bool:
        """Whether the lists of a file select the rule and do not ignore it."""
        try:
            lint = _lint(text, dict(_FILES).get(path, ()))
        except Unfit:
            return False
        is_ignored = _is_covered(rule, [rule for name in _IGNORED for rule in lint.get(name, ())])
        return _is_on(rule, lint) and not is_ignored


def _settings(files: Files) -> tuple[str, str, tuple[str, ...]]:
    for path, above in _FILES:
        text = files.read(path)
        if text is not None and (not above or _at(_parsed(text, path), above) is not None):
            return path, text, above
    raise Unfit("the repository has no settings of ruff")


def _parsed(text: str, path: str = "the file") -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise Unfit(f"{path} is no TOML: {error}") from error


def _at(data: Any, keys: Sequence[str]) -> dict[str, Any] | None:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else None


def _lint(text: str, above: tuple[str, ...]) -> dict[str, Any]:
    """The lists of rules; in old settings they are one table higher."""
    own = _at(_parsed(text), above) or {}
    lint = {**{name: own[name] for name in (*_LISTS, *_IGNORED) if name in own},
            **(own.get("lint") or {})}  # fmt: skip
    return {name: rules for name, rules in lint.items() if isinstance(rules, list)}


def _is_on(rule: str, lint: dict[str, Any]) -> bool:
    return _is_covered(rule, [rule for name in _LISTS for rule in lint.get(name, ())])


def _is_covered(rule: str, selectors: Sequence[Any]) -> bool:
    """Whether a rule is among selectors: itself, its beginning up to a digit or its letters, all.

    >>> [_is_covered("T201", [each]) for each in ("T201", "T20", "T", "ALL", "T1", "TRY")]
    [True, True, True, True, False, False]
    """
    letters = rule.rstrip("0123456789")
    fits = (s == "ALL" or (isinstance(s, str) and rule.startswith(s) and len(s) >= len(letters))
            for s in selectors)  # fmt: skip
    return any(fits)


def _with_rule(text: str, above: tuple[str, ...], lint: dict[str, Any], rule: str) -> str | None:
    """The text with the rule; None where its data would not be just that afterwards."""
    own = _at(_parsed(text), above) or {}
    is_old = "lint" not in own and any(name in own for name in _LISTS)
    table = above if is_old else (*above, "lint")
    name = next((name for name in _LISTS if name in lint), _LISTS[0])
    after = _edited(text, table, name, rule, is_new=name not in lint)
    if after is None:
        return None
    expected = _parsed(text)
    place = expected
    for key in table:
        place = place.setdefault(key, {})
    place[name] = [*place.get(name, ()), rule]
    try:
        return after if _parsed(after) == expected else None
    except Unfit:
        return None


def _edited(text: str, table: tuple[str, ...], name: str, rule: str, *, is_new: bool) -> str | None:
    header = f"[{'.'.join(table)}]"
    lines = [line.split("#")[0].strip() for line in split(text)]
    if header in lines or not table:
        start = lines.index(header) + 1 if table else 0
        if is_new:
            return insert(text, start, [f'{name} = ["{rule}"]'])
        return _extended(text, start, name, rule)
    if not is_new:
        return None
    gap = [""] if lines and lines[-1] else []
    return insert(text, len(lines), [*gap, header, f'{name} = ["{rule}"]'])


def _extended(text: str, start: int, name: str, rule: str) -> str | None:
    """The text with one more element in the array of a name, after a line."""
    offset = len("".join(split(text)[:start]))
    begin = re.compile(rf"^[ \t]*{re.escape(name)}[ \t]*=[ \t]*\[", re.MULTILINE).search(
        text, offset
    )
    end = _closing(text, begin.end()) if begin else None
    if begin is None or end is None:
        return None
    inside = text[begin.end() : end]
    if "\n" not in inside:
        kept = inside.rstrip().removesuffix(",")
        comma = ", " if kept.strip() else ""
        return f'{text[: begin.end()]}{kept}{comma}"{rule}"{text[end:]}'
    return _extended_lines(text, begin.end(), end, rule)


def _extended_lines(text: str, begin: int, end: int, rule: str) -> str | None:
    """The same for an array with an element on each line; the last one must have its comma."""
    lines = split(text[begin:end])
    elements = [line for line in lines[1:] if line.strip() and not line.lstrip().startswith("#")]
    if not elements or not elements[-1].split("#")[0].rstrip().endswith(","):
        return None
    margin = elements[-1][: len(elements[-1]) - len(elements[-1].lstrip())]
    place = text.rfind("\n", 0, end) + 1
    line_end = "\r\n" if "\r\n" in text else "\n"
    return f'{text[:place]}{margin}"{rule}",{line_end}{text[place:]}'


def _closing(text: str, place: int) -> int | None:
    """Where an array of strings ends; strings and comments may hold brackets."""
    pattern = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|#[^\n]*|(\])|[^\"'#\]]+")
    while match := pattern.match(text, place):
        if match[1]:
            return match.start()
        place = match.end()
    return None
