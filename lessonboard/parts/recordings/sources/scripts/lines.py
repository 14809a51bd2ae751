"""Follow the statements of a script, and write a manifest line for each action in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lessonboard.parts.recordings.sources.lines import line, lost, omitted, typed
from lessonboard.parts.recordings.sources.model import ADDRESS_BAR
from lessonboard.parts.recordings.sources.scripts import actions
from lessonboard.parts.recordings.sources.scripts.expects import check_line
from lessonboard.parts.recordings.sources.scripts.input import Input
from lessonboard.parts.recordings.sources.scripts.model import (
    Call,
    Chain,
    Function,
    Statement,
    Unknown,
    Value,
)
from lessonboard.parts.recordings.sources.scripts.selectors import NotWritten, selector_of
from lessonboard.parts.recordings.sources.selectors import of_playwright

Record = dict[str, Any]

_SILENT = frozenset(
    "close wait_for_timeout wait_for_load_state set_viewport_size set_default_timeout pause "
    "set_default_navigation_timeout bring_to_front screenshot title url content inner_text "
    "text_content is_visible count all_inner_texts path save_as suggested_filename storage_state "
    "set_extra_http_headers scroll_into_view_if_needed value catch then".split()
)  # fmt: skip
"""Methods of pages and locators that act on nothing."""

_EVENTS = ("popup", "download", "filechooser", "file_chooser", "dialog")
_FIRST_PAGE = "page"
_TRIGGERS = ("click", "double_click", "key")


class Script:
    """Converts statements to lines, in order; what it cannot express becomes a `lost` line."""

    def __init__(self) -> None:
        self._names: dict[str, Value] = {}
        self._pages: dict[str, int] = {_FIRST_PAGE: 0}
        self._urls: dict[int, str] = {}
        self._opened: set[int] = set()
        self._events: dict[str, tuple[str, int]] = {}
        self._input = Input()
        self._answer: Record = {}
        self._target: Record = {}
        self._last = 0

    def lines(self, statements: Iterable[Statement]) -> list[Record]:
        """The manifest lines of a test."""
        made = list(self._all(statements))
        return [*made, line("end", {}, self._where(self._last))]

    def _all(self, statements: Iterable[Statement]) -> Iterator[Record]:
        for statement in statements:
            for made in self._statement(statement):
                yield made
                yield from self._after(made)

    def _after(self, made: Record) -> Iterator[Record]:
        """What follows an action: the dialog that it opens, and perhaps another page."""
        details, given = made.get("details", {}), made["action_details"]
        number = details.get("page", 0)
        if given.get("what") == "url":
            self._urls[number] = given["value"]
        if made["action_type"] not in _TRIGGERS:
            return
        if self._answer:
            yield line("dialog", self._answer, self._where(number))
            self._answer = {}
        self._urls.pop(number, None)  # where the action led is not written in a script

    def _statement(self, statement: Statement) -> Iterator[Record]:
        where = f"line {statement.line}"
        if statement.lost:
            is_action = not statement.lost.startswith("an assertion")
            make = lost if is_action else omitted
            yield make(f"{where} has {statement.lost}, which is not followed", self._where(0))
            return
        value = statement.value
        if isinstance(value, Chain):
            value = self._resolved(value)
        if statement.body is not None:
            yield from self._block(statement, value, where)
        elif statement.name:
            yield from self._assigned(statement.name, value, where)
        elif isinstance(value, Chain):
            yield from self._run(value, where)

    def _block(self, statement: Statement, value: Value, where: str) -> Iterator[Record]:
        """A `with`: what is expected in it has happened after it."""
        yield from self._all(statement.body or ())
        event = self._event(value)
        if event:
            yield from self._happened(statement.name, event, where)

    def _assigned(self, name: str, value: Value, where: str) -> Iterator[Record]:
        """A name for a page, for what was expected, for a locator or for a text."""
        event = self._event(value)
        if event:
            self._events[name] = (event, 0)
        elif isinstance(value, Chain) and value.root in self._events:
            kind, number = self._events[value.root]
            if kind == "popup":
                self._pages[name] = number or self._new_page()
            else:
                self._events[name] = (kind, 1)
                if not number:
                    yield from self._happened(value.root, kind, where)
        elif isinstance(value, Chain) and value.calls and value.calls[-1].name == "new_page":
            self._pages[name] = self._new_page() if self._opened else 0
        elif isinstance(value, Chain) and self._acts(value):
            yield from self._run(value, where)
        else:
            self._names[name] = value

    def _happened(self, name: str, event: str, where: str) -> Iterator[Record]:
        if event == "popup":
            self._events[name] = (event, self._new_page())
        elif event == "download":
            self._events[name] = (event, 1)
            yield line("download", {}, self._where(self._last))
        elif event in ("filechooser", "file_chooser"):
            self._events[name] = (event, 1)
        else:
            yield omitted(f"{where} waits for {event}", self._where(self._last))

    def _event(self, value: Value) -> str:
        """The event that `expect_popup()` or `wait_for_event("popup")` waits for."""
        if not isinstance(value, Chain) or value.root not in self._pages or not value.calls:
            return ""
        call = value.calls[-1]
        if call.name in ("wait_for_event", "expect_event") and call.arguments:
            return str(call.arguments[0])
        event = call.name.removeprefix("expect_")
        return event if event != call.name and event in _EVENTS else ""

    def _run(self, chain: Chain, where: str) -> Iterator[Record]:
        if chain.root == "expect":
            if len(chain.calls) < 2:
                return  # nothing is expected yet
            yield check_line(chain, self._target_of, self._resolve, where)
        elif chain.root in self._events:
            yield from self._chooser(chain, where)
        elif chain.root in self._pages:
            yield from self._on_page(chain, where)
        elif any(self._is_page(each) for call in chain.calls for each in call.arguments):
            yield lost(f"{where} calls {chain.root}(), which is not followed", self._where(0))

    def _on_page(self, chain: Chain, where: str) -> Iterator[Record]:
        number = self._pages[chain.root]
        self._last = number
        if not chain.calls:
            return
        first, method = chain.calls[0], chain.calls[-1]
        if first.name in ("once", "on"):
            yield from self._listen(first, where)
        elif first.name == "goto":
            yield from self._goto(first, number, where)
        elif first.name in ("keyboard", "mouse") and len(chain.calls) == 2:
            yield from self._input.lines(first.name, self._literal(method), self._where(number),
                                         self._target, where)  # fmt: skip
        elif first.name == "wait_for_url":
            yield self._wait_for_url(first, number, where)
        else:
            yield from self._on_target(chain, where)

    def _on_target(self, chain: Chain, where: str) -> Iterator[Record]:
        try:
            details, rest = self._target_of(chain)
        except NotWritten as error:
            yield lost(f"{where} names a target by {error}, which is not written there")
            return
        if "target" not in details and rest and rest[0].name in actions.WITH_SELECTOR:
            chain = Chain(chain.root, actions.with_locator(rest[0]))
            details, rest = self._target_of(chain)
        if not rest or rest[0].name in _SILENT:
            return
        if (len(rest) > 1 and rest[1].name not in _SILENT) or "target" not in details:
            yield lost(f"{where}: {rest[0].name} is not supported", details)
            return
        self._target = details["target"]
        yield from actions.lines_of(self._literal(rest[0]), details, self._target_of, where)

    def _goto(self, call: Call, number: int, where: str) -> Iterator[Record]:
        """The first address of a page is where it starts; a later one counts as typed."""
        url = self._resolve(call.arguments[0] if call.arguments else call.option("url"))
        if not isinstance(url, str):
            yield lost(f"{where} opens an address that is not written there")
            return
        before = self._where(number)
        is_first = not self._opened
        self._opened.add(number)
        self._urls[number] = url
        if not is_first and not url.startswith("about:"):
            yield typed(url, {**before, "target": ADDRESS_BAR})

    def _wait_for_url(self, call: Call, number: int, where: str) -> Record:
        url = self._resolve(call.arguments[0]) if call.arguments else None
        if not isinstance(url, str) or "*" in url:
            return omitted(f"{where} waits for addresses of a pattern", self._where(number))
        return line("check", {"what": "url", "value": url}, self._where(number))

    def _listen(self, call: Call, where: str) -> Iterator[Record]:
        """The answer to the next dialog; it does not show that of all dialogs."""
        event, function = (*call.arguments, None, None)[:2]
        if event != "dialog":
            return
        answer = actions.answer_of(function) if isinstance(function, Function) else {}
        if call.name == "once" and answer:
            self._answer = answer
        else:
            yield lost(f"{where} answers dialogs in a way that is not followed", self._where(0))

    def _chooser(self, chain: Chain, where: str) -> Iterator[Record]:
        """Files given to a chooser that was waited for."""
        calls = [call for call in chain.calls if call.name != "value"]
        kind, _ = self._events[chain.root]
        if kind in ("filechooser", "file_chooser") and calls and calls[0].name == "set_files":
            details = {**self._where(self._last), "target": self._target}
            yield from actions.upload(self._literal(calls[0]), details, where)

    def _target_of(self, chain: Chain) -> tuple[Record, list[Call]]:
        """The details of a locator, and the calls after it.

        Raises:
            NotWritten: it depends on something that is not in the script.
        """
        whole = self._resolved(chain)
        number = self._pages.get(whole.root)
        if number is None:
            raise NotWritten(whole.root)
        selector, rest = selector_of(whole.calls, self._resolve)
        target = of_playwright(selector)
        framed = {"framed": True} if "frame" in target else {}
        return {**self._where(number), **framed, **({"target": target} if target else {})}, rest

    def _where(self, number: int) -> Record:
        """The page with a number, as far as the script says where it is."""
        url = self._urls.get(number)
        return {**({"url": url} if url else {}), **({"page": number} if number else {})}

    def _new_page(self) -> int:
        numbers = [*self._pages.values(), *(number for _, number in self._events.values())]
        return max(numbers) + 1

    def _resolved(self, chain: Chain) -> Chain:
        """A chain that begins with a page instead of a name of the script."""
        value = self._names.get(chain.root)
        if isinstance(value, Chain) and chain.root not in self._pages:
            return Chain(value.root, (*value.calls, *chain.calls))
        return chain

    def _resolve(self, value: Value) -> Value:
        """The resolved value: a name's text, and the chain of a locator from its page."""
        if not isinstance(value, Chain):
            return value
        chain = self._resolved(value)
        named = self._names.get(chain.root, Unknown(chain.root)) if not chain.calls else None
        if named is not None and chain.root not in self._pages:
            return named
        return chain if chain.root in self._pages else Unknown(chain.root)

    def _literal(self, call: Call) -> Call:
        """A call with resolved arguments; locators stay as they are."""
        arguments = tuple(map(self._literal_value, call.arguments))
        return Call(call.name, arguments, {name: self._literal_value(value)
                                           for name, value in call.options.items()})  # fmt: skip

    def _literal_value(self, value: Value) -> Value:
        if isinstance(value, list):
            return [self._literal_value(each) for each in value]
        return self._resolve(value)

    def _acts(self, chain: Chain) -> bool:
        """Whether a chain that is given a name does something as well."""
        return chain.root in self._pages and bool(chain.calls) and (
            chain.calls[-1].name in actions.METHODS or chain.calls[-1].name == "goto")  # fmt: skip

    def _is_page(self, value: Value) -> bool:
        return isinstance(value, Chain) and value.root in self._pages
