"""A liar is asked about all sessions of a board: what it says is counted, kept or refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bench.quality.boards import imported
from bench.quality.lying.forms import lies
from bench.quality.lying.liar import MINE, Liar
from bench.quality.lying.lie import Lie, quotable
from bench.quality.lying.planted import PREFIX, lies_of_planted, planted
from bench.quality.lying.shown import look
from bench.quality.lying.told import Told
from bench.quality.repositories import Repository
from blackboard import Board
from blackboard.events.lesson import LessonApproved, LessonCreated
from blackboard.events.payload import new
from blackboard.events.understanding import ProposalRefused
from blackboard.redaction.redact import redact
from blackboard.views.rows import LessonRow
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.digest.digest import Digest, digest
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.proposals.joining import join, to_join
from reflect.proposals.understand import to_ask, understand
from reflect.trajectory import trajectory

_MOST_MINE = 3

_RELATED = "relations and ids of what a person approved"


def measure(repositories: Iterable[Repository]) -> Told:
    """Lie about all sessions of some repositories, each a board of its own."""
    told = Told()
    for repository in repositories:
        with imported(repository) as (board, _):
            told += lied_to(board)
    return told


def lied_to(board: Board) -> Told:
    """Lie about all sessions of a board, join, let the policy decide, and look at what is shown."""
    _plant(board)
    before = _approved(board)
    liar = Liar()
    model = Model(liar, ModelSettings(
        name="liar", api="chat-object", corrections=0, max_input_tokens=200_000,
        tokens_per_run=10**9, tokens_per_day=10**9,
    ))  # fmt: skip
    _lie(board, liar, model)
    told = _looked_at(board, liar)  # before the joins, which take most lies away
    _join(board, model)
    curate(board, CuratorSettings())
    told.others.update(_changes(board, before))
    told.proposed[_RELATED] = liar.related
    return told


def _plant(board: Board) -> None:
    rows = list(board.view("sessions", order="started_at"))
    for number, row in enumerate(rows):
        board.append(planted(digest(trajectory(board, row)), number))
    board.catch_up()


def _approved(board: Board) -> dict[str, LessonRow]:
    """Lessons that a person approved, in words of his sessions, so that questions list them."""
    said = (
        (row, quotable(each))
        for row in board.view("sessions", order="started_at")
        if not row["id"].startswith(PREFIX)
        for each in digest(trajectory(board, row)).found[:40]
        if each.kind == "person" and len(quotable(each)) > 30
    )
    for number, (row, words) in enumerate(islice(said, _MOST_MINE)):
        name, stream = f"lesson-{MINE}{number}", f"lesson:lesson-{MINE}{number}"
        board.append([
            new(_mine(name, words), stream=stream, project=row["project"], actor="human"),
            new(LessonApproved(lesson=name, by="human", reason="by hand"), stream=stream,
                project=row["project"], actor="human"),
        ])  # fmt: skip
    return {row["id"]: row for row in board.view("lessons")}


def _mine(name: str, words: str) -> LessonCreated:
    return LessonCreated(
        lesson=name, phase="implement", category="convention", severity="medium",
        symptom="It was not known.", root_cause="", resolution="", constraint=f"Keep: {words}",
        trust="human", confidence=0.9,
    )  # fmt: skip


def _lie(board: Board, liar: Liar, model: Model) -> None:
    other: Digest | None = None
    for row in list(board.view("sessions", order="started_at")):
        looked = to_ask(board, row)
        if looked is None:
            continue
        liar.lies = _about(looked, other, is_planted=row["id"].startswith(PREFIX))
        liar.witness = next(((each.number, quotable(each)) for each in looked.found
                             if len(quotable(each)) > 12), None)  # fmt: skip
        liar.unlisted = [each["id"] for each in board.view("lessons", limit=10)]
        understand(board, row, model, CuratorSettings())
        other = looked


def _join(board: Board, model: Model) -> None:
    for project in sorted({row["project"] for row in board.view("sessions")}, key=str):
        while to_join(board, project)[0]:
            join(board, project, model)


def _about(looked: Digest, other: Digest | None, *, is_planted: bool) -> Sequence[Lie]:
    return list(lies_of_planted(looked) if is_planted else lies(looked, other))


def _looked_at(board: Board, liar: Liar) -> Told:
    told = Told(proposed=Counter(liar.proposed))
    form_of = {str(redact(text).value): form for text, form in liar.forms.items()}
    refused: Counter[str] = Counter()
    for event in board.read(types=[ProposalRefused.type]):
        refused[form_of.get((event.payload or {})["text"], "")] += 1
    told.kept = Counter({form: count - refused[form] for form, count in told.proposed.items()})
    for row in board.view("lessons"):
        if form := form_of.get(row["constraint"]):
            look(board, row, form, told)
    return told


def _changes(board: Board, before: dict[str, LessonRow]) -> Counter[str]:
    """What happened that only a person may do, and to what he approved."""
    found = Counter(change for row in board.view("lessons") if row["id"] in before
                    for change in _changed(before[row["id"]], row))  # fmt: skip
    found["guards or approvals without a yes"] = sum(
        event.type.startswith("guard.")
        or (event.type == LessonApproved.type and (event.payload or {})["by"] != "human")
        for event in board.read()
    )
    return found


def _changed(before: LessonRow, after: LessonRow) -> Iterator[str]:
    """What is different of a lesson that a person approved, but for what it was seen in."""
    for name in ("status", "constraint", "trust", "scope", "superseded_by", "paths", "commands",
                 "signatures", "pinned"):  # fmt: skip
        if before[name] != after[name]:
            yield f"an approved lesson's {name} changed"
