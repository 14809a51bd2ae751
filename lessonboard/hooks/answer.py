"""What a hook says to its agent: a few lessons that fit the moment, or nothing.

It reads the views as they are; bringing them up to date is for those who have the time.
"""

from __future__ import annotations

from blackboard.context.holdout import withheld
from blackboard.context.moment import Moment
from blackboard.context.render import render, tokens
from blackboard.context.select import choose, strongest
from blackboard.ids import derived
from blackboard.search.shell import RUNNERS
from blackboard.storage.hook_board import HookBoard, PendingEvent
from blackboard.storage.outbox import pending_items
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.told import Told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.context.select import Candidate, Choice

_MOST_AT_ONCE = {"start": 5, "prompt": 5, "before": 2, "after": 2, "failed": 3}
_MOST_OF_AN_ERROR = 8_000
_MOST_OF_A_PROMPT = 40_000
_MOST_OF_A_COMMAND = 8_000


class Answer:
    """The text for the agent, the ids of what it is made of, and the events that say so."""

    __slots__ = ("facts", "items", "text")

    def __init__(self, text: str = "", items: tuple[str, ...] = (), *facts: PendingEvent) -> None:
        self.text = text
        self.items = items
        self.facts = list(facts)


def answer(board: HookBoard, json: Json, told: Told, limit: int, budget: int) -> Answer:
    """What to say; mostly nothing, so no lock is held while it is looked up."""
    if told.step == "after" and not _looks_failed(_both_ends(told.error or told.output)):
        return Answer()
    moment = _moment(told)
    with board.reading():
        found = _candidates(board, told, moment) if board.is_folded() else []
        before = said_before(board, json, told.session) if found else set()
    fresh = [each for each in found if each.row["id"] not in before]
    choose_from = strongest if told.step == "start" else choose
    chosen = choose_from(fresh, moment, min(limit, _MOST_AT_ONCE[told.step]))
    held, offered = withheld(chosen, told.session)
    text, kept = render(offered, moment, budget, symptoms=told.step != "start")
    facts = [_held(json, each, told, moment) for each in held]
    if not kept:
        return Answer("", (), *facts)
    items = tuple(choice.candidate.row["id"] for choice in kept)
    return Answer(text, items, *facts, _told(json, text, items, told, moment))


def said_before(board: HookBoard, json: Json, session: str) -> set[str]:
    """The ids of all that a session was told, on the board and beside it."""
    return board.injected(session) | pending_items(board.path, json, session)


def _moment(told: Told) -> Moment:
    """What is known of the moment.

    Where no folder is told, the project is a name that nothing has: of the lessons only those
    for everywhere fit. After a call of which nobody knows whether it failed, only its error may
    bring a lesson in.
    """
    unsure = told.step == "after"
    error = told.error or (told.output if unsure else "")
    moment = Moment(
        prompt=told.prompt[:_MOST_OF_A_PROMPT],
        project=told.project or "",
        paths=() if unsure else told.paths,
        command="" if unsure else told.command[:_MOST_OF_A_COMMAND],
        error=_both_ends(error),
        session=told.session,
    )
    moment.keys = [key for key in moment.keys if not _tells_nothing(key)]
    return moment


def _tells_nothing(key: tuple[str, str]) -> bool:
    """Whether it is a program that tells nothing by itself, such as a bare `git`."""
    return key[0] == "command" and key[1] in RUNNERS


def _both_ends(error: str) -> str:
    """A long output without its middle: what went wrong stands at its beginning or its end."""
    if len(error) <= _MOST_OF_AN_ERROR:
        return error
    half = _MOST_OF_AN_ERROR // 2
    return f"{error[:half]}\n{error[-half:]}"


def _candidates(board: HookBoard, told: Told, moment: Moment) -> list[Candidate]:
    moment.project = board.project_of(moment.project)
    match told.step:
        case "start":
            return board.digest_candidates(moment)
        case "prompt":
            return board.candidates(moment)
        case _:
            bound = board.keyed_candidates(moment)
            return [each for each in bound if not _is_obeyed(each, told)]


def _is_obeyed(candidate: Candidate, told: Told) -> bool:
    """Whether the agent is about to do just what the lesson says."""
    command, row = told.command.strip(), candidate.row
    is_said = bool(command) and f"`{command}`" in row["constraint"]
    return told.step == "before" and is_said and command not in row["symptom"]


def _looks_failed(output: str) -> bool:
    """Whether it is worth looking for an error in what a tool said."""
    low = output.lower()
    return any(word in low for word in ("error", "failed", "not found", "fatal", "cannot"))


def _told(
    json: Json, text: str, items: tuple[str, ...], told: Told, moment: Moment
) -> PendingEvent:
    payload = json.object(
        session=told.session,
        text=text,
        items=items,
        tokens=tokens(text),
        moment=told.step,
    )
    return PendingEvent("context.injected", f"context:{told.session}", payload, moment.project)


def _held(json: Json, choice: Choice, told: Told, moment: Moment) -> PendingEvent:
    lesson = choice.candidate.row["id"]
    stream = f"context:{told.session}"
    payload = json.object(lesson=lesson, session=told.session)
    name = derived(stream, f"lesson.withheld:{lesson}")
    return PendingEvent("lesson.withheld", stream, payload, moment.project, name)
