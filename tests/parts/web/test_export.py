"""Static pages to publish: the approved lessons, and nothing private unless asked for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from lessonboard.bootstrap import App
from lessonboard.parts.web.export import _public_place
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.pipeline.stated import Rule, add
from tests.command_line import Run, settings_file
from tests.commands import Ran
from tests.deciding import allow_scripts
from tests.parts.web.conftest import NOW

PRIVATE = ("Missing script", "01a1fdb2", "5ca1ab1e", "the old script is gone", "/tmp/samples")


def texts(folder: Path) -> str:
    """All pages of a folder."""
    return "\n".join(path.read_text() for path in sorted(folder.glob("*.html")))


@pytest.fixture
def exported(run: Run, sample: Path, tmp_path: Path) -> Path:
    """The pages of the sample board, by the command."""
    with Board.open(sample) as board:
        add(board, Rule("Always start /home/ada/kite/run.sh first."), "/home/ada/kite",
            Critic(CriticSettings()), NOW)  # fmt: skip
    done = run("--db", str(sample), "web", "--export", str(tmp_path / "out"))
    assert done.code == 0, done.err
    return tmp_path / "out"


def test_what_is_approved_is_there_and_nothing_else(exported: Path) -> None:
    """Candidates and rejected lessons are nobody's word yet."""
    found = texts(exported)
    assert "npm run test:unit" in found
    assert "squash commits" in found
    assert "node tools/seed.js" not in found
    assert "unittest" not in found


def test_nothing_private_is_there(exported: Path) -> None:
    """No quotation, session, reason, or folder of a home."""
    found = texts(exported)
    assert [each for each in PRIVATE if each in found] == []
    assert "/home/" not in found
    assert "ada" not in found
    assert "~/kite/run.sh" in found


def test_evidence_is_there_when_it_is_asked_for(
    run: Run, sample: Path, exported: Path, tmp_path: Path
) -> None:
    """What lessons quote, but still no session."""
    run("--db", str(sample), "web", "--export", str(tmp_path / "out"), "--evidence")
    found = texts(exported)
    assert "Missing script" in found
    assert "01a1fdb2" not in found


def test_the_pages_ask_for_nothing(exported: Path) -> None:
    """No script, and no address but those of the folder."""
    found = texts(exported)
    assert "<script" not in found
    assert set(re.findall(r'(?:href|src)="([^"#]*)"', found)) <= {
        path.name for path in exported.iterdir()
    }
    assert (exported / "style.css").is_file()


def test_what_is_not_approved_any_more_is_gone_from_the_folder(
    run: Run, sample: Path, exported: Path
) -> None:
    """The pages of an export replace those of the one before."""
    [name] = [path.stem for path in exported.glob("lesson-a5e*.html")]
    run("--db", str(sample), "lesson", "drop", "--outdated", name)
    run("--db", str(sample), "web", "--export", str(exported))
    assert not (exported / f"{name}.html").exists()
    assert "npm run test:unit" not in texts(exported)


def test_a_folder_of_other_files_is_left_alone(run: Run, sample: Path, tmp_path: Path) -> None:
    """Also where a page would have the name of one."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.html").write_text("mine")
    done = run("--db", str(sample), "web", "--export", str(tmp_path / "mine"))
    assert done.code == 1
    assert "other files" in done.err
    assert (tmp_path / "mine" / "index.html").read_text() == "mine"


def test_a_file_that_came_into_the_folder_is_not_written_over(
    run: Run, sample: Path, exported: Path
) -> None:
    """Though it has the name of a page that is new."""
    [page] = exported.glob("lesson-a5e*.html")
    listed = exported / ".lessonboard-pages"
    listed.write_text(listed.read_text().replace(page.name, "../../etc/passwd\n.."))
    page.write_text("mine")
    assert run("--db", str(sample), "web", "--export", str(exported)).code == 1
    assert page.read_text() == "mine"


def test_a_list_that_is_a_link_is_nobodys(run: Run, sample: Path, tmp_path: Path) -> None:
    """What it leads to is neither read as ours nor written to."""
    (tmp_path / "mine").write_text("keepme.txt")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "keepme.txt").write_text("keep")
    (tmp_path / "new" / ".lessonboard-pages").symlink_to(tmp_path / "mine")
    assert run("--db", str(sample), "web", "--export", str(tmp_path / "new")).code == 1
    assert (tmp_path / "mine").read_text() == "keepme.txt"
    assert (tmp_path / "new" / "keepme.txt").exists()


def test_no_board_is_made_to_export_from(run: Run, tmp_path: Path) -> None:
    """A misspelt path is said."""
    done = run("--db", str(tmp_path / "none.db"), "web", "--export", str(tmp_path / "out"))
    assert (done.code, (tmp_path / "none.db").exists()) == (1, False)


def test_forgetting_names_the_pages(exported: Path, sample: Path) -> None:
    """They may hold what is forgotten, and are written anew by the command that is told."""
    from lessonboard.exporting import registry

    [known] = registry.known(App(str(sample)).path)
    assert known.path == exported / "index.html"
    assert f"--db {sample} web --export {exported}" in known.command


def test_nothing_is_written_through_a_link(
    run: Run, sample: Path, exported: Path, tmp_path: Path
) -> None:
    """Who can put a link into the folder cannot have another file overwritten."""
    (tmp_path / "mine").write_text("mine")
    for name in ("index.html", "style.css"):
        (exported / name).unlink()
        (exported / name).symlink_to(tmp_path / "mine")
    assert run("--db", str(sample), "web", "--export", str(exported)).code == 0
    assert (tmp_path / "mine").read_text() == "mine"
    assert "Lessons" in (exported / "index.html").read_text()


@pytest.mark.parametrize(
    ("project", "place"),
    [
        ("github.com/ada/kite", "ada/kite"),
        ("git.acme.example:2222/ada/kite", "git.acme.example:2222/ada/kite"),
        ("/home/ada", "a folder"),
        ("/mnt/c/Users/ada", "a folder"),
        (r"C:\Users\Ada King\kite", "kite"),
        ("C:/Users/ada/kite", "kite"),
        ("file:///home/ada/kite", "kite"),
        ("~/work/kite", "kite"),
        ("/srv/ada/kite/", "kite"),
    ],
)
def test_where_a_lesson_holds_names_no_home(project: str, place: str) -> None:
    """A repository by its host and name; of anything else the last part, if that is no user."""
    row: Any = {"project": project, "scope": "project"}
    everywhere: Any = {**row, "scope": "global"}
    assert _public_place(row) == place
    assert _public_place(everywhere) == "everywhere"


class Sharing:
    """An export with sessions of the sample board, at a script that may decide."""

    def __init__(self, run: Run, sample: Path, folder: Path) -> None:
        self.folder = folder
        self._run, self._sample = run, sample
        allow_scripts(folder.parent / "home")

    def __call__(self, *more: str, **variables: str) -> Ran:
        """Run the command."""
        words = (
            "--db",
            str(self._sample),
            "web",
            "--export",
            str(self.folder),
            "--sessions",
            *more,
        )
        return self._run(*words, **variables)

    def pages(self) -> list[str]:
        """The names of the sessions' pages."""
        return sorted(path.name for path in self.folder.glob("session-*.html"))


