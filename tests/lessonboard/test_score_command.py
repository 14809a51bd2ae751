"""`lesson critique`: what it reads, what it keeps, what it counts, and what it remembers."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, BoardError
from lessonboard.cli.lesson.critique import _read
from tests.command_line import Run, settings_file

KEYS = {"recommendations", "not_kept", "original_count", "vetoed_count", "discarded_count",
        "not_good_enough_count", "refined_count", "deduplicated_count", "final_count",
        "reflection_enabled"}  # fmt: skip
GOOD = {
    "instruction": "Pass `--config dev.toml` to `npm run seed` in scripts/seed.ts.",
    "scope": "scripts/seed.ts",
    "rationale": "The script exits with 1 without it, since it does not guess.",
    "issue": "Seeding failed: --config is required",
}
ALIKE = {**GOOD, "instruction": "pass `--config dev.toml` to `npm run seed` in scripts/seed.ts"}
OTHER = {**GOOD, "instruction": "Pass `--config prod.toml` to `npm run seed` in scripts/seed.ts."}
VAGUE = {"instruction": "Improve the quality of the code"}
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of two good recommendations, one that says the same, and a vague one."""
    path = tmp_path / "advice.json"
    path.write_text(json.dumps([GOOD, ALIKE, OTHER, VAGUE]))
    return path


def types(tmp_path: Path) -> Counter[str]:
    """What is on the board, by type."""
    with Board.open(tmp_path / "board.db") as board:
        return Counter(event.type for event in board.read())


# What it keeps


def test_good_advice_is_kept_and_the_counts_add_up(run: Run, file: Path, tmp_path: Path) -> None:
    """Every recommendation has one outcome; the board remembers which."""
    done = run("lesson", "critique", str(file), "--json")
    assert (done.code, done.err) == (0, "")
    told = done.json
    assert set(told) == KEYS
    kept = [each["instruction"] for each in told["recommendations"]]
    assert kept == [GOOD["instruction"], OTHER["instruction"]]
    assert told["original_count"] == 4
    assert (told["discarded_count"], told["deduplicated_count"], told["final_count"]) == (1, 1, 2)
    assert told["reflection_enabled"] is True
    for each in told["recommendations"]:
        critique = each["critique"]
        assert critique["quality_score"] >= 0.7
        assert critique["actionable"] is critique["fixes_issue"] is True
    counts = types(tmp_path)
    assert counts["recommendation.proposed"] == 4
    assert counts["recommendation.accepted"] == 2
    assert counts["recommendation.discarded"] == 2
    run("lesson", "critique", str(file))
    assert types(tmp_path) == counts


def test_a_person_reads_score_state_and_what_to_do_better(run: Run, file: Path) -> None:
    """One line each, and how many there were of what."""
    out = run("lesson", "critique", str(file)).out
    assert f"accepted         {GOOD['instruction']}" in out
    assert f"duplicate        {ALIKE['instruction']}" in out
    assert f"discarded        {VAGUE['instruction']}" in out
    assert (
        "4 recommendations: 2 kept, 0 of them refined, 0 vetoed, 1 discarded, 0 not good enough, "
        "1 duplicate." in out
    )


def test_a_veto_says_which_and_why_and_is_no_low_score(run: Run) -> None:
    """Harm, and a high score without a bearing on the issue, in output and statistics."""
    harmful = {"instruction": "Run `git push --force origin main`.", "id": "harmful"}
    beside = {**GOOD, "id": "beside", "issue": "The invoice shows the wrong total."}
    fair = {"instruction": "Give up on the provider after a while.", "scope": "rates/client.py",
            "issue": "Invoices are wrong.", "id": "fair"}  # fmt: skip
    rows = json.dumps([harmful, beside, fair])
    told = run("lesson", "critique", "-", "--json", stdin=rows).json
    found = {each["id"]: each for each in told["not_kept"]}
    assert {name: each["outcome"] for name, each in found.items()} == {
        "harmful": "vetoed", "beside": "vetoed", "fair": "not_good_enough",
    }  # fmt: skip
    assert [found[name]["critique"]["veto"] for name in ("harmful", "beside", "fair")] == [
        "harm", "fixes_issue", None,
    ]  # fmt: skip
    assert found["beside"]["critique"]["quality_score"] >= 0.7
    assert (told["vetoed_count"], told["discarded_count"], told["not_good_enough_count"]) == (
        2, 0, 1,
    )  # fmt: skip
    out = run("lesson", "critique", "-", stdin=rows).out
    assert "harm: Must not be done: it rewrites history." in out
    assert "fixes_issue: " in out
    assert "discarded  " not in out


