"""The thing that may be taken for one that was renamed or moved, if it is the only one; pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lessonboard.parts.recordings.browser.consequence import cut, facts_of, words
from lessonboard.parts.recordings.browser.identity import PRESSED, Chosen, leads_there
from lessonboard.parts.recordings.browser.target import Surroundings, Target
from lessonboard.parts.recordings.compiler.danger import danger_of, things

_ONE_ACT = ({"save", "store", "update"}, {"send", "submit"})
"""Words by which the only button that sends a form may be renamed; "Create" is another act."""

_NO_MATTER = frozenset("the this it now changes my your form".split())


def only_in_place(target: Target, there: Sequence[Surroundings], *, danger: str) -> Chosen | None:
    """The renamed or moved thing, where it is the only one of its role in its place.

    Args:
        target: the recorded target; nothing has its name now.
        there: the present surroundings of all visible elements of its role.
        danger: the recorded consequence of the step.
    """
    then = target.stands
    if then.row is not None or target.alike != 1 or target.role not in PRESSED:
        return None
    free = [n for n, each in enumerate(there) if each.row is None]
    led = [n for n in free if leads_there(target, there[n])]
    place, found = "page", free
    if then.href and target.role == "link":  # with another name and address it is another link
        place, found = "page that leads there", led[:1]
    elif then.form:
        place, found = "form", [n for n in free if there[n].form == then.form]
    elif then.section:
        place, found = "section", [n for n in free if there[n].section == then.section]
    if len(found) > 1 and not danger:
        called = set(words(target.name)) - _NO_MATTER
        place += " that is called alike"
        found = [n for n in found if called.intersection(words(_spoken(there[n])))]
    if len(found) != 1 or not _may_stand_in(target, there[found[0]], danger):
        return None
    now = cut(_spoken(there[found[0]]))
    note = f'found as the only {target.role} of the {place}, now called "{now}"'
    return Chosen(found[0], note)


def _may_stand_in(target: Target, now: Surroundings, danger: str) -> bool:
    """Whether what is called otherwise now does what was recorded, to the same thing.

    A harmless step may choose what later steps change: "Actions for Ada" is not that for Bob.
    """
    facts = facts_of(replace(target, name="", text="", test_id=""), replace(now, opens=False))
    if danger != danger_of("CLICK", facts) or danger not in ("", "save", "send"):
        return False
    is_form = target.stands.form == now.form != ""
    if danger:
        return now.submits and is_form and _is_one_act(target.name, _spoken(now))
    is_same = leads_there(target, now) or (now.asks and is_form)
    return is_same or things(target.name) == things(_spoken(now))


def _is_one_act(one: str, other: str) -> bool:
    """Whether two names of a button say the same act and nothing else.

    >>> _is_one_act("Save", "Save changes"), _is_one_act("Save", "Save as a new one")
    (True, False)
    """
    said = [set(words(text)) - _NO_MATTER for text in (one, other)]
    return any(all(each and each <= act for each in said) for act in _ONE_ACT)


def _spoken(there: Surroundings) -> str:
    return there.called or there.title or there.icon
