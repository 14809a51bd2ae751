"""The scripted agent: it tries the usual thing first, and obeys what was shown in time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bench.effect.session import Session
from bench.effect.tasks import Act, Before, Fact, Turn


def play_before(session: Session, before: Before) -> None:
    """Play one of the sessions before, as it was written, whatever is shown."""
    play(session, before.turn, ())
    session.end()
    session.clone.commit("Work of the day")
    session.clone.do_all(before.then.acts)
    session.clone.commit("Work of somebody else")


def play(session: Session, turns: Iterable[Turn], facts: Sequence[Fact]) -> dict[str, bool]:
    """Play turns; whether each fact was shown before the first act in which it matters."""
    in_time: dict[str, bool] = {}
    known = {fact.id: fact for fact in facts}
    for turn in turns:
        session.prompt(turn.says)
        for act in turn.acts:
            _do(session, act, known, in_time)
        session.stop()
    return in_time


def _do(session: Session, act: Act, facts: Mapping[str, Fact], in_time: dict[str, bool]) -> None:
    if act.say:
        session.say(act.say)
        return
    if instead := _instead(session, act, facts, in_time):
        rest = instead
    elif session.call(act) is None:  # a hook refused, and said why: before the act
        rest = _instead(session, act, facts, in_time, again=True) or act.after
    else:
        rest = act.after
    for each in rest:
        _do(session, each, facts, in_time)


def _instead(
    session: Session, act: Act, facts: Mapping[str, Fact], in_time: dict[str, bool], *,
    again: bool = False,
) -> tuple[Act, ...]:  # fmt: skip
    """What is done instead of an act because of a fact that was shown, the first one named."""
    told = [
        name for name in act.told if name in facts and session.told(facts[name], facts.values())
    ]
    for name in act.told:
        if again or name not in in_time:
            in_time[name] = in_time.get(name, False) or name in told
    return act.told[told[0]] if told else ()
