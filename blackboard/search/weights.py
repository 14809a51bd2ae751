"""Every weight and bar of the ranking, in one table; who uses it is named with each.

Light to import, because the hooks of agents use it too. A weight that is changed is measured first:
`python -m bench.quality.gate --fit` for what is delivered, `./run bench recall` for what is
searched.
"""

from __future__ import annotations

# A word in a text: `ranking.py` (lessons, insights, workflows) and `fit.py` (whatever is found).

HEAD, MIDDLE, REST = 2.0, 1.5, 1.0
"""A document's columns: constraint and tags, symptom, the rest."""

PASSAGE = {"prompt": 2.0, "answer": 1.0, "command": 1.0, "error": 1.5, "file": 1.5, "review": 1.5}
"""What a person asked says what a session is about; a command is one of hundreds."""

SATURATION = 1.2
"""The k1 of BM25."""

TYPICAL_LENGTH = 60
"""Words; a constant, so that what was indexed stays right as documents come."""

DOCUMENT_LENGTH = 0.75
"""The b of BM25: how much the length of a document counts."""

FOUND_LENGTH = 0.4
"""The same among passages, which run from a command of three words to an answer of a thousand:
with more the shortest command with a word always wins."""

TOGETHER = 0.5
"""What it adds that clauses follow each other as they were typed: `go test`, not `_test.go`."""

BESIDE = 0.25
"""The share of its rarity that a clause is worth which only the passage before or after holds: a
question in one, its answer in the next. It is half of what it may be worth in a short text."""

# A session as a whole: `counted.py`. Found on half of the repositories of real sessions
# (docs/decisions/0082); between 6 and 12, and 0.25 and 0.75, it makes no difference.

SESSION_SATURATION = 8.0
"""The k1 of BM25 where a passage counts as a word: of a hundred passages eight are half as good as
all. With the k1 of words, a session that names a thing twice is as good as one about it."""

TYPICAL_SESSION = 100
"""Passages; a constant, as that of words is."""

SESSION_LENGTH = 0.5
"""The b of BM25."""

# An error that is like another: `blackboard/fixes.py`.

FEWEST_ALIKE = 2
"""The least number of rare words that they share."""

LEAST_ALIKE = 0.5
"""The least share of the error's rarity in those."""

# What fits a sentence: `delivery/relevance.py`. Fitted on labelled prompts and lessons of real
# projects, leaving out one repository at a time (`bench/quality/gate`, decision 0033).

BAR = 0.21
"""The least relevance to speak unasked: 2 in 100 pairs of a prompt and an unrelated board."""

ASKED_BAR = 0.17
"""The least relevance where somebody asked: 5 in 100."""

SHORT_SENTENCE = 20.0
"""Rarity that is added to every sentence: of a sentence of two words one is no proof."""

SHORT_DOCUMENT = 20
LENGTH = 0.35
"""A document with more words than that shares some with everything; the power of its length."""

COUNT = 0.02
"""What more words in common add, whatever they are worth."""

SENTENCES = 0.03
"""What more sentences take away: each of them is another chance to match by accident."""

# What is chosen for an agent: `delivery/choice.py`.

KEY = {"signature": 3.0, "path": 2.0, "command": 1.5, "title": 1.5}
"""The same error says more than the same file, and that more than the same command."""

TEXT = 5.0
"""A sentence two fifths of which a lesson has is worth as much as the same file."""

TRUST = {
    "human": 1.2,
    "approved": 1.15,
    "team": 1.05,
    "tool": 1.0,
    "model": 0.9,
    "repository": 0.85,
    "imported": 0.85,
}
SEVERITY = {"high": 1.15, "medium": 1.0, "low": 0.9}

UNSURE, CONFIDENCE = 0.7, 0.6
"""The factor of a lesson without any confidence, and what full confidence adds to it."""

SEEN, MOST_SEEN = 0.1, 3.0
"""What each doubling of the sightings adds, and the most doublings that count."""

ELSEWHERE = 0.7
"""A lesson of no project gives way to one of the project at hand."""

SAME_PHASE = 1.1

DRIFTED = 0.5
"""The file that a lesson cites has changed, so it may no longer hold."""

HARMFUL = 0.5
"""A lesson with which its failure was measured to happen more often gives way."""

LEAST_OF_BEST = 0.5
"""Beside a candidate that fits twice as well, another one is noise."""

MOST_ALIKE = 0.6
"""Two texts that share more of their words say the same."""
