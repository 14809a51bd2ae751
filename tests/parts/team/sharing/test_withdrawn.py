"""Withdrawn: shown no longer, kept as history. Forgotten by its author: erased, and that stays."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.team import DecisionShared, TeamJoined
from blackboard.forgetting import forget, plan_of
from blackboard.views.colleagues import words_of
from lessonboard.parts.team.sharing import forgotten
from lessonboard.parts.team.sharing.board_key import own_signer
from lessonboard.parts.team.sharing.exchange import exchange
from lessonboard.parts.team.sharing.folder import FolderPlace
from lessonboard.parts.team.sharing.membership import Membership
from lessonboard.parts.team.sharing.withdrawing import announce, resume, take_back, withdraw
from tests.blackboard.lessons import lesson
from tests.parts.team.sharing.people import PROJECT, Person, exchanging
from tests.parts.team.sharing.test_exchange import everybody_twice, told

RULE = "Run `make seed` before `make test` in this xylophone repository."
OTHER = "Run `make test` with one process."
SEED = [("lesson", "seed")]
Team = tuple[Person, Person, Person]


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Team]:
    """Three people who exchange; two of anna's lessons are approved, and carol trusts her."""
    with exchanging(tmp_path, "anna", "bo", "carol") as (anna, bo, carol):
        for name, rule in (("seed", RULE), ("one", OTHER)):
            anna.learn(name, rule, commands=["make test"])
            anna.approve(name)
        carol.trust("anna")
        everybody_twice((anna, bo, carol))
        yield anna, bo, carol


def show(person: Person, session: str) -> dict[str, Any]:
    """Have a session shown what fits before a command; the recorded injection."""
    person.clock.advance(1_000_000)
    situation = Situation(step="prompt", project=PROJECT, session=session, command="make test",
                          prompt="run make seed and make test", asked=True)  # fmt: skip
    (event,) = person.board.inject(situation).events
    found: dict[str, Any] = event.payload
    return found


def injections(person: Person) -> list[dict[str, Any]]:
    """What the injections of a board say that are not erased."""
    events = person.board.read(types=["context.injected"])
    return [each.payload for each in events if each.payload]


def notes(person: Person) -> list[dict[str, Any]]:
    """What a board keeps of what colleagues forgot."""
    events = person.board.read(types=["share.forgotten"])
    return [each.payload for each in events if each.payload]


def holds(person: Person, word: str) -> bool:
    """Whether the files of a board have a word."""
    person.board.catch_up()
    path = str(person.board.path)
    return any(word.encode() in each.read_bytes()
               for each in Path(path).parent.glob(f"{Path(path).name}*"))  # fmt: skip


def test_a_withdrawn_lesson_is_retired_everywhere_and_its_text_is_kept(team: Team) -> None:
    """Also where a person had approved it; its author's own agents are shown it as before."""
    anna, bo, carol = team
    bo.approve("seed@anna")
    everybody_twice(team)
    assert f"Here: {RULE}" in told(bo)
    assert f'anna says: "{RULE}"' in told(carol)
    assert withdraw(anna.board, SEED) == 0
    everybody_twice(team)
    for each in (bo, carol):
        row = each.row("seed@anna")
        assert (row["status"], row["constraint"], row["approvers"]) == ("retired", RULE, [])
        assert RULE not in told(each)
    assert RULE in told(anna)


def test_who_keeps_a_withdrawn_lesson_afterwards_is_shown_it(team: Team) -> None:
    """What a person decides of it later counts for that person."""
    anna, bo, carol = team
    withdraw(anna.board, SEED)
    everybody_twice(team)
    bo.approve("seed@anna")
    assert f"Here: {RULE}" in told(bo)
    everybody_twice(team)
    assert carol.row("seed@anna")["status"] == "retired"


