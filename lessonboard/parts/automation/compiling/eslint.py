"""ESLint: a rule as an error in .eslintrc.json, or in the list that eslint.config.js exports.

A program is edited only where its shape is plain: a list that ends the file.
"""

from __future__ import annotations

import re
from typing import Any

from blackboard.errors import BoardError
from lessonboard.install.json_edit import put
from lessonboard.install.json_read import read
from lessonboard.parts.automation.compiling.kind import Files, Proposal, Unfit
from lessonboard.parts.automation.compiling.text_lines import insert, split

_RULE = re.compile(r"`((?:@?[a-z][\w.-]*/)*[a-z]+(?:-[a-z]+)+|eqeqeq|curly|radix|yoda)`")
_USED = re.compile(r"(?i)\beslint\b")
_PROGRAMS = ("eslint.config.js", "eslint.config.mjs", "eslint.config.ts", "eslint.config.cjs")
_DATA = (".eslintrc.json", ".eslintrc")
_BEGIN = re.compile(
    r"^(?:export default|module\.exports =) (?:(?:defineConfig|tseslint\.config)\()?\[?",
    re.MULTILINE,
)
_END = re.compile(r"^(?:\]\)?|\));?\s*$")
_ON = r"[\"']{}[\"']\s*:\s*\[?\s*(?:[\"'](?:error|warn)[\"']|[12]\b)"
_OFF = r"[\"']{}[\"']\s*:\s*\[?\s*(?:[\"']off[\"']|0\b)"


class ESLint:
    """See `LinterSettings`."""

    name = "eslint"

    def rules_in(self, text: str) -> list[str]:
        """Rules in backticks such as `no-console`, where a text speaks of ESLint."""
        return list(dict.fromkeys(_RULE.findall(text))) if _USED.search(text) else []

    def propose(self, rule: str, files: Files) -> Proposal:
        """The rule in the settings that there are."""
        for path in (*_PROGRAMS, *_DATA):
            text = files.read(path)
            if text is not None:
                after = _edited(path, text, rule)
                why = f"it names the rule {rule} of ESLint"
                about = f"Switch on {rule} of ESLint"
                return Proposal(path, text, after, (rule,), about, why, f"eslint {rule}")
        raise Unfit("the repository has no settings of ESLint that could be edited")

    def is_on(self, rule: str, path: str, text: str) -> bool:
        """Whether it is a warning or an error."""
        if path in _PROGRAMS:
            return bool(re.search(_ON.format(re.escape(rule)), _without_comments(text)))
        try:
            return _level(path, text, rule) in ("warn", "error", 1, 2)
        except BoardError:
            return False


def _edited(path: str, text: str, rule: str) -> str:
    if path in _PROGRAMS:
        return _program(path, text, rule)
    try:
        level = _level(path, text, rule)
        if level in ("off", 0):
            raise Unfit(f"{path} switches {rule} off; decide which of the two is right")
        return text if level is not None else put(text, ("rules", rule), "error", path)
    except Unfit:
        raise
    except BoardError as error:
        raise Unfit(str(error)) from error


def _level(path: str, text: str, rule: str) -> Any:
    root = read(text, path)
    node = root.at(("rules", rule)) if root else None
    value = node.value if node else None
    return value[0] if isinstance(value, list) and value else value


def _program(path: str, text: str, rule: str) -> str:
    code = _without_comments(text)
    if re.search(_ON.format(re.escape(rule)), code):
        return text
    if re.search(_OFF.format(re.escape(rule)), code):
        raise Unfit(f"{path} switches {rule} off; decide which of the two is right")
    if "/" in rule and rule.rsplit("/", 1)[0].lstrip("@") not in code:
        raise Unfit(f"{path} does not load the plug-in of {rule}")
    lines = split(text)
    last = next((n for n in reversed(range(len(lines))) if lines[n].strip()), None)
    before = lines[last - 1].split("//")[0].rstrip() if last else ""
    if not (
        last and _BEGIN.search(text) and _END.match(lines[last]) and before.endswith((",", "["))
    ):
        raise Unfit(f"{path} does not end in a list to which a rule could be added")
    return insert(text, last, [f'  {{ rules: {{ "{rule}": "error" }} }},'])


def _without_comments(text: str) -> str:
    return re.sub(r"(?m)/\*.*?\*/|(?<![:\"'])//.*$", "", text)
