"""The rows of the views as mypy sees them; made by `python -m blackboard.views.generate`.

When the program runs they are plain dictionaries: to make the classes takes 0.01 s, at each start.
"""
# fmt: off

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from typing import Literal, Protocol, TypedDict, final, overload

    from blackboard.vocabulary import (
        GuardState,
        InsightCategory,
        NextStep,
        Phase,
        Place,
        Proof,
        Scope,
        Severity,
        Signed,
        Status,
        Trust,
    )

Where = Mapping[str, Any]
After = tuple[Any, str]
"""Of the row after which to go on, the value of the column in the order, and the key."""

if TYPE_CHECKING:

    @final
    class TieRow(TypedDict):
        """A row of `ties`."""

        id: str
        kind: str
        one: str | None
        other: str | None
        session: str | None
        sessions: int
        calls: list[int]
        git_folder: str | None
        remotes: list[str]
        first_commit: str | None
        commit: str | None
        first_at: int
        last_at: int
        undone: int
        position: int


    @final
    class SessionRow(TypedDict):
        """A row of `sessions`."""

        id: str
        stream: str
        project: str | None
        agent: str | None
        agent_version: str | None
        model: str | None
        cwd: str | None
        branch: str | None
        child: int
        title: str
        started_at: int
        last_at: int
        minutes: float
        ended: int
        total_messages: int
        user_messages: int
        assistant_messages: int
        tool_uses: int
        failures: int
        input_tokens: int
        output_tokens: int
        cache_read_tokens: int
        cache_write_tokens: int
        usage: list[dict[str, Any]]
        accounts: list[str]
        last_message: str | None
        undated: int
        position: int


    @final
    class LessonRow(TypedDict):
        """A row of `lessons`."""

        id: str
        project: str | None
        scope: Scope
        status: Status
        phase: Phase
        category: str
        severity: Severity
        symptom: str
        root_cause: str
        resolution: str
        constraint: str
        tags: list[str]
        trust: Trust
        confidence: float
        learned_from: str
        paths: list[str]
        commands: list[str]
        signatures: list[str]
        evidence: list[dict[str, Any]]
        sessions: list[str]
        seen: int
        created_at: int
        last_seen_at: int
        learnt_at: int
        updated_at: int
        superseded_by: str | None
        reason: str
        decisions: list[dict[str, Any]]
        undone: list[str]
        checked: dict[str, Any]
        freshness: str
        pinned: int
        contradicts: list[dict[str, Any]]
        compiled: dict[str, Any]
        resting: int
        check_seen_at: int | None
        author: str
        colleagues: dict[str, Any]
        signed_by: str
        writer: str
        said: str
        proof: Proof
        asked: str
        sources: int
        approvers: list[str]
        shared: dict[str, Any]
        signed: Signed
        harm: list[str]
        despite: list[str]


    @final
    class InsightRow(TypedDict):
        """A row of `insights`."""

        id: str
        project: str | None
        scope: Scope
        status: str
        statement: str
        category: InsightCategory
        confidence: float
        trust: Trust
        actionable: int
        learned_from: str
        evidence: list[dict[str, Any]]
        seen: int
        created_at: int
        last_seen_at: int
        reason: str
        decisions: list[dict[str, Any]]
        undone: list[str]
        signed_by: str
        approvers: list[str]
        writer: str
        said: str


    @final
    class AccountRow(TypedDict):
        """A row of `accounts`."""

        lesson: str
        injected: int
        withheld: int
        obeyed: int
        obeyed_without: int
        recurred_injected: int
        recurred_without: int
        disputed: int
        refused: int
        refused_wrongly: int
        tokens: int
        last_injected_at: int | None
        sessions: list[str]
        verdict: str


    @final
    class ExposureRow(TypedDict):
        """A row of `exposures`."""

        id: str
        lesson: str
        session: str
        project: str | None
        at: int
        injected_at: int | None
        withheld_at: int | None
        obeyed_at: int | None
        fitted_at: int | None
        recurred_at: int | None
        disputed_at: int | None
        tokens: int
        moment: str
        evidence: str
        reason: str
        one_in: int


    @final
    class AnnouncementRow(TypedDict):
        """A row of `announcements`."""

        id: str
        lesson: str
        step: NextStep
        at: int
        place: Place


    @final
    class GuardRow(TypedDict):
        """A row of `guards`."""

        id: str
        project: str | None
        state: GuardState
        by: str
        rule: str
        wrong: list[str]
        right: list[str]
        paths: list[str]
        places: list[str]
        failed: int
        uses: int
        decided_at: int | None
        reason: str
        refused: int
        then_followed: int
        then_failed: int
        then_worked: int
        last_refused_at: int | None
        refusals: list[dict[str, Any]]
        forbids: list[str]
        by_person: int
        asked: int
        questions: list[dict[str, Any]]
        decisions: list[dict[str, Any]]
        undone: list[str]


    @final
    class FailureRow(TypedDict):
        """A row of `failures`."""

        id: str
        session: str
        project: str | None
        agent: str | None
        tool: str
        kind: str
        target: str
        exit_code: int | None
        signature: str | None
        signatures: list[str]
        aliases: list[str]
        error: str
        lines: list[str]
        stream: str
        version: int
        position: int
        occurred_at: int


    @final
    class FileRow(TypedDict):
        """A row of `files`."""

        id: str
        several: int
        texts: dict[str, Any]


    @final
    class CritiqueRow(TypedDict):
        """A row of `critiques`."""

        recommendation: str
        project: str | None
        status: str
        instruction: str
        scope: str
        rationale: str
        issue: str
        actionable: int | None
        fixes_issue: int | None
        specific: int | None
        side_effects: list[str]
        quality_score: float | None
        refinement_suggestions: str | None
        judge: str | None
        refinements: int
        duplicate_of: str | None
        should_discard: int | None
        veto: str | None
        veto_reason: str | None
        last_at: int


    @final
    class ExaminationRow(TypedDict):
        """A row of `examinations`."""

        session: str
        project: str | None
        detectors: list[str]
        fingerprints: list[str]
        calls: int
        messages: int
        at: int


    @final
    class ReviewRow(TypedDict):
        """A row of `reviews`."""

        pr: str
        project: str | None
        number: int
        title: str
        author: str | None
        state: str
        verdicts: dict[str, Any]
        comments: int
        requests: int
        reworks: int
        artifacts: list[str]
        opened_at: int | None
        merged_at: int | None
        last_at: int
        merged_commit: str | None
        additions: int
        deletions: int


    @final
    class WorkRow(TypedDict):
        """A row of `work`."""

        item: str
        kind: str | None
        project: str | None
        priority: str | None
        state: str
        place: str | None
        queue: str | None
        depends_on: list[str]
        waiting_for: list[str]
        dependents: list[str]
        needs: list[str]
        input: dict[str, Any]
        dedup_key: str | None
        attempts: int
        worker: str | None
        not_before: int | None
        lease_expires_at: int | None
        outcome: dict[str, Any]
        reason: str | None
        created_at: int | None
        last_at: int | None


    @final
    class CaptureRow(TypedDict):
        """A row of `captures`."""

        id: str
        project: str | None
        session: str | None
        off: int
        since: int | None
        reason: str
        pauses: list[list[int]]
        decisions: list[dict[str, Any]]


    @final
    class AutomationRow(TypedDict):
        """A row of `automation`."""

        fingerprint: str
        project: str | None
        subject: str | None
        triggers: int
        dry_runs: int
        suppressed: int
        reason: str | None
        request: str | None
        title: str | None
        issue: int | None
        url: str | None
        last_triggered_at: int | None
        outcome: str | None
        measured_at: int | None
        reported_at: int | None
        examined: int | None
        recurred: int | None


    @final
    class RunRow(TypedDict):
        """A row of `runs`."""

        run: str
        request: str
        project: str | None
        workflow: str
        folder: str
        agent: str
        state: str
        steps: list[str]
        completed: list[str]
        failed: dict[str, Any]
        steps_done: int
        steps_total: int
        current: str | None
        issue: int | None
        pr: int | None
        branch: str | None
        reason: str
        started_at: int
        last_at: int


    @final
    class RecordingRow(TypedDict):
        """A row of `recordings`."""

        id: str
        project: str | None
        name: str
        description: str
        platform: str
        status: str
        events: int
        steps: int
        step_indexes: list[int]
        cards: int
        carded: list[int]
        folder: str
        manifest_sha256: str
        screenshots: dict[str, Any]
        problems: dict[str, Any]
        imports: int
        created_at: int | None
        last_at: int


    @final
    class StepCardRow(TypedDict):
        """A row of `step_cards`."""

        id: str
        recording: str
        project: str | None
        index: int
        expected_current_state: str
        intent: str
        target: dict[str, Any]
        action_type: str
        action_value: str | None
        post_action: str
        sensitive: int
        made_by: str
        made_from_sha256: str
        is_gone: int
        last_at: int


    @final
    class WorkflowRow(TypedDict):
        """A row of `workflows`."""

        id: str
        project: str | None
        scope: str
        status: str
        trust: str
        confidence: float
        seen: int
        category: str
        title: str
        statement: str
        task_params: list[dict[str, Any]]
        workflow: dict[str, Any]
        unrunnable: str
        last_run: dict[str, Any]
        allowed: dict[str, Any]
        signed_by: str
        approvers: list[str]
        compiled: dict[str, Any] | None
        event: str
        edits: int
        edited_by: str | None
        edited_at: int | None
        made_by: str
        made_from_sha256: str
        reruns: int
        succeeded: int
        created_at: int
        last_seen_at: int
        last_rerun_at: int | None


    @final
    class SharedRow(TypedDict):
        """A row of `shared`."""

        id: str
        author: str
        kind: str
        name: str
        title: str
        project: str | None
        revision: int
        content: dict[str, Any]
        at: int
        event: str
        signed: Signed


    RuleRow = LessonRow | InsightRow
    """What may be put before agents, and what people decide about."""


    class _ReadView(Protocol):
        @overload
        def __call__(
            self, name: Literal["ties"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[TieRow]: ...
        @overload
        def __call__(
            self, name: Literal["sessions"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[SessionRow]: ...
        @overload
        def __call__(
            self, name: Literal["lessons"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[LessonRow]: ...
        @overload
        def __call__(
            self, name: Literal["insights"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[InsightRow]: ...
        @overload
        def __call__(
            self, name: Literal["accounts"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[AccountRow]: ...
        @overload
        def __call__(
            self, name: Literal["exposures"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[ExposureRow]: ...
        @overload
        def __call__(
            self, name: Literal["announcements"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[AnnouncementRow]: ...
        @overload
        def __call__(
            self, name: Literal["guards"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[GuardRow]: ...
        @overload
        def __call__(
            self, name: Literal["failures"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[FailureRow]: ...
        @overload
        def __call__(
            self, name: Literal["files"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[FileRow]: ...
        @overload
        def __call__(
            self, name: Literal["critiques"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[CritiqueRow]: ...
        @overload
        def __call__(
            self, name: Literal["examinations"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[ExaminationRow]: ...
        @overload
        def __call__(
            self, name: Literal["reviews"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[ReviewRow]: ...
        @overload
        def __call__(
            self, name: Literal["work"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[WorkRow]: ...
        @overload
        def __call__(
            self, name: Literal["captures"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[CaptureRow]: ...
        @overload
        def __call__(
            self, name: Literal["automation"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[AutomationRow]: ...
        @overload
        def __call__(
            self, name: Literal["runs"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[RunRow]: ...
        @overload
        def __call__(
            self, name: Literal["recordings"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[RecordingRow]: ...
        @overload
        def __call__(
            self, name: Literal["step_cards"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[StepCardRow]: ...
        @overload
        def __call__(
            self, name: Literal["workflows"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[WorkflowRow]: ...
        @overload
        def __call__(
            self, name: Literal["shared"], *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[SharedRow]: ...
        @overload
        def __call__(
            self, name: str, *, where: Where | None = None,
            order: str | None = None, limit: int | None = None, after: After | None = None,
        ) -> list[Any]: ...


    class _ReadRow(Protocol):
        @overload
        def __call__(self, name: Literal["ties"], key: str) -> TieRow: ...
        @overload
        def __call__(self, name: Literal["sessions"], key: str) -> SessionRow: ...
        @overload
        def __call__(self, name: Literal["lessons"], key: str) -> LessonRow: ...
        @overload
        def __call__(self, name: Literal["insights"], key: str) -> InsightRow: ...
        @overload
        def __call__(self, name: Literal["accounts"], key: str) -> AccountRow: ...
        @overload
        def __call__(self, name: Literal["exposures"], key: str) -> ExposureRow: ...
        @overload
        def __call__(self, name: Literal["announcements"], key: str) -> AnnouncementRow: ...
        @overload
        def __call__(self, name: Literal["guards"], key: str) -> GuardRow: ...
        @overload
        def __call__(self, name: Literal["failures"], key: str) -> FailureRow: ...
        @overload
        def __call__(self, name: Literal["files"], key: str) -> FileRow: ...
        @overload
        def __call__(self, name: Literal["critiques"], key: str) -> CritiqueRow: ...
        @overload
        def __call__(self, name: Literal["examinations"], key: str) -> ExaminationRow: ...
        @overload
        def __call__(self, name: Literal["reviews"], key: str) -> ReviewRow: ...
        @overload
        def __call__(self, name: Literal["work"], key: str) -> WorkRow: ...
        @overload
        def __call__(self, name: Literal["captures"], key: str) -> CaptureRow: ...
        @overload
        def __call__(self, name: Literal["automation"], key: str) -> AutomationRow: ...
        @overload
        def __call__(self, name: Literal["runs"], key: str) -> RunRow: ...
        @overload
        def __call__(self, name: Literal["recordings"], key: str) -> RecordingRow: ...
        @overload
        def __call__(self, name: Literal["step_cards"], key: str) -> StepCardRow: ...
        @overload
        def __call__(self, name: Literal["workflows"], key: str) -> WorkflowRow: ...
        @overload
        def __call__(self, name: Literal["shared"], key: str) -> SharedRow: ...
        @overload
        def __call__(self, name: str, key: str) -> Any: ...
else:
    TieRow = dict[str, Any]
    SessionRow = dict[str, Any]
    LessonRow = dict[str, Any]
    InsightRow = dict[str, Any]
    AccountRow = dict[str, Any]
    ExposureRow = dict[str, Any]
    AnnouncementRow = dict[str, Any]
    GuardRow = dict[str, Any]
    FailureRow = dict[str, Any]
    FileRow = dict[str, Any]
    CritiqueRow = dict[str, Any]
    ExaminationRow = dict[str, Any]
    ReviewRow = dict[str, Any]
    WorkRow = dict[str, Any]
    CaptureRow = dict[str, Any]
    AutomationRow = dict[str, Any]
    RunRow = dict[str, Any]
    RecordingRow = dict[str, Any]
    StepCardRow = dict[str, Any]
    WorkflowRow = dict[str, Any]
    SharedRow = dict[str, Any]
    RuleRow = dict[str, Any]


def typed_view(method: Callable[..., Any]) -> _ReadView:
    """The method, with the type of each view's rows."""
    return cast("_ReadView", method)


def typed_row(method: Callable[..., Any]) -> _ReadRow:
    """The method, with the type of each view's rows."""
    return cast("_ReadRow", method)
