"""What rules and recorded answers teach from our own sessions: a check of the machinery.

Sessions, labels, answers and verdicts are from one hand, so nothing follows for what a model finds.
"""

from __future__ import annotations

from bench.quality.label_rows import LabelRow
from bench.quality.produced import learn
from bench.quality.repositories import OWN, OWN_SESSIONS
from bench.quality.score import Scored, score
from bench.quality.table import Row, table
from bench.quality.understanding import asked, perfect
from bench.quality.verdicts import read_verdicts
from reflect.accounts.intervals import Share

_VERDICTS = OWN_SESSIONS / "verdicts.jsonl"


def measure() -> str:
    """The figures by rules alone, with recorded answers, and by a perfect model."""
    by_rules, found = learn(OWN), asked(OWN)
    told = score(found.learnt, read_verdicts(_VERDICTS))
    rows = [
        Row("own sessions, rules alone: recall of yes, by evidence",
            score(by_rules, {}).recall()),
        Row("own sessions, rules alone: sentences that are no wish and became a lesson",
            _no_wish(score(by_rules, {}))),
        Row("own sessions, recorded answers: recall of yes", told.recall(), least=0.9),
        Row("... of people's sentences in other languages", told.recall(_is_said), least=0.9),
        Row("... quoted as the person's words", _quoted(told), least=0.9),
        Row("... sentences that are no wish and became a lesson", _no_wish(told), most=0),
        Row("own sessions, perfect model: kept of what stands in a digest", perfect(OWN),
            least=0.9),
    ]  # fmt: skip
    unread = sum(each.unread for each in told.judged)
    missing = [f"{found.open} questions without an answer"] if found.open else []
    missing += [f"{unread} lessons without a verdict"] if unread else []
    return table(rows) + (f"\n\nincomplete: {', '.join(missing)}" if missing else "")


def _is_said(row: LabelRow) -> bool:
    return len(row.anchors) == 1


def _quoted(told: Scored) -> Share:
    """Of the lessons that a person's sentence shows those in his own words."""
    said = {row.id for row in told.rows if _is_said(row)}
    found = [each.lesson.row["proof"] for each in told.judged if said.intersection(each.rows)]
    return Share(found.count("person"), len(found))


def _no_wish(told: Scored) -> Share:
    """Of the sentences that are no lasting wish those that a lesson has as evidence."""
    cited = {row.id for each in told.judged for row in each.lesson.candidates}
    rows = [row for row in told.rows if row.want == "no"]
    return Share(sum(row.id in cited for row in rows), len(rows))
