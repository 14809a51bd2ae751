"""Searching everything at once, as people do: any text, one list, sessions whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blackboard import Board, recall
from blackboard.errors import BoardError
from blackboard.event import NewEvent
from blackboard.events.upcast import latest
from blackboard.search.answers import number_of, of_event
from blackboard.search.fit import Wanted
from blackboard.search.found import Found
from blackboard.search.passages import TYPES
from blackboard.search.query import parse
from blackboard.search.scope import KINDS, Scope
from blackboard.storage.sqlite import passage_search, passage_sessions, passages
from tests.blackboard.lessons import lesson, told
from tests.blackboard.recall.talk import (
    DAY,
    ELSEWHERE,
    HERE,
    START,
    answer,
    edit,
    numbered,
    prompt,
    review,
    run,
)
from tests.inside import connection_of
from tests.long_runs import rounds

_TALK = [
    prompt("auth", "Why does the login redirect to /home?"),
    answer("auth", "The redirect follows C++ headers; don't squash busy_timeout."),
    run("types", "npx tsc --noEmit", error="src/a.ts(1,2): error TS2345: Argument of type x"),
    edit("files", "src/auth/login.py", "hippopotamus"),
    prompt("cjk", "\u5148\u8fd0\u884c\u6570\u636e\u5e93\u8fc1\u79fb"),
    prompt("accent", "Ask the caf\u00e9 na\u00efvely \U0001f680"),
    prompt("exit", "The exit code is zero though the linter complained."),
    prompt("codes", "Zero is the code that tells the shell to exit."),
    run("quiet", "make build", error="boom"),
    review(7, "Squeeze the tiger"),
]


@pytest.fixture
def board(board: Board) -> Board:
    """A board with a little of everything."""
    board.append(_TALK)
    board.append([lesson("lesson-1", "Never squeeze the penguin.", tags=["birds"])])
    return board


def ids(found: list[Found]) -> list[str]:
    """What was found, in order."""
    return [each.id for each in found]


def asked(board: Board, text: str, limit: int = 20, **scope: Any) -> list[str]:
    """The ids that a text finds."""
    return ids(board.recall(text, Scope(**scope), limit=limit))


@contextmanager
def few(read: int, whole: int) -> Iterator[None]:
    """Let a handful of passages be too many to look at all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passage_search, "MOST_READ", read)
        patch.setattr(recall, "_MOST_WHOLE", whole)
        yield


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("login redirect", "auth"),
        ("redirecting", "auth"),
        ("C++", "auth"),
        ("dont squash", "auth"),
        ("busy_timeout", "auth"),
        ("timeout", "auth"),
        ("--noEmit", "types"),
        ("noemit", "types"),
        ("emit", "types"),
        ("TS2345", "types"),
        ("2345", "types"),
        ("src/auth/login.py", "files"),
        ("login.py", "files"),
        ("\u6570\u636e\u5e93", "cjk"),
        ("cafe naively", "accent"),
        ("caf\u00e9 \U0001f680", "accent"),
        ('"exit code"', "exit"),
        ('"exit code', "exit"),
        ("conf* red*", "auth"),
        ("boom", "quiet"),
        ("tiger", f"{HERE}#7"),
        ("penguin", "lesson-1"),
        ("AND OR NOT tiger", f"{HERE}#7"),
        ("NEAR(squeeze tiger, 2)", f"{HERE}#7"),
        ("prompt : tiger", f"{HERE}#7"),
        ("{scope} : tiger", f"{HERE}#7"),
        ("^tiger", f"{HERE}#7"),
        ("tiger)", f"{HERE}#7"),
        ("'tiger;--", f"{HERE}#7"),
        ("tiger\0", f"{HERE}#7"),
    ],
)
def test_what_was_typed_is_found_first(board: Board, text: str, first: str) -> None:
    """Words in any form, identifiers by their parts, phrases, beginnings; nothing is syntax."""
    assert asked(board, text)[:1] == [first]


@pytest.mark.parametrize("text", ["", "  ", "*", '"', "\0", "-", "()", "\U0001f680", "-tiger"])
def test_a_text_without_a_word_finds_nothing(board: Board, text: str) -> None:
    """There is nothing to look for, which is no error."""
    assert asked(board, text) == []