def test_what_is_refined_is_counted_and_scored_as_it_is_kept(run: Run) -> None:
    """The score belongs to the text that is printed."""
    advice = {**GOOD, "instruction": f"Please {GOOD['instruction'].lower()}", "scope": ""}
    told = run("lesson", "critique", "-", "--json", "--no-record", stdin=json.dumps(advice)).json
    again = json.dumps(told["recommendations"])
    twice = run("lesson", "critique", "-", "--json", "--no-record", stdin=again).json
    assert [each["critique"]["quality_score"] for each in told["recommendations"]] == [
        each["critique"]["quality_score"] for each in twice["recommendations"]
    ]
    assert twice["refined_count"] == 0


# What it reads


@pytest.mark.parametrize("form", ["list", "lines", "windows lines", "blank lines", "marked"])
def test_lists_and_lines_are_read_from_files_and_standard_input(run: Run, form: str) -> None:
    """With whatever line ends, blank lines and marks the editor left."""
    rows = [json.dumps(each) for each in (GOOD, VAGUE)]
    text = {
        "list": f"\n  [{','.join(rows)}]",
        "lines": "\n".join(rows),
        "windows lines": "\r\n".join(rows) + "\r\n",
        "blank lines": "\n\n".join(rows) + "\n\n",
        "marked": "\ufeff" + "\n".join(rows),
    }[form]
    told = run("lesson", "critique", "-", "--json", "--no-record", stdin=text).json
    assert (told["original_count"], told["final_count"]) == (2, 1)


@pytest.mark.parametrize("text", ["", "\n \n", "[]"])
def test_an_empty_file_holds_no_recommendations(run: Run, text: str) -> None:
    """Which is no error."""
    done = run("lesson", "critique", "-", "--json", "--no-record", stdin=text)
    assert done.code == 0
    assert (done.json["original_count"], done.json["recommendations"]) == (0, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"instruction": "a"}\n\nnot json', "record 2: is no JSON: "),
        ('{"instruction": "a"}\n{"instruction":', "record 2: is no JSON: "),
        ('[{"instruction": "a"}', "is no JSON list: "),
        ('["a"]', "record 1: is no JSON object"),
        ('[{"instruction": "a"}, null]', "record 2: is no JSON object"),
        ("3", "record 1: is no JSON object"),
        ('[{"instruction": "a"}, {"scope": "b"}]', "record 2: instruction: Field required"),
        ('{"instruction": ["a"]}', "record 1: instruction: Input should be a valid string"),
        ('{"instruction": "a", "id": {}}', "record 1: id: Input should be a valid string"),
        ("\x00", "record 1: is no JSON"),
    ],
)
def test_a_broken_file_names_the_record_and_what_is_wrong(
    tmp_path: Path, text: str, said: str
) -> None:
    """One line: which of them, which field, and what it should be."""
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(BoardError) as told:
        _read(path)
    assert str(told.value).startswith(str(path))
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_a_broken_file_is_exit_code_one_and_leaves_the_board_alone(
    run: Run, tmp_path: Path
) -> None:
    """Standard input is named as such, and nothing before the fault is recorded."""
    none = {"LESSONBOARD_DB": str(tmp_path / "none.db")}
    done = run("lesson", "critique", "-", stdin=f"{json.dumps(GOOD)}\nnot json", **none)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("lessonboard: standard input, record 2: is no JSON: ")
    assert not (tmp_path / "none.db").exists()
    missing = run("lesson", "critique", "nowhere.json")
    assert missing.code == 1
    assert missing.err == "lessonboard: could not read nowhere.json: No such file or directory\n"


def test_odd_fields_are_passed_over_and_numbers_are_words(run: Run) -> None:
    """Whoever made the file may say more than is asked for."""
    advice = {**GOOD, "id": 7, "priority": "high", "scope": 3}
    told = run("lesson", "critique", "-", "--json", "--no-record", stdin=json.dumps(advice)).json
    (kept,) = told["recommendations"]
    assert (kept["id"], kept["scope"]) == ("7", "3")


def test_two_with_the_same_id_are_two(run: Run) -> None:
    """An id that was given twice loses nothing, and merges only what says the same."""
    rows = [{**GOOD, "id": "1"}, {**OTHER, "id": "1"}, {**ALIKE, "id": "1"}]
    told = run("lesson", "critique", "-", "--json", stdin=json.dumps(rows)).json
    assert (told["final_count"], told["deduplicated_count"]) == (2, 1)


