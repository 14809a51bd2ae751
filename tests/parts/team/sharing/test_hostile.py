"""Colleagues who write anything into the folder: they speak for themselves, and harm nobody."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from blackboard.event import Event, NewEvent
from blackboard.events.payload import new
from blackboard.events.team import LessonShared
from lessonboard.parts.team.sharing import shared_file, trusting
from lessonboard.parts.team.sharing.exchange import exchange
from lessonboard.parts.team.sharing.place import Received
from lessonboard.parts.team.sharing.shared_file import Altered
from tests.blackboard.lessons import lesson
from tests.parts.team.sharing.people import PROJECT, Person, exchanging
from tests.parts.team.sharing.test_exchange import everybody_twice, told

WORDS = {"phase": "implement", "category": "tooling", "severity": "medium", "symptom": "",
         "root_cause": "", "resolution": "", "constraint": "Run make seed first."}  # fmt: skip
SHARED = {**WORDS, "lesson": "seed", "revision": 0, "first_seen_at": 1, "last_seen_at": 1,
          "says": "approved"}  # fmt: skip


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Person, Person]]:
    """Two people, and a third who writes his file by hand."""
    with exchanging(tmp_path, "anna", "carol") as (anna, other):
        yield anna, other


def write(folder: Path, *events: dict[str, Any], author: str = "bo") -> Path:
    """A file that is chained as it should be."""
    path = folder / "team" / f"{author}.deadbeef.jsonl"
    path.parent.mkdir(exist_ok=True)
    made = [_event(number, **fields) for number, fields in enumerate(events)]
    path.write_bytes(shared_file.content(shared_file.continued([], made)))
    return path


def _event(number: int, **fields: Any) -> Event:
    given: dict[str, Any] = {
        "id": f"e{number}",
        "stream": "s",
        "type": "lesson.shared",
        "schema": 1,
        "project": PROJECT,
        "actor": "human",
        "occurred_at": 1,
        "payload": SHARED,
    }
    given |= fields
    return Event(position=0, version=0, recorded_at=0, causation=None, correlation=None,
                 payload_sha256=b"", digest=b"", **given)  # fmt: skip


@pytest.mark.parametrize(
    ("type_", "stream", "payload"),
    [
        ("lesson.approved", "lesson:own", {"lesson": "own", "by": "human", "reason": ""}),
        ("lesson.created", "lesson:x", {**WORDS, "lesson": "x", "status": "approved",
                                        "trust": "human", "scope": "global"}),
        ("team.joined", "team", {"place": "x", "name": "carol", "sessions_of": [PROJECT]}),
        ("stream.closed", "closed:lesson:own", {"stream": "lesson:own", "reason": "r"}),
        ("payload.forgotten", "forgotten:x", {"event_id": "x", "reason": "", "because_of": "x"}),
        ("no.such", "s", {}),
    ],
)  # fmt: skip
def test_only_what_is_shared_is_taken_in(
    pair: tuple[Person, Person], tmp_path: Path, type_: str, stream: str, payload: dict[str, Any]
) -> None:
    """Whatever else a file holds is left out, and said."""
    _, carol = pair
    carol.learn("own", "My own rule.")
    before = carol.board.log.head()
    write(tmp_path, {"type": type_, "stream": stream, "payload": payload})
    done = carol.sync()
    assert (done.received, len(done.refused)) == (0, 1)
    assert [event.type for event in carol.board.read(before)] == ["lesson.shared"]


@pytest.mark.parametrize("author", ["git:github.com:acme:kite", "git:x"])
def test_nobody_shares_as_a_repository(pair: tuple[Person, Person], author: str) -> None:
    """Whatever name a folder or a server gives, also where the repository of it is trusted."""
    _, carol = pair
    trusting.trust_checkout(carol.board, author, trusting.Checkout("/kite", "/kite/.git", "1"))

    class Server:
        """A log whose server calls a person so."""

        name, keeps_all = "postgresql://db.example/board", True

        def __init__(self) -> None:
            self.problems: list[str] = []

        def send(self, events: Iterable[Event]) -> int:
            return len(list(events))

        def received(self, after: int) -> Iterator[Received]:
            yield Received(author, _event(0, actor=f"{author}/human"), 1, "")

        def has(self, event_ids: Collection[str]) -> set[str]:
            return set(event_ids)

        def take_back(self, events: Collection[str], reason: str) -> None:
            raise AssertionError((events, reason))

        def wait(self, seconds: float) -> bool:
            return bool(seconds)

        def close(self) -> None:
            """Nothing is open."""

    done = exchange(carol.board, Server(), carol.member)
    assert done.received == 0
    assert "is not the name of a person" in done.refused[0]
    assert carol.board.view("lessons") == []


@pytest.mark.parametrize(
    "change",
    [
        {"lesson": "<system-reminder>"}, {"lesson": "a b"}, {"lesson": "a\u202eb"}, {"phase": "x"},
        {"paths": [1]}, {"revision": -1}, {"revision": 2**60}, {"first_seen_at": "x"},
        {"constraint": ""}, {"more": 1}, {"evidence": [{"event_id": 1}]},
    ],
)  # fmt: skip
def test_what_is_no_lesson_is_refused_and_the_rest_taken_in(
    pair: tuple[Person, Person], tmp_path: Path, change: dict[str, Any]
) -> None:
    """Time after time, and the board stays readable."""
    _, carol = pair
    write(tmp_path, {"payload": SHARED | change},
          {"payload": SHARED | {"lesson": "good"}})  # fmt: skip
    for received in (1, 0):
        done = carol.sync()
        assert (done.received, len(done.refused)) == (received, 1)
    assert carol.board.keys("lessons") == ["good@bo"]
    carol.board.replay()


def test_what_a_payload_leaves_out_is_filled_in(
    pair: tuple[Person, Person], tmp_path: Path
) -> None:
    """As by any program that shares."""
    _, carol = pair
    write(tmp_path, {})
    carol.sync()
    row = carol.row("seed@bo")
    assert (row["paths"], row["commands"], row["seen"], row["signed"]) == ([], [], 1, "unsigned")


def test_nobody_takes_back_what_another_wrote(pair: tuple[Person, Person], tmp_path: Path) -> None:
    """Neither a colleague's lesson nor anything of one's own, by whatever id."""
    anna, carol = pair
    anna.learn("seed", "Run make seed first.")
    carol.board.append([NewEvent("note.taken", "session:s", {"text": "private"}, id="mine")])
    everybody_twice(pair)
    ids = [event.id for event in carol.board.read()]
    theirs = [event.id for event in anna.board.read()]
    path = write(tmp_path, *({"id": each} for each in ("mine", *ids, *theirs)))
    gone = [shared_file.without(line) for line in shared_file.read(path)]
    path.write_bytes(shared_file.content(gone))
    everybody_twice(pair)
    assert all(event.payload is not None for person in pair for event in person.board.read())


def test_nobody_takes_anothers_id(pair: tuple[Person, Person], tmp_path: Path) -> None:
    """Who comes first with it has it among his own events alone."""
    anna, carol = pair
    anna.learn("seed", "Run make seed first.")
    anna.sync()
    (shared,) = anna.board.read(types=["lesson.shared"])
    write(tmp_path, {"id": shared.id}, author="aaa")
    carol.sync()
    assert carol.row("seed@anna")["constraint"] == "Run make seed first."
    assert carol.knows("seed@aaa")


@pytest.mark.parametrize(
    "content",
    [b"5\n", b'{"id":"x"}\n', b"[]\n", b"not json\n", b'"' + b"x" * 100 + b'"\n', b"{}\n",
     b"\xff\xfe\n"],
)  # fmt: skip
def test_a_file_that_is_wrong_keeps_no_other_from_being_read(
    pair: tuple[Person, Person], tmp_path: Path, content: bytes
) -> None:
    """It is named, and everybody else's lessons arrive."""
    anna, carol = pair
    write(tmp_path).write_bytes(content)
    anna.learn("seed", "Run make seed first.")
    anna.sync()
    done = carol.sync()
    assert carol.knows("seed@anna")
    assert "line 1 of" in done.refused[0]


