"""The automation on the board: its switch, its events, and that only one of two concurrent calls
acts.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import Event
from blackboard.events.automation import ImprovementMeasured, ImprovementReported
from blackboard.events.reflection import Pattern
from blackboard.events.session import SessionMetrics
from blackboard.harm import harms
from blackboard.views.rows import WorkRow
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.improvements import automation as module
from lessonboard.parts.automation.improvements.automation import KIND, Automation
from reflect.result import ReflectionResult
from scheduler.work.queue import Queue
from tests.conftest import FixedClock
from tests.faults.children import go, start

HOUR = 3_600_000_000
DAY = 24 * HOUR
ON = {"automation_enabled": True}
REAL = {**ON, "dry_run": False}
FREE = {**REAL, "trigger_thresholds": {"cooldown_hours": 0}}
"""On, for real, and without the wait that the other limits would hide behind."""

Consider = Callable[..., bool]


def result(command: str = "make tiles", subject: str = "s1", **fields: Any) -> ReflectionResult:
    """A session with one severe pattern, about a command."""
    advice = f"Make a script of `{command}`, which was run 12 times in one session."
    given = {"type": "repeated_tool_use", "severity": "high", "count": 12, "suggestion": advice}
    found = Pattern.model_validate({**given, "context": {"command": command}, **fields})
    return ReflectionResult(subject, 0, [found], SessionMetrics(), [])


def automation(
    board: Board, clock: FixedClock, settings: dict[str, Any], project: str | None = "p"
) -> Automation:
    """The automation of a project, now."""
    return Automation(board, project, AutomationSettings.model_validate(settings), clock.now)


@pytest.fixture
def consider(board: Board, clock: FixedClock) -> Consider:
    """Considers a session under some settings, now; says whether that triggered."""

    def consider(
        settings: dict[str, Any], found: ReflectionResult | None = None, project: str | None = "p"
    ) -> bool:
        return automation(board, clock, settings, project).consider(found or result()).triggers

    return consider


def told(board: Board) -> list[str]:
    """The types of all appended events except switches."""
    switches = ("automation.enabled", "automation.disabled")
    return [event.type for event in board.read() if event.type not in switches]


def last(board: Board, type_: str) -> Event:
    """The last event of a type."""
    return list(board.read(types=[type_]))[-1]


def reason(board: Board) -> str:
    """The reason of the last suppression, which must be the last event."""
    event = last(board, "automation.suppressed")
    assert event.position == board.log.head()
    return str((event.payload or {})["reason"])


def improvements(board: Board) -> list[WorkRow]:
    """The items that ask for an improvement."""
    return board.view("work", where={"kind": KIND}, order="place")


# Switches


def test_off_is_the_default_and_writes_nothing(board: Board, consider: Consider) -> None:
    """There would be an event for each session."""
    assert not consider({})
    assert list(board.read()) == []


def test_automation_enabled(board: Board, consider: Consider) -> None:
    """The settings enable it unless a switch says otherwise."""
    assert consider(ON)
    assert told(board) == ["automation.triggered"]


def test_a_switch_outweighs_the_settings_in_its_project_alone(
    board: Board, clock: FixedClock, consider: Consider
) -> None:
    """On and off; the last one holds, and elsewhere the settings do."""
    machine = automation(board, clock, {})
    machine.enable(dry_run=True, reason="let us see")
    assert machine.is_enabled
    assert last(board, "automation.enabled").actor == "human"
    assert not automation(board, clock, {}, "another").is_enabled
    machine.disable("enough")
    assert not automation(board, clock, ON).is_enabled
    assert automation(board, clock, ON, "another").is_enabled
    assert not consider(ON)
    assert told(board) == []
    machine.enable(dry_run=True)
    assert consider({})


def test_dry_run(board: Board, consider: Consider) -> None:
    """The default only reports; nothing is requested or queued."""
    assert consider(ON)
    assert (last(board, "automation.triggered").payload or {})["dry_run"] is True
    assert improvements(board) == []
    assert consider(REAL)
    assert (last(board, "automation.triggered").payload or {})["dry_run"] is False
    assert len(improvements(board)) == 1


@pytest.mark.parametrize("dry_run", [True, False])
def test_whoever_switches_it_on_says_whether_it_is_meant(
    board: Board, clock: FixedClock, consider: Consider, dry_run: bool
) -> None:
    """Whatever the settings say about it."""
    settings = {"dry_run": not dry_run}
    automation(board, clock, settings).enable(dry_run=dry_run)
    assert automation(board, clock, settings).dry_run is dry_run
    assert consider(settings)
    assert len(improvements(board)) == (0 if dry_run else 1)


# Acting


def test_for_real_a_request_is_told_and_put_on_the_queue(board: Board, consider: Consider) -> None:
    """All three events at once, in the project, and the item names the request."""
    assert consider(REAL)
    assert told(board) == ["automation.triggered", "improvement.requested", "work.created"]
    assert {event.project for event in board.read()} == {"p"}
    request = last(board, "improvement.requested").payload or {}
    assert request["context"]["session_id"] == "s1"
    [item] = improvements(board)
    assert (item["priority"], item["state"], item["project"]) == ("P1", "ready", "p")
    assert item["input"] == {"request": request["request"]}
    [row] = board.view("automation")
    assert (row["triggers"], row["request"]) == (1, request["request"])
    assert row["fingerprint"] == request["context"]["fingerprint"]


def test_what_is_less_severe_waits_behind(board: Board, consider: Consider) -> None:
    """Two medium patterns are worth it, but not before everything else."""
    one = result(severity="medium", count=9).patterns[0]
    assert consider(REAL, ReflectionResult("s1", 0, [one, one], SessionMetrics(), []))
    assert improvements(board)[0]["priority"] == "P2"


def test_limits_of_one_improvement_stand_in_the_request(board: Board, consider: Consider) -> None:
    """`max_lines_per_improvement` and `max_components_per_improvement`."""
    limits = {"max_lines_per_improvement": 7, "max_components_per_improvement": 2}
    assert consider({**REAL, "workflow_constraints": limits})
    request = last(board, "improvement.requested").payload or {}
    assert (request["max_lines_of_code"], request["max_components"]) == (7, 2)


def test_a_fingerprint_triggers_once_in_each_mode(
    board: Board, clock: FixedClock, consider: Consider
) -> None:
    """Shown once, done once; the same pattern of another session changes nothing."""
    for settings in (ON, REAL):
        assert consider(settings)
        clock.advance(30 * DAY)
        assert not consider(settings, result(subject="s2"))
        assert reason(board) == "new: has one already"
    assert consider(REAL, result("make maps"))
    assert len(improvements(board)) == 2


def measured(board: Board, request: str, fingerprint: str, verdict: str) -> None:
    """What is recorded when enough sessions followed a merge."""
    found = {"sessions": 9, "recurred": 4, "examined": 8, "verdict": verdict}
    event = ImprovementMeasured.model_validate(
        {"fingerprint": fingerprint, "request": request, **found}
    )
    told = ImprovementReported(fingerprint=fingerprint, request=request)
    board.record(event, told, actor="automation", project="p")


def test_what_failed_is_requested_again_with_what_was_tried(
    board: Board, clock: FixedClock, consider: Consider
) -> None:
    """A request of its own, three times in all; what held is not tried again."""
    requests: list[str] = []
    for number in range(1, 4):
        assert consider(REAL), number
        request = last(board, "improvement.requested").payload or {}
        requests.append(request["request"])
        measured(board, request["request"], request["context"]["fingerprint"], "failed")
        queue = Queue(board, "w", clock=clock)
        queue.complete([(each, {}) for each in queue.claim([KIND])])
        assert not consider(REAL)
        assert reason(board).startswith("new: ")
        clock.advance(8 * DAY)
    assert len(set(requests)) == 3
    assert not consider(REAL)
    assert reason(board) == "new: was tried 3 times (max_tries)"
    text = request["issue_description"]
    assert "It was tried before" in text
    assert [name in text for name in requests] == [True, True, False]
    assert "4 of 8 examined sessions" in text


def test_what_held_is_not_tried_again(board: Board, clock: FixedClock, consider: Consider) -> None:
    """However often a session shows it."""
    assert consider(REAL)
    request = last(board, "improvement.requested").payload or {}
    measured(board, request["request"], request["context"]["fingerprint"], "held")
    clock.advance(300 * DAY)
    assert not consider(REAL)
    assert reason(board) == "new: has one already"


def test_all_projects_share_the_limits_of_the_board(
    board: Board, clock: FixedClock, consider: Consider
) -> None:
    """The budget of a project may be free and that of the board spent."""
    settings = {**FREE, "whole_board": {"daily_budget": 2, "max_concurrent_workflows": 9}}
    assert consider(settings, project="p")
    assert consider(settings, project="q")
    assert not consider(settings, project="r")
    assert reason(board) == "board daily budget: 2 of 2 are spent"
    clock.advance(DAY)
    assert consider(settings, project="r")


def test_what_fails_halfway_was_never_begun(
    board: Board, consider: Consider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a trigger without a request, nor a request without a work item."""

    class Breaks(Queue):
        def create(self, *_: Any, **__: Any) -> tuple[str, bool]:
            raise RuntimeError("the machine is on fire")

    with monkeypatch.context() as broken:
        broken.setattr(module, "Queue", Breaks)
        with pytest.raises(RuntimeError):
            consider(REAL)
    assert list(board.read()) == []
    assert consider(REAL)


