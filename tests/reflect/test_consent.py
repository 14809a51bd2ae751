"""What a person allowed a model to be told: the last decision counts, and what it leaves out."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from blackboard.events.consent import ConsentEvent, ModelAllowed, ModelWithdrawn, ProjectExcluded
from blackboard.events.payload import new
from blackboard.views.rows import SessionRow
from reflect.model.consent import NONE, Consent, fold, why_not
from tests.memory_log import MemoryLog

_ALLOWED = st.builds(
    ModelAllowed,
    agent=st.sampled_from(["claude-code", "codex"]),
    account=st.sampled_from(["ada", "bob"]),
    tokens_per_day=st.integers(1, 10**6),
    backlog=st.booleans(),
)
_EXCLUDED = st.builds(ProjectExcluded, name=st.sampled_from("abc"), excluded=st.booleans())
_DECISIONS = st.lists(st.one_of(_ALLOWED, st.builds(ModelWithdrawn), _EXCLUDED), max_size=8)


def folded(decisions: list[ConsentEvent]) -> Consent:
    """The consent after decisions of which each comes a microsecond after the one before."""
    times = iter(range(1, len(decisions) + 1))
    return fold(MemoryLog(lambda: next(times)).append([new(each) for each in decisions]))


@given(_DECISIONS)
def test_the_last_decision_counts(decisions: list[ConsentEvent]) -> None:
    """About the model that of allowing or withdrawing, about each project its own."""
    found = folded(decisions)
    asked = [each for each in decisions if not isinstance(each, ProjectExcluded)]
    last = asked[-1] if asked else None
    assert found.decided == bool(asked)
    assert found.stands == isinstance(last, ModelAllowed)
    if isinstance(last, ModelAllowed):
        assert (found.agent, found.account, found.tokens_per_day, found.backlog) == (
            last.agent, last.account, last.tokens_per_day, last.backlog,
        )  # fmt: skip
    named = {each.name: each.excluded for each in decisions if isinstance(each, ProjectExcluded)}
    assert found.excluded == {name for name, excluded in named.items() if excluded}


def test_it_counts_from_when_this_account_was_allowed() -> None:
    """Other limits for the same one change nothing; another account, or a break, begins anew."""
    ada, bob = (ModelAllowed(agent="codex", account=name) for name in ("ada", "bob"))
    more = ada.model_copy(update={"tokens_per_day": 5})
    assert folded([ada, more]).since == 1
    assert folded([ada, bob]).since == 2
    assert folded([ada, ModelWithdrawn(), ada]).since == 3


def test_what_a_consent_leaves_out() -> None:
    """No session is asked about that it does not name; each is left out with its reason."""
    session = {"agent": "codex", "child": 0, "started_at": 100, "accounts": []}
    ada = Consent(agent="codex", account="ada", since=100)
    codex = Consent(agent="codex", since=100)
    cases: list[tuple[str, Consent, dict[str, object], str]] = [
        ("nobody was asked", NONE, {}, "no model may be asked"),
        ("its own session", codex, {}, ""),
        ("the very first moment", codex, {"started_at": 99}, "from before"),
        (
            "with the backlog",
            Consent(agent="codex", since=100, backlog=True),
            {"started_at": 1},
            "",
        ),
        ("with its account", ada, {"accounts": ["ada"]}, ""),
        ("with another", ada, {"accounts": ["bob"]}, "held with bob, and allowed is ada"),
        ("with both", ada, {"accounts": ["ada", "bob"]}, "held with ada and bob"),
        ("nobody knows with which", ada, {}, "an unknown account"),
        ("nobody knew whom he allowed", codex, {"accounts": ["ada"]}, "is an unknown account"),
        ("another, with the backlog", replace(ada, backlog=True), {"accounts": ["bob"]}, ""),
        ("another, to a server", Consent(endpoint="http://m/v1"), {"accounts": ["bob"]}, ""),
        ("another agent's", codex, {"agent": "claude-code"}, "session of claude-code"),
        ("any agent's, to a server", Consent(endpoint="http://m/v1"), {"agent": "gemini"}, ""),
        ("our own", codex, {"child": 1}, "started by this program"),
        ("under an old name", Consent(agent="codex", excluded=frozenset({"old"})), {}, "excluded"),
        ("another project", Consent(agent="codex", excluded=frozenset({"kites"})), {}, ""),
    ]
    wrong = [
        (what, said)
        for what, consent, changed, expected in cases
        if expected not in (said := why_not(consent, _row(session | changed), ["kite", "old"]))
        or bool(expected) != bool(said)
    ]
    assert wrong == []


def _row(fields: dict[str, object]) -> SessionRow:
    return cast(SessionRow, fields)
