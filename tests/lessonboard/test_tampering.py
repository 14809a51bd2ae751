"""Which changes of a board's file are found: without an anchor, with one, and which are not."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest

from blackboard import Board, BoardError
from blackboard.event import NewEvent
from lessonboard import anchors
from lessonboard.anchors import Anchor
from tests.blackboard.sample_board import fill
from tests.command_line import Run
from tests.lessonboard.tampering import around_the_triggers, chain_anew, rewrite

Finder = Literal["verify", "verify --views", "an anchor", "nothing"]
_HEAD = "(SELECT MAX(position) FROM events)"
_LAST_OFFERED = "(SELECT MAX(id) FROM documents WHERE offered)"
_WORD = "(SELECT MIN(word) FROM postings)"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Anchor]:
    """A board with something of everything on it, and the anchor of its last event."""
    path = tmp_path_factory.mktemp("original") / "board.db"
    with Board.open(path) as board:
        fill(board)
        board.catch_up()
        board.index()
        anchor = anchors.newest(board, 1)
    assert anchor is not None
    return path, anchor


@pytest.fixture
def path(original: tuple[Path, Anchor], tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(original[0], tmp_path / "board.db"))


def finder(path: Path, anchor: Anchor) -> Finder:
    """The first that finds something wrong, as `verify` asks them."""
    with Board.open(path) as board:
        if not board.verify().sound:
            return "verify"
        if board.verify_views():
            return "verify --views"
        if list(anchors.problems(board, [anchor])):
            return "an anchor"
    return "nothing"


def test_a_board_that_nobody_changed_is_sound(original: tuple[Path, Anchor], path: Path) -> None:
    """Whether its views were just folded, or in several steps, or rebuilt."""
    assert finder(path, original[1]) == "nothing"
    with Board.open(path) as board:
        board.append([NewEvent("note.taken", "notes", {"text": "later"})])
    assert finder(path, original[1]) == "nothing"
    with Board.open(path) as board:
        board.replay()
        board.index()
    assert finder(path, original[1]) == "nothing"


def _edited(sql: str) -> Callable[[Path], None]:
    """Statements on the file as it is, triggers included."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            for statement in sql.split(";"):
                connection.execute(statement)

    return change


def _forced(sql: str) -> Callable[[Path], None]:
    """Statements that the log's triggers would refuse."""

    def change(path: Path) -> None:
        with around_the_triggers(path) as connection:
            for statement in sql.split(";"):
                connection.execute(statement)

    return change


def _rewritten(position: str) -> Callable[[Path], None]:
    """Another payload with a chain that is sound in itself, the views folded from it."""

    def change(path: Path) -> None:
        with around_the_triggers(path) as connection:
            (found,) = connection.execute(f"SELECT {position}").fetchone()
            rewrite(connection, found)

    return change


def _cut(path: Path) -> None:
    with around_the_triggers(path) as connection:
        connection.execute(f"DELETE FROM events WHERE position > {_HEAD} - 3")
        chain_anew(connection)


def _put_in_between(path: Path) -> None:
    with around_the_triggers(path) as connection:
        connection.execute("UPDATE events SET position = -position WHERE position > 5")
        connection.execute("UPDATE events SET position = 1 - position WHERE position < 0")
        connection.execute(
            "INSERT INTO events SELECT 6, 'new', 'new', 1, type, schema, project, actor, "
            "occurred_at, recorded_at, NULL, NULL, payload, payload_sha256, digest "
            "FROM events WHERE position = 5"
        )


def _replaced(path: Path) -> None:
    path.unlink()
    with Board.open(path) as board:
        fill(board)


def _appended(path: Path) -> None:
    with Board.open(path) as board:
        board.append([NewEvent("lesson.approved", "lesson:x", {"lesson": "x", "by": "human"})])


def _rewritten_after_the_anchor(path: Path) -> None:
    _appended(path)
    _rewritten(_HEAD)(path)


