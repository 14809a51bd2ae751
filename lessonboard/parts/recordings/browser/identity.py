"""Whether what is found on a page now is the very thing that was recorded; a pure decision.

A thing in a row is identified by the row's texts; outside of rows it must be the only one, as it
was when recorded. In doubt nothing is acted on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lessonboard.parts.recordings.browser.target import Surroundings, Target, TargetRow

_VOLATILE = re.compile(
    r"""(?ix) ^ (?: [\d\s.,:/+%$€£-]+ (?:[ap]\.?m\.?)?            # a number, an amount, a date
    | .* \b (?:\d{4}-\d\d-\d\d | \d{1,2}:\d\d | ago | yesterday | today | just\ now) \b .*
    | .* \b (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d .* ) $
    """
)
_IDENTIFIER = re.compile(r"(?i)^(?:#|(?:.*\b)?(?:id|no\.?|nr\.?|number|code|key|sku))$")
_NUMBERED = re.compile(r"(?i)\b(?:ticket|invoice|order|case|issue|account|reference|serial)s?$")
_PLAIN_NUMBER = re.compile(r"#?\d+")
_WORD = re.compile(r"[^\W\d_]+")
_MOST_SHOWN = 5


class Chosen(NamedTuple):
    """Which of the candidates is meant, and a note where that was not plain."""

    number: int
    note: str = ""


class Doubt(NamedTuple):
    """Why none of the candidates may be acted on."""

    reason: str


def choose(
    target: Target, recorded: Target, candidates: Sequence[Surroundings], *, dangerous: bool
) -> Chosen | Doubt:
    """The one candidate that is the recorded thing.

    Args:
        target: the recorded target with the values of this run.
        recorded: the same with the recorded values.
        candidates: the present surroundings of the visible elements of its name.
        dangerous: whether the step deletes, sends, pays or saves.
    """
    ticked = max((each.ticked for each in candidates), default=0)
    if dangerous and target.stands.ticked and ticked != target.stands.ticked:
        return Doubt(f"{ticked} boxes are ticked in rows where {target.stands.ticked} were")
    if target.stands.row is not None and recorded.stands.row is not None:
        return _in_row(target, recorded, candidates)
    if len(candidates) == 1:
        return _lone(target, candidates[0], dangerous=dangerous)
    if _lead_to_one_place(target, candidates):
        return Chosen(0, f"the first of {len(candidates)} that lead to the same page")
    if target.alike == 1:
        return Doubt(f"there are {len(candidates)} alike where one was recorded")
    led = [n for n, each in enumerate(candidates) if each.href == target.stands.href != ""]
    if len(led) == 1:
        return Chosen(led[0], f"of {len(candidates)} alike, by where it leads")
    placed = [n for n, each in enumerate(candidates) if _same_place(target.stands, each)]
    if len(placed) == 1:
        return Chosen(placed[0], f"of {len(candidates)} alike, by the heading and form above it")
    if not dangerous and len(candidates) == target.alike and target.nth < len(candidates):
        return Chosen(target.nth, f"number {target.nth + 1} of {len(candidates)} alike")
    return Doubt(f"there are {len(candidates)} alike, and nothing shows which one is meant")


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


def _lone(target: Target, there: Surroundings, *, dangerous: bool) -> Chosen | Doubt:
    """The only one there is, which need not be the recorded one: that may be gone."""
    then = target.stands
    is_lost = target.alike > 1 and not _leads_there(target, there)
    if is_lost and (dangerous or not _same_place(then, there)):
        return Doubt(f"one is left where {target.alike} were alike, and nothing shows which")
    if dangerous and not _is_section(then.section, there.section):
        return Doubt(f'it was under "{_cut(then.section)}", now under "{_cut(there.section)}"')
    return Chosen(0)


def _in_row(target: Target, recorded: Target, candidates: Sequence[Surroundings]) -> Chosen | Doubt:
    wanted, then = target.stands.row or TargetRow(()), recorded.stands.row or TargetRow(())
    is_another = wanted.name != then.name
    fits = [n for n, each in enumerate(candidates)
            if each.row is not None and _is_row(wanted, each.row, by_key=is_another)
            and _is_section(target.stands.section, each.section)]  # fmt: skip
    if wanted.twins:
        fits = [n for n in fits if _leads_there(target, candidates[n])] or fits
    if len(fits) == 1 and wanted.twins and not _leads_there(target, candidates[fits[0]]):
        return Doubt(f'{wanted.twins + 1} {wanted.kind}s said "{_cut(wanted.name)}"; one is left')
    if len(fits) == 1:
        return Chosen(fits[0], f'in the {wanted.kind} "{_cut(wanted.name)}"')
    if fits:
        return Doubt(f'{len(fits)} {wanted.kind}s say "{_cut(wanted.name)}"')
    return Doubt(f'no {wanted.kind} says "{_described(wanted, then)}"; {_there(candidates)}')


def _is_row(wanted: TargetRow, row: TargetRow, *, by_key: bool) -> bool:
    """Whether a row says what the recorded one said; `by_key`: only the identifying cell is known.

    Numbers and dates that are not its key may have changed, and so may columns that are new.
    """
    if wanted.exact:
        return all(_says(wanted, n, row) for n in range(len(wanted.cells)))
    if wanted.key is not None and not _says(wanted, wanted.key, row):
        return False
    if by_key and wanted.key is not None:
        return True
    return all(_says(wanted, n, row) for n, cell in enumerate(wanted.cells)
               if cell and n != wanted.key and not _may_change(wanted, n))  # fmt: skip


def _says(wanted: TargetRow, n: int, row: TargetRow) -> bool:
    """Whether a row says what the wanted one says in a cell, in the column of the same header."""
    cell, header = wanted.cells[n], wanted.header(n)
    if wanted.kind != "row" or row.kind != "row":
        return _stands_at(n, wanted, row)
    if header and any(row.headers):
        if header not in row.headers:
            return n != wanted.key and not wanted.exact  # a column that is gone says nothing
        place = row.headers.index(header)
        return place < len(row.cells) and row.cells[place] == cell
    if len(row.cells) == len(wanted.cells):
        return row.cells[n] == cell
    return _stands_at(n, wanted, row)


def _stands_at(n: int, wanted: TargetRow, row: TargetRow) -> bool:
    """Whether a text has its old place, counted from the start or, in a longer row, the end."""
    cell, more = wanted.cells[n], len(row.cells) - len(wanted.cells)
    return any(0 <= at < len(row.cells) and row.cells[at] == cell for at in (n, n + more))


def _may_change(wanted: TargetRow, n: int) -> bool:
    """Whether a cell says nothing of a row's identity."""
    if n < len(wanted.same) and wanted.same[n]:
        return True
    header, is_number = wanted.header(n), bool(_PLAIN_NUMBER.fullmatch(wanted.cells[n]))
    if is_number and (not any(wanted.cells[:n]) or _NUMBERED.search(header)):
        return False  # things that are numbered are called by their number
    return bool(_VOLATILE.match(wanted.cells[n])) and not _IDENTIFIER.match(header)


def _same_place(recorded: Surroundings, now: Surroundings) -> bool:
    return (recorded.heading, recorded.form) == (now.heading, now.form)


def _is_section(recorded: str, now: str) -> bool:
    """Whether a section has its name still; numbers count things, and words may be added."""
    one, other = (" ".join(_WORD.findall(text.lower())) for text in (recorded, now))
    return not one or one in other or (other != "" and other in one)


def _leads_there(target: Target, now: Surroundings) -> bool:
    return now.href == target.stands.href != ""


def _lead_to_one_place(target: Target, candidates: Sequence[Surroundings]) -> bool:
    hrefs = {each.href for each in candidates}
    return len(hrefs) == 1 and "" not in hrefs and target.role == "link"


def _described(wanted: TargetRow, recorded: TargetRow) -> str:
    """What the row must say, for people."""
    if wanted.name != recorded.name and wanted.key is not None:
        return _cut(wanted.name)
    texts = [cell for n, cell in enumerate(wanted.cells)
             if cell and (n == wanted.key or not _may_change(wanted, n))]  # fmt: skip
    return _cut(" | ".join(texts) or wanted.name)


def _there(candidates: Sequence[Surroundings]) -> str:
    rows = [_cut(" | ".join(filter(None, each.row.cells))) for each in candidates if each.row]
    if not rows:
        return "there is none like it"
    shown = "; ".join(f'"{row}"' for row in rows[:_MOST_SHOWN])
    return f"there are {shown}{' and more' if len(rows) > _MOST_SHOWN else ''}"


def _cut(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"
