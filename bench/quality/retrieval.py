"""Retrieval: what labelled prompts retrieve, and how often wrongly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bench.quality.labelled import read, rules
from bench.quality.table import Row, share
from blackboard import Board
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from blackboard.events.lesson import LessonCreated
from blackboard.events.payload import new
from blackboard.search import moments

_SPAN = re.compile(r"`([^`\n]{2,120})`")
_LONGEST = 5000


def measure(verbose: bool = False) -> list[Row]:
    """Recall of the context query at 5 and 20, and its rate of false injection.

    A prompt is answered when one of its rules is among the first so many, as rules of one
    repository often say the same several times.
    """
    known = rules()
    if not known:
        return []
    prompts = read("prompts.jsonl")
    related = [prompt for prompt in prompts if prompt["rules"]]
    unrelated = [prompt for prompt in prompts if not prompt["rules"]]
    with Board.open(":memory:") as board:
        board.append([_lesson(rule) for rule in known.values()])
        hits = [_rank(board, prompt) for prompt in related]
        searched = [_searched(board, prompt) for prompt in related]
        false = [prompt for prompt in unrelated if _injected(board, prompt, 5)]
        if verbose:
            _show(board, related, hits, false)
    return [
        Row("context: recall@5", _within(hits, 5), len(related), least=0.8),
        Row("context: recall@20", _within(hits, 20), len(related)),
        Row("search: recall@5", _within(searched, 5), len(related)),
        Row("context: false injection", share(len(false), len(unrelated)), len(unrelated),
            most=0.02),
    ]  # fmt: skip


def _within(ranks: Sequence[int | None], most: int) -> float:
    return share(sum(rank is not None and rank <= most for rank in ranks), len(ranks))


def _rank(board: Board, prompt: dict[str, Any]) -> int | None:
    """The rank of the first right rule among the injected ones."""
    return _place(_injected(board, prompt, 20), prompt)


def _injected(board: Board, prompt: dict[str, Any], most: int) -> list[str]:
    situation = Situation(prompt=prompt["prompt"], project=prompt["project"])
    context = board.context(situation, limit=most, budget=100_000)
    return list(context.ids)


def _searched(board: Board, prompt: dict[str, Any]) -> int | None:
    hits = board.search(prompt["prompt"], where={"project": [prompt["project"]]}, limit=20)
    return _place([hit.row["id"] for hit in hits], prompt)


def _place(found: Sequence[str], prompt: dict[str, Any]) -> int | None:
    wanted = {f"lesson-{rule}" for rule in prompt["rules"]}
    return next((n for n, name in enumerate(found, 1) if name in wanted), None)


def _show(
    board: Board,
    related: Sequence[dict[str, Any]],
    ranks: Sequence[int | None],
    false: Sequence[dict[str, Any]],
) -> None:
    for prompt, rank in zip(related, ranks, strict=True):
        if rank is None or rank > 5:
            print(f"missed ({rank}): {prompt['project']}: {prompt['prompt'][:160]}")
            wanted = board.row("lessons", f"lesson-{prompt['rules'][0]}")
            print(f"    wanted: {wanted['constraint'][:160]}")
    for prompt in false:
        print(f"in vain: {prompt['project']}: {prompt['prompt'][:160]}")
        for name in _injected(board, prompt, 5):
            print(f"    {board.row('lessons', name)['constraint'][:160]}")


def _lesson(rule: dict[str, Any]) -> NewEvent:
    """A rule as a lesson."""
    text = rule["text"][:_LONGEST]
    spans = [span for span in _SPAN.findall(text) if " " in span.strip()]
    payload = LessonCreated(
        lesson=f"lesson-{rule['id']}",
        phase="implement",
        category="conventions",
        severity="medium",
        symptom=rule.get("heading") or "A rule of the team was not known",
        root_cause="The team had written it down elsewhere.",
        resolution="It was followed.",
        constraint=text,
        trust="human",
        confidence=0.7,
        paths=moments.paths(text),
        commands=list(dict.fromkeys(p for span in spans for p in moments.prefixes(span)[-1:])),
    )
    return new(payload, stream=f"lesson:lesson-{rule['id']}", project=rule["repo"])
