"""Reflecting as a kind of work: what is learnt, what is considered, and that nothing is doubled."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.payload import PayloadModel, new
from blackboard.events.review import PrMerged, ReviewComment, ReviewSubmitted
from blackboard.events.session import MessageRecorded, SessionStarted, ToolCalled
from blackboard.importer import import_files
from blackboard.transcript_files import find
from blackboard.vocabulary import CHILD_MARK
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.considering import consider
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.reflecting import ReflectionTools
from scheduler.handler import Hopeless
from scheduler.handlers.reflect import ReflectHandler
from scheduler.work.item import Item
from tests.blackboard.github_json import PROJECT, whole

SAMPLES = Path(__file__).parents[2] / "examples" / "sessions"
ON = AutomationSettings(automation_enabled=True)
AUTOMATION = ["automation.triggered", "automation.suppressed"]


def handler(settings: AutomationSettings = ON) -> ReflectHandler:
    """The handler, by rules."""
    return ReflectHandler(
        lambda _: ReflectionTools(Critic(CriticSettings().in_force())), partial(consider, settings)
    )


def item(attempt: int = 1, name: str = "work-1", project: str | None = "p", **input: Any) -> Item:
    """An item of the kind `reflect`, as claimed."""
    return Item(name, "reflect", project, input, attempt, "w", 0)


def handle(board: Board, claimed: Item, settings: AutomationSettings = ON) -> dict[str, Any]:
    """The outcome of an item whose worker is not stopping."""
    return handler(settings).handle(board, claimed, lambda: False)


def failing_session(project: str = "p", first: str = "Make the tiles.") -> list[NewEvent]:
    """A session in which the same error came up six times."""
    error = "make: *** No rule to make target 'tiles'.  Stop."
    calls: list[PayloadModel] = [
        ToolCalled(session="s1", call=f"c{number}", name="Bash", kind="shell", command="make tiles",
                   input={"command": "make tiles"},
                   output=error, failed=True, exit_code=2)
        for number in range(6)
    ]  # fmt: skip
    begun: list[PayloadModel] = [
        SessionStarted(session="s1", agent="claude-code"),
        MessageRecorded(session="s1", role="user", text=first),
    ]
    return [new(each, stream="session:s1", project=project) for each in (*begun, *calls)]


def learnt(board: Board) -> dict[str, Any]:
    """Everything that reflecting changes."""
    names = ("lessons", "insights", "automation", "critiques")
    return {name: board.view(name) for name in names}


def told(board: Board, *types: str) -> list[str]:
    """The recorded event types among some types, in order."""
    return [event.type for event in board.read(types=types or None)]


def test_a_session_is_mined_reflected_on_and_judged(board: Board) -> None:
    """What `reflect` does by hand, with the lessons that the samples teach."""
    import_files(board, find([SAMPLES]), trusted=True)
    for number, row in enumerate(board.view("sessions")):
        given = item(name=f"work-{number}", session=row["id"])
        outcome = handle(board, given, AutomationSettings())
        assert [each["subject"] for each in outcome["looked_at"]] == [row["id"]]
        assert told(board, "reflection.completed")[number:] == ["reflection.completed"]
    assert len(board.view("lessons")) > 5


def test_a_pull_request_is_reflected_on(board: Board) -> None:
    """With its reviews and rework; one without records completes with that outcome."""
    board.append(read_pull_request(whole()))
    outcome = handle(board, pull_request(12, PROJECT))
    assert outcome["looked_at"][0]["subject"] == f"{PROJECT}#12"
    assert outcome["looked_at"][0]["failure"] is None
    board.append([new(PrMerged(number=13), stream="pr:13", project=PROJECT)])
    outcome = handle(board, pull_request(13, PROJECT))
    assert outcome["looked_at"][0]["failure"] == "nothing is recorded about it"


def pull_request(number: Any, project: Any, attempt: int = 1) -> Item:
    """An item for a pull request."""
    given = {"project": project, "number": number}
    return Item("work-1", "reflect", "p", given, attempt, "w", 0)


def test_doing_it_again_adds_nothing(board: Board) -> None:
    """An attempt that was interrupted after its last append is repeated without effect."""
    import_files(board, find([SAMPLES]), trusted=True)
    comment = ReviewComment(body="Always run `make tiles` before you commit.", path="Makefile")
    asked = ReviewSubmitted(
        number=12, reviewer="grace", verdict="changes-requested", comments=[comment] * 3
    )
    board.append([new(asked, stream="pr:12", project=PROJECT), *failing_session()])
    sessions = [item(session=row["id"]) for row in board.view("sessions")]
    for claimed in (*sessions, pull_request(12, PROJECT)):
        handle(board, claimed)
        before, head = learnt(board), board.log.head()
        handle(board, claimed._replace(attempt=2))
        assert learnt(board) == before
        assert board.log.head() == head


@pytest.mark.parametrize(
    "input",
    [
        {},
        {"session": "nobody"},
        {"session": 5},
        {"session": ["s1"]},
        {"session": None},
        {"number": 12},
        {"number": "12", "project": "p"},
        {"number": 12, "project": None},
    ],
    ids=repr,
)
def test_what_names_nothing_to_look_at_is_hopeless(board: Board, input: dict[str, Any]) -> None:
    """A retry would not help, and nothing is appended."""
    with pytest.raises(Hopeless, match="work-1"):
        handle(board, Item("work-1", "reflect", "p", input, 1, "w", 0))
    assert list(board.read()) == []


def test_a_pattern_is_considered_once_for_an_item(board: Board) -> None:
    """However often it is tried; another item of the same session considers anew."""
    board.append(failing_session())
    for attempt in (1, 2, 3):
        handle(board, item(attempt, session="s1"))
    assert told(board, *AUTOMATION) == ["automation.triggered"]
    handle(board, item(name="work-2", session="s1"))
    handle(board, item(2, name="work-2", session="s1"))
    assert told(board, *AUTOMATION) == AUTOMATION


def test_an_attempt_that_was_cut_off_before_considering_considers_the_next_time(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the session was looked at by then, what it shows is not lost."""
    board.append(failing_session())

    def killed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(Automation, "consider", killed)
        with pytest.raises(KeyboardInterrupt):
            handle(board, item(session="s1"))
    assert Counter(told(board))["reflection.completed"] == 1
    handle(board, item(2, session="s1"))
    assert Counter(told(board))["reflection.completed"] == 1
    assert told(board, *AUTOMATION) == ["automation.triggered"]


def test_the_project_of_the_session_is_improved(board: Board) -> None:
    """Whoever put the item on the queue, and from wherever."""
    board.append(failing_session(project="the-sessions"))
    handle(board, item(session="s1", project="the-terminals"))
    [event] = board.read(types=AUTOMATION)
    assert event.project == "the-sessions"


def test_nothing_is_considered_while_it_is_off(board: Board) -> None:
    """By default nothing is appended."""
    board.append(failing_session())
    handle(board, item(session="s1"), AutomationSettings())
    assert told(board, *AUTOMATION) == []


def test_a_session_of_this_program_leads_to_nothing(board: Board) -> None:
    """Even if a person queues it."""
    board.append(failing_session(first=f"{CHILD_MARK} Make the tiles."))
    outcome = handle(board, item(session="s1"))
    assert outcome["looked_at"] == []
    assert told(board, *AUTOMATION) == []
    assert board.view("lessons") == []
