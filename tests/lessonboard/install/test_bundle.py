"""Hooks take their modules from one file as long as it fits, and from the package otherwise."""

from __future__ import annotations

import json
import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from lessonboard.hooks import bundle as finder
from lessonboard.install.bundle import place, refresh
from lessonboard.install.launcher import launcher_text
from tests.lessonboard.install.conftest import Machine

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes and owners are POSIX's")
_TELL = """
import os
leave = os._exit
def tell(code):
    module = sys.modules["lessonboard.hooks.hook"]
    print(type(module.__spec__.loader).__name__, module.__file__, flush=True)
    leave(code)
os._exit = tell
try:"""


_PATIENT = """\
    sys.modules["lessonboard.hooks.hook"].CAPTURE_SECONDS = 60.0
    main("""


class Launched:
    """A launcher with a board and a bundle; it tells how the hook was loaded."""

    def __init__(self, folder: Path, bundle: bytes) -> None:
        self.path = folder / "hook.py"
        self.bundle = folder / "hook.bundle"
        self.board = folder / "board.db"
        with Board.open(self.board) as board:
            board.catch_up()
        text = launcher_text(self.board, background=False)
        text = text.replace("\ntry:", _TELL, 1).replace("    main(", _PATIENT, 1)
        self.path.write_text(text)
        self.bundle.write_bytes(bundle)
        self.bundle.chmod(0o600)

    def __call__(self) -> str:
        """Run it at the end of a turn, and return what loaded its modules."""
        told = {"hook_event_name": "Stop", "session_id": "s", "transcript_path": "/t", "cwd": "/"}
        done = subprocess.run(
            [sys.executable, "-IS", str(self.path), "claude"],
            input=json.dumps(told), capture_output=True, text=True, check=True,
        )  # fmt: skip
        loader, file = done.stdout.split(maxsplit=1)
        assert file.strip().endswith("lessonboard/hooks/hook.py")
        assert done.stderr == ""
        assert not list(self.path.parent.glob("*.jsonl"))  # of failures
        return loader

    def change(self, edit: Callable[[dict[str, Any]], None]) -> None:
        """Edit the modules in the bundle."""
        python, code, modules = marshal.loads(self.bundle.read_bytes())
        edit(modules)
        self.bundle.write_bytes(marshal.dumps((python, code, modules)))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A bundle; it says nothing of the folder that it is for."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "hook.py").touch()
    assert refresh(folder)
    assert place(folder / "hook.py").stat().st_mode & 0o777 == 0o600
    return place(folder / "hook.py").read_bytes()


@pytest.fixture
def launched(tmp_path: Path, written: bytes) -> Launched:
    """A launcher whose bundle fits."""
    return Launched(tmp_path, written)


def test_modules_come_from_the_bundle(launched: Launched) -> None:
    """And still name the file that they were written in."""
    assert launched() == "_Loader"


def test_it_holds_what_hooks_load_and_no_more(launched: Launched) -> None:
    """Those of every step, the libraries among them; nothing of the command line."""
    _, _, modules = marshal.loads(launched.bundle.read_bytes())
    names = set(modules)
    assert names >= {
        "lessonboard.hooks.answer", "lessonboard.hooks.background", "lessonboard.hooks.capture",
        "blackboard.storage.hook_board", "_sqlite3",
    }  # fmt: skip
    assert not names & {"json", "re", "pydantic", "click", "lessonboard.cli"}


