"""Whether two sentences of a person are one wish in other words, where `compare` finds them apart.

Two prohibitions of the same commands or files, with the same in their place, are one wish. What its
person dropped comes in no other wording: there it is enough that the same is denied, as long as
nothing else is to be used instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.search.shell import prefixes
from blackboard.views.decisions import is_by_person
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.finding import Finding
from reflect.guards.prohibition import Prohibition, prohibition_of, used_instead
from reflect.rules.denials import denials
from reflect.rules.rule_parser import read
from reflect.rules.scope import without_scope

_NEAR = 0.2
"""The share of terms from which a lesson may be the same wish: a replacement is one term more."""


def is_a_persons(found: Finding) -> bool:
    """Whether it is a sentence of a person's that no one asked to keep."""
    return (found.trust == "human" or found.proof == "person") and not found.stated


def reworded(board: Board, found: Finding, here: Collection[str | None]) -> Iterator[LessonRow]:
    """The lessons that are, or were until dropped, a finding's wish in other words."""
    mine = [found.rule, *([found.evidence[0].quote] if found.proof == "person" else [])]
    for row in _near(board, mine, here):
        is_active = row["status"] in ACTIVE_STATUSES and _is_his(row)
        test = is_same if is_active else is_not_wanted
        programs = _programs((*found.commands, *row["commands"]))
        if (is_active or _is_dropped(row)) and any(
            test(one, other, programs) for one in mine for other in _texts(row)
        ):
            yield row


def dropped_with(board: Board, row: LessonRow) -> Iterator[LessonRow]:
    """The other unconfirmed sentences that are the same wish as one that is dropped."""
    here = {row["project"], *(board.names_of(row["project"]) if row["project"] else ())}
    for other in _near(board, _texts(row), here):
        programs = _programs((*row["commands"], *other["commands"]))
        if other["id"] != row["id"] and is_said_once(other) and any(
            is_not_wanted(one, two, programs) for one in _texts(row) for two in _texts(other)
        ):  # fmt: skip
            yield other


def is_same(some: str, other: str, programs: Collection[str] = ()) -> bool:
    """Whether two rules forbid the same commands or files, with the same in their place.

    One that denies one thing more, as "without asking", is a milder one.

    >>> is_same("Don't use npm here, use bun.", "Never use npm in this repo, use bun.")
    True
    >>> is_same("Don't use npm here, use bun.", "Never use npm, use pnpm.")
    False
    """
    if denials(some) != denials(other) or used_instead(some) != used_instead(other):
        return False
    form = _form(some, programs)
    return form is not None and form == _form(other, programs)


def is_not_wanted(some: str, other: str, programs: Collection[str] = ()) -> bool:
    """Whether one of two rules is not wanted where the other one was dropped.

    >>> is_not_wanted("Never use tabs here.", "We don't use tabs here, use spaces.")
    True
    >>> is_not_wanted("Never use tabs here.", "Never use tabs in YAML.")
    False
    """
    instead = used_instead(some), used_instead(other)
    if all(instead) and instead[0] != instead[1]:
        return False
    form, denied = _form(some, programs), _denied(some)
    is_one_form = form is not None and form == _form(other, programs)
    return is_one_form or (bool(denied[0]) and denied == _denied(other))


def _form(rule: str, programs: Collection[str]) -> Prohibition | None:
    found = prohibition_of(rule, lambda word: word in programs)
    return found and Prohibition(tuple(sorted(found.forbids)), tuple(sorted(found.paths)))


def _denied(rule: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """What a rule denies, and under which conditions."""
    reading = read(without_scope(rule))
    denied = frozenset(word.term for word in reading.words if word.denied)
    return denied, reading.conditions


def _programs(commands: Iterable[str]) -> set[str]:
    return {name for command in commands for name in prefixes(command)}


def _near(board: Board, rules: Iterable[str], here: Collection[str | None]) -> Iterator[LessonRow]:
    keys = {each.key for rule in rules for each in board.similar(rule, threshold=_NEAR)}
    for row in board.view("lessons", where={"id": sorted(keys)}, limit=None) if keys else ():
        if row["project"] in here and row["scope"] == "project":
            yield row


def _texts(row: LessonRow) -> list[str]:
    """Its rule, and the sentence of the person that a model put into other words."""
    return [row["constraint"], *([row["said"]] if row["proof"] == "person" else [])]


def _is_his(row: LessonRow) -> bool:
    is_own = not row["author"] and not row["signed_by"]
    return is_own and (row["trust"] == "human" or row["proof"] == "person")


def _is_dropped(row: LessonRow) -> bool:
    """Whether a person rejected it last."""
    last = next((each for each in reversed(row["decisions"]) if "status" in each["before"]), None)
    return row["status"] == "rejected" and last is not None and is_by_person(last["actor"])
