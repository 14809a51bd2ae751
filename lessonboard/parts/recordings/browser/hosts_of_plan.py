"""Decide which hosts a run may open, and check its addresses before anything opens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lessonboard.parts.recordings.browser.addresses import Address, allowed_host, host, refused
from lessonboard.parts.recordings.browser.plan import BadParameters, NotRunnable, Plan
from lessonboard.parts.recordings.compiler.template import names, render
from lessonboard.parts.recordings.sources import ADDRESS_BAR

_ADDRESSES = ("url", "place", "start")
"""Keys of a workflow whose values are addresses of pages."""

_BLANK = "about:blank"
"""The address of a recording before its first page."""


def allowed_hosts(
    plan: Plan,
    values: Mapping[str, str],
    recorded: Iterable[str] | None,
    more: Iterable[str] = (),
    url: str = "",
) -> frozenset[str]:
    """The hosts that a run may open.

    Args:
        plan: the workflow, which a person may have edited.
        values: the values of its parameters.
        recorded: the hosts of the recording; None: those of the plan.
        more: the user's `--allow-host`.
        url: the user's `--url`.

    Raises:
        NotRunnable: an address of the plan may not be opened.
        BadParameters: what the user allows is no host.
    """
    hosts = set(filter(None, [host(url)]))
    for text in more:
        allowed = allowed_host(text)
        if not allowed:
            raise BadParameters(f"--allow-host {text!r} is no host; give HOST or HOST:PORT")
        hosts |= allowed
    addresses = list(_addresses(plan, values))
    known = recorded if recorded is not None else {host(each.url) for each in addresses} - {""}
    reason = refused(addresses, hosts | set(known))
    if reason:
        raise NotRunnable(f"{plan.recording} was not run: {reason}")
    return frozenset(hosts | set(known))


def hosts_of(plan: Plan, more: Iterable[str] = ()) -> frozenset[str]:
    """The hosts of a plan's pages and typed addresses, and those that a person allows."""
    places = [plan.start, *(step.before.get("place", "") for step in plan.steps)]
    typed = (step.value or "" for step in plan.steps if step.is_address)
    allowed = (name for text in more for name in allowed_host(text))
    return frozenset(filter(None, (*map(host, (*places, *typed)), *allowed)))


def recorded_hosts(workflow: Any) -> frozenset[str]:
    """The hosts of a workflow as it was compiled: of its pages, and of typed addresses.

    Text of pages counts for nothing, whatever it looks like.
    """
    return frozenset(filter(None, map(host, _found(workflow))))


def _addresses(plan: Plan, values: Mapping[str, str]) -> Iterator[Address]:
    secret = {parameter.name for parameter in plan.parameters if parameter.sensitive}
    yield Address("the start", plan.start)
    for step in plan.steps:
        typed = (step.value or "") if step.is_address else ""
        for template in (typed, step.before.get("place", ""), step.after.get("place", "")):
            shown = template if secret.intersection(names(template)) else ""
            url = render(template, values)
            if url != _BLANK:
                yield Address(f"step {step.number}", url, shown)


def _found(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _found(item)
    elif isinstance(value, Mapping):
        yield from (str(value[key]) for key in _ADDRESSES if isinstance(value.get(key), str))
        if _is_address(value):
            yield str(value.get("action_value"))
        for item in value.values():
            yield from _found(item)


def _is_address(step: Mapping[str, Any]) -> bool:
    target = step.get("target")
    return isinstance(target, Mapping) and all(
        target.get(key) == ADDRESS_BAR[key] for key in ("role", "name")
    )
