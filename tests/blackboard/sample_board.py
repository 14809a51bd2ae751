"""A board with something of nearly everything on it, recorded by the product's own code."""

from __future__ import annotations

from blackboard import Board, Situation
from blackboard.events import automation, guard, recording, review
from blackboard.events.capture import CaptureDisabled, CaptureEnabled
from blackboard.events.insight import InsightCurated
from blackboard.events.repository import ProjectMerged, RepositoryObserved
from blackboard.events.session import ModelUsage, ToolCalled, UsageRecorded
from blackboard.events.team import ThingShared
from blackboard.events.use import LessonAnnounced, LessonDisputed, LessonObeyed, LessonWithheld
from blackboard.sources.lesson_records import LessonRecord
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.improvements.automation import Automation
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.examine import examine
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import ingest
from reflect.pipeline.records import as_finding
from reflect.pipeline.stated import Rule, add
from scheduler.work.queue import Queue
from tests.reflect.findings import HERE, found, silent
from tests.reflect.talks import ran, session

RULE = "Run `make gen` before the tests"


def fill(board: Board) -> None:
    """Learn, decide, work, review, record, automate, switch off."""
    _learn(board)
    _use(board)
    _work(board)
    _review_and_run(board)
    _record_a_task(board)
    board.record(CaptureDisabled(session="s9"), CaptureDisabled(project=HERE), actor="human")
    board.record(CaptureEnabled(project=HERE), actor="human")
    shared = ThingShared(revision=0, kind="insight", name="i1", content={"statement": "Say less"})
    board.record(shared, actor="human", project=HERE)


def _learn(board: Board) -> None:
    error = "error: no such file: gen.py"
    steps = [ran("make test", error, fails=True), ran("make gen"), ran("make test")]
    board.append(session(steps, "s1", project=HERE))
    used = ModelUsage(model="m1", calls=2, input_tokens=10, output_tokens=5)
    read = ToolCalled(session="s1", call="read", name="Read", input={}, kind="read", failed=False,
                      paths=("/src/app/gen.py",), output="1\tfrom kite import wing")  # fmt: skip
    board.record(UsageRecorded(session="s1", models=[used]), actor="claude-code", project=HERE)
    board.record(read, actor="claude-code", project=HERE)
    examine(board)
    critic = Critic(CriticSettings())
    ingest(board, found(RULE, "s1", signatures=(error,)), Place(HERE, "miner"), critic)
    ingest(board, found(RULE, "s2", words={"resolution": "Else."}), Place(HERE, "miner"), silent)
    row = add(board, Rule("Use uv, never pip"), HERE, critic, 1).row
    decisions.retire(board, row, "not now")
    decisions.undo(board, board.row("lessons", row["id"]))
    insight = InsightCurated(insight="i1", statement="Say less", category="patterns", confidence=1)
    board.record(insight, actor="curator")
    record = {"phase": "implement", "category": "testing", "severity": "low", "symptom": "It hung",
              "root_cause": "No timeout.", "resolution": "A timeout.",
              "constraint": "Always set a timeout", "tags": ["time"]}  # fmt: skip
    imported, event = as_finding(LessonRecord.model_validate(record), None, 1)
    ingest(board, imported, Place(None, "import"), silent, proof=[event])


def _use(board: Board) -> None:
    lesson = found(RULE).lesson_id(HERE)
    board.inject(Situation(command="make gen", prompt=RULE, project=HERE, session="s3"))
    board.record(LessonWithheld(lesson=lesson, session="s4"), actor="hook", project=HERE)
    board.record(LessonObeyed(lesson=lesson, session="s3"), actor="judge", project=HERE)
    board.record(LessonAnnounced(lesson=lesson, place="report"), actor="lessonboard", project=HERE)
    disputed = LessonDisputed(lesson=lesson, session="s5", verdict="wrong", reason="It is not.")
    board.record(disputed, actor="agent")
    board.record(
        guard.GuardEnabled(lesson=lesson, by="human", rule=RULE, wrong=["make"],
                           right=["make", "gen"], places=[""], failed=3, uses=3),
        guard.GuardRefused(lesson=lesson, session="s6", refused="make", reason="It fails."),
        guard.GuardResolved(lesson=lesson, session="s6", outcome="followed"),
        actor="hook", project=HERE,
    )  # fmt: skip


def _work(board: Board) -> None:
    queue = Queue(board, "w1")
    first, _ = queue.create("check", {"session": "s1"}, project=HERE)
    queue.create("reflect", depends_on=[first], dedup_key="r")
    queue.complete([(item, {"said": "fine"}) for item in queue.claim()])
    queue.fail(queue.claim()[0], "it did not")


def _review_and_run(board: Board) -> None:
    opened = review.PrOpened(number=7, title="Gen", author="ada")
    merged = review.PrMerged(number=7, commit="c0ffee", additions=3)
    board.record(opened, merged, actor="github", project=HERE)
    board.record(review.ReviewSubmitted(number=8, reviewer="bob", verdict="approved"),
                 actor="github", project=HERE)  # fmt: skip
    Automation(board, HERE, AutomationSettings(), now=1).enable(dry_run=True)
    triggered = automation.AutomationTriggered(subject="s1", fingerprint="f1")
    board.record(triggered, actor="automation", project=HERE)
    started = automation.RunStarted(run="r1", request="q1", workflow="default", steps=["1", "2"])
    done = automation.StepCompleted(run="r1", step="1", evidence={"exit_code": 0})
    failed = automation.StepFailed(run="r1", step="2", reason="no")
    board.record(started, done, failed, actor="orchestrator", project=HERE)
    seen = RepositoryObserved(root="/kite", git_folder="/kite/.git", remotes={"origin": HERE})
    board.record(seen, ProjectMerged(project="/kite", into=HERE), actor="human")


def _record_a_task(board: Board) -> None:
    imported = recording.RecordingImported(
        recording="t1", events=2, steps=[0, 1], manifest_sha256="00", screenshots={"a.png": "11"}
    )
    card = recording.StepCardCompiled(
        recording="t1", index=0, expected_current_state="A page", intent="Press it",
        target={"role": "button"}, action_type="CLICK", made_from_sha256="22",
    )  # fmt: skip
    workflow = {"format": 3, "title": "Press", "parameters": {"what": {}}, "start": "http://a/",
                "steps": [{"do": "press", "value": "{what}"}]}  # fmt: skip
    compiled = recording.WorkflowCompiled(recording="t1", workflow=workflow, made_from_sha256="3")
    rerun = recording.WorkflowRerun(
        recording="t1", run="1", parameters={}, succeeded=True, steps_done=1
    )
    events = board.record(imported, card, compiled, rerun, actor="recorder", project=HERE)
    edited = recording.WorkflowEdited(
        recording="t1", workflow={**workflow, "title": "Press it"}, base=events[2].id
    )
    board.record(edited, actor="human", project=HERE)