def _checkpoint_moved_ahead(path: Path) -> None:
    with Board.open(path) as board:
        board.append([NewEvent("capture.disabled", "capture:project:p", {"project": "p"})])
    _edited(f"UPDATE checkpoints SET position = {_HEAD} WHERE name LIKE 'view:%' "
            "AND name NOT IN ('view:index', 'view:names', 'view:passages')")(path)  # fmt: skip


TAMPERINGS: dict[str, tuple[Finder, Callable[[Path], None]]] = {
    "a payload": ("verify", _forced(
        "UPDATE events SET payload = '{}' WHERE position = 3")),
    "who said it": ("verify", _forced(
        "UPDATE events SET actor = 'human' WHERE position = 3")),
    "when it was": ("verify", _forced(
        "UPDATE events SET occurred_at = occurred_at + 1 WHERE position = 3")),
    "another project": ("verify", _forced(
        "UPDATE events SET project = 'other' WHERE position = 3")),
    "an event taken out": ("verify", _forced("DELETE FROM events WHERE position = 3")),
    "an event put in between": ("verify", _put_in_between),
    "two events in each other's place": ("verify", _forced(
        "UPDATE events SET position = -3 WHERE position = 3;"
        "UPDATE events SET position = 3 WHERE position = 4;"
        "UPDATE events SET position = 4 WHERE position = -3")),
    "a payload erased without a word": ("verify", _forced(
        "UPDATE events SET payload = NULL WHERE position = 3")),
    "the last digest": ("verify", _forced(
        f"UPDATE events SET digest = zeroblob(32) WHERE position = {_HEAD}")),
    "a trigger dropped": ("verify", _edited("DROP TRIGGER events_are_unchanged")),
    "a trigger that writes": ("verify", lambda path: sqlite3.connect(path).execute(
        "CREATE TRIGGER extra AFTER INSERT ON events BEGIN DELETE FROM view_lessons; END").close()),
    "a lesson approved in its view": ("verify --views", _edited(
        "UPDATE view_lessons SET status = 'approved', trust = 'human'")),
    "other words of a lesson": ("verify --views", _edited(
        "UPDATE view_lessons SET \"constraint\" = 'Pipe it into a shell'")),
    "a lesson that nobody recorded": ("verify --views", _edited(
        "CREATE TEMP TABLE one AS SELECT * FROM view_lessons LIMIT 1;"
        "UPDATE one SET id = 'lesson-new'; INSERT INTO view_lessons SELECT * FROM one")),
    "a lesson taken out of its view": ("verify --views", _edited("DELETE FROM view_lessons")),
    "a row that is no JSON": ("verify --views", _edited("UPDATE view_lessons SET tags = '['")),
    "a row without a key": ("verify --views", _edited(
        "INSERT INTO view_captures (id) VALUES (NULL)")),
    "a view that skips events": ("verify --views", _checkpoint_moved_ahead),
    "a view that is ahead of the log": ("verify --views", _edited(
        "UPDATE checkpoints SET position = position + 1000 WHERE name LIKE 'view:%'")),
    "an SQL view that hides rows": ("verify --views", _edited(
        "DROP VIEW lessons; CREATE VIEW lessons AS SELECT * FROM view_lessons WHERE 0")),
    "an index that refuses rows": ("verify --views", _edited(
        "CREATE UNIQUE INDEX one_only ON view_work (kind, attempts, item)")),
    "a view in the place of a table": ("verify --views", _edited(
        "CREATE TABLE hidden AS SELECT * FROM moments; DROP TABLE moments;"
        "CREATE VIEW moments AS SELECT * FROM hidden WHERE kind <> 'command'")),
    "a number that was given before": ("verify --views", _edited(
        "UPDATE checkpoints SET position = 1 WHERE name = 'view:index'")),
    "how long a document is": ("verify --views", _edited(
        "UPDATE fts_lessons_docsize SET sz = x'7f7f7f'")),
    "an alias of a project": ("verify --views", _edited(
        "INSERT INTO project_aliases VALUES ('mine', 'theirs')")),
    "a document offered to all": ("verify --views", _edited(
        "UPDATE documents SET project = NULL WHERE project IS NOT NULL")),
    "a posting list of a word": ("verify --views", _edited(
        f"DELETE FROM postings WHERE word = {_WORD}")),
    "a word of another lesson": ("verify --views", _edited(
        "INSERT INTO postings SELECT project, 'curl', 0, numbers, impacts FROM postings "
        f"WHERE word = {_WORD} LIMIT 1")),
    "a list of the words of rules": ("verify --views", _edited("DELETE FROM constraint_postings")),
    "a command that a lesson is bound to": ("verify --views", _edited(
        f"INSERT INTO moments VALUES ('command', 'ls', {_LAST_OFFERED})")),
    "a key of a document to come": ("verify --views", _edited(
        "INSERT INTO moments VALUES ('command', 'ls', 100000)")),
    "words in the full-text index": ("verify --views", _edited(
        "INSERT INTO fts_lessons (rowid, head, middle, rest) "
        "SELECT id, 'curl', '', '' FROM documents WHERE view = 'lessons' LIMIT 1")),
    "how the full-text index ranks": ("verify --views", _edited(
        "INSERT INTO fts_lessons (fts_lessons, rank) VALUES ('rank', 'bm25(0.0)')")),
    "a claim of a work item": ("verify --views", _edited(
        "UPDATE work_claims SET attempts = attempts + 1")),
    "claims that are never folded": ("verify --views", _edited(
        "UPDATE checkpoints SET position = position + 100 WHERE name = 'view:work_claims'")),
    "an index of claims": ("verify --views", _edited("DROP INDEX work_claims_due")),
    "a passage that nobody said": ("verify --views", _edited(
        "INSERT INTO fts_passages (rowid, prompt) VALUES (1000, 'curl')")),
    "the session of a passage": ("verify --views", _edited(
        "UPDATE fts_passages_sessions SET session = 1 WHERE position = "
        "(SELECT MIN(position) FROM fts_passages_sessions)")),
    "how many passages a session has": ("verify --views", _edited(
        "UPDATE fts_passages_totals SET passages = passages + 1")),
    "a payload with a new chain": ("an anchor", _rewritten("3")),
    "the last event with a new chain": ("an anchor", _rewritten(_HEAD)),
    "the end cut off": ("an anchor", _cut),
    "another board in its place": ("an anchor", _replaced),
    "an event appended by any program": ("nothing", _appended),
    "a new chain after the anchor": ("nothing", _rewritten_after_the_anchor),
    "how far files were imported": ("nothing", _edited(
        "INSERT INTO imported_files VALUES ('/t.jsonl', 1, 1, x'00', 1000000, '')")),
    "how far a reader has come": ("nothing", _edited(
        "REPLACE INTO checkpoints VALUES ('reader:dispatcher', 1, 1000)")),
    "who holds a work item": ("nothing", _edited("INSERT INTO leases VALUES ('w', 'me', 9999)")),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERINGS)
def test_what_finds_a_change(original: tuple[Path, Anchor], path: Path, name: str) -> None:
    """The table of docs/cli/admin.md: each is found by this one, by none asked before."""
    found_by, change = TAMPERINGS[name]
    change(path)
    assert finder(path, original[1]) == found_by


def test_the_command_says_which_rows_were_edited(run: Run, path: Path) -> None:
    """And how they become what they should be."""
    assert (
        "The views and the search index are what they say." in run("admin", "verify", "--views").out
    )
    _edited("UPDATE view_lessons SET status = 'approved' WHERE status = 'candidate'")(path)
    assert run("admin", "verify").code == 0
    done = run("admin", "verify", "--views")
    assert done.code == 1
    assert "the view lessons: 'lesson-" in done.err
    assert "is not what the log says (status)" in done.err
    assert run("admin", "verify", "--views", "--json").json["view_problems"]
    run("admin", "verify", "--rebuild")
    assert run("admin", "verify", "--views").code == 0


def test_a_board_in_memory_has_nothing_to_compare() -> None:
    """No other program reaches it."""
    with Board.open(":memory:") as board, pytest.raises(BoardError, match="in memory"):
        board.verify_views()
