"""Three people with machines of their own, a server, and a folder."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lessonboard.parts.team.cli.sync import _told
from lessonboard.parts.team.sharing.exchange import Exchanged
from tests.parts.team.cli.machines import PROJECT, RECORD, Machine, machine
from tests.postgres import Server
from tests.postgres_logs import server

LESSON = "lesson-seed@anna"


@pytest.fixture
def there() -> Server:
    """A running server with three users."""
    found = server()
    for name in ("anna", "bo", "carol"):
        if not found.sql("postgres", f"SELECT 1 FROM pg_roles WHERE rolname = '{name}'"):
            found.user(name)
    return found


def within(seconds: float, holds: Callable[[], bool]) -> float:
    """How long it took until something held; fails when the time is over."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < seconds, "it never held"
    return time.monotonic() - began


def learn(person: Machine) -> None:
    """Have a lesson on one's own board."""
    file = person.home / "record.jsonl"
    file.write_text(RECORD)
    person.ok("lesson", "add", "--file", str(file), "--project", PROJECT)
    person.ok("lesson", "keep", "lesson-seed")


def test_a_lesson_of_one_reaches_the_agent_of_another(there: Server, tmp_path: Path) -> None:
    """Learnt and approved on one machine, approved on a second, told on a third at once."""
    name = there.database()
    people = [machine(tmp_path, person) for person in ("anna", "bo", "carol")]
    anna, bo, carol = people
    learn(anna)
    for person, user in zip(people, ("anna", "bo", "carol"), strict=True):
        place = there.url(name, user).replace(":open:sesame%401", "")
        said = person.ok("team", "join", place, "--all-projects")
        assert f"as {user}. Nothing was sent yet" in said
    assert "lesson lesson-seed" in anna.ok("team", "sync", "--dry-run")
    refused = anna.run("team", "sync", stdin="n\n")
    assert refused.code != 0
    assert json.loads(bo.ok("team", "sync", "--yes", "--json"))["received"] == 0
    anna.ok("team", "sync", "--yes")
    carol.ok("team", "sync", "--yes")
    assert carol.told() == ""
    carol.ok("team", "trust", "anna")
    assert 'anna says: "Run `make seed`' in carol.told()
    anna.ok("lesson", "undo", "lesson-seed")
    with anna.going_on("team", "sync", "--follow"), carol.going_on("team", "sync", "--follow"):
        within(60, lambda: carol.told() == "")
        bo.ok("team", "sync")
        with bo.going_on("team", "sync", "--follow"):
            bo.ok("lesson", "keep", LESSON)
            within(60, lambda: 'anna says: "Run `make seed`' in carol.told())
    shown = carol.ok("lesson", LESSON)
    assert "anna shares it" in shown
    assert "bo approved it" in shown
    status = json.loads(carol.ok("team", "--json"))["teams"][0]
    assert status["colleagues"] == {"anna": 1, "bo": 1}
    assert {each["user"] for each in status["machines"]} == {"anna", "bo", "carol"}
    anna.ok("team", "share", "--undo", "lesson-seed")
    carol.ok("team", "sync")
    assert carol.told() == ""
    assert "anna withdrew it" in carol.ok("lesson", LESSON)
    anna.ok("team", "share", "--undo", "--forget", "lesson-seed")
    carol.ok("team", "sync")
    assert carol.run("lesson", LESSON).code == 1
    assert "Left" in carol.ok("team", "join", "--undo")