def _torn(launched: Launched) -> None:
    data = launched.bundle.read_bytes()
    launched.bundle.write_bytes(data[: len(data) // 2])


def _of_another_python(launched: Launched) -> None:
    _, code, modules = marshal.loads(launched.bundle.read_bytes())
    launched.bundle.write_bytes(marshal.dumps(("3.9.0", code, modules)))


def _changed(launched: Launched) -> None:
    def edit(modules: dict[str, Any]) -> None:
        for name, (file, changed, size, _) in modules.items():
            modules[name] = (file, changed + 1, size, b"not this")

    launched.change(edit)


def _gone(launched: Launched) -> None:
    launched.bundle.unlink()


def _not_ours(launched: Launched) -> None:
    launched.bundle.write_text("something else")


def _empty(launched: Launched) -> None:
    launched.bundle.write_bytes(b"")


def _writable_by_others(launched: Launched) -> None:
    launched.bundle.chmod(0o620)


def _a_folder(launched: Launched) -> None:
    launched.bundle.unlink()
    launched.bundle.mkdir()


_ODD = [
    _torn, _of_another_python, _changed, _gone, _not_ours, _empty, _writable_by_others, _a_folder,
]  # fmt: skip


@pytest.mark.parametrize("odd", _ODD, ids=lambda odd: odd.__name__.strip("_"))
def test_a_bundle_that_does_not_fit_is_not_used(
    launched: Launched, odd: Callable[[Launched], None]
) -> None:
    """The hook works as if there were none."""
    odd(launched)
    assert launched() == "SourceFileLoader"


@pytest.mark.parametrize("odd", _ODD[:-1], ids=lambda odd: odd.__name__.strip("_"))
def test_a_bundle_that_does_not_fit_is_written_anew(
    launched: Launched, odd: Callable[[Launched], None]
) -> None:
    """By `init`, and by the next worker."""
    odd(launched)
    assert refresh(launched.path.parent)
    assert launched() == "_Loader"
    assert launched.bundle.stat().st_mode & 0o777 == 0o600


def test_a_bundle_of_somebody_else_is_not_used(
    launched: Launched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by hooks nor as one that fits."""
    text = launched.path.read_text()
    launched.path.write_text(text.replace("os.geteuid()", "os.geteuid() + 1"))
    assert launched() == "SourceFileLoader"
    os.utime(launched.bundle, ns=(0, 0))
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    refresh(launched.path.parent)
    assert launched.bundle.stat().st_mtime_ns > 0


def test_one_module_that_changed_is_imported_alone(launched: Launched) -> None:
    """The others still come from the bundle, as each is checked by itself."""

    def edit(modules: dict[str, Any]) -> None:
        file, changed, size, _ = modules["blackboard.errors"]
        modules["blackboard.errors"] = (file, changed, size + 1, b"not this")

    launched.change(edit)
    assert launched() == "_Loader"


def test_a_bundle_that_fits_stays(launched: Launched) -> None:
    """To look takes no time; only what is stale is written."""
    assert refresh(launched.path.parent)
    before = launched.bundle.stat()
    assert refresh(launched.path.parent)
    assert launched.bundle.stat().st_mtime_ns == before.st_mtime_ns


def test_where_it_cannot_be_written_nothing_fails(launched: Launched) -> None:
    """Hooks are slower without it, and that is all."""
    _a_folder(launched)
    assert refresh(launched.path.parent) is False


def test_without_a_launcher_none_is_written(tmp_path: Path) -> None:
    """Whoever runs `lessonboard hook` itself has no use for one."""
    assert refresh(tmp_path) is False
    assert list(tmp_path.iterdir()) == []


def test_a_traceback_shows_the_source(tmp_path: Path) -> None:
    """A module from a bundle fails like any other."""
    source = tmp_path / "failing.py"
    source.write_text("raise ValueError('here')\n")
    told = source.stat()
    code = marshal.dumps(compile(source.read_bytes(), str(source), "exec"))
    kept = (str(source), told.st_mtime_ns, told.st_size, code)
    run = (
        f"import sys; sys.path.insert(0, {str(Path(finder.__file__).parents[2])!r})\n"
        f"from lessonboard.hooks.bundle import use; use({{'failing': {kept!r}}})\nimport failing"
    )
    done = subprocess.run(
        [sys.executable, "-ISc", run], capture_output=True, text=True, check=False
    )
    assert f'File "{source}", line 1' in done.stderr
    assert "raise ValueError('here')" in done.stderr


def test_init_writes_it_and_uninstall_removes_it(machine: Machine) -> None:
    """A dry run does neither."""
    bundle = place(machine.data / "hook.py")
    machine("init", "--dry-run")
    assert not bundle.exists()
    machine("init")
    assert bundle.stat().st_mode & 0o777 == 0o600
    machine("uninstall", "--agent", "codex")
    assert bundle.exists()
    machine("uninstall")
    assert not bundle.exists()


def test_a_worker_in_the_background_brings_it_up_to_date(machine: Machine) -> None:
    """So that an upgrade is quick again without `init`."""
    machine("init")
    bundle = place(machine.data / "hook.py")
    bundle.write_bytes(b"of an older version")
    assert machine("worker", "--background", LESSONBOARD_CHILD="1").code == 0
    assert len(bundle.read_bytes()) > 100_000