@pytest.mark.parametrize("text", ["hippopotamus", "_p0", "_tf", "codexx"])
def test_what_is_not_offered_is_not_found(board: Board, text: str) -> None:
    """Neither the text of edited files nor the terms by which passages are filtered."""
    assert asked(board, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000,
        "tiger " * 2_000,
        " ".join(f"w{number}" for number in range(2_000)),
        '"' + " ".join(f"w{number}" for number in range(2_000)),
        "tiger " + " ".join(f"-w{number}" for number in range(2_000)),
        "q* " * 3_000,
        '"' * 10_000,
        "\u6570" * 10_000,
        "\U0001f680" * 10_000,
    ],
)
def test_long_texts_are_answered(board: Board, text: str) -> None:
    """Ten thousand characters are a query like any other."""
    assert set(asked(board, text)) <= {f"{HERE}#7"}


@given(text=st.text(alphabet=st.characters() | st.sampled_from('"*-^():{}+ \0ab_'), max_size=40))
@settings(max_examples=rounds(20, 100), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_is_an_error(board: Board, text: str) -> None:
    """Whatever is typed is answered."""
    assert len(board.recall(text)) <= 20


def test_excluded_words_are_left_out(board: Board) -> None:
    """`-word` leaves out the passages and the lessons that hold it."""
    assert set(asked(board, "squeeze")) == {f"{HERE}#7", "lesson-1"}
    assert asked(board, "squeeze -tiger") == ["lesson-1"]
    assert asked(board, "squeeze -bird") == [f"{HERE}#7"]


def test_what_holds_some_of_the_words_comes_after_what_holds_all(board: Board) -> None:
    """Words that never stand in one place still find the places of each."""
    board.append([prompt("whole", "A login, a boom and a tiger, with much else that goes on.")])
    found = asked(board, "login boom tiger")
    assert found[0] == "whole"
    assert set(found) == {"whole", "auth", "files", "quiet", f"{HERE}#7"}


def test_hits_of_one_session_are_one_result(board: Board) -> None:
    """The best hit stands first, what is said again is shown once, and the rest is counted."""
    zebras = [prompt("z", "Where is the zebra?", at=START)]
    zebras += [run("z", "find zebra", at=START + number) for number in range(1, 4)]
    zebras += [answer("z", f"The zebra number {number}" + " ran far" * 9) for number in range(5)]
    board.append(zebras)
    (found,) = board.recall("zebra")
    assert (found.kind, found.id, found.title) == ("session", "z", "Where is the zebra?")
    assert [hit.place for hit in found.hits] == ["prompt", "command", "answer"]
    assert found.hits[0].excerpt.marked("[", "]") == "Where is the [zebra]?"
    assert found.more == len(zebras) - 3
    assert board.log.get(str(found.hits[0].event)).position == found.hits[0].position


def test_a_subagents_hits_are_shown_with_its_session(board: Board) -> None:
    """They count as hits of the session that started it, and say where they are."""
    board.append([prompt("main", "Explore it."), prompt("main/a1", "Find the zebra.")])
    (found,) = board.recall("zebra")
    assert (found.id, found.title, found.hits[0].session) == ("main", "Explore it.", "main/a1")


def test_a_subagent_alone_lends_its_title(board: Board) -> None:
    """Where the session that started it is not on the board, its own title is shown."""
    board.append([prompt("gone/a1", "Find the zebra.")])
    (found,) = board.recall("zebra")
    assert (found.id, found.title) == ("gone", "Find the zebra.")


def test_everything_stands_in_one_list(board: Board) -> None:
    """A session, a pull request and a lesson that say the same come together."""
    board.append([prompt("z", "Zebra."), review(8, "Zebra."), lesson("lesson-2", "Zebra.")])
    found = board.recall("zebra")
    assert {each.kind for each in found} == {"session", "review", "lesson"}
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


@pytest.mark.parametrize("type_", ["lesson.rejected", "lesson.retired"])
def test_what_was_taken_back_is_not_shown(board: Board, type_: str) -> None:
    """A lesson that nobody stands behind is found by `search --in lessons`, not here."""
    board.append([told(type_, "lesson-1", reason="wrong")])
    assert asked(board, "penguin") == []


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("prompts", ["z-prompt"]),
        ("answers", ["z-answer"]),
        ("commands", ["z-command"]),
        ("errors", ["z-error"]),
        ("files", ["z-file"]),
        ("reviews", [f"{HERE}#9"]),
        ("lessons", ["z-lesson"]),
        ("insights", []),
        ("workflows", []),
    ],
)
def test_kinds_narrow_a_search_down(board: Board, kind: str, expected: list[str]) -> None:
    """Each kind finds its own and nothing else; several find theirs."""
    board.append(
        [
            prompt("z-prompt", "zebra"),
            answer("z-answer", "zebra"),
            run("z-command", "zebra"),
            run("z-error", "make", error="error: zebra"),
            edit("z-file", "zebra.py"),
            review(9, "zebra"),
            lesson("z-lesson", "zebra"),
        ]
    )
    assert asked(board, "zebra", kinds=[kind]) == expected
    both = asked(board, "zebra", kinds=[kind, "prompts"])
    assert set(both) == {"z-prompt", *expected}


