"""`lesson report --backtest`: its figure, whatever it says, and where else it is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from lessonboard.present.backtest import headline, lines
from lessonboard.present.screen import Screen
from tests.command_line import Run
from tests.reflect.backtest.history import DAY, failed, lived, worked

KEYS = {
    "sessions", "from", "until", "came_back", "met_in_time", "met_in_time_interval",
    "met_beside_the_call", "known_but_not_shown", "not_learnt", "failures", "said_again", "broken",
    "examples", "holds_until", "still_to_come", "seconds",
}  # fmt: skip
BACKTEST = ("lesson", "report", "--backtest")


def test_the_figures_have_their_documented_keys(run: Run, samples: str) -> None:
    """Programs may rely on every key, and on the ways to meet a lesson adding up."""
    run("session", "import", samples)
    found = run(*BACKTEST, "--json").json
    assert set(found) == KEYS
    assert found["sessions"] == 10
    ways = ("met_in_time", "met_beside_the_call", "known_but_not_shown", "not_learnt")
    assert sum(found[name] for name in ways) == found["came_back"] > 0
    kinds = ("failures", "said_again", "broken")
    assert sum(found[name]["came_back"] for name in kinds) == found["came_back"]


def test_an_import_leaves_nothing_to_look_at(run: Run, samples: str) -> None:
    """The figure is there at once, in doctor and in the report too."""
    run("session", "import", samples)
    sentence = headline(run("lesson", "report", "--json").json["backtest"])
    assert sentence == run(*BACKTEST).out.splitlines()[0]
    assert sentence in run("doctor").out
    assert sentence in run("lesson", "report", "--all").out
    assert run("admin", "queue", "--json").json == []


def test_a_reader_looks_at_what_is_missing(run: Run, samples: str) -> None:
    """After an import that did not learn, and after something was forgotten."""
    run("session", "import", samples, "--no-mine")
    assert "backtest" not in run("doctor").out
    done = run(*BACKTEST)
    assert "In 10 sessions of " in done.out
    assert done.out.splitlines()[0] in run("doctor").out


def test_only_later_sessions_are_counted(run: Run, samples: str) -> None:
    """Nothing is left to count where no session is so young."""
    run("session", "import", samples)
    done = run(*BACKTEST, "--since", "2100-01-01")
    assert done.code == 0
    assert "no session to look at" in done.out


def test_of_one_project_alone(run: Run, samples: str) -> None:
    """Those of all projects together are those of all."""
    run("session", "import", samples)
    projects = [each["project"] for each in run("admin", "project", "--json").json]
    each = [run(*BACKTEST, "--project", name, "--json").json["sessions"] for name in projects]
    assert sum(each) == run(*BACKTEST, "--json").json["sessions"]


def test_a_project_that_nobody_knows_is_an_error(run: Run, samples: str) -> None:
    """One line that names it."""
    run("session", "import", samples)
    done = run(*BACKTEST, "--project", "nowhere")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1


def _figures(**known: object) -> dict[str, object]:
    of_a_kind = {"came_back": 0, "met_in_time": 0}
    blank: dict[str, object] = dict.fromkeys(KEYS, 0)
    blank |= dict.fromkeys(("failures", "said_again", "broken"), of_a_kind)
    times = {"from": "2026-01-01T10:00:00.000000Z", "until": "2026-02-01T10:00:00.000000Z"}
    return {**blank, **times, "met_in_time_interval": None, "examples": [], **known}


FAILED, SAID = {"came_back": 11, "met_in_time": 3}, {"came_back": 1, "met_in_time": 0}


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (_figures(), "no session to look at"),
        (_figures(sessions=3), "nothing of one session came back"),
        (
            _figures(sessions=3, came_back=1, failures={**SAID}),
            "1 failure came back. Its lesson would have been shown in time for 0 of 1.",
        ),
        (
            _figures(sessions=3, came_back=12, met_in_time=3, failures=FAILED, said_again=SAID,
                     met_in_time_interval=[0.089, 0.532]),
            "11 failures and 1 thing you had to say again came back. The lesson about it would "
            "have been shown in time for 3 of 12 (25%, 95% interval 9% to 53%).",
        ),
    ],
)  # fmt: skip
def test_the_headline_says_it_whatever_it_is(figures: dict[str, object], words: str) -> None:
    """Nothing to say is said too, and a bad figure is no reason for silence."""
    assert words in headline(figures)
    assert next(iter(lines(figures, Screen()))) == headline(figures)


def test_what_cannot_be_known_is_said(run: Run, samples: str) -> None:
    """To be shown a lesson is not to follow it."""
    run("session", "import", samples)
    assert "may ignore it" in run(*BACKTEST).out


def test_nothing_is_looked_at_without_a_board(run: Run, tmp_path: Path) -> None:
    """It says what to do first."""
    assert "lessonboard session import" in run(*BACKTEST).out


def test_the_worker_counts_a_session_that_ended(run: Run, samples: str, tmp_path: Path) -> None:
    """After it the report says nothing of sessions that are still to come."""
    run("session", "import", samples)
    with Board.open(tmp_path / "board.db") as board:
        lived(board, [worked()], [failed(), worked()], apart=1_200 * DAY)
    assert run("lesson", "report", "--json").json["backtest"]["still_to_come"] == 1
    assert run("admin", "worker", "--background").code == 0
    after = run("lesson", "report", "--json").json["backtest"]
    assert (after["still_to_come"], after["holds_until"]) == (0, None)


def test_many_sessions_wait_for_the_worker_and_that_is_said(
    run: Run, samples: str, tmp_path: Path
) -> None:
    """What came late drops what came after it, and a read is not the time to do all of it again."""
    run("session", "import", samples)
    with Board.open(tmp_path / "board.db") as board:
        lived(board, *[[failed(), worked()]] * 12)
    out = run(*BACKTEST, "--since", "2000-01-01").out
    assert "No session is counted yet." in out
    assert "22 sessions since 2023-11-14 are not counted yet" in out


def test_a_board_that_may_only_be_read_is_answered(run: Run, samples: str, tmp_path: Path) -> None:
    """As far as it was looked at."""
    run("session", "import", samples)
    sentence = run(*BACKTEST).out
    (tmp_path / "board.db").chmod(0o400)
    assert run(*BACKTEST).out == sentence
