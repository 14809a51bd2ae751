"""Exchanging with colleagues: what arrives, whose it is, and that order makes no difference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.delivery.situation import Situation
from tests.long_runs import rounds
from tests.parts.team.sharing.people import PROJECT, Person, exchanging

RULE = "Run `make seed` before `make test` in this repository."


@pytest.fixture
def team(tmp_path: Path) -> Iterator[tuple[Person, Person, Person]]:
    """Three people who exchange through a folder."""
    with exchanging(tmp_path, "anna", "bo", "carol") as (anna, bo, carol):
        yield anna, bo, carol


def everybody_twice(people: tuple[Person, ...]) -> None:
    """All exchange until nobody has anything that another lacks."""
    for _ in range(3):
        for each in people:
            each.sync()


def told(person: Person) -> str:
    """What an agent of this person is told who asks about the tests."""
    prompt = "How do I run make seed and make test in this repository?"
    return person.board.context(Situation(prompt=prompt, project=PROJECT, asked=True)).text


def test_a_colleagues_approval_raises_rank_and_never_voice(
    team: tuple[Person, Person, Person],
) -> None:
    """Learnt by one, approved by the second; the third is told it as the first one's, if at all."""
    anna, bo, carol = team
    carol.trust("anna")
    anna.learn("seed", RULE, commands=["make test"])
    everybody_twice(team)
    assert bo.row("seed@anna")["status"] == "candidate"
    assert told(carol) == ""
    bo.approve("seed@anna")
    everybody_twice(team)
    assert (bo.row("seed@anna")["trust"], carol.row("seed@anna")["trust"]) == ("approved", "team")
    assert f'Here: anna says: "{RULE}" (not yet yours)' in told(carol)
    assert f"Here: {RULE}" in told(bo)
    carol.distrust("anna")
    assert told(carol) == ""
    carol.trust("bo")
    assert told(carol) == ""
    carol.approve("seed@anna")
    assert f"Here: {RULE}" in told(carol)


def test_an_approval_of_the_new_words_counts_for_those_whose_own_is_over(
    team: tuple[Person, Person, Person],
) -> None:
    """One approved the first words, a second one the next: the first is told those quoted."""
    anna, bo, carol = team
    bo.trust("anna")
    anna.learn("seed", RULE, commands=["make test"])
    everybody_twice(team)
    bo.approve("seed@anna")
    anna.revise("seed", "Run `make seed` twice before `make test` in this repository.")
    everybody_twice(team)
    assert (bo.row("seed@anna")["status"], told(bo)) == ("candidate", "")
    carol.approve("seed@anna")
    everybody_twice(team)
    assert 'anna says: "Run `make seed` twice' in told(bo)
    assert bo.row("seed@anna")["trust"] == "team"


def test_decisions_that_contradict_are_shown_and_none_wins(
    team: tuple[Person, Person, Person],
) -> None:
    """It is told to nobody but him who approved it, and the row names who says what."""
    anna, bo, carol = team
    carol.trust("anna")
    anna.learn("seed", RULE, commands=["make test"])
    anna.approve("seed")
    everybody_twice(team)
    assert "anna says: " in told(carol)
    bo.reject("seed@anna")
    everybody_twice(team)
    row = carol.row("seed@anna")
    assert row["status"] == "candidate"
    assert {name: each["says"] for name, each in row["colleagues"].items()} == {
        "anna": "approved", "bo": "rejected",
    }  # fmt: skip
    assert told(carol) == ""
    assert told(anna) != ""
    bo.undo("seed@anna")
    everybody_twice(team)
    assert "anna says: " in told(carol)


def test_what_is_not_approved_by_a_person_is_not_told(
    team: tuple[Person, Person, Person],
) -> None:
    """Also where it is well attested on its author's board."""
    anna, _, carol = team
    carol.trust("anna")
    anna.learn("seed", RULE, commands=["make test"], trust="tool", status="approved")
    everybody_twice(team)
    assert carol.row("seed@anna")["status"] == "candidate"
    assert told(carol) == ""


def test_nobody_speaks_for_another(team: tuple[Person, Person, Person]) -> None:
    """Two lessons of one name are two; an event whose author is another's is its sender's."""
    anna, bo, carol = team
    anna.learn("seed", RULE)
    bo.learn("seed", "Never run `make seed` here.")
    everybody_twice(team)
    assert carol.row("seed@anna")["constraint"] == RULE
    assert carol.row("seed@bo")["constraint"] == "Never run `make seed` here."
    assert not anna.knows("seed@anna")


