"""New values for a workflow's parameters, given to those whose example is a recorded value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from bench.recordings.miniwob.task import Values, given, needed
from lessonboard.parts.recordings.workflow.plan import Parameter

_DATES = ("%m/%d/%Y", "%Y-%m-%d", "%B %d, %Y", "%d %B %Y", "%A, %B %d, %Y")


@dataclass(frozen=True)
class Assigned:
    """A value for every parameter; the values that have no parameter, and what is no value.

    `strange` are the parameters whose example is none of the task's values: labels of the page.
    """

    values: dict[str, str]
    missing: tuple[str, ...]
    strange: tuple[Parameter, ...]


def assigned(
    parameters: Iterable[Parameter], recorded: Values, new: Values, secrets: Sequence[str]
) -> Assigned:
    """What a person who wants `new` gives to the parameters of a recording of `recorded`."""
    other = given(new)
    in_order = iter(secrets)
    values: dict[str, str] = {}
    used: set[str] = set()
    strange: list[Parameter] = []
    for parameter in parameters:
        if parameter.sensitive:
            name = next(in_order, secrets[-1] if secrets else None)
            found = [(name, other[name] if name else "")]
        else:  # a list in which several are selected has a line for each
            found = [_named(line, given(recorded), other)
                     for line in parameter.example.split("\n")]  # fmt: skip
        values[parameter.name] = "\n".join(text for _, text in found)
        used |= {name for name, _ in found if name}
        strange += [] if all(name for name, _ in found) else [parameter]
    lacking = needed(recorded) - used or ({*other} if not used else set())
    return Assigned(values, tuple(sorted(lacking)), tuple(strange))


def _named(example: str, recorded: Values, other: Values) -> tuple[str | None, str]:
    """Which value an example is, and the new value spelt alike."""
    for name, old in recorded.items():
        for old_spelt, new_spelt in _spellings(old, other[name]):
            if _plain(example) == _plain(old_spelt):
                return name, new_spelt
    return None, example


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _spellings(old: str, new: str) -> Iterator[tuple[str, str]]:
    """A value and the new one in the same form; days have several."""
    yield old, new
    for known in _DATES[:2]:
        with suppress(ValueError):
            before, after = datetime.strptime(old, known), datetime.strptime(new, known)
            yield from ((before.strftime(form), after.strftime(form)) for form in _DATES)
            if (before.year, before.month) == (after.year, after.month):
                yield str(before.day), str(after.day)