@pytest.mark.parametrize("apart", [-3_600_000_000, 3_600_000_000])
def test_a_decision_before_a_withdrawal_arrived_does_not_outlast_it(team: Team, apart: int) -> None:
    """Whichever of the two clocks is ahead; one that saw the withdrawal does."""
    anna, bo, _ = team
    (anna if apart < 0 else bo).clock.advance(abs(apart))
    withdraw(anna.board, SEED)
    anna.sync()
    bo.approve("seed@anna")
    assert bo.row("seed@anna")["status"] == "approved"
    everybody_twice(team)
    assert bo.row("seed@anna")["status"] == "retired"
    bo.approve("seed@anna")
    assert bo.row("seed@anna")["status"] == "approved"


def test_no_colleague_withdraws_what_another_one_shared(team: Team) -> None:
    """An event that says so, of somebody else's lesson, is refused by name."""
    anna, bo, carol = team
    said = DecisionShared(author="anna", lesson="seed", says="rejected", revision=9, decided_at=1)
    (made,) = bo.board.append([new(said, actor="human", project=PROJECT)])
    bo.place.send([made._replace(payload={**(made.payload or {}), "says": "withdrawn"})])
    (refused,) = carol.sync().refused
    row = carol.row("seed@anna")
    assert refused.startswith("bo: ")
    assert "bo" not in row["colleagues"]
    assert (row["status"], row["trust"]) == ("approved", "team")
    assert anna.row("seed")["status"] == "approved"


def test_what_is_shared_again_is_shown_again(team: Team) -> None:
    """After it was withdrawn, and after it was forgotten there, however often that is done."""
    anna, bo, _ = team
    for erase in (False, True):
        withdraw(anna.board, SEED, erase=erase)
        everybody_twice(team)
        assert bo.knows("seed@anna") != erase
        resume(anna.board, SEED)
        everybody_twice(team)
        assert bo.row("seed@anna")["status"] == "approved"
        take_back(anna.board, anna.place)
        everybody_twice(team)
        assert bo.row("seed@anna")["constraint"] == RULE


def second_place(person: Person, folder: Path) -> FolderPlace:
    """Another folder in which a person exchanges, as of another team."""
    folder.mkdir(exist_ok=True)
    signer = own_signer(person.board, person.name)
    return FolderPlace(folder, signer, "second", folder.with_suffix(".lock"))


def _texts(folder: Path) -> bytes:
    return b"".join(each.read_bytes() for each in sorted(folder.glob("*.jsonl")))


def test_a_place_that_never_had_a_lesson_is_not_sent_it_when_it_is_withdrawn(
    team: Team, tmp_path: Path
) -> None:
    """Neither immediately nor at its first exchange; the other lesson goes there."""
    anna, _, _ = team
    place = second_place(anna, tmp_path / "second")
    anna.board.record(TeamJoined(place=place.name, name="anna"), actor="human")
    withdraw(anna.board, SEED)
    assert announce(anna.board, place) == 0
    member = Membership(place.name, "anna", (), ())
    for _ in range(2):
        exchange(anna.board, place, member)
    there = _texts(tmp_path / "second")
    assert (b"xylophone" in there, b"one process" in there) == (False, True)
    assert b'"withdrawn"' not in _texts(tmp_path / "team")
    anna.sync()
    assert b'"withdrawn"' in _texts(tmp_path / "team")


def test_a_team_is_sent_what_belongs_to_its_own_projects(team: Team, tmp_path: Path) -> None:
    """What another team was sent before is not theirs, be it shared or withdrawn."""
    anna, _, _ = team
    place = second_place(anna, tmp_path / "second")
    member = Membership(place.name, "anna", ("github.com/acme/other",), ())
    projects = ["github.com/acme/other"]
    joined = TeamJoined(place=place.name, name="anna", projects=projects)
    anna.board.record(joined, actor="human")
    exchange(anna.board, place, member)
    withdraw(anna.board, SEED)
    exchange(anna.board, place, member)
    assert announce(anna.board, place) == 0
    assert b"make test" not in _texts(tmp_path / "second")
    wider = joined.model_copy(update={"projects": [*projects, PROJECT]})
    anna.board.record(wider, actor="human")
    exchange(anna.board, place, member._replace(projects=(*projects, PROJECT)))
    assert b"one process" in _texts(tmp_path / "second")


