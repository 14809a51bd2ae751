"""`lessonboard insight`: listing, searching, showing, and deciding on insights."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from blackboard import Board, NewEvent
from blackboard.events.insight import InsightCurated
from blackboard.events.payload import Evidence, new
from blackboard.events.use import ContextInjected
from lessonboard.cli.lazy import load
from lessonboard.cli.table import children
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
        return [each["id"][-4:] for each in known("insight", "list", *options, "--json").json]

    assert ids() == ["bb33", "aa22", "aa11"]
    assert ids("--project", "kite") == ["bb33", "aa11"]
    assert ids("--category", "testing", "--limit", "1") == ["bb33"]
    assert ids("--project", "glider", "--status", "candidate") == ["aa22"]
    assert ids("--status", "approved") == []
    assert ids("--status", "retired") == []
    assert known("insight", "list", "--category", "gossip").code == 2


def test_the_list_is_narrowed_down_by_scope_and_confidence(known: Run) -> None:
    """Of this project, for everywhere, or both; and those that are at least so sure."""

    def ids(*options: str) -> list[str]:
        return [each["id"][-4:] for each in known("insight", "list", *options, "--json").json]

    known("insight", "promote", "aa11")
    assert ids("--scope", "global") == ["aa11"]
    assert ids("--scope", "project") == ["bb33", "aa22"]
    assert ids("--scope", "all") == ["bb33", "aa22", "aa11"]
    assert ids("--min-confidence", "0.8") == ["bb33", "aa22", "aa11"]
    assert ids("--min-confidence", "0.81") == []
    assert known("insight", "list", "--min-confidence", "2").code == 2


def test_less_sure_insights_are_told_as_the_settings_say(known: Run, tmp_path: Path) -> None:
    """By default from 0.7; the board's are 0.8 sure."""
    ask = ("context", "--project", "kite", "--prompt", "Run make lint before you commit, please.")
    assert "make lint" in known(*ask).out
    settings_file(tmp_path).write_text("[context]\nmin_confidence = 0.81\n", encoding="utf-8")
    assert known(*ask).out == ""
    known("insight", "approve", "aa11")
    assert "make lint" in known(*ask).out


@pytest.mark.parametrize("command", [("list",), ("search", "lint"), ("show", "aa11")])
def test_reads_print_lists_of_the_documented_fields(known: Run, command: tuple[str, ...]) -> None:
    """The same shape from all three, with times in ISO 8601."""
    found = known("insight", *command, "--json").json
    assert isinstance(found, list)
    assert all(set(each) == FIELDS for each in found)
    assert found[-1]["statement"] == "Run `make lint` before you commit."
    assert found[-1]["last_seen_at"] == "1970-01-01T00:00:00.001000Z"


def test_search_finds_words_in_any_form(known: Run) -> None:
    """And says so when there is nothing."""
    found = known("insight", "search", "committing", "--json").json
    assert [each["id"] for each in found] == ["insight-aa11"]
    assert known("insight", "search", "unheard").out == "No insights.\n"
    assert known("insight", "search", "make", "--project", "glider", "--json").json[0]["seen"] == 1


def test_decisions_are_shown_with_their_reasons_and_undone(known: Run) -> None:
    """Retire, promote, and back again, to what it was; no decision without a name."""
    before = known("insight", "show", "aa11", "--json").json[0]
    retired = known("insight", "retire", "aa11", "--reason", "we use just", "--json").json
    assert (retired["status"], retired["reason"]) == ("retired", "we use just")
    promoted = known("insight", "promote", "insight-aa1", "--json").json
    assert (promoted["status"], promoted["scope"]) == ("retired", "global")
    shown = known("insight", "show", "aa11").out
    assert f"insight.retired  {promoted['decisions'][0]['event']}  human  we use just\n" in shown
    assert "everywhere" in shown
    event = promoted["decisions"][0]["event"]
    once = known("insight", "undo", "aa11", "--decision", event, "--json").json
    assert (once["status"], once["reason"], once["scope"]) == ("candidate", "", "global")
    twice = known("insight", "undo", "aa11", "--json").json
    assert twice.pop("undone") == ["insight.retired", "insight.promoted"]
    assert twice == {name: value for name, value in before.items() if name != "undone"}
    done = known("insight", "undo", "aa11")
    assert done.code == 1
    assert done.err == (
        "lessonboard: there is no decision about insight-aa11 to take back; "
        "`lessonboard insight show insight-aa11` lists them\n"
    )


