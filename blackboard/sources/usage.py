"""What the models of a session took in and gave out, summed up while its transcript is read.

The lines of one call to a model share its id, and each repeats the counts so far: the largest
count. Input is what was neither read from the cache nor written to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from blackboard.event import NewEvent
from blackboard.events.session import ModelUsage, UsageRecorded
from blackboard.sources.source import Record, Speaker

_UNKNOWN = "unknown"


class Tokens(NamedTuple):
    """Tokens of one call."""

    input: int
    output: int
    cache_read: int = 0
    cache_write: int = 0


class Usage(NamedTuple):
    """The calls of one session: those that are over by model, and the last one.

    `sums` holds the number of calls and their tokens.
    """

    sums: Mapping[str, list[int]] = {}
    call: str = ""
    model: str = ""
    tokens: list[int] = []

    def with_call(self, call: str, model: str, tokens: Tokens) -> Usage:
        """After another line of the last call, or the first one of a new call."""
        if call != self.call:
            return Usage(self.total(), call, model, list(tokens))
        largest = max(Tokens(*self.tokens), tokens, key=lambda each: (each.output, each))
        return self._replace(tokens=list(largest))

    def total(self) -> dict[str, list[int]]:
        """The number of calls and the tokens of each model, the last call included."""
        if not self.call:
            return dict(self.sums)
        so_far = self.sums.get(self.model, [0] * (1 + len(Tokens._fields)))
        return {
            **self.sums,
            self.model: [a + b for a, b in zip(so_far, [1, *self.tokens], strict=True)],
        }


class Meter:
    """Counts for each session of a file; `now` is replaced and never changed in place."""

    def __init__(self, state: Record) -> None:
        self.now: dict[str, Usage] = {name: Usage(*usage) for name, usage in state.items()}
        self._counted: dict[str, tuple[Speaker, int | None]] = {}

    def count(
        self, speaker: Speaker, at: int | None, call: str, model: str | None, tokens: Tokens
    ) -> None:
        """Take note of what a line says of a call."""
        usage = self.now.get(speaker.session, Usage())
        counted = usage.with_call(call, model or _UNKNOWN, tokens)
        self.now = {**self.now, speaker.session: counted}
        self._counted[speaker.session] = (speaker, at)

    def events(self) -> Iterator[NewEvent]:
        """The sums of each session of which something was counted since this was made."""
        for session, (speaker, at) in self._counted.items():
            total = self.now[session].total()
            key = ":".join(str(sum(counts)) for counts in zip(*total.values(), strict=True))
            models = [_of_model(model, counts) for model, counts in total.items()]
            yield speaker.event(UsageRecorded.type, key, at, {"models": models})


def state_of(now: Mapping[str, Usage]) -> dict[str, list[Any]]:
    """What `Meter` needs to go on from there, as JSON."""
    return {name: list(usage) for name, usage in now.items()}


def _of_model(model: str, counts: list[int]) -> dict[str, Any]:
    return dict(zip(ModelUsage.model_fields, (model, *counts), strict=True))