@pytest.mark.parametrize("way", ["share", "board"])
def test_what_its_author_forgot_is_gone_from_boards_and_injections(team: Team, way: str) -> None:
    """The words of that lesson alone; who, when, which words and which sessions stays."""
    anna, bo, carol = team
    both = show(carol, "s1")
    assert sorted(both["items"]) == ["one@anna", "seed@anna"]
    words = words_of(next(
        each.payload for each in carol.board.read(types=["lesson.shared"])
        if each.payload and each.payload["lesson"] == "seed"
    ))  # fmt: skip
    if way == "share":
        withdraw(anna.board, SEED, erase=True)
    else:
        (event,) = (each for each in anna.board.read(types=["lesson.created"])
                    if each.payload and each.payload["lesson"] == "seed")  # fmt: skip
        forget(anna.board, plan_of(anna.board, [event.id]), reason="private")
    everybody_twice(team)
    for each in (bo, carol):
        assert not each.knows("seed@anna")
        assert each.row("one@anna")["constraint"] == OTHER
        assert not holds(each, "xylophone")
        assert each.board.verify().sound
        assert each.board.verify_views() == []
    (left,) = injections(carol)
    assert left["items"] == ["one@anna"]
    assert (OTHER in left["text"], "xylophone" in left["text"]) == (True, False)
    assert carol.board.row("accounts", "one@anna")["injected"] == 1
    kept = {"author": "anna", "lesson": "seed", "words": words}
    assert notes(carol) == [kept | {"sessions": ["s1"]}]
    assert notes(bo) == [kept | {"sessions": []}]
    heads = [each.board.log.head() for each in team]
    everybody_twice(team)
    assert [each.board.log.head() for each in team] == heads


def test_forgotten_words_are_gone_from_injections_when_others_stand(team: Team) -> None:
    """What was shown of the words before and since stays, and so does the lesson."""
    anna, _, carol = team
    show(carol, "s0")
    for session, words in {"s1": "zanzibar", "s2": "vault"}.items():
        anna.revise("seed", f"Run `make seed` with {words} before `make test`.")
        anna.approve("seed")
        everybody_twice(team)
        show(carol, session)
    late = next(each for each in carol.board.read(types=["context.injected"])
                if "zanzibar" in (each.payload or {})["text"])  # fmt: skip
    secret = [each.id for each in anna.board.read()
              if each.payload and "zanzibar" in str(each.payload)]  # fmt: skip
    forget(anna.board, plan_of(anna.board, secret), reason="a secret")
    everybody_twice(team)
    carol.board.append([event_again(late, late.payload or {})])
    carol.sync()
    assert not holds(carol, "zanzibar")
    assert "vault" in carol.row("seed@anna")["constraint"]
    shown = {each["session"]: each["items"] for each in injections(carol)}
    assert [("seed@anna" in shown[each]) for each in ("s0", "s1", "s2")] == [True, False, True]
    assert [each["sessions"] for each in notes(carol)] == [["s1"]]


def test_an_injection_that_a_hook_recorded_late_is_erased_too(team: Team) -> None:
    """It waited beside the board when the lesson was erased."""
    anna, _, carol = team
    late = show(carol, "s2")
    (event,) = carol.board.read(types=["context.injected"])
    withdraw(anna.board, SEED, erase=True)
    everybody_twice(team)
    carol.board.append([event_again(event, late)])
    assert "xylophone" in injections(carol)[-1]["text"]
    carol.sync()
    assert [each["items"] for each in injections(carol)] == [["one@anna"], ["one@anna"]]
    assert not holds(carol, "xylophone")


