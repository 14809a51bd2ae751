"""What the first minute shows: errors that a person knows, with what helped, and telling words."""

from __future__ import annotations

from blackboard.board import Board
from blackboard.event import NewEvent
from lessonboard.first_minute.errors import came_back
from lessonboard.first_minute.found import first_found
from lessonboard.first_minute.own_words import Prompt, own_words
from lessonboard.present.first_minute import first_lines
from lessonboard.present.screen import Screen
from tests.reflect.talks import called, edited, ran, session

MISSING = "npm error Missing script: test"
FAILS = ran("npm test", MISSING, fails=True)
WORKS = ran("npm run test:unit", "ok")
ELSEWHERE = "github.com/bo/fly"


def held(board: Board, *sessions: list[NewEvent], project: str = ELSEWHERE) -> None:
    """Append sessions of one project."""
    for number, steps in enumerate(sessions):
        board.append(session(steps, f"s{number}", project=project))


def shown(board: Board) -> str:
    """What is printed of a board."""
    return "\n".join(line.text for line in first_lines(first_found(board), Screen()))


def test_an_error_of_two_sessions_came_back_with_what_worked(board: Board) -> None:
    """The command in another form says by itself what to do."""
    held(board, [FAILS, WORKS], [FAILS, WORKS])
    [error] = came_back(board, 3)
    assert (error.error, error.project, error.sessions) == (MISSING, ELSEWHERE, 2)
    assert "      failed  npm test\n      passed  npm run test:unit" in shown(board)


def test_an_error_of_one_session_did_not_come_back(board: Board) -> None:
    """However often it was met, also by a subagent of it."""
    board.append([*session([FAILS, FAILS], "s1"), *session([FAILS], "s1/a1")])
    assert came_back(board, 3) == []
    assert "No error of a command came back in a second session yet." in shown(board)


def test_sessions_of_other_projects_are_not_counted(board: Board) -> None:
    """The same words there may be another error."""
    board.append([*session([FAILS], "s1"), *session([FAILS], "s2", project=ELSEWHERE)])
    assert came_back(board, 3) == []


def test_where_nothing_worked_it_says_so(board: Board) -> None:
    """And errors with a remedy come before it, also of fewer sessions."""
    denied = ran("make deploy", "error: deploy key quokka was denied", fails=True)
    held(board, [denied, FAILS, WORKS], [denied, FAILS, WORKS], [denied])
    found = came_back(board, 3)
    assert [(each.sessions, each.remedy is None) for each in found] == [(2, False), (3, True)]
    assert "in 3 sessions of bo/fly, last on 2023-11-14; nothing was seen to work" in shown(board)


def test_to_run_it_again_is_no_remedy(board: Board) -> None:
    """It says nothing of what helped."""
    held(board, [FAILS, ran("npm test", "ok")], [FAILS, ran("npm test", "ok")])
    assert [each.remedy for each in came_back(board, 3)] == [None]


def test_the_same_command_after_an_edit_is_one(board: Board) -> None:
    """The step is shown before the call that passed."""
    steps = [FAILS, edited("package.json"), ran("npm test", "ok")]
    held(board, steps, steps)
    assert "did     Edit package.json\n      passed  npm test again" in shown(board)


def test_a_line_that_passing_calls_print_is_no_error(board: Board) -> None:
    """Such as a library's log, which is there whether the tests pass or not."""
    log = "ERROR: net/cert/trust_store.cc could not parse a certificate"
    again = [
        ran("npm test", log, fails=True),
        edited("a.js"),
        ran("npm test", f"{log}\nall passed"),
    ]
    held(board, again, again)
    assert came_back(board, 3) == []


def test_what_an_agents_own_tools_refuse_is_left_out(board: Board) -> None:
    """Its person does not know such errors."""
    refused = called("Edit", "String to replace not found in file", fails=True, file_path="a.py")
    held(board, [refused], [refused])
    assert came_back(board, 3) == []


def test_no_more_than_asked_for(board: Board) -> None:
    """Those of most sessions."""
    fails = [ran(f"run {name}", f"error: the {name} engine is missing", fails=True)
             for name in ("quokka", "wombat", "numbat", "bilby")]  # fmt: skip
    held(board, fails, fails, fails[1:])
    assert len(came_back(board, 3)) == 3
    assert [each.sessions for each in came_back(board, 3)] == [3, 3, 3]


def prompts(*texts: str, project: str = ELSEWHERE) -> list[Prompt]:
    """Prompts of a session each."""
    return [Prompt(f"s{number}", project, text) for number, text in enumerate(texts)]


def test_the_words_are_those_that_are_said_together_in_several_sessions() -> None:
    """Rare ones; in their form that is written most."""
    said = prompts(
        "Please fix the tide gauge in the report.",
        "The tide gauges are wrong again, please fix the tests.",
        "Why does the tide gauge say 14:00?",
        "Run the tests and tell me whether they are green.",
    )
    assert own_words(said) == "tide gauge"


def test_names_and_pasted_text_are_no_words_of_ones_own() -> None:
    """Nor what is written in code."""
    long = "The quokka comb broke. " * 100
    said = prompts("Ask Claude Code.", "Is Claude Code there?", long, long, "tideGauge fooBar")
    assert own_words(said, ["Claude Code"]) == ""


def test_of_a_single_session_the_rarest_words_are_taken() -> None:
    """So that the first day has a search as well."""
    assert own_words(prompts("The quokka comb should be good.")) == "quokka comb"


def test_common_words_of_another_language_are_no_rare_ones() -> None:
    """What is in most of the person's prompts is common for them."""
    said = prompts(
        "Bitte prüfe noch einmal die Wasserstand Anzeige hier.",
        "Bitte prüfe jetzt alles andere.",
        "Bitte prüfe den Export, danach die Wasserstand Anzeige.",
        "Bitte prüfe die Farben.",
        "Bitte prüfe den Rest.",
    )
    assert own_words(said) == "wasserstand anzeige"
