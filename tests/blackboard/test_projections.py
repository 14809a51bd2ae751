"""That views are what folding the log says, however the log was cut, repeated or rebuilt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import ids, views
from blackboard.board import Board
from blackboard.errors import InvalidEvent, NotFound
from blackboard.event import Event, NewEvent
from blackboard.events import insight, lesson, recording, session, use
from blackboard.events.payload import Evidence, PayloadModel, new
from blackboard.events.upcast import UPCASTERS, newest
from blackboard.storage.sqlite import projections, replay
from blackboard.storage.sqlite.projections import Projections
from blackboard.views import VIEWS
from blackboard.views.columns import TEXT
from blackboard.views.insights import INSIGHTS
from blackboard.views.view import Row, View, fold
from blackboard.vocabulary import CHILD_MARK
from tests.inside import connection_of
from tests.long_runs import rounds

_WORDS = ("pytest needs uv", "Never commit secrets", "日本語 text", "a 'quoted' \0 thing", "x")
text = st.sampled_from(_WORDS)
sessions = st.sampled_from(["s1", "s2"])
lessons = st.sampled_from(["l1", "l2", "l3"])
insights = st.sampled_from(["i1", "l1"])
recordings = st.sampled_from(["r1", "r2"])
steps = st.integers(0, 3)
shares = st.sampled_from([0.0, 0.3, 0.5, 1.0])
maybe_text = st.none() | text
evidence = st.lists(
    st.builds(Evidence, event_id=text, quote=text, session=st.none() | sessions), max_size=2
)
listed = st.lists(st.sampled_from(["src/a.py", "uv", "ts2345"]), max_size=2)
tags = st.lists(st.sampled_from(["tag", "tests"]), max_size=2)
status = st.sampled_from(["candidate", "approved"])
roles = st.sampled_from(["user", "assistant"])
phase = st.sampled_from(["implement", "review"])

payloads: st.SearchStrategy[PayloadModel] = st.one_of(
    st.builds(session.SessionStarted, session=sessions, agent=text, model=maybe_text,
              branch=maybe_text),
    st.builds(session.MessageRecorded, session=sessions, role=roles,
              text=text | st.just(CHILD_MARK), message=st.sampled_from([None, "m1", "m2"])),
    st.builds(session.ToolCalled, session=sessions, call=text, name=text, input=st.just({}),
              failed=st.sampled_from([None, True, False])),
    st.builds(session.SessionEnded, session=sessions, metrics=st.none() | st.builds(
        session.SessionMetrics, input_tokens=st.integers(0, 2**40))),
    st.builds(lesson.LessonCreated, lesson=lessons, phase=phase, category=st.just("testing"),
              severity=st.just("low"), symptom=text, root_cause=text, resolution=text,
              constraint=text, tags=tags, status=status, evidence=evidence, confidence=shares,
              paths=listed, commands=listed, signatures=listed),
    st.builds(lesson.LessonDeduplicated, lesson=lessons, evidence=evidence, signatures=listed),
    st.builds(lesson.LessonRevised, lesson=lessons, constraint=maybe_text, tags=st.none() | tags),
    st.builds(lesson.LessonApproved, lesson=lessons, by=st.sampled_from(["human", "policy"])),
    st.builds(lesson.LessonRejected, lesson=lessons, reason=text),
    st.builds(lesson.LessonSuperseded, lesson=lessons, by=lessons),
    st.builds(lesson.LessonRetired, lesson=lessons),
    st.builds(lesson.LessonContradicted, lesson=lessons, other=lessons,
              verdict=st.sampled_from(["opposite", "unsure"])),
    st.builds(lesson.LessonReconciled, lesson=lessons, other=lessons),
    st.builds(lesson.LessonPromoted, lesson=lessons),
    st.builds(insight.InsightCurated, insight=insights, statement=text, category=st.just("testing"),
              confidence=shares, evidence=evidence, actionable=st.booleans()),
    st.builds(insight.InsightPromoted, insight=insights),
    st.builds(insight.InsightRetired, insight=insights, reason=text),
    st.builds(use.ContextInjected, session=sessions, text=text, tokens=st.integers(0, 500),
              items=st.lists(lessons, max_size=3)),
    st.builds(use.LessonObeyed, lesson=lessons, session=sessions),
    st.builds(use.LessonFitted, lesson=lessons, session=sessions),
    st.builds(use.LessonRecurred, lesson=lessons, session=sessions, injected=st.booleans()),
    st.builds(use.LessonWithheld, lesson=lessons, session=sessions),
    st.builds(use.LessonDisputed, lesson=lessons, session=sessions, verdict=st.just("wrong"),
              reason=text),
    st.builds(lesson.LessonCompiled, lesson=lessons, kind=st.just("rule-line"), item=text,
              file=st.just("AGENTS.md"), lines=st.just(1), digest=st.just("0" * 64)),
    st.builds(lesson.LessonResting, lesson=lessons, kind=st.just("rule-line"), commit=text,
              file=st.just("AGENTS.md"), committed_at=st.integers(0, 9)),
    st.builds(lesson.LessonWoken, lesson=lessons, by=st.sampled_from(["check", "human"]),
              committed_at=st.none() | st.integers(0, 9)),
    st.builds(lesson.LessonChecked, lesson=lessons, freshness=st.just("drifted"), reason=text),
    st.builds(recording.RecordingImported, recording=recordings, name=text, events=steps,
              steps=st.lists(steps, max_size=4, unique=True), manifest_sha256=text),
    st.builds(recording.StepCardCompiled, recording=recordings, index=steps, intent=text,
              expected_current_state=text, target=st.just({"primary": "x"}),
              action_type=st.just("TYPE"), action_value=maybe_text, made_from_sha256=text),
    st.builds(recording.WorkflowDrafted, recording=recordings, draft=st.just({}),
              made_from_sha256=text),
    st.builds(recording.WorkflowCompiled, recording=recordings, made_from_sha256=text,
              workflow=st.fixed_dictionaries({"title": text})),
    st.builds(recording.WorkflowEdited, recording=recordings, base=text, undoes=text,
              workflow=st.fixed_dictionaries({"title": text})),
    st.builds(recording.WorkflowRerun, recording=recordings, parameters=st.just({}),
              succeeded=st.booleans(), steps_done=steps),
)  # fmt: skip

_strangers = st.sampled_from(
    [
        NewEvent("note.taken", "notes", {"lesson": "l1"}),
        NewEvent("lesson.created", "lesson:l1", {"from": "the future"}, schema=99),
    ]
)
_known = st.builds(
    new,
    payloads,
    stream=st.sampled_from(["a", "b"]),
    project=st.sampled_from([None, "p", "q"]),
    occurred_at=st.integers(0, 10**12),
)


def _numbered(events: list[NewEvent]) -> list[NewEvent]:
    return [each._replace(id=ids.derived("t", str(at))) for at, each in enumerate(events)]


histories = st.lists(_known | _known | _known | _strangers, max_size=30).map(_numbered)
cuts = st.integers(0, 30)
moderately = settings(max_examples=rounds(4, 40), deadline=None)

Rows = dict[str, dict[str, Row]]


def folded(events: list[Event]) -> Rows:
    """All views by the reference: pure folding in memory."""
    readable = [each for each in events if each.schema <= newest(each.type)]
    return {view.name: fold(view, readable) for view in VIEWS}


def kept(board: Board) -> Rows:
    """All views as the board's tables have them."""
    return {view.name: {row[view.key]: row for row in board.view(view.name)} for view in VIEWS}


