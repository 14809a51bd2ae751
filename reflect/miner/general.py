"""Generality: of several instances of one lesson, what all of them have in common."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from reflect.finding import Finding
from reflect.miner.remedy import LEFT_OUT


def generalised(found: Sequence[Finding]) -> list[Finding]:
    """The findings with the commands that they name cut to what they share.

    The instances of `rtk bun run test` and `rtk bun run lint` become `rtk bun run`, each in its
    own finding, so that whichever is learnt first speaks for all.
    """
    forms = [each.forms for each in found if each.forms]
    if len(forms) < len(found) or len(set(forms)) < 2:
        return list(found)
    before, after = (_shared([pair[side] for pair in forms]) for side in (0, 1))
    if not before or not after or before == after:
        return list(found)
    return [_reworded(each, before, after) for each in found]


def _shared(commands: Sequence[str]) -> str:
    """The words that all commands begin with, and a mark where they go on."""
    words = [tuple(each.split()) for each in commands]
    columns = itertools.takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))
    common = tuple(column[0] for column in columns)
    if len(common) < 2:
        return ""
    whole = all(len(each) == len(common) for each in words)
    return " ".join(common if whole else (*common, LEFT_OUT))


def _reworded(found: Finding, before: str, after: str) -> Finding:
    assert found.forms is not None
    old_before, old_after = found.forms

    def put(text: str) -> str:
        text = text.replace(f"`{old_before}`", f"`{before}`")
        return text.replace(f"`{old_after}`", f"`{after}`")

    text = found.text.model_copy(
        update={
            name: put(getattr(found.text, name)) for name in ("symptom", "resolution", "constraint")
        }
    )
    bound = before.removesuffix(f" {LEFT_OUT}")
    return replace(found, text=text, commands=(bound,), forms=(before, after))
