"""HTML from templates: everything is escaped, and what comes from elsewhere cannot steer a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from blackboard.event import iso
from blackboard.sanitise import clean
from blackboard.views.freshness import STALE
from blackboard.views.harmful import unnamed
from blackboard.views.rule import rule_of
from lessonboard.pages import addresses
from lessonboard.parts.web.versions import version_of
from lessonboard.present.exposures import CALL_STEPS, became, told_at
from lessonboard.present.rows import failure_text, seen_in, team_lines
from lessonboard.present.screen import Screen
from lessonboard.present.text import (
    clock,
    counted,
    day,
    happened,
    minute,
    one_line,
    place_of,
    project_name,
    rounded,
    times,
)  # fmt: skip

FOLDER = Path(__file__).parent / "templates"
_WIDE = 1 << 16
_LONGEST_LINE = 400


Templates = Environment
"""What a page is rendered with, for those who know no template engine."""


def environment(folders: Iterable[Path] = ()) -> Environment:
    """The templates of the product, then those in the folders of plug-ins."""
    made = Environment(
        loader=FileSystemLoader([FOLDER, *folders]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "line": lambda text, longest=_LONGEST_LINE: one_line(str(text), longest),
        "day": day, "minute": minute, "clock": clock, "rounded": rounded,
        "times": times, "project_name": project_name, "rule": rule_of,
        "marked": marked, "prose": prose, "step": told_at, "became": became,
        "happened": happened, "failed": failure_text,
    }  # fmt: skip
    made.globals |= {
        "counted": counted, "place_of": place_of, "team_lines": team_lines,
        "seen_in": seen_in, "unnamed": unnamed,
        "CALLS": CALL_STEPS, "version_of": version_of, "STALE": STALE,
        "link": _link, "then": _then, "rule_link": _rule_link, "session_link": _session_link,
        "ago": _ago,
    }  # fmt: skip
    return made


def _visible(value: object) -> object:
    """A value as a page may show it: text from elsewhere without control characters."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else clean(value)


def prose(text: str, longest: int = _LONGEST_LINE) -> Markup:
    """A sentence as one line, with what is in backticks as code.

    >>> prose("Use `make <x>`")
    Markup('Use <code>make &lt;x&gt;</code>')
    """
    parts = one_line(str(text), longest).split("`")
    if len(parts) % 2 == 0:  # a backtick without its other one is only a sign
        parts[-2:] = ["`".join(parts[-2:])]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


def marked(text: str, marks: Iterable[tuple[int, int]]) -> Markup:
    """A text with the parts between some indexes marked.

    >>> marked("a <b> c", [(2, 5)])
    Markup('a <mark>&lt;b&gt;</mark> c')
    """
    found, end = Markup(), 0
    for first, last in marks:
        found += escape(text[end:first]) + Markup("<mark>{}</mark>").format(text[first:last])
        end = last
    return found + escape(text[end:])


@pass_context
def _link(context: Context, path: str, **query: object) -> str:
    """An address that stays at the moment that is looked at."""
    return addresses.at_moment(addresses.address(path, **query), context.get("as_of"))


@pass_context
def _then(context: Context, address: str) -> str:
    """An address that is made already, at the moment that is looked at."""
    return addresses.at_moment(address, context.get("as_of")) if address else ""


@pass_context
def _rule_link(context: Context, name: str) -> str:
    return addresses.at_moment(addresses.of_rule(name), context.get("as_of"))


@pass_context
def _session_link(context: Context, name: str, position: int | None = None) -> str:
    return addresses.at_moment(addresses.of_session(name, position), context.get("as_of"))


@pass_context
def _ago(context: Context, micros: int) -> Markup:
    """A time as people say it, and exactly for those who ask."""
    said = Screen(_WIDE, context["now"]).when(micros)
    return Markup('<time datetime="{}" title="{} UTC">{}</time>').format(
        iso(micros), minute(micros), said
    )


def render(made: Environment, template: str, values: Mapping[str, Any]) -> str:
    """A template with values."""
    return made.get_template(template).render(values)
