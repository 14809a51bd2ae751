"""The page of effect says what the logs in the repository say."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.effect import logs
from bench.effect.command import BEGIN, END, INTO, PAGE, main, written
from bench.effect.freeze import changed, digests
from bench.effect.logs import Explained
from tests.bench.effect.test_analysis import log


def test_the_page_is_what_the_logs_say() -> None:
    """`./run effect --page` would change nothing."""
    _, _, rest = PAGE.read_text().partition(f"{BEGIN}\n\n")
    found, end, _ = rest.partition(f"\n{END}")
    assert end
    assert found == written(INTO)


def test_what_was_registered_is_as_it_was_frozen() -> None:
    """Outcomes, tests and the rule for "worse" do not change once they were committed."""
    registered = {name for name in digests() if name == "REGISTERED.md" or "analysis/" in name}
    assert len(registered) == 4
    assert registered.isdisjoint(changed(digests()))


def test_the_page_is_written_between_its_marks(tmp_path: Path) -> None:
    """What is around them stays, and is needed."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    assert main(["--page", str(page), "--into", str(tmp_path)]) == 0
    assert page.read_text().startswith(f"before\n{BEGIN}\n\n**Not yet measured.**")
    assert page.read_text().endswith(f"\n{END}\nafter\n")
    page.write_text("no marks")
    assert main(["--page", str(page), "--into", str(tmp_path)]) == 2


def test_a_log_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its file and line."""
    logs.append(tmp_path, log("r0/t0", "none", 1))
    with (tmp_path / logs.NAME).open("a") as file:
        file.write('{"task": 1}\n')
    assert main(["--page", "--into", str(tmp_path)]) == 2
    assert "runs.jsonl:2 is no log of a run" in capsys.readouterr().err


def test_explanations_are_read_where_there_are_any(tmp_path: Path) -> None:
    """From a file beside the logs."""
    assert list(logs.read_explained(tmp_path)) == []
    line = Explained(agent="claude", model="m", arm="rules", task="r/t", explained="why", by="R")
    (tmp_path / logs.EXPLAINED).write_text(line.model_dump_json() + "\n")
    assert list(logs.read_explained(tmp_path)) == [line]
