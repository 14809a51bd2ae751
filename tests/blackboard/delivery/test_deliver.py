"""The composer: from candidates to a text, what is held back, and the events that say so."""

from __future__ import annotations

import pytest

from blackboard.delivery import events
from blackboard.delivery.deliver import deliver
from blackboard.delivery.holdout import ONE_IN, withheld
from blackboard.delivery.limits import Limits
from blackboard.delivery.situation import STEPS, Situation
from blackboard.events.use import ContextInjected, LessonWithheld
from blackboard.ids import derived
from tests.blackboard.delivery.made import account, candidate, chosen
from tests.blackboard.lessons import HERE

_WIDE = Limits(20, 1_500)
_NAMES = "amber basil cedar delta ember fjord grove heron iris jasper kelp lotus maple".split()
_NAMES += "nectar olive pearl quartz raven sage thyme umber velvet willow xenon".split()
_HELD = next(f"s{n}" for n in range(999) if withheld([chosen(before=account(5))], f"s{n}")[0])


def situation(session: str | None = "s") -> Situation:
    """A command that is about to run."""
    return Situation(command="make tiles", project=HERE, session=session)


def test_nothing_comes_of_nothing() -> None:
    """Neither a text nor an event."""
    found = deliver([], (), situation(), _WIDE)
    assert (found.text, found.items, found.held, found.events) == ("", (), (), ())
    assert found.abstained


def test_a_delivery_is_a_text_and_an_event() -> None:
    """The event says exactly what the text is, and of what it is made."""
    found = deliver([candidate("a"), candidate("b", "Oil it.")], (), situation(), _WIDE)
    (event,) = found.events
    assert not found.abstained
    assert (found.ids, event.type, event.stream) == (("a", "b"), "context.injected", "context:s")
    assert (event.project, event.id) == (HERE, None)
    assert event.payload == {
        "session": "s", "text": found.text, "items": ["a", "b"], "moment": "before",
        "tokens": (len(found.text) + 3) // 4,
    }  # fmt: skip


def test_without_a_session_nothing_is_recorded() -> None:
    """Whoever only asks changes nothing, and nothing is held back."""
    found = deliver([candidate("l", before=account(9))], (), situation(None), _WIDE)
    assert (found.ids, found.events, found.held) == (("l",), (), ())


def test_what_was_delivered_before_is_left_out() -> None:
    """It takes no place of what is new."""
    given = [candidate("a"), candidate("b", "Oil it."), candidate("c", "Fold it.")]
    assert deliver(given, {"a"}, situation(), Limits(1, 1_500)).ids == ("b",)
    assert deliver(given, {"a", "b", "c"}, situation(), _WIDE).events == ()


def test_the_limits_are_kept() -> None:
    """Of items, twenty at the utmost, and of tokens, with shorter lines where one is too long."""
    many = [candidate(name, f"Mind the {name}.") for name in _NAMES]
    assert len(deliver(many, (), situation(), Limits(3, 9_999)).items) == 3
    assert len(deliver(many, (), situation(), Limits(99, 9_999)).items) == 20
    given = [candidate("a", "so " * 100), candidate("b", "Oil it.")]
    assert deliver(given, (), situation(), Limits(5, 60)).ids == ("b",)
    assert deliver(given, (), situation(), Limits(5, 5)).abstained


def test_what_is_held_back_is_said_once_and_not_told() -> None:
    """Its event has an id of its own, so that a second one is no second event."""
    given = [candidate("l", before=account(5)), candidate("other", "Oil it.")]
    found = deliver(given, (), situation(_HELD), _WIDE)
    assert [each.candidate.id for each in found.held] == ["l"]
    assert found.ids == ("other",)
    event = found.events[0]
    assert (event.type, event.stream, event.project) == (
        "lesson.withheld", f"context:{_HELD}", HERE)  # fmt: skip
    assert event.payload == {"lesson": "l", "session": _HELD}
    assert event.id == derived(f"context:{_HELD}", "lesson.withheld:l")
    alone = deliver(given[:1], (), situation(_HELD), _WIDE)
    assert alone.abstained
    assert [each.type for each in alone.events] == ["lesson.withheld"]


@pytest.mark.parametrize("step", STEPS)
def test_payloads_are_what_their_models_demand(step: str) -> None:
    """They are written without the models, and must not drift from them."""
    known = Situation(project=HERE, step=step)
    injected = events.injected(known, "s", "text", ("a",), 1)
    withheld_event = events.withheld(known, "s", "a")
    for event, model in ((injected, ContextInjected), (withheld_event, LessonWithheld)):
        assert event.type == model.type
        assert model.version == 1
        assert event.payload == model.model_validate(event.payload).model_dump()


@pytest.mark.parametrize(("columns", "may_be_held"), [
    ({}, True), ({"severity": "high"}, False), ({"trust": "human"}, False),
    ({"category": "security"}, False), ({"before": account(4)}, False), ({"before": None}, False),
    ({"severity": "low", "trust": "imported", "category": "x", "before": account(6)}, True),
    ({"severity": "", "trust": "approved", "category": "performance"}, True),
])  # fmt: skip
def test_what_matters_most_is_never_held_back(
    columns: dict[str, object], may_be_held: bool
) -> None:
    """What a person said, what is severe or about security, and what was told too seldom."""
    given = chosen(**{"before": account(5), **columns})  # type: ignore[arg-type]
    held, left = withheld([given], _HELD)
    assert (held, left) == (([given], []) if may_be_held else ([], [given]))


def test_one_session_in_twenty_goes_without() -> None:
    """By the lesson and the session alone, in no order that could be seen."""
    given = [chosen("a", before=account(5)), chosen("b", before=account(5))]
    found = [tuple(each.candidate.id for each in withheld(given, f"s{n}")[0]) for n in range(4000)]
    assert ONE_IN == 20
    assert 150 < sum("a" in each for each in found) < 250
    assert 150 < sum("b" in each for each in found) < 250
    assert sum(len(each) == 2 for each in found) < 30
    assert [n for n in range(100) if "a" in found[n]] == HELD_OF_A


def test_nothing_is_held_back_from_nobody() -> None:
    """Without a session there is nothing to compare."""
    given = [chosen(before=account(5))]
    assert withheld(given, None) == ([], given)
    assert withheld(given, "") == ([], given)


HELD_OF_A = [27, 34, 51]
"""The sessions of a hundred that never hear of a lesson; another draw would blur what is known."""
