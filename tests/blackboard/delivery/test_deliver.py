"""The composer: from candidates to a text, what is held back, and the events that say so."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.delivery import events
from blackboard.delivery.deliver import deliver
from blackboard.delivery.holdout import is_drawn, one_in, withheld
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
        "tokens": (len(found.text) + 3) // 4, "one_in": {},
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


@pytest.mark.parametrize(
    ("kind", "columns", "is_told"),
    [
        ("insight", {"confidence": 0.7, "status": "candidate"}, True),
        ("insight", {"confidence": 0.6999, "status": "candidate"}, False),
        ("insight", {"confidence": 0.2, "status": "approved"}, True),
        ("lesson", {"confidence": 0.2, "status": "candidate"}, True),
    ],
)
def test_an_insight_that_is_not_sure_enough_is_not_told(
    kind: str, columns: dict[str, object], is_told: bool
) -> None:
    """Unless somebody approved it; a lesson has a story, by which an agent may judge it."""
    given = candidate(**columns)  # type: ignore[arg-type] # columns of any type
    given.kind = kind
    assert bool(deliver([given], (), situation(), Limits(20, 1_500)).items) is is_told
    assert deliver([given], (), situation(), Limits(20, 1_500, min_confidence=0.2)).items


def test_the_limits_are_kept() -> None:
    """Of items, twenty at the utmost, and of tokens, with shorter lines where one is too long."""
    many = [candidate(name, f"Mind the {name}.") for name in _NAMES]
    assert len(deliver(many, (), situation(), Limits(3, 9_999)).items) == 3
    assert len(deliver(many, (), situation(), Limits(99, 9_999)).items) == 20
    given = [candidate("a", "so " * 100), candidate("b", "Oil it.")]
    assert deliver(given, (), situation(), Limits(5, 60)).ids == ("b",)
    assert deliver(given, (), situation(), Limits(5, 5)).abstained


def test_what_was_left_to_chance_and_shown_is_noted_with_its_odds() -> None:
    """Only such sessions can be compared with those that went without."""
    shown_to = next(f"s{n}" for n in range(9) if not is_drawn("l", f"s{n}", 3))
    given = [candidate("l", before=account(5)), candidate("new", "Oil it.")]
    (event,) = deliver(given, (), situation(shown_to), _WIDE).events
    assert (event.payload["items"], event.payload["one_in"]) == (["l", "new"], {"l": 3})


def test_what_is_too_long_to_be_shown_is_not_held_back() -> None:
    """The session would not have been told it anyway."""
    given = [candidate("l", "so " * 400, before=account(5)), candidate("other", "Oil it.")]
    found = deliver(given, (), situation(_HELD), Limits(20, 60))
    assert (found.held, found.ids) == ((), ("other",))


def test_nothing_is_held_back_where_a_person_wants_no_measuring() -> None:
    """It is told, and no odds are noted, as chance had no part in it."""
    given = [candidate("l", before=account(5))]
    found = deliver(given, (), situation(_HELD), Limits(20, 1_500, holdout=False))
    assert (found.ids, found.held) == (("l",), ())
    assert [each.type for each in found.events] == ["context.injected"]
    assert not (found.events[0].payload or {}).get("one_in")


def test_what_is_held_back_is_said_once_and_not_told() -> None:
    """Its event has an id of its own, so that a second one is no second event."""
    given = [candidate("l", before=account(5)), candidate("other", "Oil it.")]
    found = deliver(given, (), situation(_HELD), _WIDE)
    assert [each.candidate.id for each in found.held] == ["l"]
    assert found.ids == ("other",)
    event = found.events[0]
    assert (event.type, event.stream, event.project) == (
        "lesson.withheld", f"context:{_HELD}", HERE)  # fmt: skip
    assert event.payload == {"lesson": "l", "session": _HELD, "one_in": 3}
    assert event.id == derived(f"context:{_HELD}", "lesson.withheld:l")
    alone = deliver(given[:1], (), situation(_HELD), _WIDE)
    assert alone.abstained
    assert [each.type for each in alone.events] == ["lesson.withheld"]


@pytest.mark.parametrize("step", STEPS)
def test_payloads_are_what_their_models_demand(step: str) -> None:
    """They are written without the models, and must not drift from them."""
    known = Situation(project=HERE, step=step)
    injected = events.injected(known, "s", "text", ("a",), 1, {"a": 3})
    withheld_event = events.withheld(known, "s", "a", 3)
    asked = events.looked_up("s", "text", "a", HERE)
    for event, model in ((injected, ContextInjected), (withheld_event, LessonWithheld),
                         (asked, ContextInjected)):  # fmt: skip
        assert event.type == model.type
        assert model.version == 1
        assert event.payload == model.model_validate(event.payload).model_dump()


@pytest.mark.parametrize(("columns", "number"), [
    ({}, 3), ({"before": account(2)}, 3), ({"before": account(1)}, 0), ({"before": None}, 0),
    ({"severity": "high"}, 0), ({"trust": "human"}, 0), ({"category": "security"}, 0),
    ({"trust": "model", "proof": "person"}, 0), ({"trust": "model", "proof": "fix"}, 3),
    ({"pinned": 1}, 0), ({"measurable": 0}, 0),
    ({"severity": "low", "trust": "imported", "category": "x"}, 3),
    ({"trust": "approved"}, 3),
    ({"before": account(5, "helps")}, 20), ({"before": account(5, "harms")}, 20),
    ({"before": account(5, "too small to tell")}, 20),
])  # fmt: skip
def test_how_often_a_lesson_is_held_back(columns: dict[str, object], number: int) -> None:
    """One session in three until its effect is known, then seldom; what matters most, never."""
    given = chosen(**{"before": account(5), **columns})  # type: ignore[arg-type]
    assert one_in(given) == number
    sessions = [f"s{n}" for n in range(2_000)]
    held = [session for session in sessions if withheld([given], session)[0]]
    if number == 0:
        assert held == []
    else:
        assert abs(len(held) / 2_000 - 1 / number) < 0.04
        assert all(withheld([given], session) == ([given], []) for session in held)


def test_who_goes_without_follows_from_lesson_and_session() -> None:
    """In no order that could be seen, and seldom with the same other lesson."""
    of_a = [n for n in range(4_000) if is_drawn("a", f"s{n}", 3)]
    of_b = [n for n in range(4_000) if is_drawn("b", f"s{n}", 3)]
    assert [n for n in of_a if n < 20] == HELD_OF_A
    assert abs(len(set(of_a) & set(of_b)) / 4_000 - 1 / 9) < 0.02


def test_a_session_that_goes_without_does_so_at_any_odds() -> None:
    """A lesson that is decided in the middle of a session stays away from it where it was away."""
    for n in range(2_000):
        assert not is_drawn("a", f"s{n}", 20) or is_drawn("a", f"s{n}", 3)


def test_nothing_is_held_back_from_nobody() -> None:
    """Without a session there is nothing to compare."""
    given = [chosen(before=account(5))]
    assert withheld(given, None) == ([], given)
    assert withheld(given, "") == ([], given)


HELD_OF_A = [0, 1, 9, 15]
"""The sessions of twenty that never hear of a lesson; another draw would blur what is known."""


def test_one_sessions_remedy_gives_way_to_whatever_else_is_known_of_its_error() -> None:
    """An error has one answer; without another the remedy is it."""
    error = (("signature", "tore at #"),)
    one: dict[str, Any] = {"proof": "fix", "status": "candidate", "sources": 1, "keys": error}
    remedy, proposed = candidate("a", **one), candidate("b", "Oil it.", trust="model", **one)
    elsewhere = candidate("c", "Oil it.", keys=(("signature", "sank"),))
    now = Situation(step="failed", error="tore at 3", session="s")
    assert deliver([remedy, elsewhere], (), now, _WIDE).ids == ("a", "c")
    assert deliver([remedy, proposed], (), now, _WIDE).ids == ("b",)


def test_what_a_session_was_shown_is_not_held_back_after_a_compaction() -> None:
    """It would count as one that went without."""
    known = chosen(before=account(5))
    assert withheld([known], _HELD)[0]
    known.candidate.was_shown = True
    assert withheld([known], _HELD) == ([], [known])


def test_what_a_session_has_by_another_way_is_not_left_to_chance() -> None:
    """Neither held back nor noted with odds: it is no control, and no session to compare with."""
    known = candidate("l", before=account(5))
    known.is_known = True
    for session in (_HELD, "s0", "s1", "s2"):
        (event,) = deliver([known], (), situation(session), _WIDE).events
        assert (event.type, event.payload["one_in"]) == ("context.injected", {})
