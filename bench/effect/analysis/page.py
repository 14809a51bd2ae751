"""The figures of `docs/effect.md`, made from logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

from bench.effect.analysis.chance import DRAWS
from bench.effect.analysis.compare import (
    NONE,
    Cells,
    Comparison,
    Effect,
    beside_none,
    cells,
    compared,
    corrected,
)
from bench.effect.analysis.outcomes import PRIMARY, SECONDARY
from bench.effect.logs import Explained
from bench.effect.play import Log
from bench.effect.tasks import NOTHING
from bench.quality.table import grid

LEAST_TASKS = 40
NOT_MEASURED = (
    "**Not yet measured.** That needs 40 tasks, each played five times by a real model without a "
    "memory, and five times with one."
)
_SCRIPTED = "scripted"
_FILES = "files"


def is_real(log: Log) -> bool:
    """Whether a real model played; one that plays by files must be named."""
    return log.agent != _SCRIPTED and (log.agent != _FILES or bool(log.model))


def is_complete(given: Cells) -> bool:
    """Whether there are enough tasks with none and with another arm."""
    return any(len(_both(given, arm)) >= LEAST_TASKS for _, arm in given if arm != NONE)


def figures(logs: Iterable[Log], explained: Sequence[Explained] = (), draws: int = DRAWS) -> str:
    """All that was measured, by agent and model; or that nothing was yet."""
    real = sorted(filter(is_real, logs), key=_player)
    parts = [
        "\n\n".join(_of_player(player, list(group), explained, draws))
        for player, group in groupby(real, key=_player)
    ]
    return "\n\n".join(filter(None, parts)) or NOT_MEASURED


def _player(log: Log) -> tuple[str, str]:
    return log.agent, log.model


def _both(given: Cells, arm: str) -> list[str]:
    return [task for task, name in given if name == arm and (task, NONE) in given]


def _of_player(
    player: tuple[str, str], logs: Sequence[Log], explained: Sequence[Explained], draws: int
) -> Iterator[str]:
    every = cells(logs)
    if not is_complete(every):
        return
    yield f"### {player[0]}, {player[1]}"
    whole = beside_none(every, draws)
    second = cells(log for log in logs if log.half == "second")
    yield "Clean, on the half of the repositories whose logs no one had read before:"
    yield _primary(beside_none(second, draws))
    yield "Clean, on all tasks:"
    yield _primary(whole)
    yield "The other outcomes on all tasks: with the arm, without a memory, and the difference:"
    yield _secondary(whole)
    idle = beside_none(cells(log for log in logs if log.kind == NOTHING), draws)
    if idle:
        yield "The tasks in which there is nothing to remember:"
        yield _secondary(idle)
    if pairs := list(_pairs(every, draws)):
        yield "Arms beside each other, clean on all tasks; no test is made of these:"
        yield grid(["", "tasks", "first", "second", "difference"], pairs)
    yield _worse(player, whole, explained)


def _primary(comparisons: Sequence[Comparison]) -> str:
    holm = corrected(comparisons)
    rows = [
        [each.arm, str(len(each.tasks)), *_effect(each.effects[PRIMARY.name]),
         _p(each.p), _p(holm[each.arm]), _p(each.p_repositories)]
        for each in comparisons
    ]  # fmt: skip
    heading = ["arm", "tasks", "with it", "without", "difference", "p", "p (Holm)",
               "p by repository"]  # fmt: skip
    return grid(heading, rows)


def _secondary(comparisons: Sequence[Comparison]) -> str:
    rows = [
        [outcome.name, *(" / ".join(_effect(each.effects[outcome.name])) for each in comparisons)]
        for outcome in (PRIMARY, *SECONDARY)
    ]
    return grid(["", *(each.arm for each in comparisons)], rows)


def _pairs(given: Cells, draws: int) -> Iterator[list[str]]:
    arms = sorted({arm for _, arm in given} - {NONE})
    for one, other in combinations(arms, 2):
        if found := compared(given, one, other, draws):
            effect = _effect(found.effects[PRIMARY.name])
            yield [f"{one} and {other}", str(len(found.tasks)), *effect]


def _worse(
    player: tuple[str, str], comparisons: Sequence[Comparison], explained: Sequence[Explained]
) -> str:
    known: Mapping[tuple[str, str], str] = {
        (each.arm, each.task): each.explained
        for each in explained
        if (each.agent, each.model) == player
    }
    found = [(each.arm, task, reason) for each in comparisons
             for task, reason in each.worse.items()]  # fmt: skip
    if not found:
        return "No arm made a task worse."
    open_ = sum((arm, task) not in known for arm, task, _ in found)
    lines = [f"- {arm}, {task}: {reason}. {known.get((arm, task), 'Not explained yet.')}"
             for arm, task, reason in found]  # fmt: skip
    head = f"Tasks that an arm made worse: {len(found)}, of which {open_} are not explained."
    return "\n".join([head, "", *lines])


def _effect(effect: Effect) -> list[str]:
    low, high = effect.interval
    ends = f"{_number(low, sign=True)} to {_number(high, sign=True)}"
    return [_number(effect.shown), _number(effect.other),
            f"{_number(effect.difference, sign=True)} ({ends})"]  # fmt: skip


def _number(value: float, *, sign: bool = False) -> str:
    digits = 0 if abs(value) >= 100 else 2
    return f"{value:{'+' if sign else ''},.{digits}f}"


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else "under 0.001"
