"""What comparisons show, in words: never more than they do."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard.delivery.holdout import why_never
from blackboard.views.rows import LessonRow
from reflect.accounts.account import Account
from reflect.accounts.intervals import Difference, Pair, Share, difference
from reflect.accounts.pool import Pool
from reflect.accounts.verdict import about_needed, sessions, total, verdict

INTERVAL = (
    "compared are sessions in which chance alone decided whether a lesson was shown; the intervals "
    "allow looking after every session"
)


def compared(pairs: Sequence[Pair]) -> str:
    """What the sessions with and without a lesson show, in one line."""
    found = verdict(pairs)
    if found is None:
        counts = f"; {_counts(pairs)}" if sessions(pairs) else ""
        return f"not enough data yet ({progress(pairs)}){counts}"
    if found == "too small to tell":
        return (
            f"no effect that {sessions(pairs)} sessions could show: {_counts(pairs)} "
            f"({_between(difference(pairs))})"
        )
    return f"{_counts(pairs)} ({_between(difference(pairs))})"


def progress(pairs: Sequence[Pair]) -> str:
    """How many sessions there are, and about how many it takes."""
    needed = about_needed(pairs)
    of = f"about {needed:,}" if needed else "more than a thousand"
    return f"{sessions(pairs)} of {of} sessions"


def why_not_measured(row: LessonRow, account: Account) -> str:
    """Why a lesson's effect is not and will not be known; empty if sessions are compared."""
    why = why_never(row, has_failure=bool(row["signatures"]))
    return "" if account.pairs or not why else f"not measured, because {why}"


def pooled(pool: Pool) -> str:
    """What all lessons of a pool show together, in one line."""
    found = pool.difference
    shown, other = f"{found.shown:.0%}", f"{found.other:.0%}"
    of = f"{pool.lessons} lesson{'' if pool.lessons == 1 else 's'}"
    rates = f"failures came back in {shown} of sessions with lessons, in {other} without"
    span = f"({_between(found)}; {of}, {sessions(pool.pairs)} sessions)"
    effect = verdict(pool.pairs)
    if effect == "helps":
        fewer = 1 - found.shown / found.other
        return f"with lessons, {fewer:.0%} fewer repeats: {rates} {span}"
    if effect == "harms":
        return f"with lessons, more repeats: {rates} {span}"
    return f"not enough data yet: {rates} {span}"


def share_of(share: Share) -> str:
    """A count of a number of sessions."""
    return f"{share.part} of {share.total} session" + ("" if share.total == 1 else "s")


def _counts(pairs: Sequence[Pair]) -> str:
    shown = total(pair.shown for pair in pairs)
    other = total(pair.other for pair in pairs)
    return (
        f"its failure came back in {share_of(shown)} with it, in {other.part} of {other.total} "
        "without it"
    )


def _between(found: Difference) -> str:
    return (
        f"{found.estimate * 100:+.0f} percentage points, 95% interval {found.low * 100:+.0f} to "
        f"{found.high * 100:+.0f}"
    )
