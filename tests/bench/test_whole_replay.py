"""The replay tells only what was known by then, and says how failures that came back fared."""

from __future__ import annotations

from bench.quality.whole_figures import Backtest
from bench.quality.whole_replay import Options, backtest
from blackboard import Board
from tests.reflect.backtest.history import DAY, failed, lived, worked
from tests.reflect.talks import ran, says

START = 1_700_000_000_000_000


def _met(found: Backtest) -> list[tuple[str, str]]:
    return [(each.session, each.met) for each in found.repeats]


def test_a_lesson_told_with_the_failing_call_comes_too_late(board: Board) -> None:
    """What is bound to a command is told beside it, and counted apart."""
    lived(board, [failed(), worked()], [failed(), worked()])
    assert _met(backtest(board, Options())) == [("s1", "beside")]


def test_an_approved_lesson_is_told_in_time(board: Board) -> None:
    """As if a person had approved it, it is told at the start of the next session."""
    asked = says("Run `pytest tests`: the TIDES_KEY is not set, and pytest fails.")
    lived(board, [failed(), worked()], [asked, failed(), worked()])
    found = backtest(board, Options(approve_all=True))
    assert _met(found) == [("s1", "in time")]
    assert [each.step for each in found.tellings] == ["start"]
    assert found.tokens > 0


def test_a_lesson_told_at_an_earlier_failure_is_in_time(board: Board) -> None:
    """The same command, which failed for another reason before, was the moment to tell it."""
    earlier = ran("pytest --version", "no such option", fails=True)
    lived(board, [failed(), worked()], [earlier, failed(), worked()])
    assert _met(backtest(board, Options())) == [("s1", "in time")]


def test_a_command_that_worked_brings_nothing(board: Board) -> None:
    """What is bound to it would have been told beside its result."""
    earlier = ran("pytest --version", "pytest 8")
    lived(board, [failed(), worked()], [earlier, failed(), worked()])
    found = backtest(board, Options())
    assert _met(found) == [("s1", "beside")]
    assert [each.step for each in found.tellings] == ["failed"]


def test_a_session_knows_nothing_of_one_that_still_goes_on(board: Board) -> None:
    """Only what is over has been learnt from."""
    lived(board, [failed(), worked()], [failed(), worked()], apart=500_000)
    assert _met(backtest(board, Options(approve_all=True))) == [("s1", "not learnt")]


def test_what_fails_again_in_one_session_did_not_come_back(board: Board) -> None:
    """The agent has seen it itself; and what fails for the first time has no lesson."""
    lived(board, [failed(), failed(), worked()])
    found = backtest(board, Options())
    assert (found.failures, found.repeats) == (2, ())


def test_a_failure_without_remedy_teaches_nothing(board: Board) -> None:
    """It came back, and there was nothing to tell."""
    lived(board, [failed()], [failed()])
    assert _met(backtest(board, Options())) == [("s1", "not learnt")]


def test_the_first_half_teaches_and_the_second_is_counted(board: Board) -> None:
    """Sessions before the line are learnt from alone, those after it counted alone."""
    lived(board, [failed(), worked()], [failed(), worked()], [failed(), worked()])
    line = START + 2 * DAY
    assert _met(backtest(board, Options(since=line, learn_until=line))) == [("s2", "in time")]
    none = backtest(board, Options(since=line, learn_until=START))
    assert _met(none) == [("s2", "not learnt")]
    assert (none.sessions, none.lessons) == (1, ())


def test_a_backtest_writes_nothing_to_the_board(board: Board) -> None:
    """The history that it replays is as it was."""
    lived(board, [failed(), worked()], [failed(), worked()])
    before = board.log.head()
    backtest(board, Options(approve_all=True))
    assert board.log.head() == before
    assert board.view("lessons") == []


def test_rules_in_plain_words_are_not_judged_by_calls(board: Board) -> None:
    """No call shows whether a rule that names no command was wanted."""
    rule = says("Never mention the customer's name in commit messages.")
    lived(board, [says("Hello."), rule], [says("Write the commit message for the customer.")])
    tellings = backtest(board, Options(approve_all=True)).tellings
    assert [each.followed for each in tellings] == ["not seen"]


def test_only_projects_that_were_asked_for_are_replayed(board: Board) -> None:
    """Other projects neither teach nor count."""
    lived(board, [failed(), worked()], [failed(), worked()])
    assert backtest(board, Options(projects=("github.com/ada/other",))).sessions == 0
