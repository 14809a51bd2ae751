"""What a workflow may hold: every key, what its value is, what it means; and the JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

FORMAT = 3
Kind = Literal["text", "number", "flag", "texts", "cells", "map", "named", "list"]
"""`texts` is one text or a list, `cells` a list or a mapping of texts; `map` has fixed keys.
"""


Path = tuple[str | int, ...]
"""Where in a document: keys and places in lists."""


class Key(NamedTuple):
    """A key: what its value is, what it means, and which values or keys are allowed there."""

    kind: Kind
    about: str
    choices: tuple[str, ...] = ()
    keys: Mapping[str, Key] = {}
    is_needed: bool = False


ROLES = tuple(
    """alert alertdialog article banner blockquote button caption cell checkbox code columnheader
    combobox complementary contentinfo definition dialog document emphasis feed figure form
    generic grid gridcell group heading img link list listbox listitem log main mark marquee math
    menu menubar menuitem menuitemcheckbox menuitemradio meter navigation note option paragraph
    presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search
    searchbox separator slider spinbutton status strong switch tab table tablist tabpanel term
    textbox timer toolbar tooltip tree treegrid treeitem""".split()
)
"""The roles of ARIA by which Playwright finds elements."""

DO = {
    "click": "CLICK", "type": "TYPE", "choose": "TYPE", "press": "KEYPRESS", "scroll": "SCROLL",
    "drag": "DRAG", "hover": "HOVER", "upload": "UPLOAD", "dialog": "DIALOG",
    "download": "DOWNLOAD", "check": "CHECK", "extract": "EXTRACT",
}  # fmt: skip
"""What a step does, and the action of its plan."""

DANGERS = ("delete", "pay", "send", "save", "unknown", "none")
KINDS = ("text", "choice", "row", "file", "secret", "date", "number")
ROWS = ("row", "item", "card")
PROPERTIES = ("visible", "hidden", "text", "value", "url", "title", "checked", "unchecked", "count",
              "table")  # fmt: skip
DIALOGS = ("alert", "confirm", "prompt", "beforeunload")

_TARGET = {
    "role": Key("text", "A role alone, where it has no name."),
    "name": Key("text", "A name alone, whatever its role."),
    "label": Key("text", "Or by its label."),
    "placeholder": Key("text", "Or by its placeholder."),
    "test_id": Key("text", "Or by the attribute for tests."),
    "text": Key("text", "Or by its text."),
    "css": Key("texts", "Or by selectors, each of which must find one element."),
    "element": Key("text", "How a thing without a name is written, as `button.icon`."),
}
WAYS = tuple(_TARGET)
TARGET = {**{role: Key("text", f"The name of the {role}.") for role in ROLES}, **_TARGET}
IN = {
    "row": Key("cells", "A table's row: its cells by column, or as a list."),
    "item": Key("cells", "A list's item."),
    "card": Key("cells", "A box among its like."),
    "by": Key("text", "The column, or the number of the cell, that no other row shares."),
    "element": Key("text", "How the row is written, as `div.card`."),
    "twins": Key("number", "How many other rows said the same when it was recorded."),
}
WHERE = {
    "section": Key("text", "The heading over it."),
    "heading": Key("text", "The last heading before it."),
    "form": Key("text", "The form that it is in."),
    "link": Key("text", "Where it leads."),
    "dialog": Key("text", "What the dialog says that it is in."),
    "frame": Key("text", "The frame that it is in, by name or address."),
    "alike": Key("number", "How many were called so when it was recorded."),
    "nth": Key("number", "Which of them it was, from 0."),
    "ticked": Key("number", "How many boxes in rows were ticked."),
}
_PAGE = {
    "page": Key("text", "Its address; numbers in it may differ."),
    "title": Key("text", "Its title."),
    "heading": Key("text", "A heading on it."),
}
STEP = {
    "part": Key("text", "The title of the part of the task that begins here."),
    "do": Key("text", "What is done.", tuple(DO), is_needed=True),
    "what": Key("text", "Why it is done, in a sentence."),
    "target": Key("map", "To what: `button: Delete`, and other ways to find it.", keys=TARGET),
    "in": Key("map", "In which row, item or card; the cells that must say the same.", keys=IN),
    "where": Key("map", "What distinguishes it from others of its name.", keys=WHERE),
    "value": Key("text", "What is typed, chosen, pressed or expected."),
    "typed": Key("text", "What is typed so that the value is offered."),
    "calendar": Key("text", "How a date is written, where the page draws a calendar to choose it."),
    "checked": Key("flag", "Whether a box is ticked afterwards."),
    "property": Key("text", "What is checked or read.", PROPERTIES),
    "dialog": Key("text", "The kind of question that is answered.", DIALOGS),
    "message": Key("text", "What the question says; numbers of no parameter may differ."),
    "onto": Key("map", "On what it is dropped.", keys={
        "target": Key("map", "The place.", keys=TARGET),
        "in": Key("map", "In which row, item or card.", keys=IN),
        "across": Key("number", "Where in it, in percent from the left."),
        "down": Key("number", "Where in it, in percent from above."),
    }),
    "page": Key("text", "The address of the page on which it and the next steps are done."),
    "after": Key("map", "What must show afterwards.", keys=_PAGE),
    "danger": Key("text", "What cannot be undone, so that the target is checked strictly; "
                  "without it the target's name decides.", DANGERS),
    "optional": Key("flag", "Left out where its target is not there, as a consent bar."),
    "sensitive": Key("flag", "Its value is a secret."),
    "id": Key("number", "The recorded line, for its picture."),
}  # fmt: skip
PARAMETER = {
    "kind": Key("text", "What its value is; a secret is asked for.", KINDS),
    "example": Key("text", "The recorded value; a secret has none."),
    "description": Key("text", "What it is for, in a sentence."),
}
OUTCOME = {
    "description": Key("text", "The same in words, for people."),
    **_PAGE,
    "text": Key("text", "A text that it shows."),
    "absent": Key("text", "A text that it no longer shows."),
}
WORKFLOW = Key("map", "A recorded task that can be done again with other values.", keys={
    "format": Key("number", "The version of this form.", is_needed=True),
    "recording": Key("text", "The recording that it was made from."),
    "title": Key("text", "What the task is called.", is_needed=True),
    "description": Key("text", "What it is for."),
    "parameters": Key("named", "The values that may differ; steps name them in braces.",
                      keys=PARAMETER),
    "start": Key("text", "The address at which it begins."),
    "hosts": Key("texts", "Other hosts that its pages may be on."),
    "preconditions": Key("texts", "What must be so before, in sentences."),
    "lost": Key("texts", "Recorded actions that could not be imported: add their steps, then take "
                "this out."),
    "steps": Key("list", "What is done, in order.", keys=STEP, is_needed=True),
    "outcome": Key("map", "What the last page shows when all went well; without it the end is not "
                   "checked.", keys=OUTCOME),
})  # fmt: skip

_TEXT = {"type": ["string", "number", "boolean", "null"]}
"""What is written is the text, with or without quotes."""


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `workflow.yaml`, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_schema(WORKFLOW)}


def _schema(key: Key) -> dict[str, Any]:
    about = {"description": key.about}
    match key.kind:
        case "text":
            return {**about, **({"enum": list(key.choices)} if key.choices else _TEXT)}
        case "number" | "flag":
            return {**about, "type": "integer" if key.kind == "number" else "boolean"}
        case "texts":
            return {**about, "anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}
        case "cells":
            cells = [{"type": "array", "items": _TEXT},
                     {"type": "object", "additionalProperties": _TEXT}]  # fmt: skip
            return {**about, "anyOf": cells}
        case "named":
            return {**about, "type": "object", "additionalProperties": _object(key)}
        case "list":
            return {**about, "type": "array", "minItems": 1, "items": _object(key)}
        case "map":
            return {**about, **_object(key)}


def _object(key: Key) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name, each in key.keys.items() if each.is_needed],
        "properties": {name: _schema(each) for name, each in key.keys.items()},
    }