def test_a_folder_does_without_a_server(tmp_path: Path) -> None:
    """The same exchange; a file that was changed is named, and the rest goes on."""
    folder = tmp_path / "shared"
    anna, bo = (machine(tmp_path, person) for person in ("anna", "bo"))
    learn(anna)
    for person, name in ((anna, "anna"), (bo, "bo")):
        person.ok("team", "join", str(folder), "--name", name, "--all-projects")
        person.ok("team", "sync", "--yes")
    assert bo.told() == ""
    bo.ok("team", "trust", "anna", "--reason", "sits next to me")
    assert "anna says: " in bo.told()
    [trusted, _] = json.loads(bo.ok("team", "--shared", "--json"))
    assert (trusted["kind"], trusted["name"], trusted["title"]) == (
        "trust", "anna", "sits next to me",
    )  # fmt: skip
    assert f"anna  trusted since {trusted['at'][:10]}: sits next to me" in bo.ok("team", "--shared")
    listed = json.loads(bo.ok("team", "anna", "--json"))
    assert [(row["author"], row["name"]) for row in listed] == [("anna", "lesson-seed")]
    assert "anna  lesson lesson-seed  Run `make seed`" in bo.ok("team", "anna")
    assert "constraint: Run `make seed`" in bo.ok("team", LESSON)
    assert "you  lesson lesson-seed" in anna.ok("team", "--mine")
    (file,) = folder.glob("anna.*.jsonl")
    file.write_bytes(file.read_bytes().replace(b"make seed", b"make evil"))
    done = bo.run("team", "sync")
    assert "is not what was written" in done.err
    assert "make seed" in bo.told()
    for command in (("edit", "--rule", "no"), ("keep", "--everywhere")):
        done = bo.run("lesson", command[0], LESSON, *command[1:])
        assert "is anna's lesson" in done.err


def test_what_was_shared_is_taken_back_also_from_a_team_that_was_left(tmp_path: Path) -> None:
    """It is gone from the folder, and may be shared again."""
    folder = tmp_path / "shared"
    anna = machine(tmp_path, "anna")
    learn(anna)
    anna.ok("team", "join", str(folder), "--name", "anna", "--all-projects")
    assert json.loads(anna.ok("team", "sync", "--yes", "--json"))["sent"] == 1
    assert json.loads(anna.ok("team", "sync", "--json"))["sent"] == 0
    assert "`lessonboard team share --undo --forget --all` erases it there" in anna.ok(
        "team", "join", "--undo"
    )
    assert "--forget goes with --undo" in anna.run("team", "share", "--forget", "--all").err
    assert "Withdrew 1 thing, erased 0" in anna.ok("team", "share", "--undo", "--all")
    assert [path for path in folder.glob("*.jsonl") if b'"withdrawn"' in path.read_bytes()]
    done = anna.ok("team", "share", "--undo", "--forget", "--all")
    assert "Withdrew 1 thing, erased 2 revisions" in done
    assert not [path for path in folder.glob("*.jsonl") if b"make seed" in path.read_bytes()]
    assert "shares 1 thing again" in anna.ok("team", "share", "--all")


def test_a_team_that_is_gone_keeps_nothing_from_the_others(tmp_path: Path) -> None:
    """What is withdrawn goes where it can; what could not be is named, and done at a later sync."""
    folders = [tmp_path / "one", tmp_path / "two"]
    anna = machine(tmp_path, "anna")
    learn(anna)
    for folder in folders:
        anna.ok("team", "join", str(folder), "--name", "anna", "--all-projects")
        anna.ok("team", "sync", "--yes", "--team", str(folder))
    gone = folders[0].rename(tmp_path / "away")
    done = anna.run("admin", "worker", "--until-idle")
    assert (done.code, "is not a folder, or is gone" in done.err) == (0, True)
    done = anna.run("team", "share", "--undo", "--forget", "lesson-seed")
    assert (done.code, f"not yet at {folders[0]}" in done.err) == (1, True)
    assert b"make seed" in b"".join(path.read_bytes() for path in gone.glob("*.jsonl"))
    assert b"make seed" not in b"".join(path.read_bytes() for path in folders[1].glob("*.jsonl"))
    gone.rename(folders[0])
    anna.ok("team", "sync", "--team", str(folders[0]))
    for folder in folders:
        assert not [path for path in folder.glob("*.jsonl") if b"make seed" in path.read_bytes()]


def test_hooks_find_the_copy_of_a_log_by_its_address(there: Server, tmp_path: Path) -> None:
    """Whoever calls `lessonboard hook` with an address in the environment makes no file of it."""
    name = there.database()
    anna = machine(tmp_path, "anna", there.url(name, "anna").replace(":open:sesame%401", ""))
    anna.ok("lesson")
    told = json.dumps({"session_id": "s1", "hook_event_name": "SessionStart", "cwd": str(tmp_path),
                       "source": "startup", "transcript_path": ""})  # fmt: skip
    anna.ok("hook", "claude-code", stdin=told)
    assert not [path for path in anna.home.iterdir() if path.name.startswith("postgresql")]
    anna.ok("team", "sync")
    assert there.sql(name, "SELECT count(*) > 0 FROM lessonboard.events") == [(True,)]


