"""Finding candidates by the words of a prompt, rarest first, and by the keys it names."""

from __future__ import annotations

from blackboard.delivery.candidates import Candidate
from blackboard.delivery.relevance import overlap
from blackboard.search.postings import rarity
from blackboard.storage.sqlite.candidates import (
    ENOUGH,
    binding,
    eligible,
    keyed_documents,
    rows_of,
)
from blackboard.storage.sqlite.scores import found_in, postings_of, scores_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

    from blackboard.delivery.situation import Situation


_COMPARED = 100
"""Documents that are compared with each sentence; the words of the whole text find them."""


def worded_candidates(connection: sqlite3.Connection, situation: Situation) -> list[Candidate]:
    """The rows that share most with a situation, of its project or of none.

    The best by the words of the whole text, by those of one sentence, and by keys.
    """
    total = _documents(connection, situation.project)
    postings = postings_of(connection, situation)
    weights = {word: rarity(posting.count, total) for word, posting in postings.items()}
    scores, found = scores_of(connection, postings, weights)
    keyed = keyed_documents(connection, situation)
    by_words = sorted(scores, key=lambda number: -scores[number])
    by_keys = sorted(keyed, key=lambda number: (-scores.get(number, 0.0), -number))
    places = {
        **eligible(connection, by_words, situation.project, _COMPARED),
        **eligible(connection, by_keys, situation.project),
    }
    others = [(number, place[3]) for number, place in places.items() if number not in found]
    found |= found_in(postings, others)
    overlaps = {
        number: overlap(found[number], place[2], situation) for number, place in places.items()
    }
    by_sentence = sorted(places, key=lambda number: (-overlaps[number].relevance, -number))
    best = dict.fromkeys([*list(places)[:ENOUGH], *by_sentence[:ENOUGH], *by_keys[:ENOUGH]])
    offered = {number: places[number] for number in best if number in places}
    rows = rows_of(connection, offered.values())
    return [
        Candidate(
            view.removesuffix("s"),
            row,
            overlaps[number],
            binding(connection, key, keyed.get(number, []), situation) + _named(row, situation),
            account,
        )
        for number, (view, key, _, _) in offered.items()
        for row, account in rows.get((view, key), ())
    ]


def _documents(connection: sqlite3.Connection, project: str | None) -> int:
    """How many documents may be offered in a project."""
    if project is None:
        row = connection.execute("SELECT COUNT(*) FROM documents WHERE offered").fetchone()
    else:
        row = connection.execute(
            "SELECT (SELECT COUNT(*) FROM documents WHERE project = ? AND offered) "
            "+ (SELECT COUNT(*) FROM documents WHERE project IS NULL AND offered)",
            (project,),
        ).fetchone()
    return row[0] or 0


def _named(row: dict[str, Any], situation: Situation) -> tuple[tuple[str, str], ...]:
    """The title of a task that the situation names."""
    title = row["title"]
    if not title:
        return ()
    from blackboard.delivery.titles import names_task  # few boards hold workflows

    return (("title", title),) if names_task(title, situation) else ()
