"""The variables of a repository's programs: those of the list and those that a person allowed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.variables import BASE
from lessonboard.parts.automation.isolation.allowed import (
    NOTHING,
    Allowed,
    NotAllowable,
    allowed_after,
    ensure_variable,
)
from lessonboard.parts.automation.isolation.environment import environment, withheld
from tests.parts.automation.isolation.secret_variables import NAMES, secrets

_names = st.one_of(st.sampled_from([*NAMES, *sorted(BASE)]), st.text("ABC_xyz1", min_size=1))


def test_no_secret_variable_is_given() -> None:
    """Whatever its name looks like, also one that begins as a harmless one does."""
    assert len(NAMES) >= 200
    assert environment(NOTHING, {"PATH": "/bin", **secrets()}) == {"PATH": "/bin"}


def test_a_harmless_name_does_not_carry_a_secret() -> None:
    """A value that looks like a key is left out, whatever its name."""
    token = "gh" + "p_" + "0123456789abcdefghijABCDEFGHIJ012345"
    assert environment(NOTHING, {"TERM": token, "LANG": "C"}) == {"LANG": "C"}


@given(st.dictionaries(_names, st.text("ab/:", max_size=4)), st.frozensets(_names))
def test_what_is_given_is_on_the_list_or_allowed(
    mine: dict[str, str], variables: frozenset[str]
) -> None:
    """Nothing else is, nothing is changed, and what is withheld is the rest."""
    allowed = Allowed(variables=variables)
    kept = environment(allowed, mine)
    assert kept.items() <= mine.items()
    assert set(kept) <= BASE | variables
    assert set(variables) & set(mine) <= set(kept)
    assert not set(kept) & set(withheld(allowed, mine))


_decisions = st.tuples(
    st.booleans(),
    st.one_of(
        st.just({"what": "network", "name": ""}),
        st.fixed_dictionaries({"what": st.just("env"), "name": st.sampled_from("ABC")}),
    ),
)


@given(st.lists(_decisions))
def test_the_last_decision_about_a_thing_counts(
    decisions: list[tuple[bool, dict[str, str]]],
) -> None:
    """Whatever was decided about others in between."""
    last = {(each["what"], each["name"]): allows for allows, each in decisions}
    found = allowed_after(decisions)
    assert found.network == last.get(("network", ""), False)
    assert found.variables == {name for (what, name), allows in last.items()
                               if what == "env" and allows}  # fmt: skip


@pytest.mark.parametrize(
    "name", ["", "A B", "A=B", "1A", "$HOME", "HOME", "TMPDIR", "XDG_CONFIG_HOME", "Ä", "A" * 129]
)
def test_what_is_no_variable_of_the_persons_cannot_be_allowed(name: str) -> None:
    """Nor a value in the place of a name, nor a folder of the run."""
    with pytest.raises(NotAllowable):
        ensure_variable(name)


def test_a_variable_can_be_allowed() -> None:
    """In either case, up to the longest name."""
    for name in ("NPM_TOKEN", "_x", "A" * 128):
        ensure_variable(name)
