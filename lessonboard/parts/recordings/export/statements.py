"""Statements for steps and for what a page must show, as Playwright's users write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from lessonboard.parts.recordings.browser.acting import distance, key
from lessonboard.parts.recordings.browser.deed import CannotDo
from lessonboard.parts.recordings.browser.step_rules import deletes_by_key
from lessonboard.parts.recordings.compiler.template import Part, escape, names
from lessonboard.parts.recordings.export.locators import locator, selectors
from lessonboard.parts.recordings.export.source import SITE, pattern, similar, text
from lessonboard.parts.recordings.key_names import split_count
from lessonboard.parts.recordings.workflow.plan import PlanStep

_CHECKS = {"visible": "to_be_visible()", "hidden": "to_be_hidden()", "checked": "to_be_checked()",
           "unchecked": "not_to_be_checked()", "value": "to_have_value({})",
           "text": "to_contain_text({}, ignore_case=True)", "count": "to_have_count(int({}))",
           "title": "to_have_title({})"}  # fmt: skip


def acts(step: PlanStep, thing: str, site: str) -> list[str]:
    """The statements that do a step; `thing` is the expression for its target, or "".

    Raises:
        CannotDo: no statement says it.
    """
    value = step.value or ""
    if deletes_by_key(step, value):
        raise CannotDo("a key deletes what is chosen in a list, which no test can see")
    match step.action:
        case "CLICK" if thing:
            return [f"{thing}.{_click(step.target.get('checked'), value)}"]
        case "HOVER" if thing:
            return [f"{thing}.hover()"]
        case "TYPE" if "calendar" in step.target:
            raise CannotDo("a day is chosen in a calendar that the page draws")
        case "TYPE":
            return _type(step.target, thing, value)
        case "KEYPRESS" if not names(value):
            name, count = split_count(value)
            press = f"{thing or 'page.keyboard'}.press({text(escape(key(name)))})"
            return [press] if count == 1 else [f"for _ in range({count}):", f"    {press}"]
        case "SCROLL" if not names(value):
            x, y = distance(value)
            return [*[f"{thing}.hover()"] * bool(thing), f"page.mouse.wheel({x:g}, {y:g})"]
        case "DRAG" if thing and (onto := _onto(step.target.get("to") or {})):
            return [f"{thing}.drag_to({onto})"]
        case "UPLOAD":
            field = thing or 'page.locator("input[type=file]")'
            return [f"{field}.set_input_files({_listed(value)})"]
        case "CHECK" if step.target.get("what") == "url":
            return list(shown({"place": value}, site))
        case "CHECK" | "EXTRACT" if done := _check(step, thing, text(value)):
            return [done]
    raise CannotDo(f"no statement does {step.action}{' to what nothing describes' * (not thing)}")


def _onto(place: Mapping[str, Any]) -> str:
    """The expression for where a thing is dropped; "" where only a run can say which it is."""
    is_plain = not (place.get("within") or place.get("frame"))
    return locator(place, "page") if is_plain else ""


def question(step: PlanStep) -> list[str]:
    """The statements before a step whose question from the page is answered."""
    message, value = str(step.target.get("message") or ""), step.value or ""
    is_prompt = step.target.get("dialog") == "prompt" and value != "dismiss"
    answer = "dismiss()" if value == "dismiss" else f"accept({text(value) * is_prompt})"
    if not message or step.target.get("dialog") == "beforeunload":
        return [f'page.once("dialog", lambda d: d.{answer})']
    asked, answers = similar(message), 'page.once("dialog", lambda d: d.{} if {} else d.dismiss())'
    if asked.startswith("re."):
        return [f"asked = {asked}", answers.format(answer, "asked.search(d.message)")]
    if len(said := answers.format(answer, f"d.message == {asked}")) < 85:
        return [said]
    return [f"asked = {asked}", answers.format(answer, "d.message == asked")]


def shown(texts: Mapping[str, str], site: str) -> Iterator[str]:
    """Wait for what identifies a page best, whatever its query and numbers are."""
    place, title, heading = (texts.get(each, "") for each in ("place", "title", "heading"))
    said = re.sub(r"^[^\w{]+\s", "", texts.get("text", ""))  # without the cross that closes it
    if place:
        path = place.partition("?")[0].rstrip("/")
        own = f"{path}/".startswith(f"{site}/")
        rest, root = (path.removeprefix(site), [SITE]) if own else (path, [])
        yield f"expect(page).to_have_url({pattern(rest, '/?([?#]|$)', Part('^'), *root)})"
    elif title and not said:
        cut = title.removesuffix("…")
        wanted = similar(title) if cut == title else pattern(cut, "", Part("^"))
        yield f"expect(page).to_have_title({wanted})"
    if heading and not said:
        exact = "" if (name := similar(heading)).startswith("re.") else ", exact=True"
        yield f'expect(page.get_by_role("heading", name={name}{exact}).first).to_be_visible()'
    if said:
        wanted = similar(said, "", "", counts=True)
        if wanted.startswith("re."):
            yield f"said = {wanted}"
            wanted = "said"
        exact = ", exact=True" * (len(said.split()) < 3 and wanted != "said")  # not "Not saved"
        yield f"expect(page.get_by_text({wanted}{exact}).first).to_be_visible()"
    if gone := texts.get("absent"):
        yield "gone = " + pattern(gone, r"(?!\w)", Part(r"(?<!\w)"))
        yield "expect(page.get_by_text(gone)).to_have_count(0)"


def _click(checked: object, value: str) -> str:
    if checked is None or value in ("double", "right", "middle"):
        button = f'button="{value}"' if value in ("right", "middle") else ""
        return "dblclick()" if value == "double" else f"click({button})"
    return "check()" if checked in (True, "false") else "uncheck()"


def _type(target: Mapping[str, Any], thing: str, value: str) -> list[str]:
    if not thing:
        return [f"page.keyboard.insert_text({text(value)})"]
    if "typed_for" in target:
        typed, wanted = str(target["typed_for"] or ""), pattern(value, r"\s*$", Part(r"^\s*"))
        part = f"{text(value)}[:{len(typed)}]" if names(value) else text(escape(typed))
        return [f"{thing}.press_sequentially({part})" if typed else f"{thing}.click()",
                f'page.locator("[role=option], li").filter(has_text={wanted}).click()']  # fmt: skip
    tags = {match[0] for each in selectors(target) if (match := re.match(r"[a-z]+", each))}
    if target.get("role") not in ("combobox", "listbox") or tags & {"input", "textarea"}:
        return [f"{thing}.fill({text(value)})"]
    return [f"{thing}.select_option(label={_listed(value)})"]


def _listed(value: str) -> str:
    lines = list(map(text, value.split("\n")))
    return lines[0] if len(lines) == 1 else f"[{', '.join(lines)}]"


def _check(step: PlanStep, thing: str, value: str) -> str:
    what = "visible" if step.action == "EXTRACT" else str(step.target.get("what") or "visible")
    if what in ("text", "title"):
        thing = "page" if what == "title" else thing or 'page.locator("body")'
    return f"expect({thing}).{_CHECKS[what].format(value)}" if thing and what in _CHECKS else ""