def test_an_unknown_kind_is_an_error(board: Board) -> None:
    """The message says which there are."""
    with pytest.raises(BoardError, match="'poems'; choose of prompts, answers"):
        board.recall("tiger", Scope(kinds=["poems"]))


_FILTERS: list[dict[str, Any]] = [
    {"projects": [HERE]},
    {"projects": [HERE, "github.com/nobody/nothing"]},
    {"agent": "claude-code"},
    {"since": START + 90 * DAY},
    {"since": START + 90 * DAY, "until": START + 110 * DAY},
    {"projects": [HERE], "agent": "claude-code", "since": START + 99 * DAY},
]


@pytest.mark.parametrize("scope", _FILTERS, ids=str)
@pytest.mark.parametrize("numbers", [(1_000, 200), (20, 5), (1_000, 5)], ids=str)
def test_filters_come_before_the_limit(
    board: Board, scope: dict[str, Any], numbers: tuple[int, int]
) -> None:
    """One session that passes is found among many better and newer ones that do not."""
    story = "A zebra, and then a long story. " + "So it went. " * 40
    board.append([prompt("wanted", story, agent="claude-code", at=START + 100 * DAY)])
    board.append([prompt(f"z{n}", "zebra zebra", project=ELSEWHERE) for n in range(60)])
    with few(*numbers):
        assert asked(board, "zebra", limit=1, **scope) == ["wanted"]


def test_times_are_exact(board: Board) -> None:
    """Both ends are included, to the microsecond, and no other event is."""
    board.append([prompt(f"z{n}", "zebra", at=START + n) for n in range(5)])
    assert set(asked(board, "zebra", since=START + 1, until=START + 3)) == {"z1", "z2", "z3"}
    assert set(asked(board, "zebra", until=START)) == {"z0"}
    assert asked(board, "zebra", since=START + 3, until=START + 1) == []


@pytest.mark.parametrize("at", [-(2**62), -1, 0, 2**62])
def test_events_of_impossible_times_are_found(board: Board, at: int) -> None:
    """A clock that was wrong hides nothing, not even from a search by time."""
    board.append([prompt("odd", "zebra", at=at)])
    assert asked(board, "zebra") == ["odd"]
    assert asked(board, "zebra", since=at) == asked(board, "zebra", until=at) == ["odd"]
    assert asked(board, "zebra", since=at + 1) == asked(board, "zebra", until=at - 1) == []


def test_of_a_project_are_also_lessons_that_hold_everywhere(board: Board) -> None:
    """A global lesson is found in every project, another project's lesson only there."""
    board.append([lesson("lesson-2", "Feed the penguin.", project=ELSEWHERE)])
    assert asked(board, "penguin", projects=[HERE]) == ["lesson-1"]
    board.append([told("lesson.promoted", "lesson-2")])
    assert set(asked(board, "penguin", projects=[HERE])) == {"lesson-1", "lesson-2"}
    assert asked(board, "penguin", agent="codex") == []
    assert asked(board, "tiger", projects=[]) == []


