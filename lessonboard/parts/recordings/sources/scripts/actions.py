"""Write the manifest lines of Playwright's methods that act on a located element."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.lines import chosen, line, lost, omitted, typed
from lessonboard.parts.recordings.sources.scripts.model import Call, Chain, Function, Value
from lessonboard.parts.recordings.sources.scripts.selectors import NotWritten

Record = dict[str, Any]
TargetOf = Callable[[Chain], tuple[Record, list[Call]]]

_CLICKS = {"click": "click", "dblclick": "double_click", "tap": "click", "check": "click",
           "uncheck": "click", "set_checked": "click"}  # fmt: skip
_BUTTONS = {"right": "right_click", "middle": "middle_click"}
_STATES = {"visible": "visible", "attached": "visible", "hidden": "hidden", "detached": "hidden"}
_IDLE = ("focus", "blur", "scroll_into_view_if_needed", "highlight")
_BACKGROUNDS = ("html", "body")
METHODS = (*_CLICKS, *_IDLE, "hover", "fill", "clear", "type", "press_sequentially", "press",
           "select_option", "set_input_files", "drag_to", "wait_for")  # fmt: skip
WITH_SELECTOR = (*METHODS, "drag_and_drop", "wait_for_selector")
"""The methods of a page that take a selector first, as older generators wrote them."""


def with_locator(call: Call) -> tuple[Call, ...]:
    """The calls on a locator that a page's method with a selector is short for."""
    first = call.arguments[0] if call.arguments else None
    rest = list(call.arguments[1:])
    name = {"drag_and_drop": "drag_to", "wait_for_selector": "wait_for"}.get(call.name, call.name)
    if call.name == "drag_and_drop":
        rest = [Chain("page", (Call("locator", tuple(rest[:1])),))]
    return (Call("locator", (first,)), Call(name, tuple(rest), call.options))


def lines_of(call: Call, details: Record, target_of: TargetOf, where: str) -> Iterator[Record]:
    """The lines of one method, whose arguments are literal."""
    first = call.arguments[0] if call.arguments else None
    match call.name:
        case name if name in _CLICKS:
            yield _click(call, details, where)
        case "hover":
            yield line("hover", {}, details)
        case "fill" | "clear":
            yield _typing("" if call.name == "clear" else first, details, where)
        case "type" | "press_sequentially":
            yield _typing(first, details, where, fill=False)
        case "press":
            yield _press(first, details, where)
        case "select_option":
            yield _choice(call, details, where)
        case "set_input_files":
            yield from upload(call, details, where)
        case "drag_to":
            yield _drag(first, details, target_of, where)
        case "wait_for":
            state = _STATES.get(str(call.option("state", "visible")), "visible")
            yield line("check", {"what": state}, details)
        case name if name in _IDLE:
            yield omitted(f"{where}: {name} does nothing by itself", details)
        case _:
            yield lost(f"{where}: {call.name} is not supported", details)


def upload(call: Call, details: Record, where: str) -> Iterator[Record]:
    """The line of files that are chosen, by their names."""
    files = call.arguments[0] if call.arguments else None
    named = files if isinstance(files, list) else [files]
    if not named or not all(isinstance(each, str) and each for each in named):
        yield lost(f"{where} chooses files that are not written there", details)
        return
    names = [str(each).replace("\\", "/").rpartition("/")[2] for each in named]
    yield line("upload", {"files": names}, details)


def answer_of(function: Function) -> Record:
    """How a listener answers a dialog; {} if it does not say."""
    for statement in function.body:
        calls = statement.value.calls if isinstance(statement.value, Chain) else ()
        answer = next((each for each in calls if each.name in ("accept", "dismiss")), None)
        if answer is None:
            continue
        text = answer.arguments[0] if answer.arguments else answer.option("prompt_text")
        given = {"dialog": "prompt", "text": text} if isinstance(text, str) else {}
        return {"accepted": answer.name == "accept", **given}
    return {}


def _click(call: Call, details: Record, where: str) -> Record:
    if call.option("modifiers"):
        return lost(f"{where} clicks while a key is held", details)
    selector = details["target"].get("selector")
    if selector in _BACKGROUNDS and call.name == "click":
        return omitted(f"{where} is a click on the page's background", details)
    button = str(call.option("button", "left"))
    is_double = call.option("click_count") == 2
    kind = "double_click" if is_double else _BUTTONS.get(button, _CLICKS[call.name])
    wanted = {"check": True, "uncheck": False}.get(call.name, (*call.arguments, None)[0])
    more = {"checked": wanted} if isinstance(wanted, bool) else {}
    return line(kind, {"button": button}, {**details, "counted": True, **more})


def _typing(text: Value, details: Record, where: str, *, fill: bool = True) -> Record:
    made = typed(text if isinstance(text, str) else "", details, fill=fill)
    if not isinstance(text, str) and not made.get("details", {}).get("sensitive"):
        return lost(f"{where} types a text that is not written there", details)
    return made


def _press(key: Value, details: Record, where: str) -> Record:
    name = keys.normal(key)
    if not name:
        return lost(f"{where} presses a key that is not written there", details)
    return line("key", {"key": name}, details)


def _choice(call: Call, details: Record, where: str) -> Record:
    named = [call.arguments[0]] if call.arguments else []
    named += [call.options[key] for key in ("label", "value") if key in call.options]
    flat = [part for each in named for part in (each if isinstance(each, list) else [each])]
    texts = [_option(each) for each in flat]
    if not texts or not all(texts):
        return lost(f"{where} chooses an option that is not written there", details)
    target = {**details["target"]}
    target.setdefault("role", "listbox" if len(texts) > 1 else "combobox")
    return chosen(texts, {**details, "target": target})


def _option(value: Value) -> str:
    if isinstance(value, dict):
        value = next((value[key] for key in ("label", "value") if key in value), "")
    return value if isinstance(value, str) else ""


def _drag(value: Value, details: Record, target_of: TargetOf, where: str) -> Record:
    try:
        to, rest = target_of(value) if isinstance(value, Chain) else ({}, [])
    except NotWritten:
        to, rest = {}, []
    if "target" not in to or rest:
        return lost(f"{where} does not say to what it drags", details)
    return line("drag", {}, {**details, "to": to["target"]})
