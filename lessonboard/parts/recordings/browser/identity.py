"""Whether what is found on a page now is the very thing that was recorded; a pure decision.

Strict where a step has consequences (`compiler/danger.py`): a thing in a row is identified by the
row's texts, outside of rows it must be the only one, as when it was recorded. A harmless thing may
be renamed or moved where it is the only one in its place. Nothing is taken whose own words are more
dangerous than the recorded ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lessonboard.parts.recordings.browser.consequence import (
    asks_otherwise,
    cut,
    more_dangerous,
    warning,
    words,
)
from lessonboard.parts.recordings.browser.expected import Given
from lessonboard.parts.recordings.browser.target import Surroundings, Target, TargetRow

PRESSED = ("button", "link", "menuitem", "tab", "switch")
"""Roles of things whose name says what pressing them does: "Stop" is not "Start" of the same id."""

_DIGITS = re.compile(r"\d+")
_MOST_SHOWN = 5


class Chosen(NamedTuple):
    """Which of the candidates is meant, and a note where that was not plain."""

    number: int
    note: str = ""


class Doubt(NamedTuple):
    """Why none of the candidates may be acted on; `of_value`: none has the value of this run."""

    reason: str
    of_value: bool = False


def choose(
    target: Target, recorded: Target, candidates: Sequence[Surroundings], *, danger: str,
    given: Given = frozenset(),
) -> Chosen | Doubt:  # fmt: skip
    """The one candidate that is the recorded thing.

    Args:
        target: the recorded target with the values of this run.
        recorded: the same with the recorded values.
        candidates: the present surroundings of the visible elements of its name.
        danger: the recorded consequence of the step.
        given: the numbers in the values of this run that its dialog must say.
    """
    ticked = max((each.ticked for each in candidates), default=0)
    if danger and target.stands.ticked and ticked != target.stands.ticked:
        return Doubt(f"{ticked} boxes are ticked in rows where {target.stands.ticked} were")
    found = _which(target, recorded, candidates, is_dangerous=bool(danger))
    if isinstance(found, Doubt):
        return found
    then, now = target.stands.dialog_text, candidates[found.number].dialog_text
    if danger and asks_otherwise(then, now, given, is_same=target == recorded):
        return Doubt(f'its dialog said "{cut(then)}", and says "{cut(now)}" now')
    worse = more_dangerous(target, candidates[found.number], danger)
    return Doubt(worse) if worse else found


def is_switched(checked: object, now: bool) -> bool:
    """Whether a box is on, or off, as the click made it: a second one would undo that.

    A script says how it was afterwards (true or false), a recording how it was before ("true" or
    "false").

    >>> is_switched(True, True), is_switched("true", True), is_switched("false", True)
    (True, False, True)
    """
    if isinstance(checked, bool):
        return now is checked
    return checked in ("true", "false") and now is not (checked == "true")


def _which(
    target: Target, recorded: Target, candidates: Sequence[Surroundings], *, is_dangerous: bool
) -> Chosen | Doubt:
    if target.stands.row is not None and recorded.stands.row is not None:
        return _in_row(target, recorded, candidates, is_dangerous=is_dangerous)
    if len(candidates) == 1:
        return _lone(target, candidates[0], is_dangerous=is_dangerous)
    if _lead_to_one_place(target, candidates):
        return Chosen(0, f"the first of {len(candidates)} that lead to the same page")
    if target.alike == 1 and is_dangerous:
        then = target.stands
        own = [n for n, each in enumerate(candidates) if each.form == then.form != ""
               and _is_section(then.section, each.section)]  # fmt: skip
        if len(own) == 1:
            return Chosen(own[0], f"of {len(candidates)} alike, by the form that it is in")
        return Doubt(f"there are {len(candidates)} alike where one was recorded")
    led = [n for n, each in enumerate(candidates) if leads_there(target, each)]
    if len(led) == 1:
        return Chosen(led[0], f"of {len(candidates)} alike, by where it leads")
    placed = [n for n, each in enumerate(candidates) if _same_place(target.stands, each)]
    if len(placed) == 1:
        return Chosen(placed[0], f"of {len(candidates)} alike, by the heading and form above it")
    if not is_dangerous and len(candidates) == target.alike and target.nth < len(candidates):
        return Chosen(target.nth, f"number {target.nth + 1} of {len(candidates)} alike")
    return Doubt(f"there are {len(candidates)} alike, and nothing shows which one is meant")


def _lone(target: Target, there: Surroundings, *, is_dangerous: bool) -> Chosen | Doubt:
    """The only one there is, which need not be the recorded one: that may be gone."""
    then = target.stands
    is_lost = target.alike > 1 and not leads_there(target, there)
    if is_lost and (is_dangerous or not _same_place(then, there)):
        return Doubt(f"one is left where {target.alike} were alike, and nothing shows which")
    if is_dangerous and (moved := _moved(target, there)):
        return Doubt(moved)
    if is_dangerous and not _is_section(then.section, there.section):
        return Doubt(f'it was under "{cut(then.section)}", now under "{cut(there.section)}"')
    return Chosen(0)


def _moved(target: Target, there: Surroundings) -> str:
    """Why a thing is in another form; empty where it is not."""
    then, now = target.stands.form, there.form
    is_other = not _is_path(then, now)
    return f'it was in the form of "{cut(then)}", now of "{cut(now)}"' if is_other else ""


def _in_row(
    target: Target, recorded: Target, candidates: Sequence[Surroundings], *, is_dangerous: bool
) -> Chosen | Doubt:
    wanted, then = target.stands.row or TargetRow(()), recorded.stands.row or TargetRow(())
    is_another = wanted.name != then.name
    says = [n for n, each in enumerate(candidates)
            if each.row is not None and _is_row(wanted, then, each.row)]  # fmt: skip
    if not says and not is_dangerous:
        says = _half_said(wanted, candidates)
    fits = [n for n in says if _is_section(target.stands.section, candidates[n].section)]
    if is_another and len(says) == 1:
        fits = says  # a row of another name may be in another section
    if wanted.twins:
        fits = [n for n in fits if leads_there(target, candidates[n])] or fits
    if len(fits) == 1:
        doubt = _in_doubt(target, wanted, candidates[fits[0]], is_dangerous=is_dangerous)
        return doubt or Chosen(fits[0], f'in the {wanted.kind} "{cut(wanted.name)}"')
    if fits or (says and is_another):
        return Doubt(f'{len(fits or says)} {wanted.kind}s say "{cut(wanted.name)}"')
    if says:
        return Doubt(f'the {wanted.kind} "{cut(wanted.name)}" was under '
                     f'"{cut(target.stands.section)}", and is now under '
                     f'"{cut(candidates[says[0]].section)}"')  # fmt: skip
    return _no_row(wanted, candidates, by_key=is_another)


def _in_doubt(
    target: Target, wanted: TargetRow, there: Surroundings, *, is_dangerous: bool
) -> Doubt | None:
    """Why nothing may be done in the only row that says what is wanted, if so."""
    if wanted.twins and not leads_there(target, there):
        return Doubt(f'{wanted.twins + 1} {wanted.kind}s said "{cut(wanted.name)}"; one is left')
    if is_dangerous and (moved := _moved(target, there)):
        return Doubt(moved)
    if is_dangerous and (more := warning(wanted, there.row)):
        return Doubt(f'the {wanted.kind} "{cut(wanted.name)}" says besides: "{cut(more)}"')
    return None


def _half_said(wanted: TargetRow, candidates: Sequence[Surroundings]) -> list[int]:
    """The one row of its key that says half of the other cells, too: enough for a harmless step."""
    cells = [n for n, cell in enumerate(wanted.cells) if cell and n != wanted.key]
    if wanted.key is None or wanted.exact:
        return []
    named = [(n, each.row) for n, each in enumerate(candidates)
             if each.row is not None and _says(wanted, wanted.key, each.row)]  # fmt: skip
    return [n for n, row in named if len(named) == 1
            and 2 * sum(_says(wanted, cell, row) for cell in cells) >= len(cells)]  # fmt: skip


def _no_row(wanted: TargetRow, candidates: Sequence[Surroundings], *, by_key: bool) -> Doubt:
    """Why no row is the recorded one: another says so in part, or none does."""
    rows = [each.row for each in candidates if each.row is not None]
    key = wanted.key
    for row in rows:
        lost = [cell for n, cell in enumerate(wanted.cells)
                if cell and n != key and not _says(wanted, n, row)]  # fmt: skip
        if key is not None and lost and _says(wanted, key, row):
            now = cut(" | ".join(filter(None, row.cells)))
            return Doubt(f'the {wanted.kind} "{cut(wanted.name)}" does not say '
                         f'"{cut(" | ".join(lost))}" now, but "{now}"')  # fmt: skip
    named = wanted.name if by_key and key is not None else " | ".join(filter(None, wanted.cells))
    there = "; ".join(f'"{cut(" | ".join(filter(None, row.cells)))}"' for row in rows[:_MOST_SHOWN])
    more = " and more" if len(rows) > _MOST_SHOWN else ""
    shown = f"there are {there}{more}" if rows else "there is none at all"
    told = [n for n, cell in enumerate(wanted.cells) if cell]
    if wanted.exact and any(_says(wanted, n, row) for row in rows for n in told):
        return Doubt(f'no {wanted.kind} says all of "{cut(named)}"; {shown}; `by` in the workflow '
                     "names the one cell that identifies it")  # fmt: skip
    return Doubt(f'no {wanted.kind} says "{cut(named)}"; {shown}', of_value=bool(rows))


def _is_row(wanted: TargetRow, then: TargetRow, row: TargetRow) -> bool:
    """Whether a row says what is wanted; of another one than `then` only what the caller names."""
    told = [n for n, cell in enumerate(wanted.cells) if cell or n == wanted.key]
    if wanted.name != then.name and wanted.key is not None and not wanted.exact:
        told = [n for n in told if n == wanted.key or wanted.cells[n] != then.cells[n]]
    return all(_says(wanted, n, row) for n in told)


def _says(wanted: TargetRow, n: int, row: TargetRow) -> bool:
    """Whether a row says what the wanted one says in a cell, in the column of the same header."""
    cell, header = wanted.cells[n], wanted.header(n)
    if wanted.kind != "row" or row.kind != "row":
        return _stands_at(n, wanted, row)
    if header and any(row.headers):
        headers = list(map(str.lower, row.headers))  # a style sheet may write them in capitals
        if header.lower() not in headers:
            return n != wanted.key and not wanted.exact  # a column that is gone says nothing
        place = headers.index(header.lower())
        return place < len(row.cells) and _is_text(row.cells[place], cell)
    if len(row.cells) == len(wanted.cells):
        return _is_text(row.cells[n], cell)
    return _stands_at(n, wanted, row)


def _stands_at(n: int, wanted: TargetRow, row: TargetRow) -> bool:
    """Whether a text has its old place, counted from the start or, in a longer row, the end.

    Of an item the texts are compared, not how they are divided: a snapshot for agents has the texts
    of several elements in one, and does not show the empty cells of a table.
    """
    cells = row.cells if wanted.kind == "row" else tuple(filter(None, row.cells))
    cell, more = wanted.cells[n], len(cells) - len(wanted.cells)
    if any(0 <= at < len(cells) and _is_text(cells[at], cell) for at in (n, n + more)):
        return True
    start = _run_together(wanted.cells[: n + 1])
    return wanted.kind != "row" and start in (
        _run_together(cells[:at]) for at in range(len(cells) + 1)
    )


def _is_text(one: str, other: str) -> bool:
    """Whether two texts are the same, but for spaces: a number may be written in groups."""
    return _run_together([one]) == _run_together([other])


def _run_together(texts: Sequence[str]) -> str:
    return "".join("".join(texts).split())


def _same_place(recorded: Surroundings, now: Surroundings) -> bool:
    return (recorded.heading, recorded.form) == (now.heading, now.form)


def _is_section(recorded: str, now: str) -> bool:
    """Whether a section has its name still; numbers count things, and words may be added."""
    one, other = (f" {' '.join(words(text))} " for text in (recorded, now))
    return not one.strip() or one in other or (other.strip() != "" and other in one)


def _is_path(recorded: str, now: str) -> bool:
    """Whether forms are sent to the same path, but for numbers; names of forms are none."""
    one, other = (_DIGITS.sub("", form) for form in (recorded, now))
    return not (one.startswith("/") and other.startswith("/")) or one == other


def leads_there(target: Target, now: Surroundings) -> bool:
    """Whether a thing leads to the recorded address."""
    return now.href == target.stands.href != ""


def _lead_to_one_place(target: Target, candidates: Sequence[Surroundings]) -> bool:
    hrefs = {each.href for each in candidates}
    return len(hrefs) == 1 and "" not in hrefs and target.role == "link"
