"""Retention: off until a person sets and applies it; what something rests on is never erased."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.events.guard import GuardProposed
from blackboard.events.insight import InsightCurated
from blackboard.events.lesson import LessonDeduplicated
from blackboard.events.payload import Evidence, new
from blackboard.events.reflection import Pattern, PatternDetected
from blackboard.events.session import MessageRecorded, SessionStarted
from lessonboard.bootstrap import App
from lessonboard.config import RetentionTable
from lessonboard.doctor import retention as doctor
from lessonboard.retention import apply, due
from lessonboard.retention_limits import confirm
from tests.blackboard.test_forget import learn
from tests.command_line import ROOT, Run, settings_file

DAY = 86_400_000_000
NOW = 1_700_000_000_000_000
NAMES = [f"s{number}" for number in range(9)]
"""Sessions that ended so many days before now."""


def talk(name: str, days: int) -> list[NewEvent]:
    """A session and a subagent of it."""
    at = NOW - days * DAY
    return [
        new(SessionStarted(session=name, agent="codex"), stream=f"session:{name}", occurred_at=at),
        new(MessageRecorded(session=name, role="user", text=f"words of {name}"),
            stream=f"session:{name}", occurred_at=at),
        new(MessageRecorded(session=f"{name}/a", role="user", text=f"more of {name} " * 20),
            stream=f"session:{name}/a", occurred_at=at),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    """Nine sessions; s0 to s4 are cited, s4 for a guard, s5 by a rejected lesson."""
    with Board.open(tmp_path_factory.mktemp("retention") / "board.db") as opened:
        fill(opened)
        yield opened


def fill(board: Board) -> None:
    """Append the sessions and what cites them."""
    said = {}
    for number, name in enumerate(NAMES):
        said[name] = board.append(talk(name, number))[1]
    board.append([learn("l-0", "one", said["s0"]), learn("l-5", "five", said["s5"])])
    board.append([new(LessonDeduplicated(lesson="l-0", evidence=_quotes("s1", said["s1"])),
                      stream="lesson:l-0")])  # fmt: skip
    insight = InsightCurated(insight="i1", statement="Say less", category="patterns",
                             confidence=1, evidence=_quotes("s2", said["s2"]))  # fmt: skip
    pattern = Pattern(type="t", severity="low", count=1, suggestion="x")
    found = new(PatternDetected(subject="s3", pattern=pattern), stream="reflection:s3")
    (detected,) = board.append([found])
    board.append([new(insight, stream="insight:i1"), learn("l-3", "three", detected)])
    board.append([learn("l-4", "four", said["s4"])])
    board.append([
        NewEvent("lesson.rejected", f"lesson:{name}", {"lesson": name, "reason": "no"})
        for name in ("l-4", "l-5")
    ])  # fmt: skip
    board.append(
        [new(GuardProposed(lesson="l-4", rule="Never push", paths=["x.py"]), stream="guard:l-4")]
    )


def _quotes(session: str, *events: Event) -> list[Evidence]:
    return [Evidence(event_id=each.id, quote="words of", session=session) for each in events]


def cited(board: Board) -> set[str]:
    """The ids that lessons, insights and guards in force name, read off the log alone."""
    streams = ("lesson:l-0", "lesson:l-3", "insight:i1", "lesson:l-4")
    texts = [str(each.payload) for each in board.read() if each.stream in streams]
    return {each.id for each in board.read() if any(f"'{each.id}'" in text for text in texts)}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None,
          max_examples=30)  # fmt: skip
@given(st.none() | st.integers(1, 10), st.none() | st.integers(1, 2))
def test_what_something_in_force_cites_is_never_erased(
    board: Board, days: int | None, megabytes: int | None
) -> None:
    """For any limits; and of the rest the oldest sessions go, with their subagents."""
    limits = RetentionTable(days=days, megabytes=megabytes)
    plan = due(board, limits, NOW)
    assert not cited(board) & plan.reach.because_of.keys()
    assert not {"s0", "s1", "s2", "s3", "s4"} & set(plan.sessions)
    oldest = [name for name in reversed(NAMES) if name in plan.sessions]
    assert oldest == list(reversed(NAMES))[: len(oldest)]
    if megabytes is None:
        assert oldest == [name for name in NAMES[:4:-1] if days and int(name[1:]) > days]
    assert {f"{name}/a" for name in oldest} <= set(plan.sessions)


def test_a_board_that_is_too_big_loses_its_oldest_session_first(tmp_path: Path) -> None:
    """However young, until it is a little below its limit."""
    with Board.open(tmp_path / "board.db") as board:
        for number, name in enumerate(NAMES):
            board.append([*talk(name, number), new(
                MessageRecorded(session=name, role="user", text=f"{name} " * 100_000),
                stream=f"session:{name}", occurred_at=NOW - number * DAY)])  # fmt: skip
        board.catch_up()
        size = board.local.volume.size()
        plan = due(board, RetentionTable(megabytes=max(1, int(size * 0.8) // 1_000_000)), NOW)
        roots = [name for name in plan.sessions if "/" not in name]
        assert 0 < len(roots) < len(NAMES)
        assert roots == NAMES[-len(roots) :]


def test_the_worker_applies_what_a_person_confirmed_once_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before, not twice, and other limits only once they are confirmed as well."""
    config = tmp_path / "config" / "lessonboard" / "config.toml"
    config.parent.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    app = App(str(tmp_path / "board.db"))
    config.write_text("[retention]\ndays = 3\n")
    with app.open() as board:
        fill(board)
        (unconfirmed,) = doctor.look(app, board)
        assert (unconfirmed.level, apply(app, board)) == ("note", 0)
        confirm(board, RetentionTable(days=4000))
        assert apply(app, board) == 0
        confirm(board, app.config.retention)
        assert apply(app, board) > 0
        assert apply(app, board) == 0
        kept = {row["id"] for row in board.view("sessions") if row["total_messages"]}
        assert kept == {name for each in NAMES[:5] for name in (each, f"{each}/a")}
        (confirmed,) = doctor.look(app, board)
        assert (confirmed.level, "last on" in confirmed.found) == ("good", True)
        assert not board.verify().problems


def test_doctor_says_nothing_where_no_limit_is_set(board: Board, tmp_path: Path) -> None:
    """Retention is off by default."""
    assert list(doctor.look(App(str(tmp_path / "board.db")), board)) == []


def test_the_command_shows_erases_and_is_not_undone_by_an_import(run: Run, tmp_path: Path) -> None:
    """Without a limit it says how to set one; a dry run changes nothing."""
    samples = str(ROOT / "examples" / "sessions")
    run("session", "import", "--no-mine", samples)
    refused = run("forget", "--retention", "--dry-run")
    assert refused.code == 1
    assert "write [retention] with days = 400" in refused.err
    file = settings_file(tmp_path)
    file.write_text((file.read_text() if file.exists() else "") + "\n[retention]\ndays = 1\n")
    tried = run("forget", "--retention", "--dry-run", "--json").json
    assert tried["forgotten"] == []
    assert tried["sessions"]
    before = len(run("session", "--limit", "99", "--json").json)
    done = run("forget", "--retention", "--yes", "--json")
    assert len(done.json["forgotten"]) == tried["events"]
    assert "the worker applies these limits once a day: days = 1" in done.err
    run("session", "import", "--no-mine", samples)
    assert len(run("session", "--limit", "99", "--json").json) <= before - len(tried["sessions"])
    assert run("forget", "--retention", "--project", "x", "--dry-run").code == 2
