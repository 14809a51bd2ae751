"""A person's decision on the page: about what they saw, and as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from blackboard import Board
from blackboard.events import streams
from blackboard.sanitise import clean
from blackboard.views.harmful import unnamed
from blackboard.views.rows import LessonRow, RuleRow
from blackboard.views.rule import rule_of
from lessonboard import said_once
from lessonboard.announcing import announce
from lessonboard.pages.page import Asked, BadRequest
from lessonboard.pages.undoing import Taken
from lessonboard.parts.web.versions import Changed, row_of, version_of
from lessonboard.present.text import one_line
from reflect.curator import decisions
from reflect.finding import View
from reflect.guards.next_steps import guard_on, offer
from reflect.pipeline import stated
from reflect.pipeline.pairs import note_pairs, undecided
from reflect.pipeline.wishes import dropped_with

WORDS: dict[View, tuple[str, ...]] = {
    "lessons": ("constraint", "symptom", "root_cause", "resolution", "severity"),
    "insights": ("statement", "category"),
}
"""What a person may replace."""

_NEEDED = ("constraint", "statement")
"""What may not be empty."""

_MOST_ALIKE = 200
_LONGEST = 90
"""Characters of a rule in what is said of a decision."""


class Seen(NamedTuple):
    """A row as a person saw it: in which version, when the log had so many events."""

    name: str
    version: str
    position: int


class Decision(NamedTuple):
    """What a person may decide: how it is reported afterwards, what it does, and about what."""

    said: str
    act: Callable[[Board, RuleRow, View, Asked], object]
    views: tuple[View, ...] = ("lessons", "insights")
    concerns: bool = False


def _approve(board: Board, row: RuleRow, view: View, asked: Asked) -> None:
    if "constraint" in row:
        _approve_lesson(board, row, asked, "tick that you saw it, or edit the words")
    else:
        decisions.approve(board, row, asked.text("reason"))


def _approve_lesson(board: Board, row: LessonRow, asked: Asked, how: str) -> None:
    """Approve a lesson; `how` is what to do where its harm was not ticked."""
    try:
        stated.approve(board, row, asked.text("reason"), asked.form.get("despite", []))
    except decisions.Harmful as error:
        harm = ", ".join(error.harm)
        raise BadRequest(f"nothing was decided: {row['id']} waits, for it {harm}; {how}") from error


def _revise(board: Board, row: RuleRow, view: View, asked: Asked) -> None:
    """Replace the words that were sent; a rewritten rule may contradict others."""
    words = {name: _as_written(name, asked.text(name)) for name in WORDS[view]
             if name in asked.form}  # fmt: skip
    if not words or not all(clean(words.get(name, "x")).strip() for name in _NEEDED):
        raise BadRequest("nothing was changed: no words were sent")
    if decisions.revise(board, row, asked.text("reason"), **words) and "constraint" in row:
        note_pairs(board, board.row("lessons", row["id"]))


def _as_written(name: str, text: str) -> str:
    """Words of a form: a rule is one line, and lines end as on the board, not as browsers send."""
    return " ".join(text.split()) if name in _NEEDED else text.replace("\r\n", "\n")


def _edit(board: Board, row: RuleRow, view: View, asked: Asked) -> None:
    _revise(board, row, view, asked)
    now: RuleRow = board.row(view, row["id"])
    if "constraint" in now and "constraint" in row and set(unnamed(now)) - set(unnamed(row)):
        how = "keep these words on its page without approving them, then tick that you saw it"
        _approve_lesson(board, now, asked, how)
    else:
        _approve(board, now, view, asked)


def _promote(board: Board, row: RuleRow, view: View, asked: Asked) -> None:
    if row["status"] == "candidate":
        _approve(board, row, view, asked)
    decisions.promote(board, board.row(view, row["id"]), asked.text("reason"))


def _prefer(board: Board, row: RuleRow, view: View, asked: Asked) -> None:
    """Approve a lesson, and stop showing what contradicts it."""
    if row["status"] != "approved":
        _approve(board, row, view, asked)
    for _, other in _concerned(board, row):
        decisions.retire(board, other, asked.text("reason") or f"{row['id']} holds instead")


def _drop(board: Board, row: RuleRow, view: View, asked: Asked) -> None:
    assert "constraint" in row
    said_once.decide(board, row, "drop", asked.text("reason"))


def _lesson(
    act: Callable[[Board, LessonRow, str], object],
) -> Callable[[Board, RuleRow, View, Asked], object]:
    def acted(board: Board, row: RuleRow, _view: View, asked: Asked) -> object:
        assert "constraint" in row
        return act(board, row, asked.text("reason"))

    return acted


DECISIONS: Mapping[str, Decision] = {
    "approve": Decision("Approved", _approve),
    "reject": Decision("Rejected", _lesson(decisions.reject), ("lessons",)),
    "retire": Decision(
        "No longer shown",
        lambda board, row, _view, asked: decisions.retire(board, row, asked.text("reason")),
    ),
    "promote": Decision("Shown in every project from now on", _promote),
    "revise": Decision("Revised", _revise),
    "edit": Decision("Revised and approved", _edit),
    "keep": Decision("Kept", _approve, ("lessons",)),
    "drop": Decision("Dropped, in any wording", _drop, ("lessons",)),
    "both": Decision(
        "Both hold from now on", _lesson(decisions.reconcile), ("lessons",), concerns=True
    ),
    "prefer": Decision(
        "This one holds, and the other is no longer shown", _prefer, ("lessons",), concerns=True
    ),
    "pin": Decision("Pinned", _lesson(decisions.pin), ("lessons",)),
    "unpin": Decision("Measured again", _lesson(decisions.unpin), ("lessons",)),
    "wake": Decision("Shown again", _lesson(decisions.wake), ("lessons",)),
}
"""By the name that a form sends; what `concerns` more is about what contradicts the row as well."""


def decide(
    asked: Asked, view: View, seen: Sequence[Seen], beside: Sequence[Seen], name: str, page: str
) -> tuple[str, str]:
    """Decide about rows as they were seen: about all of them, or about none.

    Args:
        asked: with the board, and the form's reason and words.
        view: `lessons` or `insights`.
        seen: the rows.
        beside: what was shown with them: what contradicted them, and their other wordings.
        name: which decision.
        page: where to go back to when it is undone.

    Returns:
        What is said of it, and the name by which it can be undone; empty where it cannot.

    Raises:
        Changed: one of the rows was changed meanwhile.
        BadRequest: there is no such decision, or too many rows.
    """
    decision = DECISIONS.get(name)
    if decision is None or view not in decision.views or not 0 < len(seen) <= _MOST_ALIKE:
        raise BadRequest(f"nothing was changed: {name[:40]!r} cannot be decided about {view}")
    with asked.board.transaction():
        rows = [as_seen(asked.board, view, each) for each in seen]
        also = _decided_as_well(asked.board, rows, name)
        if decision.concerns or name == "drop":
            _as_seen_beside(asked.board, also, beside)
        for each in seen:
            decision.act(asked.board, asked.board.row(view, each.name), view, asked)
        before = {row["id"]: (of, row) for of, row in (*((view, row) for row in rows), *also)}
        made = [(of, key, _made_since(asked.board, of, row)) for key, (of, row) in before.items()]
        words = rule_of(asked.board.row(view, seen[0].name))
    if name == "revise" and not any(events for _, _, events in made):
        return "The words are as they were; nothing was changed", ""
    said = f"{decision.said}: {one_line(words, _LONGEST)}"
    said += _and_others(len(seen) - 1, len(before) - len(rows) if name == "drop" else 0)
    said += _offered(asked, view, seen)
    if not any(events for _, _, events in made):
        return said, ""
    return said, asked.undoing.add(Taken(tuple(made), said, page, not asked.text("reason")))


def _and_others(alike: int, more: int) -> str:
    """How many were decided with the one that is named.

    >>> _and_others(0, 0), _and_others(1, 0), _and_others(1, 2)
    ('', ' (and 1 alike)', ' (and 1 alike, and 2 more)')
    """
    counted = [f"and {alike} alike"] * bool(alike) + [f"and {more} more"] * bool(more)
    return f" ({', '.join(counted)})" if counted else ""


def _offered(asked: Asked, view: View, seen: Sequence[Seen]) -> str:
    """What the guards of prohibitions that are approved now would do, with the command."""
    if view != "lessons":
        return ""
    rows = [asked.board.row("lessons", each.name) for each in seen]
    found = [(row, offer(asked.board, row, asked.clock)) for row in rows]
    steps = [guard_on(row, words) for row, words in found if words]
    announce(asked.board, (), steps, "page")
    return "".join(f". It {each.why}: `{each.command}`, or on its page" for each in steps)


def _decided_as_well(
    board: Board, rows: Sequence[RuleRow], name: str
) -> list[tuple[View, RuleRow]]:
    """What a decision about rows decides as well, beside themselves."""
    found: list[tuple[View, RuleRow]]
    if name == "drop":
        found = [("lessons", each) for row in rows for each in wordings(board, row)]
    else:
        found = [pair for row in rows for pair in _concerned(board, row)]
    names = {row["id"] for row in rows}
    return [pair for pair in found if pair[1]["id"] not in names]


def wordings(board: Board, row: RuleRow) -> list[LessonRow]:
    """The other wordings of a sentence, which are dropped with it."""
    return list(dropped_with(board, row)) if "constraint" in row else []


def _concerned(board: Board, row: RuleRow) -> list[tuple[View, RuleRow]]:
    """What a decision about a lesson may decide as well: what contradicts it."""
    if "constraint" not in row:
        return []
    pairs = undecided(board, [row]).get(row["id"], [])
    return [(decisions.view_of(other), other) for other, _ in pairs]


def _as_seen_beside(
    board: Board, concerned: Sequence[tuple[View, RuleRow]], beside: Sequence[Seen]
) -> None:
    """Refuse a decision about more than the rows where that is not what was seen.

    Raises:
        Changed: one of them was changed meanwhile, or was not shown.
    """
    shown = {each.name: each for each in beside}
    unseen = [Seen(row["id"], "", 0) for _, row in concerned if row["id"] not in shown]
    for each in (*beside, *unseen):
        as_seen(board, "insights" if each.name.startswith("insight-") else "lessons", each)


def as_seen(board: Board, view: View, seen: Seen) -> RuleRow:
    """A row as it was seen, in the transaction of what is decided about it.

    Raises:
        Changed: it was changed meanwhile.
    """
    row: RuleRow = board.row(view, seen.name)
    if version_of(row) != seen.version:
        stream = (streams.lesson if view == "lessons" else streams.insight)(seen.name)
        events = list(board.read(stream=stream, until=seen.position))
        raise Changed(view, row_of(view, seen.name, events), row)
    return row


def _made_since(board: Board, view: View, before: RuleRow) -> tuple[str, ...]:
    known = {each["event"] for each in before["decisions"]}
    now: RuleRow = board.row(view, before["id"])
    return tuple(each["event"] for each in now["decisions"] if each["event"] not in known)