def test_a_board_that_is_wholly_shared(there: Server, tmp_path: Path) -> None:
    """`--db postgresql://` works for every command, offline too; the password is kept nowhere."""
    name = there.database()
    anna, bo = (
        machine(tmp_path, user, there.url(name, user).replace(":open:sesame%401", ""))
        for user in ("anna", "bo")
    )
    learn(anna)
    bo.ok("team", "sync")
    assert ": Run `make seed`" in anna.told()
    assert bo.told() == ""
    anna.ok("team", "trust", "bo")
    assert bo.told() == ""
    bo.ok("team", "trust", "anna")
    assert 'anna says: "Run `make seed`' in bo.told()
    assert 'anna says: "Run `make seed`' in bo.ok("lesson")
    bo.ok("lesson", "keep", "lesson-seed")
    assert ": Run `make seed`" in bo.told()
    bo.ok("team", "trust", "anna", "--undo")
    assert ": Run `make seed`" in bo.told()
    with bo.going_on("team", "sync", "--follow"):
        item = anna.ok("admin", "queue", "add", "nightly", "--needs", "gpu").strip()
        assert "Nothing is ready" in bo.ok("admin", "queue", "claim")
        assert item in bo.ok("admin", "queue", "claim", "--tag", "gpu")
    assert "anna/human" in bo.ok("admin", "events", "--type", "lesson.approved", "--json")
    assert (
        "this board is a team's log itself" in anna.run("team", "join", "x", "--all-projects").err
    )
    offline = Machine(bo.home, str(bo.database).replace(f":{there.port}/", ":1/"))
    assert "could not reach the log" in offline.run("lesson").err


def test_doctor_names_copies_that_hold_what_was_forgotten(there: Server, tmp_path: Path) -> None:
    """Until they come by."""
    name = there.database()
    there.user("keeper", "lessonboard_forgetter")
    keeper, anna = (
        machine(tmp_path, user, there.url(name, user).replace(":open:sesame%401", ""))
        for user in ("keeper", "anna")
    )
    learn(anna)
    keeper.ok("team", "sync")
    anna.ok("lesson")
    found = json.loads(keeper.ok("admin", "events", "--type", "lesson.created", "--json"))
    event = (found if isinstance(found, list) else [found])[0]["id"]
    keeper.ok("forget", event, "--reason", "private", "--yes")
    assert "1 of 2 copies still hold what was forgotten" in keeper.ok("doctor")
    anna.ok("team", "sync")
    assert "2 copies" in keeper.ok("doctor")
    assert "still hold" not in keeper.ok("doctor")


def test_a_log_that_was_restored_is_told_and_copied_anew(there: Server, tmp_path: Path) -> None:
    """The old copy is put aside by name; hooks and workers find the log by the file of the copy."""
    name = there.database()
    anna = machine(tmp_path, "anna", there.url(name, "anna").replace(":open:sesame%401", ""))
    learn(anna)
    anna.ok("lesson")
    there.sql(
        name,
        "ALTER TABLE lessonboard.events DISABLE TRIGGER USER",
        "DELETE FROM lessonboard.events WHERE position > 1",
        "UPDATE lessonboard.head SET position = 1, digest = (SELECT digest FROM "
        "lessonboard.events WHERE position = 1)",
    )
    done = anna.run("lesson")
    assert (done.code, "is not on the log" in done.err) == (0, True)
    copies = anna.home / ".cache" / "lessonboard" / "logs"
    assert len(list(copies.glob("*.aside"))) == 1
    (copy,) = copies.glob("*.db")
    by_copy = Machine(anna.home, str(copy))
    assert by_copy.ok("admin", "queue", "add", "nightly").startswith("work-")
    assert there.sql(name, "SELECT max(position) FROM lessonboard.events") == [(2,)]