@pytest.mark.parametrize("numbers", [(1_000, 20), (30, 20)], ids=["all", "the-newest"])
def test_of_common_words_enough_sessions_are_found(board: Board, numbers: tuple[int, int]) -> None:
    """Too many matches to rank them all lead to as many sessions as were asked for."""
    board.append([prompt(f"z{n // 3}", f"zebra {n}") for n in range(90)])
    with few(*numbers):
        found = asked(board, "zebra", limit=5)
    assert len(set(found)) == 5


_WORDS = ("zebra", "exit code", "src/a.py", "\u6570\u636e", "don't", "noEmit")
_sessions = st.sampled_from(["s1", "s2", "s2/child"])
_texts = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=3).map(" ".join)
_projects = st.sampled_from([None, HERE, ELSEWHERE])
_times = st.integers(-3, 10).map(lambda months: START + months * 30 * DAY)
_events: st.SearchStrategy[NewEvent] = st.one_of(
    st.builds(prompt, _sessions, _texts, project=_projects, at=_times,
              agent=st.sampled_from(["codex", "claude-code"])),
    st.builds(answer, _sessions, _texts, project=_projects, at=_times),
    st.builds(run, _sessions, _texts, error=st.just("") | _texts, project=_projects, at=_times),
    st.builds(edit, _sessions, _texts, at=_times),
    st.builds(review, st.integers(1, 2), _texts, at=_times),
    st.just(NewEvent("note.taken", "notes", {"text": "zebra"})),
    st.just(NewEvent("message.recorded", "session:s1", {"from": "the future"}, schema=99)),
)  # fmt: skip
_histories = st.lists(_events, max_size=25).map(numbered)
_scopes = st.builds(
    Scope,
    projects=st.none() | st.just([HERE]) | st.just([HERE, ELSEWHERE]),
    agent=st.none() | st.just("codex"),
    since=st.none() | _times,
    until=st.none() | _times,
    kinds=st.none() | st.sets(st.sampled_from(KINDS), min_size=1),
)


def everything(board: Board) -> list[list[Found]]:
    """What each word finds."""
    return [board.recall(word) for word in _WORDS]


@settings(max_examples=rounds(5, 25))
@given(_histories, st.integers(0, 25))
def test_the_index_is_the_same_however_it_came_about(history: list[NewEvent], cut: int) -> None:
    """Indexed in two goes and small windows, at once, or anew after a replay: found is the same."""
    with pytest.MonkeyPatch.context() as patch, Board.open(":memory:") as board:
        patch.setattr(passages, "WINDOW", 4)
        board.append(history[:cut])
        everything(board)
        board.append(history[cut:])
        found = everything(board)
        board.replay()
        assert everything(board) == found
        with Board.open(":memory:") as other:
            other.append(history)
            assert everything(other) == found


@settings(max_examples=rounds(12, 60))
@given(_histories, _scopes, st.sampled_from(["zebra", '"exit code"', "emi*", "\u6570"]))
def test_what_is_found_is_what_looking_at_every_event_finds(
    history: list[NewEvent], scope: Scope, text: str
) -> None:
    """A session or review is found just when one of its passages in the scope holds the words."""
    with Board.open(":memory:") as board:
        board.append(history)
        expected = set()
        for event in board.read(types=TYPES):
            if event.schema < 99 and _holds(event, scope, text):
                key = (event.payload or {}).get("session", f"{HERE}#{event.stream[-1]}")
                expected.add(key.split("/child")[0])
        assert set(ids(board.recall(text, scope))) == expected