def event_again(event: Any, payload: dict[str, Any]) -> Any:
    """The same injection, as another event of that time."""
    return NewEvent(event.type, event.stream, payload, event.schema, event.project, event.actor,
                    event.occurred_at, f"{event.id}-late")  # fmt: skip


def test_what_was_shown_of_a_lesson_shared_again_stays(team: Team) -> None:
    """It is another lesson then, though it has the same name."""
    anna, _, carol = team
    withdraw(anna.board, SEED, erase=True)
    everybody_twice(team)
    resume(anna.board, SEED)
    everybody_twice(team)
    show(carol, "s3")
    everybody_twice(team)
    assert sorted(injections(carol)[-1]["items"]) == ["one@anna", "seed@anna"]


def test_a_colleague_can_erase_nothing_that_is_not_theirs(team: Team) -> None:
    """Of one name or words; beside others in an injection, theirs goes alone."""
    _, bo, carol = team
    carol.board.append([lesson("seed", OTHER, project=PROJECT, commands=["make test"])])
    carol.approve("seed")
    bo.learn("seed", "Stop the xylophone daemon, or make test hangs.", commands=["make test"])
    bo.approve("seed")
    carol.trust("bo")
    everybody_twice(team)
    before = show(carol, "s1")
    assert {"seed@anna", "seed@bo"} <= set(before["items"])
    withdraw(bo.board, SEED, erase=True)
    everybody_twice(team)
    (left,) = injections(carol)
    assert left["items"] == [each for each in before["items"] if each != "seed@bo"]
    assert left["text"].count("xylophone") == 1
    assert (carol.knows("seed"), carol.knows("seed@anna"), carol.knows("seed@bo")) == (
        True, True, False,
    )  # fmt: skip


def test_erasing_killed_between_its_steps_goes_on(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the notes were made and before the text is gone, the next exchange ends it, once."""
    anna, _, carol = team
    show(carol, "s1")
    withdraw(anna.board, SEED, erase=True)
    anna.sync()

    def killed(*_ids: str, **_why: str) -> list[str]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(carol.board, "forget", killed)
        with pytest.raises(KeyboardInterrupt):
            carol.sync()
    assert len(notes(carol)) == 1
    carol.sync()
    assert [each["items"] for each in injections(carol)] == [["one@anna"]]
    assert len(notes(carol)) == 1
    assert not holds(carol, "xylophone")


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_the_order_of_exchanges_makes_no_difference(team: Team, order: tuple[int, ...]) -> None:
    """Withdrawn, forgotten and shown, whoever exchanges first."""
    anna, bo, carol = team
    show(carol, "s1")
    withdraw(anna.board, SEED)
    withdraw(anna.board, [("lesson", "one")], erase=True)
    for _ in range(2):
        for number in order:
            team[number].sync()
    for each in (bo, carol):
        assert each.row("seed@anna")["status"] == "retired"
        assert not each.knows("one@anna")
    (left,) = injections(carol)
    assert left["items"] == ["seed@anna"]


def test_a_line_that_is_not_found_takes_the_whole_text() -> None:
    """Rather no text than a forgotten sentence."""
    told_ = {"session": "s", "items": ["a", "b@bo"], "text": "all of it (b@bo)", "tokens": 4,
             "one_in": {"b@bo": 2, "a": 3}}  # fmt: skip
    left = forgotten.without(told_, ["b@bo"])
    assert left == {"session": "s", "items": ["a"], "text": "", "tokens": 0, "one_in": {"a": 3}}


def test_the_search_finds_nothing_of_it(team: Team) -> None:
    """Neither in the index nor in the tables of the views."""
    anna, _, carol = team
    show(carol, "s1")
    withdraw(anna.board, SEED, erase=True)
    everybody_twice(team)
    with sqlite3.connect(str(carol.board.path)) as file:
        dump = "\n".join(file.iterdump())
    file.close()
    assert "xylophone" not in dump
