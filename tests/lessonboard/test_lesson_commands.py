"""`lessonboard lesson` and `lesson add`: listing, showing, adding."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command_line import Run

FIELDS = {"id", "project", "scope", "status", "evidence", "phase", "category", "severity",
          "symptom", "root_cause", "resolution", "constraint", "tags"}  # fmt: skip


def test_good_records_are_taken_and_bad_ones_named_by_line_and_field(
    run: Run, records: Path
) -> None:
    """The exit code is 1 when any was bad, and the good ones are there."""
    done = run("lesson", "add", "--file", str(records))
    assert done.code == 1
    assert f"{records}:3: severity:" in done.err
    assert f"{records}:4: record: is not a JSON object" in done.err
    assert len(run("lesson", "--json").json) == 2


def test_importing_records_again_changes_nothing_and_new_words_revise(
    run: Run, records: Path
) -> None:
    """A record is recognised by its id, or by its words where it has none."""
    run("lesson", "add", "--file", str(records))
    again = run("lesson", "add", "--file", str(records), "--json").json
    assert (again["created"], again["revised"], again["unchanged"]) == (0, 0, 2)
    lines = records.read_text().splitlines()
    changed = {**json.loads(lines[1]), "constraint": "Open one database pool for each process"}
    records.write_text(json.dumps(changed))
    assert run("lesson", "add", "--file", str(records), "--json").json["revised"] == 1
    shown = run("lesson", "lesson-pool", "--json").json[0]
    assert shown["constraint"] == "Open one database pool for each process"


def test_the_list_and_one_lesson_print_the_documented_fields(run: Run, records: Path) -> None:
    """One lesson has its account as well."""
    run("lesson", "add", "--file", str(records))
    for command in ((), ("lesson-pool",)):
        for each in run("lesson", *command, "--json").json:
            assert set(each) >= FIELDS
    assert "account" in run("lesson", "lesson-pool", "--json").json[0]


def test_filters_narrow_down_before_the_limit(run: Run, records: Path) -> None:
    """Project by its last part, category, severity, status, and time."""
    run("lesson", "add", "--file", str(records))
    same = "--project=web --category=testing --severity=high --status=candidate --since=1h"
    other = "--category=types --severity=low --status=approved --since=2999-01-01"
    for flags in ([flag] for flag in same.split()):
        assert len(run("lesson", *flags, "--json").json) == 2, flags
    for flags in ([flag] for flag in other.split()):
        assert run("lesson", *flags, "--json").json == [], flags


def test_show_takes_the_beginning_of_an_id_and_names_the_evidence(run: Run, samples: str) -> None:
    """The evidence is quoted with the events that it comes from."""
    run("session", "import", samples)
    lesson = run("lesson", "--json").json[0]
    shown = run("lesson", lesson["id"][:12])
    assert shown.code == 0
    assert lesson["evidence"][0]["event_id"] in shown.out


def test_an_unknown_lesson_is_one_line_and_exit_code_one(run: Run, records: Path) -> None:
    """The line says what to do next."""
    done = run("lesson", "lesson-nowhere")
    assert done.code == 1
    assert "see `lessonboard lesson`" in done.err
    assert len(done.err.splitlines()) == 1


def test_wrong_usage_is_exit_code_two(run: Run) -> None:
    """An unknown option, a bad time, and what does not go together are told from failures."""
    assert run("lesson", "--colour").code == 2
    assert run("lesson", "--since", "yesterday").code == 2
    assert run("lesson", "lesson-1", "--all").code == 2
    assert run("lesson", "--insights", "--severity", "low").code == 2
    assert run("lesson", "add").code == run("lesson", "add", "Rule", "--file", "f").code == 2


YES, NO = "Always run `make gen` before `make test`.", "Never run `make gen` before `make test`."


def test_an_import_names_what_contradicts_a_lesson_and_what_is_refused(
    run: Run, records: Path
) -> None:
    """By line, with how both stand; the exit code is that of a refusal."""
    good = json.loads(records.read_text().splitlines()[0])
    given = [
        {**good, "id": "yes", "constraint": YES},
        {**good, "id": "no", "constraint": NO},
        {**good, "id": "slow", "constraint": "The build is slow on Mondays"},
    ]
    records.write_text("\n".join(json.dumps(each) for each in given))
    done = run("lesson", "add", "--file", str(records))
    assert done.code == 1
    assert f"{records}:2: no (candidate) contradicts yes (candidate)\n" in done.err
    assert f"{records}:3: constraint: not kept: the constraint does not say" in done.err
    told = run("lesson", "add", "--file", str(records), "--json")
    assert told.json["contradictions"] == []  # nothing is new
    assert [each["line"] for each in told.json["refused"]] == [3]


def test_a_person_is_shown_what_contradicts_his_rule(run: Run) -> None:
    """Both stand, and how to end that is said; approving says it too."""
    first = run("lesson", "add", YES, "--global", "--json").json
    added = run("lesson", "add", NO, "--global")
    assert f"It contradicts {first['id']} (approved): {YES}\n" in added.err
    assert f"lessonboard lesson drop {first['id']}" in added.err
    assert (
        run("lesson", "add", NO, "--global", "--json").json["contradicts"][0]["id"] == first["id"]
    )
    approved = run("lesson", "keep", first["id"])
    assert f"(approved): {NO}\n" in approved.err
    shown = run("lesson", first["id"]).out
    assert "agents are not shown this lesson: it contradicts lesson-" in shown
    reason = run("lesson", first["id"], "--json").json[0]["reason"]
    assert reason.startswith("contradicts lesson-")
