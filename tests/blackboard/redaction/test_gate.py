"""Everything that is written passes redaction: by the board, or by one of few who know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from blackboard.importer import import_files
from blackboard.redaction import breadth
from tests.blackboard.redaction.shapes import PASSWORDS

ROOT = Path(__file__).parents[3]
REDACTS_ITSELF = {
    "blackboard/board.py",  # the gate
    "blackboard/importer.py",  # counts what it cuts
    "blackboard/storage/ingestion.py",  # what hooks have redacted
    "blackboard/claims.py",  # a gate as the board's
    "blackboard/storage/conditional.py",  # for logs, and those who append to them by `claims.py`
    "lessonboard/parts/team/sharing/log_place.py",  # what the board has redacted
    "lessonboard/exporting/restoring.py",
}


def test_the_board_lets_no_secret_in() -> None:
    """Whoever appends, and whatever the type."""
    with Board.open(":memory:") as board:
        password = PASSWORDS[3]
        board.append([NewEvent("note.taken", "notes", {"text": f"DB_PASSWORD={password}"})])
        assert [event.payload for event in board.read()] == [
            {"text": "DB_PASSWORD=[redacted secret]"}
        ]


def test_what_is_in_a_tuple_is_in_a_list() -> None:
    """JSON knows no tuples, so a program that writes one has written a list."""
    with Board.open(":memory:") as board:
        told = (f"DB_PASSWORD={PASSWORDS[3]}", ["a\x1b[2Jb"], ("x", f"--password={PASSWORDS[3]}"))
        board.append([NewEvent("note.taken", "notes", {"told": told})])
        (event,) = board.read()
    assert PASSWORDS[3] not in str(event.payload)
    assert "\x1b" not in str(event.payload)


def test_nobody_else_appends_to_the_log() -> None:
    """Who goes around the board takes secrets out himself, and is listed here."""
    found = {
        str(path.relative_to(ROOT))
        for package in ("blackboard", "reflect", "scheduler", "lessonboard")
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"log\.append(?:_if)?[(,]", path.read_text())
    }
    assert found == REDACTS_ITSELF


def test_what_the_extra_finds_is_cut_too(tmp_path: Path) -> None:
    """An import leaves out what its rules find in what ours have left."""
    transcript = tmp_path / "a.json"
    transcript.write_text('[{"role": "user", "content": "the quokka lantern is lit"}]')
    with Board.open(":memory:") as board:
        summary = import_files(board, [transcript], more_secrets=lambda _texts: {"quokka lantern"})
        said = [each.payload for each in board.read(types=["message.recorded"])]
    assert "the [redacted secret] is lit" in str(said)
    assert summary.redactions == 1


def test_a_scan_without_end_fails_the_file(tmp_path: Path) -> None:
    """What could not be looked at is not written, and the summary says so."""
    transcript = tmp_path / "a.json"
    transcript.write_text('[{"role": "user", "content": "hello"}]')

    def never(_texts: object) -> set[str]:
        raise breadth.ScanTimeout("the rules did not end")

    with Board.open(":memory:") as board:
        summary = import_files(board, [transcript], more_secrets=never)
        assert list(board.read(types=["message.recorded"])) == []
    assert summary.failed == [(str(transcript), "the rules did not end")]


def test_blocks_are_bounded_and_repeated_keys_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block is at most 250,000 characters, and no text is slow that names many keys."""
    blocks: list[str] = []

    class Scanner:
        def scan(self, data: str, *, timeout: float | None = None) -> list[object]:
            assert timeout
            blocks.append(data)
            return []

    monkeypatch.setattr(breadth, "scanner", Scanner)
    key = "BEGIN PRIVATE " + "KEY"
    texts = ["a" * 2_500_000, "b" * 600_000, "c" * 600_000, key * 101]
    assert breadth.secrets_of(texts) == set()
    assert max(map(len, blocks)) <= 250_000 + 100
    assert sum(block.count("a") for block in blocks) == 2_500_000
    assert key not in "".join(blocks)


@pytest.mark.full
def test_the_real_rules_find_what_ours_do_not() -> None:
    """The extra is installed, and its findings are values that can be cut."""
    pytest.importorskip(breadth.PACKAGE, reason="the extra `secrets` is not installed")
    token = "gh" + "p_iK2Zq8vT2mZ4wB8rYx6LpN5cR3dF7gH1jK9s"
    assert token in breadth.secrets_of([f"a line with {token} in it"])
