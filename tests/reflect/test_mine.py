"""Mining a board: each lesson once, seen as often as it happened, and safe to repeat."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.delivery.proof import is_remedy_of_one
from blackboard.event import NewEvent
from blackboard.events.catalogue import check
from blackboard.importer import import_files
from blackboard.transcript_files import find
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import CHILD_MARK
from reflect.miner.mine import findings, mine
from tests.long_runs import rounds
from tests.reflect.talks import called, looked, ran, recorded, says, session

_SAMPLES = Path(__file__).parents[2] / "examples" / "sessions"
_FAILED = ran("seed", "error: --config is required", fails=True)
_WORKED = ran("seed --config dev.toml")
_SET_FAILED = ran("draw", "error: TIDES_KEY is not set", fails=True)
_SET = ran("TIDES_KEY=x draw")
_RULE = "Always run the formatter before you commit."


def _pair(name: str, project: str = "github.com/ada/kite") -> list[NewEvent]:
    return session([says(f"Seed it, {name}."), _FAILED, _WORKED], name, project=project)


def test_a_lesson_is_made_once_and_seen_again(board: Board) -> None:
    """A second session that teaches the same is one lesson, seen twice, and surer."""
    board.append([*_pair("s1"), *_pair("s2")])
    mined = mine(board)
    assert (mined.sessions, mined.created, mined.recurred) == (2, 1, 1)
    (row,) = board.view("lessons")
    assert (row["seen"], row["sessions"]) == (2, ["s1", "s2"])
    assert row["confidence"] > 0.5
    assert len(row["evidence"]) == 4


def _standing(board: Board) -> list[LessonRow]:
    return board.view("lessons", where={"status": "candidate"})


def _rules(board: Board) -> list[LessonRow]:
    """The lessons that are more than what one session did about its error."""
    return [row for row in _standing(board) if not is_remedy_of_one(row)]


def test_projects_learn_apart(board: Board) -> None:
    """The same failure in two projects is a lesson of each."""
    elsewhere = "github.com/ada/glider"
    board.append([*_pair("s1"), *_pair("s2", elsewhere)])
    mine(board)
    assert _rules(board) == []
    board.append([*_pair("s3"), *_pair("s4", elsewhere)])
    assert mine(board).created == 2
    assert len({row["project"] for row in _rules(board)}) == 2


def test_each_happening_counts_once(board: Board) -> None:
    """Failing twice in one session is seen twice, but one session is no surer for it."""
    board.append(session([_SET_FAILED, _SET, _SET_FAILED, _SET], "s1"))
    mine(board)
    (row,) = board.view("lessons")
    assert (row["seen"], row["confidence"]) == (2, 0.5)


def test_another_form_in_one_session_is_no_rule(board: Board) -> None:
    """What one session tried may be its own affair; once it comes back it is a rule."""
    board.append(_pair("s1"))
    mine(board)
    assert _rules(board) == []
    board.append(_pair("s2"))
    mined = mine(board)
    assert (mined.created, mined.recurred) == (1, 1)
    assert _rules(board)[0]["sessions"] == ["s1", "s2"]


def test_one_call_in_two_transcripts_is_one_happening(board: Board) -> None:
    """A resumed session that repeats the calls of the first one adds nothing."""
    steps = [ran("draw", "error: TIDES_KEY is not set", fails=True, call="c1"), _SET]
    board.append([*session(steps, "s1"), *session(steps, "s2")])
    mined = mine(board)
    assert (mined.created, mined.recurred) == (1, 0)
    assert board.view("lessons")[0]["seen"] == 1


def test_one_message_in_two_transcripts_is_one_happening(board: Board, tmp_path: Path) -> None:
    """A forked transcript that repeats what the human said adds nothing."""
    line = (
        '{"type":"user","sessionId":"%s","uuid":"u1","timestamp":"2026-03-01T10:00:00Z",'
        '"cwd":"/home/ada/kite","message":{"role":"user","content":"%s"}}\n'
    )
    for name in ("s1", "s2"):
        (tmp_path / f"{name}.jsonl").write_text(line % (name, _RULE))
    import_files(board, find([tmp_path]), trusted=True)
    mined = mine(board)
    assert (mined.created, mined.recurred) == (1, 0)


def test_mining_twice_adds_nothing(board: Board) -> None:
    """What was mined is not looked at again, and would add nothing if it were."""
    board.append([*_pair("s1"), *_pair("s2")])
    mine(board)
    head = board.log.head()
    assert mine(board).sessions == 0
    board.remember_reader("miner", 0)
    again = mine(board)
    assert (again.created, again.recurred) == (0, 0)
    assert board.log.head() == head


TALKS = {
    "pairs": [_FAILED, _WORKED],
    "settings": [_SET_FAILED, _SET],
    "corrections": [says(_RULE)],
}  # fmt: skip


@pytest.mark.parametrize("kind", TALKS)
def test_every_miner_is_asked(board: Board, kind: str) -> None:
    """Whatever kind of lesson a session holds, mining brings it to the board."""
    again = [looked(), *TALKS[kind]]  # at another time, or it is the same happening
    board.append([*session(TALKS[kind], "s1"), *session(again, "s2")])
    mined = mine(board)
    assert (mined.created, mined.recurred) == (1, 1)


@given(order=st.permutations([*TALKS, *TALKS]))
@settings(max_examples=10)
def test_the_order_of_sessions_makes_no_other_lessons(order: list[str]) -> None:
    """Whichever session is told first, the same lessons come of them, each seen as often."""
    with TemporaryDirectory() as folder, Board.open(Path(folder) / "board.db") as board:
        for number, kind in enumerate(order):
            board.append(session([looked()] * number + TALKS[kind], f"s{number}"))
            mine(board)
        learnt = {(row["constraint"], row["seen"]) for row in _standing(board)}
        head = board.log.head()
        board.remember_reader("miner", 0)
        mine(board)
        assert board.log.head() == head
    assert len(learnt) == len(TALKS)
    assert {seen for _, seen in learnt} == {2}


_LINES = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            ["cd", "x", "git", "-C", "&&", "|", ";", "||", "'", '"', "$(", "<<E", "\n", "A=1", "=",
             "/tmp/a", "src/a.py", "./...", "lint", "--flag", "…", "\\", "env", "export", "#"]
        )
    ).map(" ".join),
)  # fmt: skip
_OUTPUTS = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        ["error: unknown option --flag", "zsh: no matches found: x", "not found: x", "\\! =",
         "src/a.py: No such file or directory", "a.go:1:2: use x (forbid)", "is locked",
         "Unknown skill: x", "File does not exist. Did you mean a?", "Would reformat: a",
         "accepts at most 1 arg(s)", "rerun Bash with command=x", "Unknown field: x"]
    ),
)  # fmt: skip


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Bash", "Read", "Skill", "Edit", "apply_patch"]),
            _LINES,
            _OUTPUTS,
            st.sampled_from([True, False, None]),
        ),
        max_size=8,
    )
)
@settings(max_examples=rounds(30, 150))
def test_no_session_breaks_the_miners(steps: list[tuple[str, str, str, bool | None]]) -> None:
    """Whatever was called and answered, miners find something or nothing, and go on."""
    talk = []
    for name, line, output, failed in steps:
        step = called(name, output, command=line, file_path=line, skill=line)
        talk.append(step._replace(payload={**step.payload, "failed": failed}))
    for finding in findings(recorded(*talk), "/home/ada/kite"):
        assert finding.text.constraint
        assert all(evidence.quote is not None for evidence in finding.evidence)


def test_a_session_that_went_on_is_mined_again(board: Board) -> None:
    """What happened after the last mining is learnt from, with what came before it."""
    first, *rest = session([_SET_FAILED, _SET], "s1")
    board.append([first, *rest[:-1]])
    assert mine(board).created == 0
    board.append(rest[-1:])
    assert mine(board).created == 1


def test_our_own_children_are_never_mined(board: Board) -> None:
    """Sessions that this program started teach nothing."""
    board.append(session([says(f"{CHILD_MARK} {_RULE}"), _FAILED, _WORKED, says(_RULE)], "s1"))
    mined = mine(board)
    assert (mined.sessions, mined.created) == (0, 0)
    assert board.view("lessons") == []


def test_what_is_mined_is_valid(board: Board) -> None:
    """Every event fits its model, and cites events of the board, verbatim."""
    board.append([*session([says(_RULE), _FAILED, _WORKED], "s1"), *_pair("s2")])
    mine(board)
    mined = list(board.read(types=["lesson.created", "lesson.deduplicated"]))
    assert len(mined) == 3
    for event in mined:
        assert event.payload
        check(event.type, event.schema, event.payload)
        for evidence in event.payload["evidence"]:
            cited = board.log.get(evidence["event_id"]).payload
            assert evidence["quote"] in str(cited)


@pytest.mark.parametrize("length", [1_000, 30_000])
def test_long_commands_and_messages_are_no_trouble(board: Board, length: int) -> None:
    """Calls that other programs recorded in full length are mined like any other."""
    board.append(session([ran("pip install " + "x" * length), says("Don't use pip, use uv.")]))
    assert mine(board).created == 1


def test_progress_is_told(board: Board) -> None:
    """Whoever waits is told how many sessions are done, of how many."""
    board.append([*_pair("s1"), *_pair("s2")])
    seen: list[tuple[int, int]] = []
    mine(board, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]


def test_the_sample_sessions_teach_what_they_show(board: Board) -> None:
    """Each lesson that the samples were recorded for is learnt, and little else."""
    import_files(board, find([_SAMPLES]), trusted=True)
    mine(board)
    lessons = {row["constraint"]: row for row in _rules(board)}
    expected = ["PYTHONPATH=src", "make fmt", "make gen", "test:unit",
                "--config dev.toml", "uv run"]  # fmt: skip
    for words in expected:
        assert [text for text in lessons if words in text], words
    assert len(lessons) <= len(expected) + 2


@pytest.mark.parametrize("words", ["PYTHONPATH=src", "test:unit", "--config dev.toml"])
def test_what_two_agents_met_is_one_lesson(board: Board, words: str) -> None:
    """The same failure under both agents is one lesson, seen in two sessions."""
    import_files(board, find([_SAMPLES]), trusted=True)
    mine(board)
    (row,) = [row for row in board.view("lessons") if words in row["constraint"]]
    assert row["seen"] == len(row["sessions"]) == 2


def test_a_session_without_trouble_teaches_nothing(board: Board) -> None:
    """Talk about errors, and searching for them, is no failure."""
    import_files(board, find([_SAMPLES]), trusted=True)
    mine(board)
    (calm,) = [
        row["id"]
        for row in board.view("sessions", where={"failures": 0})
        if "error handling" in row["title"]
    ]
    assert [row["constraint"] for row in board.view("lessons") if calm in row["sessions"]] == []
