"""`team sync` under kills: what is shared arrives once and whole, whoever died while sending it."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

from tests.faults.dying import dies
from tests.long_runs import rounds
from tests.parts.team.sharing.people import Person, exchanging

LESSONS = 60


def _learn(folder: Path) -> list[str]:
    """Let two people have lessons of their own; the names of the first one's."""
    names = [f"seed{number}" for number in range(LESSONS)]
    for person in ("anna", "bo"):
        with closing(Person(person, folder)) as found:
            for name in names:
                found.learn(name, f"Run `make {name} {person}` before `make test`.")
    return names


def _check(folder: Path, names: list[str]) -> None:
    """After one more exchange of each both have all, once, and another one changes nothing."""
    with exchanging(folder, "anna", "bo") as (anna, bo):
        for each in (anna, bo, anna, bo):
            each.sync()
        for person, other in ((anna, "bo"), (bo, "anna")):
            expected = [f"{name}@{other}" for name in names]
            assert [name for name in expected if not person.knows(name)] == []
            shared = [row["id"] for row in person.board.view("shared") if row["author"] == other]
            assert len(shared) == len(set(shared)) == LESSONS
            assert person.board.verify().sound
            assert person.board.verify_views() == []
            assert not person.place.problems
        before = anna.board.log.head(), bo.board.log.head()
        assert [each.sync().received for each in (anna, bo)] == [0, 0]
        assert (anna.board.log.head(), bo.board.log.head()) == before


def _sync(folder: Path, name: str) -> None:
    with closing(Person(name, folder)) as person:
        person.sync()


def test_an_exchange_through_a_folder_may_be_killed_anywhere(tmp_path: Path) -> None:
    """While it reads, decides, writes its file, or puts that in its place."""
    names, chance = _learn(tmp_path), Random("sync-1")
    lives = [chance.uniform(0.005, 0.2) for _ in range(rounds(8, 100))]
    people = cycle(("anna", "bo"))
    died = sum(dies(partial(_sync, tmp_path, next(people)), life) for life in lives)
    assert died >= rounds(0, 10)  # how many die in eight is the machine's business
    _check(tmp_path, names)
