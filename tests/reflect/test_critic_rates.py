"""The critic's rates over time: every review counts once, in its week, and the counts add up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import NewEvent
from reflect.critic.process import events, process
from reflect.critic.rates import TYPES, Judged, by_week, monday, rates, reviews
from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import CriticSettings

ISSUE = "`fetch_rates` in rates/client.py hangs for minutes when the provider is down."
TEXTS = {
    "Set `timeout=5` in the `requests.get` call of rates/client.py.": "accepted",
    "Give up on the provider after 5 seconds.": "refined",
    "Push with --force to main.": "vetoed",
    "Improve it.": "discarded",
    "Rename the invoices.": "not_good_enough",
}
DAY = 86_400_000_000
WEEK = 7 * DAY
THURSDAY = int(datetime(2026, 3, 5, 12, tzinfo=UTC).timestamp() * 1e6)
OUTCOMES = st.sampled_from([None, "accepted", "refined", "vetoed", "discarded", "not_good_enough",
                            "duplicate"])  # fmt: skip
JUDGED = st.lists(
    st.builds(
        lambda at, end, score: Judged(at, end, score, "harm" if end == "vetoed" else None),
        st.integers(THURSDAY, THURSDAY + 10 * WEEK), OUTCOMES, st.none() | st.floats(0, 1),
    )
)  # fmt: skip


def judge(board: Board, texts: Sequence[str], at: int = THURSDAY) -> None:
    """Put recommendations through the critic at a time."""
    given = [
        Recommendation(instruction=text, issue="" if "invoices" in text else ISSUE, id=f"r{at}-{n}")
        for n, text in enumerate(texts)
    ]
    settings = CriticSettings.model_validate({"deduplication": {"enabled": False}})
    for review in process(given, settings).courses:
        board.append([each._replace(occurred_at=at) for each in events(review, project="p")])


def told(board: Board) -> list[Judged]:
    """The reviews on a board."""
    return list(reviews(board.read(types=TYPES)))


def test_each_review_counts_once_with_its_outcome(board: Board) -> None:
    """Also a refined one, which was judged twice; and the veto is named."""
    judge(board, list(TEXTS))
    whole = rates(0, told(board))
    assert (whole.judged, whole.opinions) == (5, 0)
    assert whole.outcomes == dict.fromkeys(TEXTS.values(), 1)
    assert whole.vetoes == {"harm": 1}


def test_an_opinion_without_an_outcome_is_judged_and_nothing_else(board: Board) -> None:
    """A person's own words have none; their score counts."""
    judge(board, list(TEXTS))
    judge(board, ["Improve it."], THURSDAY + 1)
    opinion = [event for event in told(board) if event.outcome is not None]
    with Board.open(":memory:") as other:
        other.append(
            [
                NewEvent(each.type, each.stream, each.payload or {}, occurred_at=each.occurred_at)
                for each in board.read()
                if each.type in ("recommendation.proposed", "critique.recorded")
            ]
        )
        whole = rates(0, told(other))
    assert len(opinion) == 6
    assert (whole.judged, whole.opinions, dict(whole.outcomes)) == (6, 6, {})
    assert whole.mean_score == rates(0, opinion).mean_score


def test_old_boards_are_read_by_the_critique_before(board: Board) -> None:
    """What scored above the threshold was never discarded, whatever the event says."""
    for name, low in (("low", True), ("high", False)):
        judged = {"recommendation": name, "actionable": True, "fixes_issue": False,
                  "specific": True, "quality_score": 0.2 if low else 0.82, "should_discard": low,
                  "needs_refinement": not low}  # fmt: skip
        ended = {"recommendation": name, "reason": "quality", "quality_score": 0.2}
        stream = f"recommendation:{name}"
        board.append(
            [
                NewEvent("critique.recorded", stream, judged),
                NewEvent("recommendation.discarded", stream, ended),
            ]
        )
    assert [each.outcome for each in told(board)] == ["discarded", "not_good_enough"]


def test_what_was_forgotten_counts_no_more(board: Board) -> None:
    """Its payload is gone, and with it what became of it."""
    judge(board, ["Improve it."])
    board.forget(*[event.id for event in board.read(types=TYPES)], reason="a test")
    assert told(board) == []


def test_weeks_begin_on_monday_and_empty_ones_are_there() -> None:
    """Sunday's last microsecond is still of the old week; a week without reviews has no mean."""
    begins = monday(THURSDAY)
    assert datetime.fromtimestamp(begins / 1e6, UTC) == datetime(2026, 3, 2, tzinfo=UTC)
    last = begins + WEEK - 1
    judged = [Judged(at, "accepted", 0.8) for at in (begins, last, last + 1 + WEEK)]
    weeks = by_week(judged, last + 1 + WEEK)
    assert [(week.begins, week.judged, week.mean_score) for week in weeks] == [
        (begins, 2, 0.8), (begins + WEEK, 0, None), (begins + 2 * WEEK, 1, 0.8),
    ]  # fmt: skip
    assert by_week([], THURSDAY) == []


@given(judged=JUDGED)
def test_the_counts_of_each_week_add_up(judged: list[Judged]) -> None:
    """To what was judged in it, and all weeks to the whole."""
    until = THURSDAY + 10 * WEEK
    weeks, whole = by_week(judged, until), rates(0, judged)
    for each in (*weeks, whole):
        assert each.judged == each.opinions + sum(each.outcomes.values())
        assert sum(each.vetoes.values()) == each.outcomes.get("vetoed", 0)
    assert sum(week.judged for week in weeks) == whole.judged == len(judged)
    assert [week.begins for week in weeks] == sorted({week.begins for week in weeks})