def test_an_insight_waits_until_somebody_stands_behind_it(known: Run) -> None:
    """Approved it is a person's, and undone it waits again."""
    approved = known("insight", "approve", "aa11", "--reason", "we do", "--json").json
    assert (approved["status"], approved["trust"], approved["reason"]) == (
        "approved", "approved", "we do",
    )  # fmt: skip
    again = known("insight", "undo", "aa11", "--json").json
    assert (again["status"], again["trust"]) == ("candidate", "tool")


def test_a_person_reads_what_it_says_and_where_it_holds(known: Run) -> None:
    """One line for the statement, one for its standing."""
    out = known("insight", "retire", "aa22").out
    assert out == (
        "Run `make db` before the tests.\n"
        "  insight-aa22  testing  retired  confidence 0.80, last 1970-01-01  ada/glider\n"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("aa", "'aa' could be any of insight-aa11, insight-aa22; write more of it"),
        ("nowhere", "there is no insight 'nowhere'; see `lessonboard insight list`"),
        ("", "there is no insight ''; see `lessonboard insight list`"),
    ],
)
def test_unknown_and_ambiguous_ids_are_one_line(known: Run, name: str, said: str) -> None:
    """What it could be, or where to look."""
    done = known("insight", "retire", name)
    assert (done.code, done.err) == (1, f"lessonboard: {said}\n")


def test_the_past_shows_it_as_it_was(known: Run) -> None:
    """--as-of a position before the decision."""
    known("insight", "retire", "aa11")
    then = known("insight", "show", "aa11", "--as-of", "3", "--json").json[0]
    assert (then["status"], then["decisions"]) == ("candidate", [])
    assert known("insight", "list", "--as-of", "1", "--json").json == [then]


def test_nothing_printed_steers_the_terminal(known: Run) -> None:
    """In lists, and in the whole of one with its evidence and reasons."""
    known("insight", "retire", "bb33", "--reason", STEERING)
    out = known("insight", "list").out + known("insight", "show", "bb33").out
    assert out.count("Mock the clock in tests") == 4
    assert not {"\x1b", "\x07", "\u202e"} & set(out)


def test_every_command_and_option_explains_itself() -> None:
    """In one plain sentence."""
    names = set(children("insight"))
    assert names == {"list", "search", "show", "add", "approve", "revise", "retire", "promote",
                     "undo", "curate", "account"}  # fmt: skip
    for command in filter(None, (load(f"insight {name}") for name in names)):
        assert (command.help or "").split("\n")[0].endswith(".")
        options = [each for each in command.params if isinstance(each, click.Option)]
        assert all(each.help for each in options)


# What a person states


def test_what_a_person_states_is_approved_at_once(known: Run) -> None:
    """For a project or for all, with a category by its words or by his; twice it is known."""
    say = ("insight", "add", "This project uses the repository pattern.", "--project", "kite")
    made = known(*say, "--json").json
    assert (made["status"], made["trust"], made["scope"]) == ("approved", "human", "project")
    assert (made["category"], made["learned_from"]) == ("projectSpecific", "by-hand")
    assert (made["project"], made["new"], made["contradicts"]) == (HERE, True, [])
    again = known(*say, "--json").json
    assert (again["id"], again["new"]) == (made["id"], False)
    everywhere = known("insight", "add", "Sort rows", "--global", "--category", "testing").out
    assert "testing  approved  confidence 0.95" in everywhere
    (row,) = known("insight", "list", "--scope", "global", "--json").json
    assert (row["statement"], row["project"]) == ("Sort rows", None)


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
    done = run("insight", "add", *words)
    assert done.code == code
    assert said in done.err
    assert run("insight", "list").out == "No insights.\n"