def test_to_explain_does_nothing(board: Board, clock: FixedClock) -> None:
    """The same checks, and no event on the board."""
    for settings in ({}, ON, REAL):
        verdict = automation(board, clock, settings).explain(result())
        assert verdict.triggers is bool(settings)
    assert list(board.read()) == []


# Each no


@pytest.mark.parametrize(
    ("settings", "fields", "why"),
    [
        ({}, {"severity": "low"}, "worth: none priority"),
        (
            {"trigger_thresholds": {"min_pattern_severity": "critical"}},
            {},
            "severity: high, critical is needed (min_pattern_severity)",
        ),
        (
            {"trigger_thresholds": {"min_pattern_count": 13}},
            {},
            "count: 12, 13 are needed (min_pattern_count)",
        ),
        ({}, {"samples": ["the password"]}, "topic: forbidden: password"),
        ({"forbidden_topics": ["tile"]}, {}, "topic: forbidden: tile"),
        ({"daily_budget": 0}, {}, "daily budget: 0 of 0 are spent"),
        ({"weekly_budget": 0}, {}, "weekly budget: 0 of 0 are spent"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_no_is_told_with_its_reason(
    board: Board, consider: Consider, settings: dict[str, Any], fields: dict[str, Any], why: str
) -> None:
    """One event: which session, which fingerprint, and why not."""
    assert not consider({**ON, **settings}, result(**fields))
    assert told(board) == ["automation.suppressed"]
    payload = last(board, "automation.suppressed").payload or {}
    assert (payload["subject"], payload["reason"]) == ("s1", why)
    assert board.row("automation", payload["fingerprint"])["reason"] == why


def test_a_session_without_any_pattern_is_not_worth_a_word(
    board: Board, consider: Consider
) -> None:
    """Nothing was found that could have been suppressed."""
    assert not consider(ON, ReflectionResult("s1", 0, [], SessionMetrics(), []))
    assert list(board.read()) == []


def test_cooldown_hours(board: Board, clock: FixedClock, consider: Consider) -> None:
    """Counted from the last trigger of the project, not from what was suppressed since."""
    settings = {**ON, "trigger_thresholds": {"cooldown_hours": 200}}
    assert consider(settings, result("a"))
    for _ in range(4):
        clock.advance(49 * HOUR)
        assert not consider(settings, result("b"))
        assert reason(board).startswith("cooldown: the last was at 2023-")
    clock.advance(4 * HOUR)
    assert consider(settings, result("b"))


def test_budgets_are_spent_and_come_back(
    board: Board, clock: FixedClock, consider: Consider
) -> None:
    """Two a day and three a week; each is free again when its day or week is over."""
    settings = {**FREE, "daily_budget": 2, "weekly_budget": 3,
                "workflow_constraints": {"max_concurrent_workflows": 99}}  # fmt: skip
    assert consider(settings, result("a"))
    assert consider(settings, result("b"))
    assert not consider(settings, result("c"))
    assert reason(board) == "daily budget: 2 of 2 are spent"
    clock.advance(DAY)
    assert consider(settings, result("c"))
    assert not consider(settings, result("d"))
    assert reason(board) == "weekly budget: 3 of 3 are spent"
    clock.advance(6 * DAY)
    assert consider(settings, result("d"))


def test_max_concurrent_workflows(board: Board, clock: FixedClock, consider: Consider) -> None:
    """Waiting or at work, an item is in the way until it has ended."""
    queue = Queue(board, "w", clock=clock)
    assert consider(FREE, result("a"))
    [first] = queue.claim([KIND])
    assert consider(FREE, result("b"))
    assert not consider(FREE, result("c"))
    assert reason(board) == "concurrency: 2 of 2 run"
    more = {"workflow_constraints": {"max_concurrent_workflows": 3}}
    assert automation(board, clock, {**FREE, **more}).explain(result("c")).triggers
    queue.complete([(first, {})])
    assert consider(FREE, result("c"))


def test_stop_after_failures(board: Board, clock: FixedClock, consider: Consider) -> None:
    """Put aside is failed; success, or a person who tries one again, begins the count anew."""
    settings = {**FREE, "daily_budget": 99, "stop_after_failures": 2}
    queue = Queue(board, "w", clock=clock)
    for name in ("a", "b"):
        assert consider(settings, result(name))
        [item] = queue.claim([KIND])
        queue.fail(item, "no", retry=False)
        clock.advance(HOUR)
    assert not consider(settings, result("c"))
    assert reason(board) == "failures: 2 runs failed in a row, 2 stop it"
    queue.retry(item.id, "mended")
    assert consider(settings, result("c"))
    clock.advance(HOUR)
    for claimed in queue.claim([KIND], 2):
        queue.complete([(claimed, {})])
    assert automation(board, clock, settings).past().failures == 0


def test_an_attempt_that_is_made_again_is_no_failure(
    board: Board, clock: FixedClock, consider: Consider
) -> None:
    """It still runs."""
    queue = Queue(board, "w", clock=clock)
    assert consider(FREE)
    queue.fail(queue.claim([KIND])[0], "no network")
    past = automation(board, clock, FREE).past()
    assert (past.running, past.failures) == (1, 0)


@pytest.mark.parametrize(("here", "there"), [("p", "q"), (None, "q"), ("p", None)])
def test_projects_do_not_spend_each_others_budgets(
    board: Board, clock: FixedClock, consider: Consider, here: str | None, there: str | None
) -> None:
    """Nor does what belongs to no project, either way."""
    settings = {**REAL, "daily_budget": 1, "workflow_constraints": {"max_concurrent_workflows": 1}}
    assert consider(settings, project=there)
    assert automation(board, clock, settings, here).past().triggered_at == []
    assert consider(settings, project=here)
    assert not consider(settings, result("b"), project=here)


def test_a_cause_acts_once(board: Board, clock: FixedClock) -> None:
    """A retried cause neither suppresses after a trigger nor triggers twice."""
    machine = automation(board, clock, ON)
    for found in (result("a"), result("a"), result("b")):
        machine.consider(found, cause="work-1")
    assert told(board) == ["automation.triggered"]
    for _ in range(3):
        machine.consider(result("b"), cause="work-2")
    assert told(board) == ["automation.triggered", "automation.suppressed"]
    assert last(board, "automation.suppressed").correlation == "work-2"
    machine.consider(result("b"))
    assert len(told(board)) == 3


def test_what_was_forgotten_is_no_obstacle(
    board: Board, clock: FixedClock, consider: Consider
) -> None:
    """A forgotten request is off the queue; switches keep their effect."""
    automation(board, clock, {}).enable(dry_run=False, reason="my private reasons")
    assert consider({})
    for type_ in ("improvement.requested", "automation.enabled"):
        board.forget(last(board, type_).id, reason="private")
    assert improvements(board) == []
    machine = automation(board, clock, {})
    assert (machine.is_enabled, machine.dry_run) == (True, True)
    assert machine.past().running == 0


_CONSIDER = """
from blackboard.board import Board
from blackboard.events.reflection import Pattern
from blackboard.events.session import SessionMetrics
from reflect.result import ReflectionResult
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.part_settings import AutomationSettings
settings = AutomationSettings(automation_enabled=True, dry_run=False)
with Board.open(sys.argv[1]) as board:
    board.view("automation")
    advice = f"Make a script of `make {sys.argv[2]}`, run 12 times."
    found = Pattern(type="repeated_tool_use", severity="high", count=12, suggestion=advice,
                    context={"command": sys.argv[2]})
    result = ReflectionResult(f"s{sys.argv[3]}", 0, [found], SessionMetrics(), [])
    ready()
    print(Automation(board, "p", settings).consider(result).triggers)
"""


@pytest.mark.parametrize(
    ("commands", "why"), [(["a"] * 4, "new"), (["a", "b", "c", "d"], "cooldown")]
)
def test_of_several_who_consider_at_once_one_acts(
    tmp_path: Path, commands: list[str], why: str
) -> None:
    """Four processes, the same pattern or four: one trigger, one item, and three reasons."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        children = [start(_CONSIDER, path, name, n) for n, name in enumerate(commands)]
        outcomes = go(*children)
        assert [errors for _, errors in outcomes] == [""] * 4
        assert sorted(written.strip() for written, _ in outcomes) == ["False"] * 3 + ["True"]
        assert len(list(board.read(types=["automation.triggered"]))) == 1
        assert len(improvements(board)) == 1
        reasons = [(event.payload or {})["reason"]
                   for event in board.read(types=["automation.suppressed"])]  # fmt: skip
        assert [each.split(":")[0] for each in reasons] == [why] * 3


def test_what_the_critic_refuses_is_asked_for_in_other_words(
    board: Board, clock: FixedClock, consider: Consider
) -> None:
    """A verdict on words changes the words; whoever asks is told which and why."""
    pattern = result(suggestion="Be more careful.")
    checks = {check.name: check for check in automation(board, clock, REAL).explain(pattern).checks}
    assert checks["suggestion"].passed
    assert "Was: Be more careful. Now: Find out what causes" in checks["suggestion"].found
    assert consider(REAL, pattern)
    request = last(board, "improvement.requested").payload or {}
    assert "Be more careful" not in request["issue_description"]
    assert "Find out what causes the pattern `repeated_tool_use`" in request["issue_description"]


def test_the_integration_test_of_the_seed_triggers(board: Board, consider: Consider) -> None:
    """Its pattern, word for word; with low severity it does not."""
    seed: dict[str, Any] = {
        "command": "", "severity": "high", "count": 5, "suggestion": "Consider creating a script",
        "context": {"tool": "bash", "commands": ["ls", "grep", "awk"]},
    }  # fmt: skip
    assert not consider(REAL, result(**{**seed, "severity": "low"}))
    assert consider(REAL, result(**seed))
    request = last(board, "improvement.requested").payload or {}
    assert (request["improvement_type"], request["priority"]) == ("tooling", "high")
    assert "repeated_tool_use" in request["issue_description"]


WORDS = ["Please look at this.", "Something is slow here, maybe?", "", "Consider it.", "TODO", "?",
         "The nightly import takes far too long for us", "Vielleicht verbessern.",
         "Run `chmod -R 777 dist`.", "git push --force origin main"]  # fmt: skip


def test_a_strangers_detector_is_never_silent_for_its_words(
    board: Board, clock: FixedClock
) -> None:
    """Whatever it says, and whether it says what it saw; harm is not repeated as advice."""
    machine = automation(board, clock, REAL)
    for words, samples, severity in product(WORDS, ([], ["x"], ["rm -rf /"]), ("high", "critical")):
        found = result(type="mine", suggestion=words, samples=samples, severity=severity)
        verdict = machine.explain(found)
        assert verdict.triggers, (words, verdict.reason)
        assert verdict.pattern is not None
        assert not harms(verdict.pattern.suggestion), words
