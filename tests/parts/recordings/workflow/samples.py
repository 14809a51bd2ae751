"""Workflows for the tests: one that a person would recognise, and arbitrary ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from lessonboard.parts.recordings.compiler.template import escape
from lessonboard.parts.recordings.workflow.keys import DANGERS, DIALOGS, DO, PROPERTIES

Json = dict[str, Any]
HOST = "http://shop.example"


def delete_customer() -> Json:
    """Search a customer and delete the row of it."""
    field = {"searchbox": "Search", "css": '[name="q"]'}
    return {
        "format": 3,
        "recording": "customers-1",
        "title": "Delete a customer",
        "parameters": {
            "email": {"kind": "row", "example": "ada@x.org", "description": "Whose row it is."},
        },
        "start": f"{HOST}/customers?tab=1",
        "preconditions": ["You are logged in."],
        "steps": [
            {"part": "Search", "do": "type", "what": "Search for {email}.", "target": field,
             "value": "{email}", "page": f"{HOST}/customers", "id": 0},
            {"do": "press", "target": field, "value": "ENTER", "after": {"heading": "1 customer"},
             "id": 2},
            {"part": "Delete", "do": "click", "what": "Delete it.", "target": {"button": "Delete"},
             "in": {"row": {"Name": "Ada", "Email": "{email}"}, "by": "Email"},
             "where": {"section": "Customers"}, "id": 5},
        ],
        "outcome": {"page": f"{HOST}/customers", "absent": "{email}"},
    }  # fmt: skip


hard = st.sampled_from([
    "", "no", "Yes", "1e3", "0x1F", "007", "2026-01-01", "null", "~", "a: b", "- a", "# a", " a",
    "a ", "\n", "a\nb\n", "\ta", "'", '"', "{}", "{a}", "[1]", "&a", "*a", "!a", "%", "@", "`",
    "\u2028", "\x85", "\x00", "\ufeff", "😀 日本語", "مرحبا", "---", "...", "? a", "a #b", "=",
    "<<", ".inf",
])  # fmt: skip
texts = st.one_of(hard, st.text(max_size=30))
_names = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
_VALUES = {
    "press": st.sampled_from(["ENTER", "CTRL+A", "DOWN*3", "F5", "+", "{{", "a"]),
    "scroll": st.sampled_from(["down 3", "up 0.5 right 2"]),
    "upload": st.sampled_from(["a.txt", "a.txt\nb.txt"]),
    "dialog": st.sampled_from(["accept", "dismiss"]),
}
"""What a step of a kind may have as its value, besides a parameter; others have any text."""

_CHECKS = st.sampled_from([*PROPERTIES[:-1], ""])
_CAUSED = ("dialog", "download")


def _filled(value: Json) -> Json:
    """Without what is empty, as a compiled document is."""
    return {key: each for key, each in value.items() if each not in ("", None, {}, [], False)}


@st.composite
def _surroundings(draw: st.DrawFn, templates: st.SearchStrategy[str]) -> Json:
    kind = draw(st.sampled_from(["row", "item", "card"]))
    cells: Any = draw(st.lists(templates, min_size=1, max_size=3).filter(any))
    if kind == "row" and draw(st.booleans()):
        cells = {f"Column {n}": cell for n, cell in enumerate(cells)}
    names = list(cells) if isinstance(cells, dict) else [str(n + 1) for n in range(len(cells))]
    around: Json = {kind: cells}
    return {**around, "by": draw(st.sampled_from(names))} if draw(st.booleans()) else around


@st.composite
def _needed(draw: st.DrawFn, do: str, templates: st.SearchStrategy[str],
            named: st.SearchStrategy[str]) -> Json:  # fmt: skip
    """What a step of a kind needs besides its target."""
    value = _VALUES.get(do, templates.filter(str.strip)) | named
    match do:
        case "type" | "choose" | "press" | "scroll" | "upload":
            return {"value": draw(value)}
        case "dialog":
            kind = draw(st.sampled_from(DIALOGS))
            return {"value": draw(value if kind == "prompt" else _VALUES[do]), "dialog": kind}
        case "drag":
            return {"onto": {"target": {"list": draw(templates)}}}
        case "extract":
            return _filled({"property": draw(st.sampled_from(["", "text", "table"]))})
        case "check":
            found = draw(_CHECKS)
            counts = st.integers(0, 99).map(str) | named
            return _filled({"property": found, "value": draw(
                counts if found == "count" else templates.filter(bool))})  # fmt: skip
    return {}


def _needs_target(step: Json) -> bool:
    """Whether a step is of a thing on the page, not of the whole page."""
    is_of_page = step.get("property") in ("text", "url", "title")
    return step["do"] in ("click", "choose", "hover", "drag", "extract") or (
        step["do"] == "check" and not is_of_page
    )


@st.composite
def workflows(draw: st.DrawFn) -> Json:
    """Any workflow without a problem, with parameters in all kinds of places."""
    names = draw(st.lists(_names, max_size=3, unique=True))
    named = st.sampled_from([f"{{{name}}}" for name in names]) if names else st.nothing()
    templates = st.one_of(texts.map(escape), named)
    page = st.dictionaries(st.sampled_from(["title", "heading"]), templates.filter(bool))
    steps: list[Json] = []
    for number in range(draw(st.integers(1, 5))):
        do = draw(st.sampled_from([each for each in DO if number or each not in _CAUSED]))
        target = {draw(st.sampled_from(["button", "textbox", "text", "label"])):
                  draw(templates.filter(bool)), "css": "#one"}  # fmt: skip
        steps.append(_filled({
            "part": draw(templates), "do": do, "what": draw(templates), "target": target,
            "in": draw(st.just({}) | _surroundings(templates)),
            "where": draw(st.dictionaries(st.sampled_from(["section", "form"]), templates)),
            "page": draw(st.sampled_from(["", HOST, f"{HOST}/b"])),
            "after": draw(page), "danger": draw(st.sampled_from(["", *DANGERS])),
            "optional": draw(st.booleans()), "id": number + 1,
        }))  # fmt: skip
        steps[-1] |= draw(_needed(do, templates, named))
        if not _needs_target(steps[-1]) and draw(st.booleans()):
            del steps[-1]["target"]
    return _filled({
        "format": 3, "recording": draw(texts), "title": draw(texts.filter(bool)),
        "description": draw(texts),
        "parameters": {name: _filled({
            "kind": draw(st.sampled_from(["row", "choice", "date", ""])), "example": draw(texts),
            "description": draw(texts)}) for name in names},
        "start": HOST, "preconditions": draw(st.lists(texts.filter(bool), max_size=2)),
        "steps": steps, "outcome": draw(page),
    })  # fmt: skip
