"""The benchmark of recordings judges by the database, and its peer is a program that runs."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import pytest

from bench.recordings.changes import CHANGES
from bench.recordings.customers import CUSTOMERS, Customer, State, change, create, state
from bench.recordings.judge import Effect, Judged, judge
from bench.recordings.matrix import SIDES, Cell
from bench.recordings.peer import Lines, script
from bench.recordings.table import as_text
from bench.recordings.tasks import TASKS

_BEFORE = State(CUSTOMERS)
_ADA, _GRACE, *_ = CUSTOMERS
_DELETE = Effect("delete", _ADA.email)


@pytest.mark.parametrize(
    ("after", "succeeded", "verdict", "did_wrong"),
    [
        (_BEFORE - State([_ADA]), True, "right", False),
        (_BEFORE - State([_ADA]), False, "stopped", False),
        (_BEFORE, False, "stopped", False),
        (_BEFORE, True, "wrong", False),
        (_BEFORE - State([_GRACE]), True, "wrong", True),
        (_BEFORE - State([_GRACE]), False, "wrong", True),
        (_BEFORE - State([_ADA, _GRACE]), True, "wrong", True),
    ],
)
def test_a_run_is_judged_by_what_the_table_holds(
    after: State, *, succeeded: bool, verdict: str, did_wrong: bool
) -> None:
    """Only the wanted effect is right; another one is wrong even if the run reports a failure."""
    judged = judge(_BEFORE, after, _DELETE.on(_BEFORE), succeeded=succeeded)

    assert (judged.verdict, judged.did_wrong) == (verdict, did_wrong)


def test_where_the_effect_is_impossible_only_stopping_is_right() -> None:
    """With the row gone the wanted state is none, so stopping is right and success is wrong."""
    without = _BEFORE - State([_ADA])
    wanted = _DELETE.on(without)

    assert wanted is None
    assert judge(without, without, wanted, succeeded=False).verdict == "right"
    assert judge(without, without, wanted, succeeded=True).verdict == "wrong"


def test_whoever_sends_the_form_of_something_else_is_wrong() -> None:
    """The wanted effect does not make up for another form that was sent."""
    after = _BEFORE - State([_ADA])

    judged = judge(_BEFORE, after, after, succeeded=True, strays=1)

    assert judged == Judged("wrong", "sent the form of something else", did_wrong=True)


def test_stopping_is_right_where_a_person_should_look() -> None:
    """After a change that a person should look at, both the effect and stopping are right."""
    after = _DELETE.on(_BEFORE)

    for now, succeeded in ((_BEFORE, False), (after, True)):
        assert now is not None
        judged = judge(_BEFORE, now, after, succeeded=succeeded, possible="either")
        assert judged.verdict == "right"


def test_an_effect_on_an_address_that_is_taken_is_impossible() -> None:
    """E-mail addresses are unique, so neither a new customer nor a changed one takes another's."""
    taken = {"email": _GRACE.email}

    assert Effect("add", values={"name": "Ada", **taken}).on(_BEFORE) is None
    assert Effect("change", _ADA.email, taken).on(_BEFORE) is None
    assert Effect("change", _ADA.email, {"city": "Paris"}).on(_BEFORE) == (
        _BEFORE - State([_ADA]) + State([_ADA._replace(city="Paris")])
    )


def test_changed_data_leave_an_effect_possible_except_where_stopping_is_right(
    tmp_path: Path,
) -> None:
    """The statements of each change run, and its word on what a good run does is true."""
    database, prepared = tmp_path / "customers.db", tmp_path / "prepared.db"
    create(prepared)
    for task in (TASKS[0], TASKS[1], TASKS[2]):  # deletes, changes and adds a customer
        for kind in CHANGES:
            if not kind.applies(task) or not kind.data(task):
                continue
            shutil.copyfile(prepared, database)
            change(database, kind.data(task))
            is_possible = task.effect.on(state(database)) is not None
            assert is_possible == (kind.possible != "stop"), (task.name, kind.name)


def test_the_matrix_is_as_large_as_it_promises() -> None:
    """At least 12 tasks in 5 applications, 15 kinds of change, and 12 tasks with other values."""
    assert len({task.name for task in TASKS}) == len(TASKS) >= 12
    assert len({task.application for task in TASKS}) == 5
    assert len({kind.name for kind in CHANGES}) == len(CHANGES) >= 16  # one is "nothing"
    assert sum(task.other_effect.on(_BEFORE) is not None for task in TASKS) >= 12


def test_generated_lines_become_one_program() -> None:
    """The last form of each action is kept, and a dialog is accepted where the person did."""
    lines = Lines()
    lines.action_added(None, None, "    page = context.new_page()")
    lines.action_added(None, None, '    page.get_by_label("Name").fill("A")')
    lines.action_updated(None, None, '    page.get_by_label("Name").fill("Ada")')
    lines.action_added(None, None, '    page.get_by_role("button").click()')
    lines.signal_added(
        None,
        None,
        '    page.once("dialog", lambda dialog: dialog.dismiss())\n'
        '    page.get_by_role("button").click()',
    )

    program = script(lines.codes, {"headless": True}, 5.0, accept=True)

    ast.parse(program)
    assert program.count(".fill(") == program.count('get_by_role("button").click()') == 1
    assert 'fill("Ada")' in program
    assert "dialog.accept()" in program
    assert "dialog.dismiss()" in script(lines.codes, {}, 5.0, accept=False)


def test_the_table_counts_each_side_and_lists_what_went_wrong() -> None:
    """Wrong actions and reported successes are counted apart, and each wrong run has its line."""
    cells = [
        Cell("delete", "an app", "row gone", SIDES[0], "wrong", "-Grace", True, 1.0),
        Cell("delete", "an app", "error page", SIDES[0], "wrong", "did nothing", False, 1.0),
        Cell("delete", "an app", "row gone", SIDES[1], "right", "", False, 1.0),
        Cell("delete", "an app", "other values", SIDES[0], "stopped", "no parameter", False, 1.0),
    ]

    text = as_text(cells)

    assert "lessonboard: 1 wrong actions, 1 successes of nothing" in text
    assert "delete | row gone | lessonboard: wrong | -Grace" in text
    assert "Other values: right in 0 of 1 tasks" in text


def test_a_customer_is_the_same_with_another_id(tmp_path: Path) -> None:
    """The state knows no ids, so renumbered rows are no effect of a run."""
    database = tmp_path / "customers.db"
    create(database)
    before = state(database)
    change(database, [("UPDATE customer SET id = id + 100", ())])

    assert state(database) == before == State(map(Customer._make, CUSTOMERS))
