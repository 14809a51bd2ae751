"""In whose voice a lesson is shown: the board's own, or that of the person quoted.

Light to import, because hooks use it; every face that shows a lesson does, too.
"""

from __future__ import annotations

from time import gmtime

from blackboard.actors import is_repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Row = Mapping[str, object]
    Quote = Callable[[str], str]

NOT_YOURS = "(not yet yours)"
"""The mark of what only colleagues approved."""

_QUOTED = ("model", "imported", "repository")
"""Trusts so low that an approval by a policy leaves the words somebody's."""

_SAYS = {
    "person": "a person once said",
    "model": "a model noted",
    "agent": "an agent noted",
    "note": "a note says",
    "file": "{} says",
    "reviewer": "{} said in a review",
    "written": "an agent wrote in {}",
}
"""How the kind of a writer is introduced whose very words are shown; `{}` is the name.

A new kind of writer is a line here and one in `_SHOWN`.
"""

_SHOWN = {
    "person": "a session",
    "model": "a model's notes",
    "agent": "an agent's notes",
    "note": "a note",
    "file": "{}",
    "reviewer": "a review by {}",
    "written": "{}",
}
"""Where a sentence comes from that quotes no one: a conclusion by rule."""

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")  # fmt: skip
"""In English on every machine: `strftime` asks the locale, and hooks load no calendar."""

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_NAMELESS = {"file": "a file", "reviewer": "a reviewer", "written": "a file"}
_IN_NAMES = "._+-@/~"
_LONGEST_NAME = 64


def colleague_of(row: Row, me: str = "") -> str:
    """The colleague whose word a lesson is; empty for one's own, and for what one approved.

    Args:
        row: of a lesson or insight.
        me: the user as whom the board follows a team's log; empty on a board of one's own.
    """
    signer = str(row.get("signed_by") or "")
    return "" if signer in ("", me) or is_approved_by(row, me) else signer


def is_approved_by(row: Row, me: str) -> bool:
    """Whether the person of this board approved a lesson that team members sign.

    Of a colleague's lesson on one's own board only one's own approval gives the trust `approved`.
    """
    if row.get("author") and row["trust"] == "approved":
        return True
    approvers: Any = row.get("approvers") or ()
    return me in approvers


def is_plain(row: Row, me: str = "") -> bool:
    """Whether a lesson is said in the board's own voice: approved, and not by others alone."""
    if row["status"] != "approved":
        return False
    if row.get("signed_by"):
        return is_approved_by(row, me)
    return row["trust"] not in _QUOTED


def spoken(row: Row, text: str, me: str, quote: Quote, plain: Quote) -> str:
    """The rule of a lesson, in the voice in which it is shown.

    Args:
        row: of a lesson or insight.
        text: its rule.
        me: see `colleague_of`.
        quote: makes data of words, in quotation marks.
        plain: makes a sentence of them.
    """
    if _is_counted(row):
        return f"passed in {_passed_in(row)} sessions: {quote(text)}"
    if is_plain(row, me):
        return plain(text)
    if who := colleague_of(row, me):
        return f"{author_shown(who)} says: {quote(text)} {NOT_YOURS}"
    if row.get("proof") and row["trust"] == "model":
        return _proven(row, text, quote)
    kind, _, name = str(row.get("writer") or "").partition(" ")
    name = shown_name(name) or _NAMELESS.get(kind, "")
    words = str(row.get("said") or "")
    if words and kind == "person" and _is_of_a_message(row):
        return f"on {_seen_on(row)} you said: {quote(words)}"
    if words and kind in _SAYS:
        return f"{_SAYS[kind].format(name)} {quote(words)}"
    return f"from {_SHOWN.get(kind, 'a session').format(name)}: {quote(text)}"


def _proven(row: Row, text: str, quote: Quote) -> str:
    """A lesson that a model proposed, with what proves it; its own words are a conclusion."""
    said, times = str(row.get("said") or ""), _sessions(row)
    match row["proof"]:
        case "person":
            return f"on {_seen_on(row)} you said: {quote(said)}"
        case "message":
            return f"your message of {_seen_on(row)} contained: {quote(said)}"
        case "fix":
            return f"seen in {times}: {quote(said)}"
        case _:
            return f"concluded from {times}: {quote(text)}; shown by {quote(said)}"


def _sessions(row: Row) -> str:
    """The number of independent sessions that show a lesson, in words."""
    number: Any = row.get("sources") or 1
    return "a session" if number == 1 else f"{number} sessions"


def _is_counted(row: Row) -> bool:
    """Whether a lesson is a procedure in the words of structure: it says what it rests on."""
    is_others = bool(row.get("signed_by") or row.get("author"))
    is_worded = row.get("writer") == "person" or row["trust"] not in ("tool", "model")
    return row.get("proof") == "procedure" and not is_others and not is_worded


def _passed_in(row: Row) -> int:
    """In how many sessions a procedure passed; old evidence is cut, the sessions are kept."""
    shown: Any = row.get("sessions") or 0
    sources: Any = row.get("sources") or 0
    return max(int(sources), shown if isinstance(shown, int) else len(shown))


def _is_of_a_message(row: Row) -> bool:
    """Whether a person's words come from their sessions."""
    by_hand = row.get("learned_from") in ("rule-files", "by-hand")
    return row["trust"] == "human" and not by_hand and not row.get("author")


def _seen_on(row: Row) -> str:
    """The day on which a lesson was seen last, as a person would say it."""
    seen: Any = row.get("last_seen_at") or 0
    moment = gmtime(seen // 1_000_000)
    return f"{_DAYS[moment[6]]}, {moment[2]} {_MONTHS[moment[1] - 1]},"


def author_shown(author: str) -> str:
    """An author of lessons as a reader knows them: a repository by its address.

    >>> author_shown("git:github.com:acme:kite"), author_shown("anna")
    ('github.com/acme/kite', 'anna')
    """
    is_remote = is_repository(author)
    return shown_name(author.partition(":")[2].replace(":", "/") if is_remote else author)


def shown_name(name: str, longest: int = _LONGEST_NAME) -> str:
    """A name from outside as one word, in which nothing can end or begin a sentence.

    >>> shown_name('bo" says'), shown_name("docs/parts/team/team.md")
    ('bo__says', 'docs/parts/team/team.md')
    """
    kept = "".join(sign if sign.isalnum() or sign in _IN_NAMES else "_" for sign in name)
    return kept[-longest:]