def found(board: Board) -> dict[tuple[str, str], set[str]]:
    """The keys of the rows that each word finds."""
    names = [view.name for view in VIEWS if view.document]
    return {(word, name): {hit.row["id"] for hit in board.search(word, view=name)}
            for word in _WORDS for name in names}  # fmt: skip


@contextmanager
def small_windows(size: int = 4, characters: int = 400) -> Iterator[None]:
    """Let the engine fold a few events at a time, so that short histories span many windows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(projections, "WINDOW", size)
        patch.setattr(projections, "LARGEST_WINDOW", characters)
        yield


@pytest.mark.parametrize(("excess", "ends"), [(0, [0, 3]), (1, [0, 4])])
def test_a_window_ends_where_its_payloads_are_large(excess: int, ends: list[int]) -> None:
    """As soon as it has read so many bytes, so that memory is bounded by size too."""
    note = {"session": "s1", "role": "user", "text": "x" * 1000}
    history = [NewEvent("message.recorded", "session:s1", {**note, "id": n}) for n in range(5)]
    with Board.open(":memory:") as board:
        board.catch_up()  # what was never folded is folded at once
        appended = board.log.append(history)
        size = len(orjson.dumps(appended[0].payload))
        assert {len(orjson.dumps(each.payload)) for each in appended} == {size}
        reached: list[int] = []
        with small_windows(10, 3 * size + excess):
            board.replay(progress=reached.append)
        assert (reached, len(board.view("sessions"))) == (ends, 1)


@moderately
@given(histories, cuts)
def test_folding_in_two_halves_equals_folding_once(history: list[NewEvent], cut: int) -> None:
    """The pure fold does not notice where it was interrupted."""
    with Board.open(":memory:") as board:
        events = [each for each in board.append(history) if each.schema < 99]
    for view in VIEWS:
        assert fold(view, events[cut:], fold(view, events[:cut])) == fold(view, events)


@moderately
@given(histories, cuts)
def test_the_engine_equals_the_fold(history: list[NewEvent], cut: int) -> None:
    """Tables filled in two goes, window by window, hold what pure folding gives."""
    with small_windows(), Board.open(":memory:") as board:
        board.append(history[:cut])
        board.catch_up()
        board.append(history[cut:])
        assert kept(board) == folded(list(board.read()))


@moderately
@given(histories, cuts)
def test_a_rebuild_equals_the_incremental_state(history: list[NewEvent], cut: int) -> None:
    """Rebuilding all views, or one alone, changes neither rows nor what is found."""
    with small_windows(), Board.open(":memory:") as board:
        board.append(history[:cut])
        board.catch_up()
        board.append(history[cut:])
        rows, hits = kept(board), found(board)
        for name in (None, *(view.name for view in VIEWS)):
            board.replay(name)
            assert (kept(board), found(board)) == (rows, hits)


@moderately
@given(histories, cuts)
def test_taking_the_same_in_twice_changes_nothing(history: list[NewEvent], cut: int) -> None:
    """Events told again, some or all of them, leave every view as it was."""
    with Board.open(":memory:") as board:
        board.append(history)
        rows = kept(board)
        assert board.append(history[cut:]) == board.append(history) == []
        assert kept(board) == rows


@settings(max_examples=rounds(5, 25), deadline=None)
@given(histories, cuts)
def test_the_past_is_the_fold_up_to_there(history: list[NewEvent], cut: int) -> None:
    """A board as of a position has the rows and the events of that time, and no others."""
    with small_windows(), TemporaryDirectory() as folder, Board.open(Path(folder) / "b") as board:
        board.append(history)
        events, rows = list(board.read()), kept(board)
        with board.as_of(cut) as past:
            assert list(past.read()) == events[:cut]
            assert kept(past) == folded(events[:cut])
        assert kept(board) == rows


def _insight(name: str, **fields: Any) -> NewEvent:
    told = {"insight": name, "statement": "words", "category": "testing", "confidence": 0.5}
    return NewEvent("insight.curated", f"insight:{name}", {**told, **fields})


def test_the_past_knows_nothing_later(board: Board) -> None:
    """Ids, versions, times and heads of later events are unknown as of an earlier position."""
    _, later = board.append([_insight("i1"), _insight("i1")])
    with board.as_of(1) as past:
        assert past.log.head() == 1
        assert past.log.version("insight:i1") == 1
        assert past.log.position_at(later.recorded_at) == 1
        assert past.verify().events == 1
        with pytest.raises(NotFound):
            past.log.get(later.id)


def _list(patch: pytest.MonkeyPatch, *listed_views: View) -> None:
    patch.setattr(views, "VIEWS", listed_views)
    patch.setattr(replay, "VIEWS", listed_views)


def test_views_of_another_version_are_rebuilt_on_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view whose version was raised is folded anew from the first event, columns and all."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([_insight("i1"), _insight("i2")])
        assert len(board.view("insights")) == 2
    shouting = replace(
        INSIGHTS,
        version=INSIGHTS.version + 1,
        columns={**INSIGHTS.columns, "loud": TEXT},
        reduce={"insight.curated": lambda row, event: {
            **(INSIGHTS.reduce["insight.curated"](row, event) or {}), "loud": "WORDS"}},
    )  # fmt: skip
    _list(monkeypatch, *(shouting if view is INSIGHTS else view for view in VIEWS))
    with Board.open(tmp_path / "board.db") as board:
        assert board.lag() is None
        insights: list[Any] = board.view("insights")
        assert [row["loud"] for row in insights] == ["WORDS", "WORDS"]
        assert board.lag() == 0


def test_unknown_types_and_newer_schemas_are_kept_and_passed_over(board: Board) -> None:
    """What only a newer program understands is recorded, readable, and no row of a view."""
    board.append([NewEvent("moon.landed", "moon", {"at": 1}), _insight("i1")._replace(schema=7)])
    assert [event.schema for event in board.read()] == [1, 7]
    assert [event.payload and event.payload.get("at") for event in board.read()] == [1, None]
    assert board.view("insights") == []
    assert board.lag() == 0


@pytest.mark.parametrize("schema", [0, -1])
def test_a_schema_that_never_was_is_refused(board: Board, schema: int) -> None:
    """No event may be recorded that nothing could ever lift, for it would stop every view."""
    with pytest.raises(InvalidEvent):
        board.append([_insight("i1")._replace(schema=schema)])
    assert board.view("insights") == []


def test_old_payloads_are_lifted(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """Views fold an old payload in its newest version; the stored one stays as it was written."""
    board.append([_insight("i1")])
    monkeypatch.setitem(UPCASTERS, ("insight.curated", 1),
                        lambda old: {**old, "statement": old["statement"].upper()})  # fmt: skip
    monkeypatch.setitem(UPCASTERS, ("insight.curated", 2),
                        lambda old: {**old, "statement": old["statement"] + "!"})  # fmt: skip
    assert [row["statement"] for row in board.view("insights")] == ["WORDS!"]
    assert [(event.payload or {})["statement"] for event in board.read()] == ["words"]


@pytest.mark.parametrize(("events", "renamed"), [(2, False), (3, True)])
def test_the_first_views_of_a_short_log_take_nobodys_place(
    monkeypatch: pytest.MonkeyPatch, events: int, renamed: bool
) -> None:
    """They are made at once; of a longer log beside the old ones, and then renamed."""
    monkeypatch.setattr(replay, "_SHORT", 2)
    with Board.open(":memory:") as board:
        board.append([said(f"m{number}") for number in range(events)])
        statements: list[str] = []
        connection_of(board).set_trace_callback(statements.append)
        first = kept(board)
        assert any(line.startswith("ALTER TABLE") for line in statements) is renamed
        statements.clear()
        board.replay()
        assert any(line.startswith("ALTER TABLE") for line in statements)
        assert kept(board) == first == folded(list(board.read()))


def test_first_views_that_cannot_be_made_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next reader begins anew."""
    with Board.open(":memory:") as board:
        board.append([said("m1")])
        with monkeypatch.context() as patch:
            patch.setattr(Projections, "step", _fails)
            with pytest.raises(RuntimeError, match="the power is gone"):
                board.view("sessions")
        tables = "SELECT name FROM sqlite_master WHERE name LIKE 'view_%'"
        assert connection_of(board).execute(tables).fetchall() == []
        assert len(board.view("sessions")) == 1


def _fails(*_given: object) -> int:
    raise RuntimeError("the power is gone")


def said(text: str) -> NewEvent:
    """A message of a session."""
    payload = {"session": "s1", "role": "user", "text": text}
    return NewEvent("message.recorded", "session:s1", payload)