# How it judges


def test_an_unknown_profile_names_the_known_ones(run: Run, file: Path) -> None:
    """The user's own among them."""
    done = run("lesson", "critique", str(file), "--profile", "sloppy")
    assert done.code == 1
    assert done.err == (
        "lessonboard: there is no profile 'sloppy' for [reflection]; known are strict, lenient\n"
    )


def test_profiles_judge_as_they_say(run: Run, tmp_path: Path) -> None:
    """What strict turns down lenient lets through; a profile of one's own does as it says."""
    advice = json.dumps({"instruction": "Prefer `make gen`"})
    settings_file(tmp_path).write_text(
        "[reflection.profiles.none]\nthresholds = { quality_threshold = 1.0 }\n"
    )
    kept = {
        profile: run(
            "lesson", "critique", "-", "--json", "--no-record", "--profile", profile, stdin=advice
        ).json["final_count"]
        for profile in ("strict", "lenient", "none")
    }
    assert kept == {"strict": 0, "lenient": 1, "none": 0}


def test_switched_off_it_says_so(run: Run, file: Path, tmp_path: Path) -> None:
    """Everything is kept unjudged."""
    settings_file(tmp_path).write_text("[reflection]\nenabled = false\n")
    done = run("lesson", "critique", str(file), "--json", "--no-record")
    assert done.code == 0
    assert (done.json["reflection_enabled"], done.json["final_count"]) == (False, 4)
    assert {each["critique"] for each in done.json["recommendations"]} == {None}
    assert "[reflection] enabled is false" in done.err


def test_a_model_that_cannot_be_reached_is_replaced_by_rules(
    run: Run, file: Path, tmp_path: Path
) -> None:
    """The same is kept, standard error says why, and the exit code is 0."""
    settings = tmp_path / "config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[model]\nname = 'mine'\nbase_url = 'http://127.0.0.1:9/v1'\nretries = 0\n")
    here = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    done = run("lesson", "critique", str(file), "--json", **here)
    assert (done.code, done.json["final_count"]) == (0, 2)
    assert all(line.startswith("lessonboard: judged by rules instead: ")
               for line in done.err.splitlines())  # fmt: skip
    assert done.err
    without = run("lesson", "critique", str(file), "--json", "--no-model", **here)
    assert (without.err, without.json["final_count"]) == ("", 2)


# What it remembers


def test_without_recording_the_board_is_left_alone(run: Run, file: Path, tmp_path: Path) -> None:
    """Neither an event nor, where there was none, a file."""
    none = {"LESSONBOARD_DB": str(tmp_path / "none.db")}
    assert run("lesson", "critique", str(file), "--no-record", **none).code == 0
    assert not (tmp_path / "none.db").exists()
    run("lesson", "critique", str(file))
    before = types(tmp_path)
    (tmp_path / "other.json").write_text(json.dumps([{**GOOD, "instruction": "Run `make x`"}]))
    run("lesson", "critique", str(tmp_path / "other.json"), "--no-record")
    assert types(tmp_path) == before


def test_secrets_are_taken_out_before_anything_is_judged_or_kept(run: Run, tmp_path: Path) -> None:
    """Advice that somebody pasted a token into is kept without it."""
    advice: dict[str, Any] = {**GOOD, "rationale": f"The script needs {TOKEN} to run at all."}
    done = run("lesson", "critique", "-", "--json", stdin=json.dumps(advice))
    assert TOKEN not in done.out
    assert TOKEN.encode() not in (tmp_path / "board.db").read_bytes()


def test_nothing_printed_steers_the_terminal(run: Run) -> None:
    """Advice may come from anywhere."""
    advice = {**VAGUE, "instruction": "Improve \x1b[2J\x1b]0;owned\x07 the \u202e quality"}
    done = run("lesson", "critique", "-", "--no-record", stdin=json.dumps(advice))
    assert not {"\x1b", "\x07", "\u202e"} & set(done.out + done.err)


def test_the_help_says_what_a_file_looks_like(run: Run) -> None:
    """Somebody who has never seen it can write one."""
    done = run("lesson", "critique", "--help")
    assert "JSON list, or one JSON object a line" in " ".join(done.out.split())
    assert "- is standard input" in " ".join(done.out.split())
    assert run("lesson", "critique").code == 2
