"""The commands of `lessonboard lesson` on insights: listing, showing, and deciding on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from blackboard.events.insight import InsightCurated
from blackboard.events.payload import Evidence, new
from blackboard.events.use import ContextInjected
from tests.blackboard.lessons import ELSEWHERE, HERE
from tests.command_line import Run, settings_file

FIELDS = {"id", "project", "scope", "status", "statement", "category", "confidence", "trust",
          "actionable", "learned_from", "evidence", "seen", "created_at", "last_seen_at",
          "reason", "decisions", "undone", "signed_by", "approvers", "writer", "said"}  # fmt: skip
STEERING = "Mock \x1b[2J the clock \x1b]0;owned\x07 in \u202e tests"


def _insight(name: str, statement: str, project: str, at: int, category: str) -> NewEvent:
    kept = InsightCurated.model_validate({
        "insight": f"insight-{name}", "statement": statement, "category": category,
        "confidence": 0.8, "learned_from": "s1",
        "evidence": [Evidence(event_id="e1", quote=statement, session="s1")],
    })  # fmt: skip
    return new(kept, stream=f"insight:insight-{name}", project=project, occurred_at=at)


@pytest.fixture
def known(run: Run, tmp_path: Path) -> Run:
    """A command line whose board has three insights, the last seen latest."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([
            _insight("aa11", "Run `make lint` before you commit.", HERE, 1_000, "projectSpecific"),
            _insight("aa22", "Run `make db` before the tests.", ELSEWHERE, 2_000, "testing"),
            _insight("bb33", STEERING, HERE, 3_000, "testing"),
        ])  # fmt: skip
    return run


def test_the_list_is_narrowed_down_before_the_limit(known: Run) -> None:
    """Project by its last part, category, status; the last seen first."""

    def ids(*options: str) -> list[str]:
        return [each["id"][-4:] for each in known("lesson", "--insights", *options, "--json").json]

    assert ids() == ["bb33", "aa22", "aa11"]
    assert ids("--project", "kite") == ["bb33", "aa11"]
    assert ids("--category", "testing", "--limit", "1") == ["bb33"]
    assert ids("--since", "2026-01-01") == []
    assert ids("--project", "glider", "--status", "candidate") == ["aa22"]
    assert ids("--status", "approved") == []
    assert ids("--status", "retired") == []


def test_less_sure_insights_are_told_as_the_settings_say(known: Run, tmp_path: Path) -> None:
    """By default from 0.7; the board's are 0.8 sure."""
    ask = (
        "lesson",
        "context",
        "--project",
        "kite",
        "--prompt",
        "Run make lint before you commit, please.",
    )
    assert "make lint" in known(*ask).out
    settings_file(tmp_path).write_text("[context]\nmin_confidence = 0.81\n", encoding="utf-8")
    assert known(*ask).out == ""
    known("lesson", "keep", "aa11")
    assert "make lint" in known(*ask).out


def test_reads_print_lists_of_the_documented_fields(known: Run) -> None:
    """One of them with its account, with times in ISO 8601."""
    listed = known("lesson", "--insights", "--json").json
    (shown,) = known("lesson", "aa11", "--json").json
    assert shown.pop("account")["injected"] == 0
    assert all(set(each) == FIELDS for each in (*listed, shown))
    assert listed[-1] == shown
    assert shown["statement"] == "Run `make lint` before you commit."
    assert shown["last_seen_at"] == "1970-01-01T00:00:00.001000Z"


def test_decisions_are_shown_with_their_reasons_and_undone(known: Run) -> None:
    """Drop, approve for every project, and back again to what it was."""
    before = known("lesson", "--insights", "--json").json[-1]
    retired = known("lesson", "drop", "aa11", "--reason", "we use just", "--json").json
    assert (retired["status"], retired["reason"]) == ("retired", "we use just")
    promoted = known("lesson", "keep", "--everywhere", "insight-aa1", "--json").json
    assert (promoted["status"], promoted["scope"]) == ("approved", "global")
    shown = known("lesson", "aa11").out
    assert f"insight.retired  {promoted['decisions'][0]['event']}  human  we use just\n" in shown
    assert "everywhere" in shown
    for decision in promoted["decisions"]:
        undone = known("lesson", "undo", "aa11", "--decision", decision["event"], "--json").json
    kinds = ["insight.retired", "insight.approved", "insight.promoted"]
    assert undone.pop("undone") == kinds
    assert undone == {name: value for name, value in before.items() if name != "undone"}
    done = known("lesson", "undo", "aa11")
    assert (done.code, "there is no decision about insight-aa11 to undo" in done.err) == (1, True)


def test_an_insight_waits_until_somebody_stands_behind_it(known: Run) -> None:
    """Approved it is a person's, and undone it waits again."""
    approved = known("lesson", "keep", "aa11", "--reason", "we do", "--json").json
    assert (approved["status"], approved["trust"], approved["reason"]) == (
        "approved", "approved", "we do",
    )  # fmt: skip
    again = known("lesson", "undo", "aa11", "--json").json
    assert (again["status"], again["trust"]) == ("candidate", "tool")


def test_a_person_reads_what_it_says_and_where_it_holds(known: Run) -> None:
    """One line, below where it holds: its id, how it stands, and the statement."""
    known("lesson", "drop", "aa22")
    assert known("lesson", "--insights", "--status", "retired").out == (
        "ada/glider  (1)\n  aa22  retired    1 session   Run `make db` before the tests.\n"
    )


def test_the_past_shows_it_as_it_was(known: Run) -> None:
    """--as-of a position before the decision."""
    known("lesson", "drop", "aa11")
    (then,) = known("lesson", "--insights", "--as-of", "1", "--json").json
    assert (then["status"], then["decisions"]) == ("candidate", [])
    assert known("lesson", "aa11", "--as-of", "3", "--json").json[0]["status"] == "candidate"


