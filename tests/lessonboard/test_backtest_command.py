"""`lesson report --backtest`: its figure, whatever it says, and where else it is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessonboard.present.backtest import headline, lines
from tests.command_line import Run

KEYS = {
    "sessions", "from", "until", "lessons", "failures", "came_back", "met_in_time",
    "met_in_time_interval", "met_beside_the_call", "known_but_not_told", "not_learnt", "told",
    "told_at", "told_and_the_failure_followed", "told_and_its_subject_came_up",
    "told_and_nothing_followed", "told_and_no_call_shows", "tokens", "seconds",
}  # fmt: skip


def test_the_figures_have_their_documented_keys(run: Run, samples: str) -> None:
    """Programs may rely on every key, and on the ways to meet a lesson adding up."""
    run("session", "import", samples)
    found = run("lesson", "report", "--backtest", "--json").json
    assert set(found) == KEYS
    assert found["sessions"] == 10
    ways = ("met_in_time", "met_beside_the_call", "known_but_not_told", "not_learnt")
    assert sum(found[name] for name in ways) == found["came_back"] > 0
    assert sum(found["told_at"].values()) == found["told"]


def test_approving_everything_tells_more_at_the_start(run: Run, samples: str) -> None:
    """As if a person had approved what was learnt."""
    run("session", "import", samples)
    with_all = run("lesson", "report", "--backtest", "--approve-all", "--json").json
    without = run("lesson", "report", "--backtest", "--json").json
    assert with_all["told_at"]["start"] > without["told_at"].get("start", 0)
    assert with_all["met_in_time"] >= without["met_in_time"]


def test_only_later_sessions_are_counted(run: Run, samples: str) -> None:
    """Nothing is left to count where no session is so young."""
    run("session", "import", samples)
    done = run("lesson", "report", "--backtest", "--since", "2100-01-01")
    assert done.code == 0
    assert "no session to replay" in done.out


def test_a_project_that_nobody_knows_is_an_error(run: Run, samples: str) -> None:
    """One line that names it."""
    run("session", "import", samples)
    done = run("lesson", "report", "--backtest", "--project", "nowhere")
    assert done.code == 1
    assert len(done.err.splitlines()) == 1


def test_the_first_import_asks_for_one_that_doctor_and_report_show(run: Run, samples: str) -> None:
    """It waits for a worker, is done once, and says what the command says."""
    run("session", "import", samples)
    assert "backtest: waits for a worker" in run("doctor").out
    run("admin", "worker", "--background")
    sentence = run("lesson", "report", "--backtest").out.splitlines()[0]
    assert sentence in run("doctor").out
    assert sentence in run("lesson", "report").out
    assert run("lesson", "report", "--json").json["backtest"]["sessions"] == 10
    run("session", "import", samples)
    assert len(run("admin", "queue", "--json").json) == 1


def test_an_import_that_does_not_learn_asks_for_none(run: Run, samples: str) -> None:
    """Without lessons there is nothing to say."""
    run("session", "import", samples, "--no-mine")
    assert run("admin", "queue", "--json").json == []


def _figures(**known: object) -> dict[str, object]:
    blank = dict.fromkeys(KEYS, 0)
    times = {"from": "2026-01-01T10:00:00.000000Z", "until": "2026-02-01T10:00:00.000000Z"}
    return {**blank, **times, "met_in_time_interval": [0.0, 0.5], **known}


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (_figures(), "no session to replay"),
        (_figures(sessions=3), "no failure of one session came back"),
        (_figures(sessions=3, came_back=4), "0 would have met their lesson in time (0%,"),
        (_figures(sessions=3, came_back=1, met_in_time=1), "1 would have met its lesson in time"),
    ],
)
def test_the_headline_says_it_whatever_it_is(figures: dict[str, object], words: str) -> None:
    """Nothing to say is said too, and a bad figure is no reason for silence."""
    assert words in headline(figures)
    assert next(iter(lines(figures))) == headline(figures)


def test_nothing_is_replayed_without_a_board(run: Run, tmp_path: Path) -> None:
    """It says what to do first."""
    assert "lessonboard session import" in run("lesson", "report", "--backtest").out