def test_an_address_with_a_password_keeps_it_nowhere(there: Server, tmp_path: Path) -> None:
    """Neither in a file nor in its name nor on the screen."""
    odd = "p?a#s@s/w:ord"
    there.sql("postgres", "DROP ROLE IF EXISTS dora",
              f"CREATE ROLE dora LOGIN PASSWORD '{odd}' IN ROLE lessonboard_writer")  # fmt: skip
    name = there.database()
    address = f"postgresql://dora:{'p%3Fa%23s%40s%2Fw%3Aord'}@127.0.0.1:{there.port}/{name}"
    dora = machine(tmp_path, "dora", address)
    said = dora.ok("lesson") + dora.ok("team") + dora.ok("doctor")
    raw = machine(tmp_path, "raw", f"postgresql://dora:{odd}@127.0.0.1:{there.port}/{name}")
    done = raw.run("lesson")
    said += done.out + done.err
    for secret in ("p%3Fa%23s", "p?a#s", "s/w:ord", "s%2Fw"):
        assert secret not in said
        for path in tmp_path.rglob("*"):
            assert secret not in path.name
            assert not path.is_file() or secret.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("team", "sync"), "exchanges with no team"),
        (("team", "join", "x"), "say what is shared"),
        (("team", "join", "x", "--name", "a b", "--all-projects"), "cannot be a name in a team"),
        (("team", "join", "no/such/place", "--all-projects"), "as a team's folder"),
        (("team", "join", ".pgpass", "--all-projects"), "as a team's folder"),
        (("team", "join", "mysql://x/y", "--all-projects"), "no log has that scheme"),
        (("team", "share", "--undo", "lesson-x"), "was not shared"),
        (("team", "share"), "say what"),
        (("team", "join", "--create", "--undo", "x"), "give one place"),
        (("team", "trust", "--unsigned", "--undo"), "or --unsigned alone"),
        (("team", "key", "--replace", "--add", "x"), "give one of --add"),
        (("team", "nothing"), "nothing is shared as"),
        (("team", "join", "--create", "postgresql://127.0.0.1:1/x"), "could not reach the log"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, arguments: tuple[str, ...], expected: str
) -> None:
    """In one line, with what to do."""
    anna = machine(tmp_path, "anna")
    anna.run("off", "--list")
    done = anna.run(*arguments)
    assert done.code in (1, 2)
    assert expected in done.err
    assert "Traceback" not in done.err


def test_setting_up_a_log_says_how_people_get_in(there: Server, tmp_path: Path) -> None:
    """And may be done again."""
    there.sql("postgres", "DROP DATABASE IF EXISTS fresh", "CREATE DATABASE fresh")
    anna = machine(tmp_path, "anna")
    said = anna.ok("team", "join", "--create", there.url("fresh"))
    assert "is ready" in said
    assert 'GRANT lessonboard_writer TO "..."' in said
    assert "is up to date" in anna.ok("team", "join", "--create", there.url("fresh"))


def test_what_is_followed_is_a_line_of_json_at_every_news(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And nothing where nothing came; an exchange that was asked for always says what it did."""
    _told(Exchanged(0, 0, 0, ()), as_json=True)
    assert capsys.readouterr().out == ""
    _told(Exchanged(1, 2, 0, ("bo: no lesson",)), as_json=True)
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert json.loads(said)["refused"] == ["bo: no lesson"]
    _told(Exchanged(0, 0, 0, ()), as_json=True, always=True)
    assert json.loads(capsys.readouterr().out)["sent"] == 0


def test_a_misspelt_project_joins_nothing(tmp_path: Path) -> None:
    """It is refused with what may be meant; one that only colleagues know yet is confirmed."""
    anna, folder = machine(tmp_path, "anna"), str(tmp_path / "shared")
    learn(anna)
    for option in ("--project", "--sessions-of"):
        named = ["--project", PROJECT] if option == "--sessions-of" else []
        done = anna.run("team", "join", folder, *named, option, "github.com/amce/kite")
        assert (done.code, done.out) == (2, "")
        assert f"did you mean {PROJECT}?" in done.err
        assert "--yes" in done.err
    assert "exchanges with no team" in anna.run("team", "sync").err
    assert f"{PROJECT}: 0 sessions, 1 lesson\nJoined" in anna.ok(
        "team", "join", folder, "--project", "kite"
    )
    new = "github.com/acme/new"
    said = anna.ok("team", "join", folder, "--project", new, "--yes")
    assert f"{new}: 0 sessions, 0 lessons" in said
    assert anna.run("lesson", "--project", "github.com/amce/kite").code == 2