def _holds(event: Any, scope: Scope, text: str) -> bool:
    query = Wanted(dict.fromkeys(parse(text).wanted, 1.0))
    in_scope = (
        (scope.projects is None or event.project in scope.projects)
        and scope.agent in (None, event.actor)
        and (scope.since is None or event.occurred_at >= scope.since)
        and (scope.until is None or event.occurred_at <= scope.until)
    )
    return (
        in_scope
        and query.fit(of_event(next(iter(latest([event]))), scope.fields).texts).is_complete
    )


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("indexed", [0, 2, 4])
def test_a_board_of_the_past_finds_what_was_there(
    tmp_path: Path, indexed: int, read_only: bool
) -> None:
    """However far the file's index has come, nothing later is found and nothing earlier missed."""
    path = tmp_path / "past.db"
    talk = [prompt(f"s{number}", "zebra") for number in range(4)]
    with Board.open(path) as board:
        board.append(talk[:indexed])
        if indexed:
            board.recall("zebra")
        board.append(talk[indexed:])
        board.catch_up()
    with Board.open(path, read_only=read_only) as board:
        for position in (1, 3, 4):
            with board.as_of(position) as past:
                expected = {f"s{number}" for number in range(position)}
                assert set(asked(past, "zebra")) == set(asked(past, "zebra")) == expected


def test_a_board_that_can_only_be_read_is_searched(tmp_path: Path) -> None:
    """What its index does not hold is found as well, also what others append meanwhile."""
    path = tmp_path / "board.db"
    with Board.open(path) as writing, Board.open(path, read_only=True) as reading:
        writing.append([prompt("s1", "zebra")])
        writing.index()
        writing.append([prompt("s2", "zebra")])
        assert set(asked(reading, "zebra")) == {"s1", "s2"}
        writing.append([prompt("s3", "zebra")])
        writing.index()
        assert set(asked(reading, "zebra")) == {"s1", "s2", "s3"}
        writing.replay()
        assert set(asked(reading, "zebra")) == {"s1", "s2", "s3"}


def test_what_is_forgotten_is_found_no_more(tmp_path: Path) -> None:
    """Its words find nothing, and no byte of them is left in any file of the board."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        told_ = board.append([prompt("s1", "the wolkenkuckucksheim"), prompt("s2", "the zebra")])
        assert asked(board, "wolkenkuckucksheim") == ["s1"]
        board.forget(told_[0].id, reason="private")
        assert asked(board, "wolkenkuckucksheim") == []
        assert asked(board, "zebra") == ["s2"]
        for file in tmp_path.iterdir():
            assert b"wolkenkuckuck" not in file.read_bytes().lower(), file


def test_passages_that_are_taken_out_no_longer_count(board: Board) -> None:
    """As many are left of the session as it has, and of one that has none nothing."""
    board.append([prompt("z", "zebra"), prompt("z", "horse"), prompt("gone", "zebra")])
    taken = [hit.position or 0 for found in board.recall("zebra") for hit in found.hits]
    connection = connection_of(board)
    table = f"main.{passages.TABLE}"
    passage_sessions.remove(connection, table, taken)
    _, totals = passage_sessions.names(table)
    left = dict(connection.execute(f"SELECT session, passages FROM {totals}").fetchall())
    assert left[number_of("session:z")] == 1
    assert number_of("session:gone") not in left
    assert not passage_sessions.miscounted(connection, table)


def test_views_are_read_without_the_index(board: Board) -> None:
    """Only a search waits for it: reading views, or hooks' appends, leave it as it is."""
    board.recall("tiger")
    index = passages.PassageIndex(connection_of(board))
    reached = index.position()
    board.append([prompt("late", "zebra")])
    board.view("sessions")
    board.search("zebra")
    assert index.position() == reached
    assert asked(board, "zebra") == ["late"]
    assert index.position() == board.log.head()


def test_an_index_of_another_format_is_made_anew(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When passages come out differently the old index is not read."""
    board.recall("tiger")
    monkeypatch.setattr(passages, "FORMAT", passages.FORMAT + 1)
    assert passages.PassageIndex(connection_of(board)).position() is None
    assert asked(board, "tiger") == [f"{HERE}#7"]


def test_lessons_that_were_taken_back_are_not_found_beside_those_that_stand(board: Board) -> None:
    """However well their words fit."""
    gone = {"retired": {}, "rejected": {}, "superseded": {"by": "stands"}}
    for key in ("stands", *gone):
        board.append([lesson(key, "Never tickle the walrus.")])
    board.append([told(f"lesson.{status}", status, **more) for status, more in gone.items()])
    assert asked(board, "walrus") == ["stands"]
