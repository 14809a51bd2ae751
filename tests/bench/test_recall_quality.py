"""How well sessions are found is measured: ours beside bare full text, on LoCoMo's format too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.quality import __main__ as quality
from bench.quality import recall
from bench.quality.ranks import Ranks, bare


def test_places_make_the_figures() -> None:
    """The first, the fourth and none of three: what is not found is worth nothing."""
    found = Ranks((1, 4, 0))
    assert (found.at(1), found.at(3), found.at(5)) == (1, 1, 2)
    assert found.mrr == pytest.approx((1 + 1 / 4) / 3)


def test_bare_full_text_leaves_stop_words_out() -> None:
    """It finds by any other word, in any form; nothing but stop words are words as well."""
    order = bare({"a": "the zebras ran", "b": "what is the horse"})
    assert order("what is the zebra") == ["a"]
    assert order("what is") == ["b"]
    assert order("") == []


def test_sessions_of_our_own_are_found_in_other_words() -> None:
    """Sixty queries, each of a session that is there; most are found at once."""
    text = recall.measure()
    assert text.count("/60 |") == 4
    rows = [line.split("|") for line in text.splitlines()[2:]]
    values = {row[1].split(": ")[0].strip() + row[1].split(": ")[1][:5]: float(row[2])
              for row in rows}  # fmt: skip
    assert values["sessions in other words, searchat 3 "] >= 0.7


_SAMPLE = {
    "conversation": {
        "speaker_a": "Ada",
        "session_1_date_time": "1:56 pm on 8 May, 2026",
        "session_1": [{"speaker": "Ada", "dia_id": "D1:1", "text": "I bought a kite."}],
        "session_2": [{"speaker": "Bob", "dia_id": "D2:1", "text": "My sister paints zebras."}],
    },
    "qa": [
        {"question": "Who paints zebras?", "answer": "x", "evidence": ["D2:1"], "category": 4},
        {"question": "What was bought?", "answer": "x", "evidence": ["D1:1; D2:1"], "category": 1},
        {"question": "Nothing?", "answer": "x", "evidence": [], "category": 2},
        {"question": "Missing?", "evidence": ["D9:1"], "category": 5},
    ],
}


def test_locomo_is_measured_by_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Questions whose evidence names a session of the conversation, for both rankings."""
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([_SAMPLE, _SAMPLE]))
    assert quality.main(["--locomo", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "| single-hop | 2 | search | 1.000 | 1.000 | 1.000 |" in lines
    assert "| multi-hop | 2 | bare FTS5 | 1.000 | 1.000 | 1.000 |" in lines
    assert "| all | 4 | search | 1.000 | 1.000 | 1.000 |" in lines
    assert not any(kind in line for line in lines for kind in ("temporal", "adversarial"))