def test_a_statement_approves_the_lesson_that_says_it(run: Run, records: Path) -> None:
    """There is no insight beside it."""
    run("lesson", "import", str(records))
    done = run("insight", "add", "Always run the type-check before committing", "--project",
               "github.com/example/web")  # fmt: skip
    assert "says so already; it is approved now" in done.out
    assert run("insight", "list").out == "No insights.\n"


def test_a_statement_stands_beside_what_it_contradicts(known: Run) -> None:
    """An insight that nobody stands behind gives way; a lesson makes a pair with it."""
    known("insight", "add", "Never run `make db` before the tests.", "--project", "glider")
    assert known("insight", "show", "aa22", "--json").json[0]["status"] == "retired"
    known("add", "Always commit the generated files.", "--project", "kite")
    done = known("insight", "add", "Never commit the generated files.", "--project", "kite",
                 "--json").json  # fmt: skip
    assert (done["status"], [each["verdict"] for each in done["contradicts"]]) == (
        "approved", ["opposite"])  # fmt: skip
    (lesson,) = known("lesson", "list", "--json").json
    assert [each["other"] for each in lesson["contradicts"]] == [done["id"]]


def test_words_are_replaced_and_undone(known: Run) -> None:
    """Statement and category; without either it is a mistake."""
    revised = known("insight", "revise", "aa11", "--statement", "Run `just lint` first.",
                    "--category", "testing", "--json").json  # fmt: skip
    assert (revised["statement"], revised["category"]) == ("Run `just lint` first.", "testing")
    assert known("insight", "search", "just", "--json").json[0]["id"] == revised["id"]
    undone = known("insight", "undo", "aa11", "--json").json
    assert undone["statement"] == "Run `make lint` before you commit."
    assert known("insight", "revise", "aa11").code == 2
    assert known("insight", "revise", "aa11", "--statement", " ").code == 1


def test_what_waits_is_gone_through_one_key_for_each(known: Run) -> None:
    """Approve, take it back, approve again, edit, promote, and stop at the end of the input."""
    done = known("insight", "curate", stdin="a\nu\na\ne\nSort the rows first.\nx\np\n")
    assert done.code == 0
    assert "Taken back." in done.out
    assert "Press one of the letters in brackets." in done.out
    assert done.out.endswith("0 insights waiting for a decision.\n")
    rows = known("insight", "list", "--json").json
    assert {each["status"] for each in rows} == {"approved"}
    assert sorted(each["scope"] for each in rows) == ["global", "project", "project"]
    assert "Sort the rows first." in {each["statement"] for each in rows}


def test_curating_for_programs_asks_nothing(known: Run) -> None:
    """It prints what the policy did and what waits, in one project or all."""
    done = known("insight", "curate", "--project", "glider", "--json").json
    assert (done["decided"], [each["id"] for each in done["waiting"]]) == ({}, ["insight-aa22"])
    assert known("insight", "curate", "--policy").out == "3 insights waiting for a decision.\n"
    assert known("insight", "curate", stdin="s\nq\n").out.endswith(
        "3 insights waiting for a decision.\n")  # fmt: skip


def test_an_account_says_where_it_was_shown(known: Run, tmp_path: Path) -> None:
    """Sessions and tokens, for people and programs."""
    assert "never shown to an agent" in known("insight", "account", "aa11").out
    with Board.open(tmp_path / "board.db") as board:
        told = ContextInjected(session="s7", text="words", items=["insight-aa11"], tokens=9)
        board.append([new(told, project=HERE, occurred_at=1_000_000)])
    found = known("insight", "account", "aa1", "--json").json
    assert (found["insight"], found["statement"]) == (
        "insight-aa11", "Run `make lint` before you commit.")  # fmt: skip
    assert (found["injected"], found["tokens"], found["obeyed"]) == (1, 9, 0)
    out = known("insight", "account", "aa11").out
    assert "shown in 1 session, last on 1970-01-01: 9 tokens" in out
    assert "effect: not measured" in out