def test_a_file_that_was_cut_or_changed_is_refused_by_name(
    pair: tuple[Person, Person], tmp_path: Path
) -> None:
    """And whoever it belongs to goes on in a new one, so that all of it arrives again."""
    anna, carol = pair
    anna.learn("seed", "Run make seed first.")
    everybody_twice(pair)
    (path,) = (tmp_path / "team").glob("anna.*.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"make seed", b"make evil"))
    assert "is not what was written" in carol.sync().refused[0]
    path.write_bytes(b"")
    assert "now has 0" in carol.sync().refused[0]
    anna.learn("other", "Never push on Fridays.")
    anna.sync()
    assert len(list((tmp_path / "team").glob("anna.*.jsonl"))) == 2
    carol.sync()
    assert carol.knows("other@anna")
    assert carol.knows("seed@anna")


def test_links_and_pipes_are_not_followed(pair: tuple[Person, Person], tmp_path: Path) -> None:
    """Nothing is written through one, and nobody waits for one."""
    anna, carol = pair
    precious = tmp_path / "precious"
    precious.write_bytes(b"no line break")
    anna.learn("seed", "Run make seed first.")
    anna.sync()
    (own,) = (tmp_path / "team").glob("anna.*.jsonl")
    own.unlink()
    own.symlink_to(precious)
    os.mkfifo(tmp_path / "team" / "bo.deadbeef.jsonl")
    (tmp_path / "team" / "eve.deadbeef.jsonl").symlink_to("/dev/zero")
    anna.learn("other", "Never push on Fridays.")
    anna.sync()
    done = carol.sync()
    assert precious.read_bytes() == b"no line break"
    assert carol.knows("other@anna")
    assert len(done.refused) == 3
    with pytest.raises(Altered):
        shared_file.read(own)


def test_what_was_taken_back_is_gone_everywhere(
    pair: tuple[Person, Person], tmp_path: Path
) -> None:
    """From the file and from each colleague's board at his next sync; the rest stays."""
    anna, carol = pair
    anna.learn("seed", "Run make xylophonequux first.")
    anna.learn("other", "Never push on Fridays.")
    everybody_twice(pair)
    stream = "shared:lesson:seed"
    ids = [event.id for event in anna.board.read(stream=stream)]
    anna.place.take_back(ids, "taken back")
    anna.board.forget(*ids, reason="taken back")
    assert carol.sync().forgotten == 1
    assert carol.board.keys("lessons") == ["other@anna"]
    left = [path for path in (*tmp_path.glob("carol.db*"), *(tmp_path / "team").glob("*.jsonl"))
            if b"xylophonequux" in path.read_bytes()]  # fmt: skip
    assert left == []


def test_own_lessons_with_odd_names_are_not_shared(pair: tuple[Person, Person]) -> None:
    """A record may be called anything; what cannot be said in a team stays at home."""
    anna, carol = pair
    anna.board.append([lesson("odd name <x>", "Run make seed first.", project=PROJECT)])
    anna.learn("good", "Never push on Fridays.")
    everybody_twice(pair)
    assert carol.board.keys("lessons") == ["good@anna"]
    assert told(carol) == ""


def test_a_folder_full_of_files_is_read_up_to_a_bound_and_that_is_said(
    pair: tuple[Person, Person], tmp_path: Path
) -> None:
    """Nobody makes an exchange endless, and what was left out is not passed over in silence."""
    for number in range(1_001):
        (tmp_path / "team" / f"z{number}.jsonl").touch()
    assert any("of which the first 1000 were read" in each for each in pair[0].sync().refused)


def test_no_name_of_a_lesson_makes_it_anothers(tmp_path: Path) -> None:
    """A name and an author joined are one author's, wherever colons are in both."""
    source = "git:github.com:acme:kite"
    kite = Person("kite", tmp_path)
    told = [("git:github.com:acme:kite/repository", "seed"), ("kite/human", f"seed:{source[:-5]}")]
    for actor, name in told:
        said = LessonShared.model_validate({**SHARED, "lesson": name, "signed_by": "a" * 64})
        kite.board.append([new(said, actor=actor, project=PROJECT)])
    rows = kite.board.view("shared", order="author")
    assert [(row["author"], row["name"]) for row in rows] == [
        (source, "seed"), ("kite", f"seed:{source[:-5]}")]  # fmt: skip
    kite.close()
