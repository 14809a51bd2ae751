"""Turn the calls of a browser's MCP server into the lines of a manifest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from blackboard.redaction.anchors import MARK
from lessonboard.parts.recordings import key_names
from lessonboard.parts.recordings.from_agents import place
from lessonboard.parts.recordings.from_agents.pages import Page, dialog_in
from lessonboard.parts.recordings.from_agents.snapshot import Node
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR, WRITTEN
from lessonboard.parts.recordings.sources.lines import Record, chosen, line, lost, typed

_LOOKING = re.compile(
    r"(?:take_)?(?:snapshot|screenshot|find|resize|resize_page|install|close|close_page|wait_for"
    r"|console_messages|network_requests?|verify_\w+|generate_locator)|(?:list|get|performance)_\w+"
)
"""The tools that do nothing to a page."""

_CUT = re.compile(r"\[… (?:\d+ characters|nested deeper) …\]")
_WORD = re.compile(r"[^\W\d_]")
_REFERENCES = ("ref", "target", "uid")
_STARTS, _ENDS = ("startRef", "startTarget", "from_uid"), ("endRef", "endTarget", "to_uid")


@dataclass(frozen=True)
class Call:
    """A call of a browser's server; `tool` is its name without the server's, and "browser_"."""

    tool: str
    input: Mapping[str, Any]
    output: str
    at: float | None = None
    failed: bool = False

    @property
    def acts(self) -> bool:
        """Whether it may do something to a page."""
        return not _LOOKING.fullmatch(self.tool)

    @property
    def shows_part(self) -> bool:
        """Whether a snapshot in its output is of a part of the page."""
        is_whole = self.acts or {"target", "depth"}.isdisjoint(self.input)
        return self.tool == "find" or not is_whole

    @property
    def awaited(self) -> list[str]:
        """The texts of which the page had to show one."""
        given = self.input.get("text") if self.tool.startswith(("wait", "verify")) else None
        texts = given if isinstance(given, list) else [given]
        return [each for each in texts if isinstance(each, str) and each]


class _Lost(Exception):
    """Why no line can express what a call did."""


def lines_of(calls: Sequence[Call]) -> list[Record]:
    """The lines of what was done, and of the text that was waited for in the end.

    What no line can express becomes a `lost` line. A call that failed did nothing.
    """
    work, done = _Work(), [call for call in calls if not call.failed]
    for call in done:
        work.add(call)
    last = max((n for n, call in enumerate(done) if call.acts), default=-1)
    texts = [each for call in done[last + 1 :] for each in call.awaited
             if len(call.awaited) == 1 or each in work.page.text]  # fmt: skip
    end = work.end()
    checks = [line("check", {"what": "text", "value": text}, end) for text in texts[-1:]]
    return [*work.lines, *checks, line("end", {}, end)]


class _Work:
    """The lines so far, the page as it was last seen, and what was acted on last."""

    def __init__(self) -> None:
        self.lines: list[Record] = []
        self.page = Page()
        self._focus: Record = {}
        self._dialog: Record = {}

    def add(self, call: Call) -> None:
        """Add what a call did, then look at what its output shows."""
        before = self.page
        try:
            if _CUT.search(str(call.input)):
                raise _Lost(f"the input of {call.tool} is not whole in the transcript")
            for made in self._done(call):
                self.lines.append({**made, "timestamp": call.at})
        except _Lost as why:
            self.lines.append(lost(str(why), before.details()))
        self.page = self.page.after(call.output, acts=call.acts, is_part=call.shows_part)
        self._dialog = dialog_in(call.output) or self._dialog
        if (self.page.url, self.page.title) != (before.url, before.title) or self._dialog:
            self._mark_sent()
            self._focus = {} if self.page.url != before.url else self._focus

    def end(self) -> Record:
        """What the last page shows, and which of the rows that were acted in it still has."""
        state = {"state": place.state_of(self.page.root if self.page.is_fresh else None)}
        text, rows = self.page.text, dict.fromkeys(filter(None, map(_row_of, self.lines)))
        shown = [{"row": row, "shown": row in text} for row in rows if text]
        return {**self.page.details(), **state, **({"rows": shown} if shown else {})}

    def _done(self, call: Call) -> Iterator[Record]:
        """The lines of a call; a new tool is a case here."""
        given = call.input
        match call.tool:
            case "navigate" | "navigate_back" | "navigate_forward" | "navigate_page" | "new_page":
                yield from self._navigate(call)
            case "click":
                yield self._clicked(given)
            case "type" | "fill":
                yield from self._filled(given, call)
            case "fill_form":
                for each in _fields(given.get("fields") or given.get("elements")):
                    yield from self._filled(each, call)
            case "select_option":
                yield self._chosen(given, _texts(given.get("values")), call)
            case "type_text" if self._focus:
                yield _typed(_text(given.get("text")), self._focused(), fill=False)
            case "press_key":
                yield self._pressed(given.get("key"))
            case "hover":
                yield line("hover", {}, self._on(given))
            case "drag":
                onto = self._on(given, _ENDS)["target"]
                yield line("drag", {}, {**self._on(given, _STARTS), "to": onto})
            case "file_upload" | "upload_file":
                paths = next((each for key, each in given.items() if "path" in key.lower()), None)
                names = [re.split(r"[\\/]", path)[-1] for path in _texts(paths)]
                on = self._on(given) if "uid" in given else self._focused()
                yield line("upload", {"files": names}, on)
            case "handle_dialog":
                yield self._answered(given)
            case "tabs" | "select_page":
                self.page = self.page if given.get("action") in ("list", "new") else Page()
                yield from self._navigate(call) if given.get("url") else ()
            case _ if call.acts:
                raise _Lost(f"{call.tool} has no counterpart among the steps of a recording")
        if submitted := given.get("submitKey") or (given.get("submit") and "Enter"):
            yield self._pressed(submitted)

    def _navigate(self, call: Call) -> Iterator[Record]:
        """The first address is the start; one that was left for another does not count."""
        url = call.input.get("url") or Page().after(call.output, acts=True).url
        if not isinstance(url, str) or not url:
            raise _Lost(f"{call.tool} does not give an address")
        if self.lines and self.lines[-1].get("details", {}).get("target") == ADDRESS_BAR:
            self.lines.pop()
        if self.lines:
            yield typed(url, {**self.page.details(), "target": ADDRESS_BAR})
        self.page = Page(url)

    def _clicked(self, given: Mapping[str, Any]) -> Record:
        button = str(given.get("button") or "left")
        twice = given.get("doubleClick") or given.get("dblClick")
        if given.get("modifiers"):
            raise _Lost("a click with a key held has no counterpart")
        details = self._on(given)
        target = self._focus = details["target"]
        if target.get("role") == "button" and not _WORD.search(str(target.get("name"))):
            target["submits"] = True  # an icon does not say what it does
        kind = "double_click" if twice else "click" if button == "left" else f"{button}_click"
        return line(kind, {"button": button}, {**details, "counted": True})

    def _filled(self, given: Mapping[str, Any], call: Call) -> Iterator[Record]:
        """A text, a choice, or a box that is to be on or off."""
        node, text = self._node(given), _text(given.get("value", given.get("text", "")))
        if node.role in ("checkbox", "radio", "switch"):
            if ("checked" in node.attributes) is not (text == "true"):
                yield self._clicked(given)
        elif any(each.role == "option" for each in node.children):
            yield self._chosen(given, [text], call)
        else:
            details = self._on(given)
            self._focus = details["target"]
            yield _typed(text, details)

    def _chosen(self, given: Mapping[str, Any], values: list[str], call: Call) -> Record:
        """Options that are given by label or by value; the page says which label was chosen."""
        node = self._node(given)
        if not set(values) <= {each.name for each in node.children if each.role == "option"}:
            now = Page().after(call.output, acts=True).node(node.ref)
            values = [each.name for each in (now.children if now else ())
                      if "selected" in each.attributes]  # fmt: skip
        if not values:
            raise _Lost("an option was chosen, and nothing shows what it is called")
        return chosen(values, self._on(given))

    def _pressed(self, key: object) -> Record:
        if not key_names.normal(key):
            raise _Lost("a key was pressed that has no known name")
        if len(str(key)) == 1 and self._focus.get("role") in WRITTEN:  # perhaps of a secret
            return _typed(str(key), self._focused(), fill=False)
        return line("key", {"key": key}, self._focused())

    def _answered(self, given: Mapping[str, Any]) -> Record:
        accepted = given.get("accept") is True or given.get("action") == "accept"
        text = {"text": _text(given["promptText"])} if given.get("promptText") else {}
        dialog, self._dialog = self._dialog, {}
        return line("dialog", {**dialog, "accepted": accepted, **text}, self.page.details())

    def _focused(self) -> Record:
        """The page, and what was acted on last, where the page is still the same."""
        return {**self.page.details(), **({"target": self._focus} if self._focus else {})}

    def _node(self, given: Mapping[str, Any], names: Sequence[str] = _REFERENCES) -> Node:
        node = self.page.node(next((given[name] for name in names if given.get(name)), ""))
        if node is None:
            about = str(given.get("element") or given.get("name") or "something")[:100]
            raise _Lost(f'"{about}" was acted on, and no snapshot in the transcript shows it')
        return node

    def _on(self, given: Mapping[str, Any], names: Sequence[str] = _REFERENCES) -> Record:
        """The page and the target of a call."""
        target = place.target_of(self._node(given, names), self.page.url)
        if not any(target.get(way) for way in ("name", "text", "selector")):
            raise _Lost("something without a name or a text was acted on")
        return {**self.page.details(), "target": target}

    def _mark_sent(self) -> None:
        """A button that led elsewhere, or asked, has sent something: see `danger_of`."""
        last = self.lines[-1] if self.lines else {}
        if last.get("action_type") == "click" and self._focus.get("role") == "button":
            last["details"]["target"]["submits"] = True


def _text(given: object) -> str:
    """A text, number or truth value of an input as a text."""
    if isinstance(given, bool):
        return str(given).lower()
    if not isinstance(given, str | int | float):
        raise _Lost("a value was given that is no text")
    return str(given)


def _texts(given: object) -> list[str]:
    """The texts of an input that takes one or a list."""
    return list(map(_text, given if isinstance(given, list) else [given]))


def _fields(given: object) -> list[Mapping[str, Any]]:
    """The fields of a form that were filled."""
    fields = given if isinstance(given, list) else []
    if not fields or not all(isinstance(each, Mapping) for each in fields):
        raise _Lost("a form was filled, and the call does not list its fields")
    return fields


def _typed(text: str, details: Record, *, fill: bool = True) -> Record:
    """A text; one that the board has hidden is a secret."""
    secret = {"input_type": "password"} if MARK in text else {}
    return typed(text, {**details, "target": {**details["target"], **secret}}, fill=fill)


def _row_of(made: Record) -> str:
    """What identifies the row that a line acts in."""
    within = (made.get("details", {}).get("target") or {}).get("within") or {}
    return str(within["cells"][within["key"]]) if "key" in within else ""
