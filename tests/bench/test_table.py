"""The print of a run: growth, budgets, and what failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.__main__ import BEGIN, END
from bench.budgets import FLAT, LINEAR, growth
from bench.into import write_into
from bench.result import Failed, Result, cost, limit, plain, rate
from bench.table import Row, as_markdown, as_text, is_missed, rows

_FLAT_WORK, _LINEAR_WORK = "claim + complete among finished items", "verify"


def _row(*costs: float, work: str = "w") -> Row:
    (row,) = rows(plain(work, 10_000 * 10**place, each, "s") for place, each in enumerate(costs))
    return row


@pytest.mark.parametrize(
    ("costs", "power"), [((1, 10), 1), ((1, 1), 0), ((1, 4, 16), 0.6), ((0.001, 0.02), 0)]
)
def test_growth_is_the_power_of_the_size(costs: tuple[float, ...], power: float) -> None:
    """From the smallest to the largest; costs that are lost in the noise do not grow."""
    assert _row(*costs).growth == pytest.approx(power, abs=0.01)


def test_a_rate_that_falls_is_a_cost_that_grows() -> None:
    """Half as many a second at ten times the size."""
    (row,) = rows(rate("w", size, ours, "/s", "p", 1) for size, ours in ((10, 100), (100, 50)))
    assert row.growth == pytest.approx(0.301, abs=0.001)


def test_a_row_that_grows_too_much_is_missed() -> None:
    """Flat work that grows with the events, and linear work that grows faster."""
    assert (growth(_FLAT_WORK), growth(_LINEAR_WORK)) == (FLAT, LINEAR)
    assert _row(1, 1.2, work=_FLAT_WORK).met is True
    assert _row(1, 10, work=_FLAT_WORK).met is False
    assert _row(1, 10, work=_LINEAR_WORK).met is True
    assert _row(1, 30, work=_LINEAR_WORK).met is False


def test_a_budget_is_looked_up_by_work_peer_and_size() -> None:
    """What has none is neither met nor missed."""
    assert cost("append, one a transaction", 10_000, 4, "us", "bare sqlite3", 1).met is False
    assert cost("append, one a transaction", 10_000, 2, "us", "bare sqlite3", 1).met is True
    assert cost("append, one a transaction", 10_000, 4, "us", "another", 1).met is None
    assert limit("search of lessons, p99", 10_000, 6, "ms").met is False
    assert limit("search of lessons, p99", 100_000, 6, "ms").met is True
    assert limit("team: claim + complete, in tens", 10_000, 2_000, "/s", is_rate=True).met is True


def test_a_measurement_that_fails_is_a_row_and_missed() -> None:
    """The others are printed beside it."""
    results: list[Result | Failed] = [plain("w", 10_000, 1, "s"), Failed("append", "no room")]
    assert is_missed({"The log": results})
    assert not is_missed({"The log": results[:1]})
    text = as_text({"The log": results})
    assert "append: failed" in text
    assert "no room" in text


def test_the_tables_of_a_document_are_replaced(tmp_path: Path) -> None:
    """What is before and after them stays."""
    file = tmp_path / "document.md"
    file.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    table = as_markdown({"The log": [plain("w", 10_000, 1.5, "s")]})
    write_into(file, table, BEGIN, END)
    text = file.read_text()
    assert text.startswith("before\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    assert "| w | 1.5 s |" in text


def test_a_document_without_marks_is_left_alone(tmp_path: Path) -> None:
    """It is an error that names them."""
    file = tmp_path / "document.md"
    file.write_text("text\n")
    with pytest.raises(ValueError, match="lacks the lines"):
        write_into(file, "table", BEGIN, END)
    assert file.read_text() == "text\n"
