"""What is shared beside lessons and decisions: of each kind only what its projects allow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blackboard.delivery.situation import Situation
from blackboard.events.insight import InsightCurated
from blackboard.events.payload import PayloadModel, new
from blackboard.events.recording import WorkflowCompiled
from blackboard.events.review import PrOpened
from blackboard.events.team import TeamJoined
from blackboard.events.work import WorkCreated
from lessonboard.parts.team.accounts import colleagues_accounts
from lessonboard.parts.team.exchanging import SHARED_KINDS
from lessonboard.parts.team.sharing.exchange import exchange
from tests.parts.team.sharing.people import PROJECT, Person, exchanging
from tests.reflect.talks import ran, says, session

THINGS: tuple[PayloadModel, ...] = (
    InsightCurated(insight="i", statement="Run `make seed` first.", category="testing",
                   confidence=0.9, status="approved"),
    PrOpened(number=7, title="Seed the tests"),
    WorkflowCompiled(recording="r", workflow={"title": "Order a kite", "steps": []},
                     made_from_sha256="0" * 64),
    WorkCreated(item="w", kind="improvement", input={"token": "not for others"}),
)  # fmt: skip


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Person, Person]]:
    """Two people who exchange through a folder."""
    with exchanging(tmp_path, "anna", "bo") as (anna, other):
        yield anna, other


def sync(*people: Person) -> None:
    """Each exchanges all kinds."""
    for each in people:
        each.clock.advance(1_000_000)
        exchange(each.board, each.place, each.member, SHARED_KINDS)


def shared_with(person: Person, **where: Any) -> list[Any]:
    """What colleagues share with a person."""
    return [row for row in person.board.view("shared", where=where) if row["author"]]


@pytest.mark.parametrize("thing", THINGS, ids=lambda each: each.type)
def test_a_thing_of_a_shared_project_is_seen_by_a_colleague(
    thing: PayloadModel, pair: tuple[Person, Person]
) -> None:
    """Once however often they exchange; of another project it stays at home."""
    anna, bo = pair
    anna.board.append([new(thing, actor="human", project=PROJECT)])
    sync(anna, bo, anna, bo)
    (row,) = shared_with(bo)
    assert row["author"] == "anna"
    assert "not for others" not in str(row)


@pytest.mark.parametrize("thing", THINGS, ids=lambda each: each.type)
def test_a_thing_of_another_project_stays_at_home(
    thing: PayloadModel, pair: tuple[Person, Person], tmp_path: Path
) -> None:
    """Nothing of it leaves the machine, not its name either."""
    anna, bo = pair
    anna.board.append([new(thing, actor="human", project="github.com/acme/secret")])
    sync(anna, bo, anna, bo)
    assert shared_with(bo) == []
    assert not any("secret" in each.read_text() for each in tmp_path.glob("team/*"))


def test_sessions_are_shared_only_of_projects_named_for_that(pair: tuple[Person, Person]) -> None:
    """A project that shares its lessons keeps what was said in it; one that is named does not."""
    anna, bo = pair
    talk = [says("Why does the seed fail?"), ran("make seed", "no such table", fails=True)]
    anna.board.append(session(talk, "s1", project=PROJECT))
    sync(anna, bo, anna, bo)
    assert shared_with(bo) == []
    anna.member = anna.member._replace(sessions_of=(PROJECT,))
    sync(anna, bo, anna, bo)
    (row,) = shared_with(bo, kind="session")
    asked, run = row["content"]["entries"][-2:]
    assert asked["text"] == "Why does the seed fail?"
    assert (run["target"], run["text"]) == ("make seed", "no such table")


def tell(person: Person, session: str) -> None:
    """A session is about to run what the lesson is about, and is told it."""
    asked = Situation(command="make test", project=PROJECT, session=session, step="before")
    assert len(person.board.inject(asked).ids) == 1


def learn_and_tell(person: Person, sessions: int) -> None:
    """A lesson that some sessions were told, some of which did as it says."""
    person.learn(
        "seed",
        "Run `make seed` before `make test`.",
        commands=["make test"],
        symptom="`make test` failed: no such table",
        signatures=["no such table"],
    )
    person.approve("seed")
    for number in range(sessions):
        person.clock.advance(1_000_000)
        name = f"{person.name}-{number}"
        tell(person, name)
        steps = session([ran("make seed"), ran("make test")], name, project=PROJECT)
        person.board.append([each._replace(occurred_at=None) for each in steps])


def test_what_became_of_a_lesson_is_added_up_over_people(pair: tuple[Person, Person]) -> None:
    """Each sees what his colleague's sessions add to his own, and never his own twice."""
    anna, bo = pair
    anna.board.record(TeamJoined(place=anna.place.name, name="anna"), actor="human")
    learn_and_tell(anna, 1)
    sync(anna, bo)
    bo.approve("seed@anna")
    sync(anna, bo, anna, bo)
    hers = colleagues_accounts(bo.board, "seed@anna")
    assert (hers.people, hers.counts["injected"]) == (1, 1)
    assert colleagues_accounts(anna.board, "seed").people == 0
    for number in range(2):
        bo.clock.advance(1_000_000)
        tell(bo, f"bo-{number}")
    sync(bo, anna, bo, anna)
    his = colleagues_accounts(anna.board, "seed")
    assert (his.people, his.counts["injected"]) == (1, 2)
    assert colleagues_accounts(bo.board, "seed@anna").counts["injected"] == 1