@pytest.fixture
def share(run: Run, sample: Path, tmp_path: Path) -> Sharing:
    """See `Sharing`."""
    return Sharing(run, sample, tmp_path / "shared")


def test_sessions_leave_only_after_their_list_and_a_yes(share: Sharing) -> None:
    """By default no session leaves; without anybody to ask, the list and a refusal."""
    done = share()
    assert done.code == 2
    assert "github.com/example/parcel-api: " in done.err
    assert " sessions, " in done.err
    assert "--yes is needed" in done.err
    assert not share.folder.exists()
    assert share("--yes", CLAUDECODE="1").code == 3
    assert not share.folder.exists()
    assert share("--yes").code == 0
    assert share.pages()


def test_pages_of_sessions_say_so_and_are_their_owners_alone(share: Sharing) -> None:
    """Each with a banner; candidates are marked; an export without sessions removes them."""
    share("--yes")
    for page in share.folder.glob("*.html"):
        assert "These pages hold conversations" in page.read_text(), page.name
        assert page.stat().st_mode & 0o777 == 0o600
    found = texts(share.folder)
    assert "node tools/seed.js" in found
    assert '<span class="badge candidate">candidate</span>' in found
    assert "Seed the dev data" in found
    assert "<script" not in found
    assert set(re.findall(r'(?:href|src)="([^"#]*)"', found)) <= {
        path.name for path in share.folder.iterdir()
    }


def test_what_is_off_excluded_or_forgotten_is_in_no_page(
    share: Sharing, run: Run, sample: Path, tmp_path: Path
) -> None:
    """Of a project that is off nothing leaves, and the list counts it; nor what was erased."""
    with Board.open(sample) as board:
        [first, second, *_] = board.view("sessions", where={"child": 0}, order="id")
        event = next(
            each for each in board.read(stream=first["stream"], types=["message.recorded"])
        )
        text = str((event.payload or {})["text"])[:40]
        board.forget(event.id, reason="private")
    share("--yes")
    assert text not in texts(share.folder)
    assert "was forgotten" not in texts(share.folder)
    run("--db", str(sample), "off", "--session", second["id"])
    done = share("--yes")
    assert "left out, because it is off or excluded: 1 session" in done.err
    assert not any(second["id"].lower() in name for name in share.pages())
    settings_file(tmp_path).write_text('[capture]\nexclude = ["*"]\n[decide]\nscripts = true\n')
    share("--yes")
    assert share.pages() == []
    assert "node tools/seed.js" not in texts(share.folder)


def test_secrets_and_homes_are_taken_out_once_more(share: Sharing, sample: Path) -> None:
    """Of what was recorded before a rule of redaction was known, too."""
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    said = {"session": "s-raw", "role": "user", "text": f"use {token[:40]} in /home/ada/kite"}
    start = {"session": "s-raw", "agent": "codex", "cwd": "/src/kite"}
    with Board.open(sample) as board:
        board.append([
            NewEvent("session.started", "session:s-raw", start, project="kite"),
            NewEvent("message.recorded", "session:s-raw", {**said, "said_by": "human"}, 2,
                     project="kite"),
        ])  # fmt: skip
    share("--yes", "--project", "kite")
    [page] = share.pages()
    found = (share.folder / page).read_text()
    assert "in ~/kite" in found
    assert token[:40] not in found
    assert "/home/ada" not in found
