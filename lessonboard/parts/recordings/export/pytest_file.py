"""A workflow as a test for pytest-playwright: where a run would stop, it fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from blackboard.errors import BoardError
from lessonboard.parts.recordings.compiler.template import Part, escape, names
from lessonboard.parts.recordings.export.locators import (
    frame,
    in_row,
    is_called,
    is_row_itself,
    locator,
)
from lessonboard.parts.recordings.export.skill import named, one_line
from lessonboard.parts.recordings.export.source import SITE, broken, pattern, similar, text
from lessonboard.parts.recordings.export.statements import acts, question, shown
from lessonboard.parts.recordings.workflow.plan import NotRunnable, Plan, PlanStep, variable

_ABOUT = '"""{}: needs pytest-playwright; --browser-channel chrome is for Chrome."""\n'
_OVER = (
    'over = "xpath=(ancestor-or-self::*/preceding-sibling::*|ancestor-or-self::*/preceding-sibling'
    "::*[self::header or contains(@class,'head') or contains(@class,'bar') or count(*)=1]/*)"
    "[self::h1|self::h2|self::h3|self::h4|self::h5|self::h6|self::legend"
    "|self::caption|self::th[count(../*)=1]|@role[.='heading']] >> visible=true >> nth=-1\""
)
"""The nearest heading over a thing that is not in a neighbour, as `sectionOf` finds it."""

_TICKED = ('page.locator(":is(tr, li, article, [role=row], [role=listitem]) '
           ':is([type=checkbox]:checked, [aria-checked=true])")')  # fmt: skip
_BEFORE = ["answers: list[Response] = []",
           'page.on("response", lambda response: answers.append(response))']  # fmt: skip
_AFTER = ['page.wait_for_load_state("networkidle")  # no page says that it worked',
          'assert all(r.status < 400 for r in answers if r.request.method != "GET")']  # fmt: skip


def pytest_file(plan: Plan) -> str:
    """The text of the file.

    Raises:
        NotRunnable: a test cannot say a step, and why.
    """
    body = list(_body(plan))
    body = [_OVER] * any(".locator(over)" in each for each in body) + body
    values = [(each.name.upper(), variable(each), "" if each.sensitive else each.example)
              for each in plan.parameters]  # fmt: skip
    constants = [f'{name} = os.environ.get("{key}", {text(escape(value))})'
                 for name, key, value in values]  # fmt: skip
    skips = [f'@pytest.mark.skipif(not {name}, reason="set {key}")'
             for name, key, value in values if not value]  # fmt: skip
    code = "\n".join(body)
    imports = (
        ["import json"] * ("json.dumps(" in code)
        + ["import os"] * bool(constants)
        + ["import re"] * ("re.compile(" in code)
    )
    types = ["Page", *["Response"] * (not plan.outcome), *["expect"] * ("expect(" in code)]
    title = one_line(plan.title or plan.recording).replace("\\", "/").replace('"', "'").strip(" .'")
    function = named(plan.title, plan.recording).replace("-", "_")
    return "\n".join([
        _ABOUT.format(title), *imports, *[""] * bool(imports), *["import pytest"] * bool(skips),
        f"from playwright.sync_api import {', '.join(types)}", "", *broken(constants),
        *[""] * (1 + bool(constants)), *broken(skips),
        f"def test_{function}(page: Page) -> None:", *broken(f"    {line}" for line in body), "",
    ])  # fmt: skip


def _body(plan: Plan) -> Iterator[str]:
    start = urlsplit(plan.start)
    if not start.netloc or names(start.netloc):
        raise NotRunnable(f"{plan.recording} does not say where it begins, as a test must")
    site = f"{start.scheme}://{start.netloc}"
    yield from [] if plan.outcome else _BEFORE
    yield f"site = {text(site)}"
    yield f"page.goto({text(plan.start.removeprefix(site), SITE)})"
    steps, place, last = list(plan.steps), "", [""]
    while steps:
        step, after = steps.pop(0), []
        while steps and steps[0].action in ("DIALOG", "DOWNLOAD"):
            after.append(steps.pop(0))
        there, is_opened = step.before.get("place", ""), not place and not _is_dangerous(step)
        if there and there != place and not (is_opened and there == plan.start):
            place = there
            yield from shown({"place": place}, site)
        try:
            last = list(_step(plan, step, after, site))
        except BoardError as error:
            where = f"step {step.number} of {plan.recording} cannot be said in a test"
            raise NotRunnable(f"{where}: {error}; use `lessonboard recording run`") from error
        place = step.after.get("place") or place
        yield from last
    yield from (line for line in shown(plan.outcome, site) if line != last[-1])
    yield from [] if plan.outcome else _AFTER


def _step(plan: Plan, step: PlanStep, after: Sequence[PlanStep], site: str) -> Iterator[str]:
    """A step with what the page asks and gives because of it, and what is there afterwards."""
    asks = [each for each in after if each.action == "DIALOG"]
    if len(asks) > 1 or len(after) - len(asks) > 1 or step.action in ("DIALOG", "DOWNLOAD"):
        raise NotRunnable("the page asks or gives more than once because of it, or unasked")
    before, thing = ([], "") if step.is_address else _thing(plan, step)
    opens = [f"page.goto({text(step.value or '')})"]
    yield from before
    for each in asks:
        yield from question(each)
    heads = [f"if {thing}.is_visible():"] * bool(step.optional and thing)
    heads += ['with page.expect_event("dialog"):'] * len(asks)
    heads += ["with page.expect_download():"] * (len(after) - len(asks))
    lines = [*heads, *(opens if step.is_address else acts(step, thing, site))]
    yield from ("    " * min(n, len(heads)) + line for n, line in enumerate(lines))
    yield from [] if step.optional else shown(step.after, site)


def _thing(plan: Plan, step: PlanStep) -> tuple[list[str], str]:
    """The statements before a step, and the expression for its target."""
    target, root = step.target, "frame" if step.target.get("frame") else "page"
    lines = [frame(str(target["frame"]))] if root == "frame" else []
    alike = int(target.get("alike") or 1)
    within = {} if alike == 1 and is_row_itself(target) else target.get("within") or {}
    if within.get("twins") or (within and not any(within.get("cells") or [])):
        raise NotRunnable("another row says the same as its row, or it says nothing")
    lines += in_row(within, root, plan.recorded) if within else []
    thing = locator(target, "row" if within else root)
    if _is_dangerous(step) and not (within or is_called(target)):
        raise NotRunnable("only its place in the page says what it is")
    if alike > 1 and not within and thing:
        if _is_dangerous(step):
            raise NotRunnable(f"it is one of {alike} alike, and no words say which")
        lines.append(f"expect({thing}).to_have_count({alike})")
        thing = f"{thing}.nth({int(target.get('nth') or 0)})"
    if _is_dangerous(step) and target.get("ticked"):
        lines += [f"ticked = {_TICKED}", f"expect(ticked).to_have_count({target['ticked']})"]
    name, start = (thing, "row") if within else ("target", "target")
    around = list(_around(target, name, start)) if _is_dangerous(step) and thing else []
    named = [f"target = {thing}"] * bool(around and not within)
    return [*lines, *named, *around], name if around else thing


def _around(target: Mapping[str, Any], thing: str, start: str) -> Iterator[str]:
    """The statements that see what is over a thing, and where its form is sent."""
    if section := str(target.get("section") or ""):
        said = similar(section, "", "")
        yield f"expect({start}.locator(over)).to_contain_text({said}, ignore_case=True)"
    path = str(target.get("form") or "").rstrip("/")
    if path.startswith("/"):
        end = pattern(path.rpartition("/")[2], "/?([?#]|$)", Part("(^|/)"))
        form = f'{thing}.locator("xpath=ancestor::form[1]")'
        yield f'expect({form}).to_have_attribute("action", {end})'


def _is_dangerous(step: PlanStep) -> bool:
    return step.danger not in ("", "none")