def test_nothing_printed_steers_the_terminal(known: Run) -> None:
    """In lists, and in the whole of one with its evidence and reasons."""
    known("lesson", "drop", "bb33", "--reason", STEERING)
    out = known("lesson", "--insights", "--all").out + known("lesson", "bb33").out
    assert out.count("Mock the clock in tests") == 4
    assert not {"\x1b", "\x07", "\u202e"} & set(out)


# What a person states


def test_what_a_person_states_is_approved_at_once(known: Run) -> None:
    """For a project or for all, with a category by its words; twice it is known."""
    say = (
        "lesson",
        "add",
        "--insight",
        "This project uses the repository pattern.",
        "--project",
        "kite",
    )
    made = known(*say, "--json").json
    assert (made["status"], made["trust"], made["scope"]) == ("approved", "human", "project")
    assert (made["category"], made["learned_from"]) == ("projectSpecific", "by-hand")
    assert (made["project"], made["new"], made["contradicts"]) == (HERE, True, [])
    again = known(*say, "--json").json
    assert (again["id"], again["new"]) == (made["id"], False)
    everywhere = known("lesson", "add", "--insight", "Sort rows", "--global").out
    assert "approved  confidence 0.95" in everywhere
    row = known("lesson", "--insights", "--json").json[0]
    assert (row["statement"], row["project"], row["scope"]) == ("Sort rows", None, "global")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("  ", "--global"), 1, "not kept: the rule is empty"),
        (("Use", "sk-ant-" + "api03-" + "Ab3dEf6hIj9kLm2n" * 5, "--global"), 1, "a secret"),
        (("Use it", "--global", "--project", "kite"), 2, "not both"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    run: Run, words: tuple[str, ...], code: int, said: str
) -> None:
    """Nothing, a secret, or two places; in one line."""
    done = run("lesson", "add", "--insight", *words)
    assert done.code == code
    assert said in done.err
    assert run("lesson", "--insights").out.startswith("No insights. ")


def test_a_statement_approves_the_lesson_that_says_it(run: Run, records: Path) -> None:
    """There is no insight beside it."""
    run("lesson", "add", "--file", str(records))
    done = run("lesson", "add", "--insight", "Always run the type-check before committing",
               "--project", "github.com/example/web")  # fmt: skip
    assert "It is known already, and approved now:" in done.out
    assert run("lesson", "--insights").out.startswith("No insights. ")


def test_a_statement_stands_beside_what_it_contradicts(known: Run) -> None:
    """An insight that nobody stands behind gives way; a lesson makes a pair with it."""
    known(
        "lesson", "add", "--insight", "Never run `make db` before the tests.", "--project", "glider"
    )
    assert known("lesson", "aa22", "--json").json[0]["status"] == "retired"
    known("lesson", "add", "Always commit the generated files.", "--project", "kite")
    done = known("lesson", "add", "--insight", "Never commit the generated files.",
                 "--project", "kite", "--json").json  # fmt: skip
    assert (done["status"], [each["verdict"] for each in done["contradicts"]]) == (
        "approved", ["opposite"])  # fmt: skip
    (lesson,) = known("lesson", "--json").json
    assert [each["other"] for each in lesson["contradicts"]] == [done["id"]]


def test_words_are_replaced_and_undone(known: Run) -> None:
    """Statement and category; without either it is a mistake."""
    revised = known("lesson", "edit", "aa11", "--rule", "Run `just lint` first.",
                    "--category", "testing", "--json").json  # fmt: skip
    assert (revised["statement"], revised["category"]) == ("Run `just lint` first.", "testing")
    undone = known("lesson", "undo", "aa11", "--json").json
    assert undone["statement"] == "Run `make lint` before you commit."
    assert known("lesson", "edit", "aa11").code == 2
    assert known("lesson", "edit", "aa11", "--rule", " ").code == 1


def test_what_waits_is_gone_through_one_key_for_each(known: Run) -> None:
    """Approve, undo it, approve again, edit, promote, and stop at the end of the input."""
    done = known("lesson", "review", "--all", stdin="a\nu\na\ne\nSort the rows first.\nx\np\n")
    assert done.code == 0
    assert "Undone." in done.out
    assert "Press one of the letters in brackets." in done.out
    assert done.out.endswith("0 insights of these still waiting.\n")
    rows = known("lesson", "--insights", "--json").json
    assert {each["status"] for each in rows} == {"approved"}
    assert sorted(each["scope"] for each in rows) == ["global", "project", "project"]
    assert "Sort the rows first." in {each["statement"] for each in rows}


def test_an_insight_is_not_pinned(known: Run) -> None:
    """Nor does it have a check, a cause or a severity; each is wrong usage."""
    for words in (("keep", "--pin"), ("keep", "--wake"), ("edit", "--severity", "low")):
        assert known("lesson", *words, "aa11").code == 2
    assert known("lesson", "aa11", "--json").json[0]["decisions"] == []


def test_an_account_says_where_it_was_shown(known: Run, tmp_path: Path) -> None:
    """Sessions and tokens, for people and programs."""
    assert "never shown to an agent" in known("lesson", "aa11").out
    with Board.open(tmp_path / "board.db") as board:
        told = ContextInjected(session="s7", text="words", items=["insight-aa11"], tokens=9)
        board.append([new(told, project=HERE, occurred_at=1_000_000)])
    found = known("lesson", "aa1", "--json").json[0]["account"]
    assert (found["injected"], found["tokens"], found["obeyed"]) == (1, 9, 0)
    out = known("lesson", "aa11").out
    assert "shown in 1 session, last on 1970-01-01: 9 tokens" in out
    assert "effect: not measured" in out