def test_an_approval_is_of_the_words_that_one_saw(team: tuple[Person, Person, Person]) -> None:
    """An author changes his own; then nobody is told them before they were approved again."""
    anna, bo, carol = team
    carol.trust("anna")
    anna.learn("seed", RULE)
    everybody_twice(team)
    bo.approve("seed@anna")
    everybody_twice(team)
    assert told(carol) != ""
    bo.revise("seed@anna", "My own words.")
    anna.revise("seed", "Run `make seed` once a day.")
    everybody_twice(team)
    words = "Run `make seed` once a day."
    for each in (bo, carol):
        row = each.row("seed@anna")
        assert (row["constraint"], row["status"], row["approvers"]) == (words, "candidate", [])
        assert told(each) == ""
    bo.approve("seed@anna")
    everybody_twice(team)
    assert carol.row("seed@anna")["approvers"] == ["bo"]
    assert bo.row("seed@anna")["status"] == "approved"


def test_exchanging_again_changes_nothing(team: tuple[Person, Person, Person]) -> None:
    """Neither for oneself nor for the others."""
    anna, bo, _ = team
    anna.learn("seed", RULE)
    everybody_twice(team)
    heads = [each.board.log.head() for each in team]
    everybody_twice(team)
    assert [each.board.log.head() for each in team] == heads
    assert bo.sync() == (0, 0, 0, ())


def test_what_is_shared_holds_no_secret_no_home_and_no_quotation(
    team: tuple[Person, Person, Person], tmp_path: Path
) -> None:
    """Evidence is a reference, which only its author can look up."""
    anna, _, carol = team
    key = "sk-ant-api03-" + "Ab1" * 20
    quote = {"event_id": "e1", "quote": "the very words", "session": "s1"}
    anna.learn("seed", f"Set KEY={key} as in /home/anna/kite/.env before `make`.", evidence=[quote])
    everybody_twice(team)
    kept = b"".join(path.read_bytes() for path in (tmp_path / "team").glob("*.jsonl"))
    for word in (key, "/home/anna", "the very words"):
        assert word.encode() not in kept
    assert "~/kite/.env" in carol.row("seed@anna")["constraint"]


_OPERATIONS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(["learn", "revise", "approve", "reject", "undo", "sync", "sync"]),
        st.integers(0, 2),
        st.integers(0, 1),
    ),
    max_size=rounds(12, 30),
)


@settings(max_examples=rounds(3, 60))
@given(_OPERATIONS, st.lists(st.integers(-7_200, 7_200), min_size=3, max_size=3))
def test_boards_that_exchanged_the_same_show_the_same(
    operations: list[tuple[int, str, int, int]], late: list[int]
) -> None:
    """Whatever was done and exchanged in whatever order, with clocks that are hours apart."""
    with TemporaryDirectory() as folder:
        people = tuple(
            Person(name, Path(folder), late=seconds * 1_000_000)
            for name, seconds in zip(("anna", "bo", "carol"), late, strict=True)
        )
        for who, what, whose, number in operations:
            _do(people[who], what, people[whose].name, f"lesson-{number}")
        everybody_twice(people)
        shown = [_shown(each, people) for each in people]
        for each in people:
            with closing(each.board):
                each.board.replay()
                assert _shown(each, people) == shown[0] == shown[1] == shown[2]


def _do(person: Person, what: str, whose: str, name: str) -> None:
    if what == "sync":
        person.sync()
        return
    own = whose == person.name
    key = name if own else f"{name}@{whose}"
    if what == "learn":
        person.learn(name, f"Rule {name} of {person.name}.")
    elif person.knows(key):
        if what == "revise":
            person.revise(key, f"Rule {name} at {person.clock.now}.")
        else:
            getattr(person, what)(key)


def _shown(person: Person, people: tuple[Person, ...]) -> dict[str, Any]:
    """Every shared lesson by its author and name: its words, and who says what of it.

    Of a colleague's lesson on which one did not decide oneself, the standing follows from that.
    """
    found: dict[str, Any] = {}
    shared = {row["name"] for row in person.board.view("shared", where={"author": ""})}
    for row in person.board.view("lessons"):
        author = row["author"] or person.name
        name = row["id"].partition("@")[0]
        if not row["author"] and name not in shared:
            continue
        says = _says(person, people, author, name)
        found[f"{name}@{author}"] = (row["constraint"], says)
        if row["author"] and says[person.name] is None:
            told = {each for each in says.values() if each}
            assert row["status"] == (told.pop() if len(told) == 1 else "candidate")
    return found


def _says(
    person: Person, people: tuple[Person, ...], author: str, name: str
) -> dict[str, str | None]:
    says = {}
    for each in people:
        kind, called = ("lesson", name) if each.name == author else ("decision", f"{name}@{author}")
        whose = "" if each is person else each.name
        rows = person.board.view("shared", where={"kind": kind, "name": called, "author": whose})
        says[each.name] = rows[0]["content"].get("says") if rows else None
    return says
