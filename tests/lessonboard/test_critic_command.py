"""`lessonboard lesson report --critic`: what came of what was judged, with its denominator."""

from __future__ import annotations

import json

from tests.command_line import Run

ADVICE = [
    {"instruction": "Pass `--config dev.toml` to `npm run seed` in scripts/seed.ts.",
     "rationale": "The script exits with 1 without it.", "issue": "Seeding: --config is required"},
    {"instruction": "Run `git push --force origin main`."},
    {"instruction": "Improve the quality of the code"},
]  # fmt: skip
COUNTS = {"judged", "accepted", "refined", "vetoed", "discarded", "not_good_enough", "duplicate",
          "opinions", "vetoes", "mean_score"}  # fmt: skip


def test_the_rates_of_a_week_name_their_denominator(run: Run) -> None:
    """As JSON and for a person."""
    run("lesson", "critique", "-", stdin=json.dumps(ADVICE))
    told = run("lesson", "report", "--critic", "--json").json
    assert set(told) == {"since", "until", "weeks", "total"}
    (week,) = told["weeks"]
    assert {*week} == {"week", *COUNTS}
    assert {name: week[name] for name in COUNTS} == told["total"]
    assert (week["judged"], week["accepted"], week["vetoed"], week["discarded"]) == (3, 1, 1, 1)
    assert week["vetoes"] == {"harm": 1}
    out = run("lesson", "report", "--critic").out
    assert "3 recommendations judged" in out
    assert "accepted: 1 of 3 (33%)" in out
    assert "vetoed: 1 of 3 (33%): harm 1" in out
    assert "not good enough: 0 of 3 (0%)" in out


def test_nothing_judged_is_no_error(run: Run) -> None:
    """An empty board, and one on which nothing was judged since."""
    done = run("lesson", "report", "--critic")
    assert (done.code, done.err) == (0, "")
    assert "0 recommendations judged" in done.out
    assert run("lesson", "report", "--critic", "--json").json["total"]["mean_score"] is None


def test_the_rates_of_one_project(run: Run) -> None:
    """A name that nobody knows is an error, as everywhere."""
    run("lesson", "critique", "-", stdin=json.dumps(ADVICE))
    done = run("lesson", "report", "--critic", "--project", "nowhere")
    assert done.code == 2
    assert "nowhere" in done.err
