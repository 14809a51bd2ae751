"""What counts as consequence: which steps change something that is not easily changed back.

A step is of one of the kinds in `KINDS`, of the kind "unknown", which counts as dangerous, or of
none (""), where structure or words show that it is harmless. This is the whole list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from lessonboard.parts.recordings.key_names import split_count
from lessonboard.parts.recordings.shared_names import WRITTEN

KINDS = ("", "unknown", "save", "send", "pay", "delete")
"""From no consequence to the worst."""

_WORDS = {
    "delete": "delete remove discard destroy erase drop trash purge wipe clear revoke deactivate "
              "unsubscribe terminate archive reset bin garbage ban block disable merge",
    "pay": "pay buy order purchase checkout transfer subscribe donate book reserve refund upgrade",
    "send": "send submit publish post share invite reply forward tweet email broadcast deploy "
            "notify plane",
    "save": "save update apply create add store confirm approve reject accept import upload "
            "register ok yes go run execute finish done floppy replace rename move",
}  # fmt: skip
_KIND_OF = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_AGREE = frozenset("ok yes go confirm continue proceed accept submit apply done finish run".split())
"""What such a button does is said by the dialog that it is in."""

_IN_ADDRESS = frozenset(
    "delete remove destroy erase purge trash revoke unsubscribe deactivate terminate".split()
)
"""Words of an address that say what it does; others, such as "order", name what it shows."""

_LOOKS = frozenset(
    "search find filter filters sort show view expand collapse next previous prev browse preview "
    "refresh details edit".split()
)
"""A button that begins so, and says nothing of the list above, only looks."""

_SIGNS_IN = re.compile(r"(?:log|sign)[ -]?(?:in|on)\b", re.IGNORECASE)
_LEAVES = frozenset(
    "cancel close back dismiss no x menu more help home first last page pages load earlier later "
    "older newer following today day week month year".split()
)
"""A button that says only this leaves or opens; "Cancel order" is another thing."""

_GOES_ON = frozenset(["next"])
"""In a dialog that says a consequence, it leads to that."""

_FILL = frozenset("the a an this to of all dialog window list results".split())
_HOLDS = frozenset(
    "textbox searchbox combobox spinbutton listbox slider checkbox radio option tab columnheader "
    "treeitem cell gridcell row heading listitem label paragraph".split()
)
"""Fields, and what shows: a click on them chooses, sorts, unfolds or marks."""

_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_HARMLESS_CHORD = re.compile(r"\+|SHIFT\+.+|(?:CTRL|CMD)\+[ACVXZF]", re.IGNORECASE)


def danger_of(action_type: str, target: Mapping[str, Any], value: str | None = None) -> str:
    """The consequence of a step, one of `KINDS`; "" is none.

    Args:
        action_type: the kind of step.
        target: what it acts on: role, name, title, icon, href, the text of its dialog.
        value: for a pressed key, which.

    >>> danger_of("CLICK", {"role": "button", "name": "Delete account"})
    'delete'
    >>> danger_of("CLICK", {"role": "button", "name": "Save", "title": "Delete the draft"})
    'delete'
    >>> danger_of("CLICK", {"role": "button", "name": "Play"})
    'unknown'
    >>> danger_of("CLICK", {"role": "link", "name": "Orders"})
    ''
    """
    match action_type:
        case "CLICK":
            return _of_click(target)
        case "KEYPRESS":
            return _of_key(target, value)
        case "DRAG":
            return "unknown"
    return ""


def weight(danger: str) -> int:
    """How bad a consequence is, from 0 for none."""
    return KINDS.index(danger) if danger in KINDS else 1


def consequences(target: Mapping[str, Any]) -> frozenset[str]:
    """The words of a target that say its consequence, its dialog's where it only agrees."""
    said = frozenset(word for word in own_words(target) if word in _KIND_OF)
    led = _IN_ADDRESS & _words(_address_of(target))
    if said <= _AGREE and (_LEAVES - _GOES_ON).isdisjoint(own_words(target)):
        said |= (
            frozenset(map(_stem, _words(str(target.get("dialog_text") or "")))) & _KIND_OF.keys()
        )
    return said | led


