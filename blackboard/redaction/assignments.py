"""Values that are given to a name: `DB_PASSWORD=...`, `"api_key": "..."`, `--token ...`.

The name says what the value may look like, and the way it is assigned how sure that is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from blackboard.redaction.expressions import Expression
from blackboard.redaction.lines import NEWLINE, PREFIX, SUFFIX
from blackboard.redaction.names import ANCHORS, Role, role_of
from blackboard.redaction.phrases import WORDS, is_passphrase
from blackboard.redaction.quotes import QUOTE, closing
from blackboard.redaction.reading import Reading, Rule, nothing, one
from blackboard.redaction.values import (
    is_hex,
    is_name,
    is_password,
    is_placeholder,
    is_random,
    is_uuid,
)

_SPACE = r"(?:\s|\\+[nrt])"
_RIGHT = Expression(
    rf"""(?P<tail>[\w-]{{0,40}}+)(?P<close>{QUOTE}?)[\])]?
    (?: (?P<pair>(?:,?{_SPACE}{{0,40}}|{SUFFIX}{NEWLINE}{PREFIX}){QUOTE}?
          (?:value|val|content){QUOTE}?[ \t]{{0,3}}[:=][ \t]{{0,3}}
          |[ \t]{{0,3}}\{{[^{{}}]{{0,300}}?\bdefault[ \t]{{0,20}}=[ \t]{{0,3}}(?={QUOTE}))
      | (?P<cell>[*`]{{0,3}}[ \t]{{0,20}}\|[ \t]{{0,20}}(?=[^\s|-]))
      | (?P<typed>\??[ \t]?:?[ \t]{{0,2}}+(?!\[redacted[ ])[\w&'<>\[\]|. ]{{1,40}}+=[ \t]{{0,2}}
          (?=[@$bfru]{{0,2}}{QUOTE}))
      | (?P<assign>[ \t]{{0,20}}+(?::=|:-|=>|={{1,3}}|:(?!:)|%3[AaDd])(?:[ \t]|\\t){{0,20}}+)
      | (?P<default>[ \t]?(?:\|\||\?\?|or)[ \t]?(?={QUOTE}))
      | (?P<call>(?:\(|,)[ \t]{{0,3}}(?=b?{QUOTE}))
      | (?P<xml>>)
      | (?P<list>{_SPACE}{{0,3}},{_SPACE}{{0,20}}(?={QUOTE}))
      | (?P<blank>[ \t]+(?:is|was|ist|are|to|=)?[ \t]*:?[ \t]*) )
    (?:[|>][+-]?{SUFFIX}{NEWLINE}{PREFIX})?
    (?P<wrap>ConvertTo-SecureString[ ]{{1,3}}(?:-String[ ]{{1,3}})?(?={QUOTE})
      |(?:new[ ])?[A-Za-z][\w.:]{{1,40}}+\([ ]?(?=[bru]?{QUOTE}))?
    (?:[@$bfru]{{1,2}}(?={QUOTE}))?
    (?P<quote>{QUOTE})?
    (?:(?:bearer|basic|token|ssws|api-?key|digest|negotiate|key|oauth|bot|jwt|flyv1|geniekey
      |splunk)[ ]{{1,3}})?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_UNQUOTED = Expression(r"""[^\s"'`,;(){}<>\[\]\\|]{1,512}""")
_UNQUOTED_PHRASE = Expression(rf"{WORDS}(?={SUFFIX}(?:{NEWLINE}|\Z|\\*[\"'<|]|[ ]--))")
_IN_QUERY = Expression(r"""[^\s"'`,;(){}<>\[\]\\|&#]{1,512}""")
_MORE = Expression(r"[\w.+/=%~-]{0,16384}", re.ASCII)
_LEFT = Expression(r"[\w-]{1,60}+\Z", re.ASCII)
_TAIL = Expression(r"[\w-]{0,40}+")
_NETRC = Expression(r"(?:login|user)\s+\S{1,80}\s+\Z")
_PHRASE = Expression(
    r"(?:\d{1,2}[.)]?\s)?[a-z]{3,8}(?:[\s,]{1,3}(?:\d{1,2}[.)]?\s)?[a-z]{3,8}){11,23}(?![a-z])"
)
_APP_PASSWORD = Expression(r"(?:[a-z]{4}[ -]){3}[a-z]{4}")
_PADDED = Expression(r"(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)")
"""Base64 that fills up its last four letters, as no path does."""

_LONGEST_NAME = 60
_LONGEST_VALUE = 512
_STRUCTURE = frozenset(",]}):;")
_SHORTEST_HEX = 20
"""Shorter ones are digests of something far more often than keys."""


class Assigned(NamedTuple):
    """A value, the role of its name, and how it is assigned.

    `certain`: it is a literal, and not the name of a variable or a word of prose.
    """

    value: str
    role: Role
    certain: bool
    is_query: bool = False
    is_setting: bool = False
    is_tight: bool = False


def is_secret(assigned: Assigned) -> bool:
    """Whether a value is a secret, by its name and its looks."""
    value = assigned.value
    match assigned.role:
        case "password":
            if " " in value:
                return _is_app_password(value) or is_passphrase(value)
            return is_password(value, certain=assigned.certain)
        case "secret":
            if is_hex(value) and len(value) < _SHORTEST_HEX and not assigned.is_setting:
                return False
            return _is_machine_made(value) or is_password(value, certain=False)
        case "token":
            return _is_token(assigned)
        case "key" if assigned.is_query or assigned.is_setting:
            return is_random(value, 20) and (assigned.is_query or not is_uuid(value))
        case "phrase":
            return _PHRASE.match(value) is not None
    return False


def _is_token(assigned: Assigned) -> bool:
    value = assigned.value
    if is_placeholder(value) or (value.startswith("/") and not _PADDED.fullmatch(value)):
        return False
    if is_uuid(value):
        return assigned.is_setting or assigned.is_tight
    if is_hex(value) and len(value) < _SHORTEST_HEX and not assigned.is_setting:
        return False
    if is_random(value, 16) and not is_name(value):
        return True
    short = is_random(value, 8, 0.3) and not is_hex(value) and not value.isalpha()
    return assigned.certain and short and is_password(value, certain=False)


def _is_machine_made(value: str) -> bool:
    return is_random(value, 16) and not is_placeholder(value) and not is_name(value)


def _is_app_password(value: str) -> bool:
    return _APP_PASSWORD.fullmatch(value) is not None and is_random(
        re.sub("[ -]", "", value), 16, 0.9
    )


def assigned(text: str, start: int, end: int) -> Reading:
    """The secret that is assigned to a name, of which the anchor is a part."""
    while end > start and not text[end - 1].isalnum() and text[end - 1] not in "_-":
        end -= 1  # the sign is of the anchor, to make it rarer
    begin = _name_begin(text, start)
    tail = _TAIL.match(text, end)
    assert tail  # it matches nothing, too
    role = _role(text, start, end) or role_of(text[begin:end] + tail[0])
    right = _RIGHT.match(text, end) if role else None
    if right is None:
        return nothing(end)
    begun = right.end()
    if role == "phrase":
        return _phrase(text, begun)
    stop = _value_end(text, begin, right)
    value = text[begun:stop]
    if not right["quote"]:
        value = value.rstrip(".,;:*")
    if (
        len(value) < 6
        or _is_prose(text, begin, right, value)
        or not is_secret(_judged(text, begin, right, value, role))
    ):
        return nothing(max(stop, end))
    more = _MORE.match(text, stop) if len(value) >= _LONGEST_VALUE else None
    return one(begun, more.end() if more else begun + len(value), "secret")


def _name_begin(text: str, start: int) -> int:
    """Where the name begins of which a part is at a place."""
    before = text[start - 1 : start]
    if not (before.isalnum() or before in "_-"):
        return start
    left = _LEFT.search(text, max(0, start - _LONGEST_NAME), start)
    return left.start() if left else start


def _role(text: str, start: int, end: int) -> Role:
    """The role of names of several words: `seed phrase`, `identified by`."""
    match text[start:end].lower():
        case "identified by":
            return "password"
        case "phrase" | "words":
            return "phrase" if role_of(text[max(0, start - 9) : end]) == "phrase" else ""
    return ""


def _is_prose(text: str, begin: int, right: re.Match[str], value: str) -> bool:
    """Whether a name and what follows it are words of a sentence, a path or a test's report."""
    if right["blank"] and text[begin - 1 : begin] not in ("/", ".", "-") and "=" not in value[:-2]:
        return text[begin : right.end("tail")].lower() == "pass"
    if right["blank"]:
        return text[begin] != "-"
    if right["list"] or (right["call"] or "").startswith(","):
        quote = text[max(0, begin - 12) : begin].rstrip("\\\"'`")
        return text[begin] != "-" and not quote.endswith("(")
    bare = right["assign"] and not right["quote"] and not right["close"]
    return bool(bare and text[begin : right.end("tail")] == "PASS" and right["assign"] != "=")


def _phrase(text: str, start: int) -> Reading:
    found = _PHRASE.match(text, start)
    return one(start, found.end(), "recovery-phrase") if found else nothing(start)


def _value_end(text: str, begin: int, right: re.Match[str]) -> int:
    """Where the value ends; at its start where there can be none."""
    start = right.end()
    if not right["call"] and text[start : start + 1] in _STRUCTURE:
        return start  # the mark ends a string that ends in `password=`
    if right["quote"]:
        return max(start, closing(text, right["quote"], start))
    if any(map(right.__getitem__, ("call", "list", "typed", "default"))) or (
        right["close"] and not right["pair"]
    ):
        return start  # a number or a variable
    pattern = _IN_QUERY if _is_query(text, begin) else _UNQUOTED
    phrase = _UNQUOTED_PHRASE.match(text, start) if right["assign"] or right["cell"] else None
    found = phrase or pattern.match(text, start)
    if (
        found is None
        or text[found.end() : found.end() + 1] in ("(", "[")
        or (right["xml"] and text[found.end() : found.end() + 2] != "</")
    ):
        return start
    return found.end()


def _judged(text: str, begin: int, right: re.Match[str], value: str, role: Role) -> Assigned:
    """The value with what its surroundings say of it."""
    sign = right["assign"] or ""
    before = text[max(0, begin - 100) : begin]
    after = text[right.end() + len(value) : right.end() + len(value) + 1]
    is_flag = text[begin] == "-" and role != "key"
    tight = sign in ("=", "%3D", "%3d") and (after not in ("(", ")", ",", ".") or not after)
    literal = bool(right["quote"] or right["xml"] or right["pair"])
    if right["wrap"] and "(" in right["wrap"]:
        certain = False
    elif right["blank"] and not is_flag:
        certain = bool(_NETRC.search(before)) or (role == "password" and bool(right["quote"]))
    else:
        certain = literal or tight or is_flag
    upper = text[begin : right.end("tail")].isupper()
    query = _is_query(text, begin)
    setting = upper and bool(sign) and (tight or literal or ":" in sign)
    return Assigned(value, role, certain, query, setting, tight)


def _is_query(text: str, begin: int) -> bool:
    return text[begin - 1 : begin] in ("?", "&") or text[begin - 5 : begin].endswith(
        ("&amp;", "%3F", "%26")
    )


def rules() -> list[tuple[str, Rule]]:
    """The rules of this module by the anchors at which they are tried."""
    return [(anchor, assigned) for anchor in ANCHORS]