def things(text: str) -> frozenset[str]:
    """The words of a name that say of what a harmless button is, not what it does.

    >>> sorted(things("Show more of the songs")), things("Next page") == things("Following")
    (['songs'], True)
    """
    return _words(text) - _LOOKS - _LEAVES - _FILL


def own_words(target: Mapping[str, Any]) -> frozenset[str]:
    """What a target itself says, in text, title and icon."""
    called = next(filter(None, map(target.get, ("name", "text", "label", "test_id"))), "")
    return _words(called, target.get("title") or "", target.get("icon") or "")


def _of_click(target: Mapping[str, Any]) -> str:
    role = str(target.get("role") or "")
    words = consequences(target)
    if role == "link" and _leads(target) and _first(target, words) == "save":
        words -= {word for word in own_words(target) if _KIND_OF.get(word) != "delete"}
    if target.get("asks") and words <= _AGREE:  # "Go" of a form that searches
        return ""
    if words and (role not in _HOLDS or role == "listitem"):
        return max((_KIND_OF.get(word, "delete") for word in words), key=weight)
    if target.get("submits"):
        return "save"
    return "" if role in _HOLDS or _is_harmless(role, target) else "unknown"


def _of_key(target: Mapping[str, Any], value: str | None) -> str:
    key, is_field = split_count(value or "ENTER")[0], target.get("role") in WRITTEN
    if key in ("DELETE", "BACKSPACE"):
        return "" if is_field else "delete"
    if is_field and key == "ENTER":
        is_search = target.get("role") == "searchbox" or own_words(target) & _LOOKS
        return "" if is_search else "unknown"
    if key == "ENTER" or (key == "SPACE" and target.get("role") and not is_field):
        return _of_click(target)
    return "unknown" if "+" in key and not _HARMLESS_CHORD.fullmatch(key) else ""


def _is_harmless(role: str, target: Mapping[str, Any]) -> bool:
    """Whether structure or words show that pressing it only looks, opens or leaves."""
    if target.get("opens") or (role == "link" and _leads(target)):
        return True
    said = [word for word in _listed(_called(target)) if word not in _FILL]
    if not said:
        return False
    if _SIGNS_IN.match(_called(target)):
        return True
    in_dialog = _words(str(target.get("dialog_text") or ""))
    is_left = set(said) <= _LEAVES | _LOOKS and in_dialog.isdisjoint(said)
    return is_left or said[0] in _LOOKS


def _leads(target: Mapping[str, Any]) -> bool:
    """Whether a link leads to a page; one without a known address is taken for such a one."""
    href = str(target.get("href") or "")
    return not href.endswith("#") and not href.startswith("javascript:")


def _first(target: Mapping[str, Any], words: Iterable[str]) -> str:
    return next((_KIND_OF[word] for word in _listed(_called(target)) if word in words
                 and word in _KIND_OF), "")  # fmt: skip


def _called(target: Mapping[str, Any]) -> str:
    known = map(target.get, ("name", "text", "label", "title", "icon"))
    return str(next(filter(None, known), ""))


def _address_of(target: Mapping[str, Any]) -> str:
    href = urlsplit(str(target.get("href") or target.get("form_action") or ""))
    return unquote(f"{href.path} {href.query}")


def _words(*texts: Any) -> frozenset[str]:
    return frozenset(_listed(" ".join(map(str, texts))))


def _stem(word: str) -> str:
    """A word of consequence without its ending.

    >>> [_stem(word) for word in ("deleted", "removing", "sends", "paid", "less")]
    ['delete', 'remove', 'send', 'paid', 'less']
    """
    for end in ("s", "d", "ed", "ing"):
        base = word.removesuffix(end)
        if base != word and not {base, f"{base}e"}.isdisjoint(_KIND_OF):
            return base if base in _KIND_OF else f"{base}e"
    return word


def _listed(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_CAMEL.sub(" ", text))]
