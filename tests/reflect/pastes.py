"""Pastes by a generator: what it is, the mark that shows it, where it stands, how lines end.

Each part is a table. Forms at even places are for development, those at odd places are held out:
code is changed by looking at the former alone. A new form is one more line in its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

RULES = (
    "Always run `make release` before you push.",
    "Never commit generated files to this repository.",
    "We should use typed ids instead of plain strings wherever we can.",
    "Do not mock the database in integration tests.",
    "Prefer small functions over deep class hierarchies.",
    "You must run the linter before every commit.",
    "Use `uv` instead of `pip` for everything.",
    "Every handler needs to log the request id.",
    "Avoid global state in new packages.",
    "Never swallow exceptions; always wrap them with context.",
    "If you add a dependency, document it in the readme.",
    "All scripts should use our logging framework.",
)
"""Sentences that count as lasting rules where a person types them."""

Rules = Sequence[str]
Body = Callable[[Rules], str]
Wrap = Callable[[str], str]

BODIES: dict[str, Body] = {
    "review comment": lambda r: f"This looks good overall. {r[0]} {r[1]}",
    "bot review": lambda r: (
        f"The handler lacks error handling. {r[0]} Consider extracting the retry logic. {r[1]}"
    ),
    "ticket": lambda r: f"The export fails for large boards. {r[0]} {r[1]} Reported by two teams.",
    "mail": lambda r: (
        f"Thanks for the quick turnaround on this one. {r[0]} {r[1]}\n\n"
        "Looking forward to the release."
    ),
    "forum answer": lambda r: (
        f"The accepted way has changed since version 3. {r[0]} {r[1]} This works for me."
    ),
    "wiki page": lambda r: f"{r[0]}\n\n{r[1]}\n\n{r[2]}",
    "style guide": lambda r: f"{r[0]} {r[1]} {r[2]}",
    "meeting notes": lambda r: (
        f"The team met to discuss the next quarter. {r[0]} {r[1]} The next meeting is on Friday."
    ),
    "answer of another model": lambda r: (
        f"Great question! {r[0]} {r[1]} Let me know if you would like more detail."
    ),
    "release notes": lambda r: f"This version removes the old exporter. {r[0]} {r[1]}",
    "wrapped text": lambda r: (
        f"The build has been slow since the migration to the\nnew runners. {r[0]}\n{r[1]} The "
        "cache is warmed\nonce a night."
    ),
    "onboarding": lambda r: f"Welcome to the team! {r[0]} {r[1]} Ask in the channel when in doubt.",
    "commit message": lambda r: (
        f"Rework the exporter so that it streams.\n\n{r[0]} {r[1]} Closes the ticket."
    ),
    "policy": lambda r: (
        f"The following applies to all contributors. {r[0]} {r[1]} Exceptions are granted in "
        "writing."
    ),
}
"""Kinds of texts that people paste, without any mark."""

SHORT: dict[str, Body] = {
    "one sentence": lambda r: r[0],
    "two sentences": lambda r: f"{r[0]} {r[1]}",
    "two lines": lambda r: f"{r[0]}\n{r[1]}",
    "two paragraphs": lambda r: f"{r[0]}\n\n{r[1]}",
    "small letters": lambda r: r[0].lower().rstrip("."),
}
"""Texts so short that a mark alone tells them from a person's words."""


def _listed(bullet: Callable[[int], str]) -> Body:
    return lambda r: "\n".join(f"{bullet(n)} {each}" for n, each in enumerate(r[:3], 1))


LISTS: dict[str, Body] = {
    "numbers": _listed(lambda n: f"{n}."),
    "numbers in brackets": _listed(lambda n: f"({n})"),
    "dashes": _listed(lambda _: "-"),
    "stars": _listed(lambda _: "*"),
    "letters": _listed(lambda n: f"{'abc'[n - 1]})"),
    "bullets": _listed(lambda _: "\u2022"),
    "boxes": _listed(lambda _: "- [ ]"),
    "full-width numbers": _listed(lambda n: "\uff11\uff12\uff13"[n - 1] + "\uff0e"),
    "numbers with signs": _listed(lambda n: f"#{n}:"),
    "arrows": _listed(lambda _: "\u2192"),
    "indented": _listed(lambda _: "  -"),
    "nested numbers": _listed(lambda n: f"2.{n}"),
    "circled": _listed(lambda n: "\u2460\u2461\u2462"[n - 1]),
    "roman": _listed(lambda n: f"{'i' * n}."),
    "steps": _listed(lambda n: f"Step {n}:"),
    "bold numbers": _listed(lambda n: f"**{n}.**"),
    "capitals": _listed(lambda n: f"{'ABC'[n - 1]}."),
    "squares": _listed(lambda _: "\u25aa"),
    "apart": lambda r: "\n\n".join(f"{n}. {each}" for n, each in enumerate(r[:3], 1)),
    "signs": lambda r: "\n".join(f"\u2705 {each}" for each in r[:3]),
}
"""Rules as a list."""

HEADERS = (
    "bob commented 3 hours ago",
    "@anna left a comment",
    "coderabbitai[bot] commented on May 3, 2026",
    "Copilot AI reviewed yesterday",
    "src/export/board.py:212",
    "On src/export/board.py, line 212",
    "PROJ-1423  Export fails for large boards",
    "#482 Export fails for large boards",
    "Reviewer: anna",
    "Von: Anna\nAn: Team\nBetreff: Export",
    "From: anna@example.org\nSubject: export",
    "De : Anna\nObjet : export\nDate : 3 mai",
    "anna  10:42 AM",
    "[10:42] anna",
    "anna (she/her), 3 May 2026, 10:42",
    "03.05.2026 10:42 anna",
    "**Code Review**",
    "## Code Review",
    "Code Review",
    "CODE REVIEW SUMMARY",
    "Answer accepted, score 14",
    "14 upvotes, answered by anna on Mar 3 at 10:42",
    "_Originally posted by @anna in #482_",
    "Posted by u/anna 2 years ago",
    "[P1] Export fails for large boards",
    "\u26a0\ufe0f Potential issue | Major",
    "Severity: high\nComponent: export",
    "Priority | Major",
    "Description\n-----------",
    "Acceptance criteria",
    "anna@example.org wrote on 3 May",
    "Am 03.05.2026 um 10:42 schrieb Anna",
    "reviewer2 requested changes on Jun 12",
    "gemini-code-assist bot reviewed 4 minutes ago",
    "Comment on lines +12 to +18",
    "lib/queue/worker.rb",
    "Ticket OPS-77: queue stalls",
    "Asked 5 years, 3 months ago",
    "7 Answers",
    "Fecha: 3 de mayo\nDe: Ana",
    "Dear colleagues,",
    "Hi team,",
    "Hallo zusammen,",
    "anna \u2014 Today at 10:42 AM",
    "Team conventions v2",
    "1. Introduction",
    "Summary by CodeRabbit",
)
"""Lines above a text that say whose it is or what it is called."""

INTRODUCTIONS = (
    "The reviewer says:",
    "Der Kollege meint:",
    "Voici le commentaire de la revue :",
    "Esto dice el revisor:",
    "\u30ec\u30d3\u30e5\u30fc\u3067\u8a00\u308f\u308c\u305f\u3053\u3068\uff1a",
    "\u8bc4\u5ba1\u610f\u89c1\uff1a",
    "\u0412\u043e\u0442 \u0447\u0442\u043e \u043f\u0438\u0448\u0443\u0442:",
    "\ub9ac\ubdf0 \ub0b4\uc6a9:",
    "Ecco cosa dice il ticket:",
    "Uit het ticket:",
    "O que o bot disse:",
    "Recenzent napisa\u0142:",
    "fix what is asked for in here:",
    "got this from anna:",
    "Y\u00f6netici \u015funu yazd\u0131:",
    "\u0643\u062a\u0628 \u0627\u0644\u0645\u0631\u0627\u062c\u0639:",
    "look at this, it is what the bot says -",
    "see below \u2193",
    "This is the feedback \u2014",
    "have a look \U0001f447",
    "Das steht im Ticket:",
    "Segue o coment\u00e1rio:",
    "\u30b3\u30e1\u30f3\u30c8\u3067\u3059\uff1a",
    "\ub2e4\uc74c\uc740 \ub313\uae00\uc785\ub2c8\ub2e4:",
    "fr\u00e5n \u00e4rendet:",
    "ci-dessous \u2b07\ufe0f",
    "from the wiki ->",
)
"""Lines by which a person announces the words of somebody else, in many languages."""

PASTE_MARKS = (
    "[Pasted text #1 +12 lines]",
    "[Pasted Content 1042 chars]",
    "[Pasted ~12 lines]",
    "[Pasted Text: 12 lines]",
    "[...Truncated text #1 +23 lines...]",
    "[Paste #1 - 12 lines]",
    "<pasted_text>",
    "<paste id=1>",
    "[Pasted text #3]",
    "[Pasted: clipboard.txt]",
    "{pasted content}",
    "<clipboard>",
)
"""What the programs in which people type write for a paste."""

QUOTATIONS: tuple[tuple[str, str], ...] = (
    ("> ", ""), ("| ", ""), ("\u201c", "\u201d"), ("\u00ab ", " \u00bb"), ("\u201e", "\u201c"),
    ("\u300c", "\u300d"), ('"', '"'), ("\u2502 ", ""), ("```\n", "\n```"), ("~~~\n", "\n~~~"),
    ("    ", ""), ("\uff1e ", ""), ("<quote>", "</quote>"), ("'''\n", "\n'''"),
    ("\u300e", "\u300f"), ("\u2014 ", ""),
    ("\u275d", "\u275e"), ("\u2039 ", " \u203a"), ("> > ", ""),
    ("<blockquote>\n", "\n</blockquote>"),
)  # fmt: skip
"""How a text is quoted: on every line where nothing ends it, else around it."""

ENDINGS = (
    "Best regards,\nAnna",
    "-- \nAnna Example\nExample GmbH",
    "\u2014 Anna",
    "Viele Gr\u00fc\u00dfe\nAnna",
    "Sent from my iPhone",
    "Cheers,\nanna",
    "Cordialement,\nAnna Exemple",
    "Thanks!\nAnna",
    "https://example.org/a\nhttps://example.org/b",
    "Source: https://example.org/a",
    "References:\n[1] https://example.org/a\n[2] https://example.org/b",
    "[1]: https://example.org/a",
    "Co-authored-by: anna <anna@example.org>\nSigned-off-by: bob <bob@example.org>",
    "\U0001f44d 3   \u2764\ufe0f 1   Reply",
    "Was this helpful? Yes / No",
    "3 replies \u00b7 Last reply 2 days ago",
    "LG\nAnna",
    "Saludos,\nAna",
    "Mit freundlichen Gr\u00fc\u00dfen\n\nAnna Beispiel",
    "Reply to this email directly or view it on GitHub",
    "See also: https://a.example/x",
    "Edited by bob \u00b7 3 May",
)
"""Lines below a text that show that it is somebody else's."""

OWN = ("please look at this and fix the build", "ok, next one. what do you make of it")
ASKED = ("what do you make of this?", "is that right?")

POSITIONS: dict[str, Callable[[str, str, str], str]] = {
    "alone": lambda _own, paste, _ask: paste,
    "after own words": lambda own, paste, _ask: f"{own}\n\n{paste}",
    "directly below own words": lambda own, paste, _ask: f"{own}\n{paste}",
    "before a question": lambda _own, paste, ask: f"{paste}\n\n{ask}",
    "between": lambda own, paste, ask: f"{own}\n\n{paste}\n\n{ask}",
}

LINES: dict[str, Callable[[str], str]] = {
    "plain": lambda text: text,
    "of Windows": lambda text: text.replace("\n", "\r\n"),
    "trailing blanks": lambda text: text.replace("\n", "  \n"),
    "no-break spaces": lambda text: text.replace("  ", "\u00a0 "),
    "leading empty line": lambda text: f"\n{text}\n",
}
"""How terminals, editors and harnesses write lines."""


class Paste(NamedTuple):
    """One message that holds a paste."""

    name: str
    text: str


def _quoted(opened: str, closed: str, body: str) -> str:
    if closed:
        return f"{opened}{body}{closed}"
    return "\n".join(f"{opened}{line}" for line in body.split("\n"))


def _marks(half: int) -> Iterator[tuple[str, Callable[[str], str]]]:
    """Every mark of one half: its name, and a body with it."""
    for header in HEADERS[half::2]:
        yield f"header {header!r}", lambda body, mark=header: f"{mark}\n{body}"  # type: ignore[misc]
        yield f"header apart {header!r}", lambda body, mark=header: f"{mark}\n\n{body}"  # type: ignore[misc]
    for intro in INTRODUCTIONS[half::2]:
        yield f"introduction {intro!r}", lambda body, mark=intro: f"{mark}\n{body}"  # type: ignore[misc]
        yield f"introduction apart {intro!r}", lambda body, mark=intro: f"{mark}\n\n{body}"  # type: ignore[misc]
    for paste in PASTE_MARKS[half::2]:
        yield f"paste mark {paste!r}", lambda body, mark=paste: f"{mark}\n{body}"  # type: ignore[misc]
    for opened, closed in QUOTATIONS[half::2]:
        yield f"quotation {opened!r}", lambda body, o=opened, c=closed: _quoted(o, c, body)  # type: ignore[misc]
    for ending in ENDINGS[half::2]:
        yield f"ending {ending!r}", lambda body, mark=ending: f"{body}\n\n{mark}"  # type: ignore[misc]


def marked(half: int) -> list[Paste]:
    """Pastes that a mark shows; each mark in some kinds, positions and forms of lines.

    Args:
        half: 0 for development, 1 for what is held out.
    """
    random = Random(half)
    bodies = [*BODIES.items(), *SHORT.items()]
    put: list[tuple[str, Wrap, tuple[str, Body]]] = []
    for mark, wrap in _marks(half):
        put += [(mark, wrap, body) for body in random.sample(bodies, 4)]
    for name, listed in list(LISTS.items())[half::2]:
        put += [("list", lambda body: body, (name, listed))] * 4
    return [_paste(mark, wrap, body, random) for mark, wrap, body in put]


def unmarked(half: int) -> list[Paste]:
    """The same kinds without any mark: 58 in both halves, alone and among a person's words."""
    random = Random(half)
    kinds = list(BODIES.items())[half::2] * 5
    return [_paste("no mark", lambda body: body, kind, random) for kind in kinds[:29]]


def _paste(mark: str, wrap: Wrap, body: tuple[str, Body], random: Random) -> Paste:
    rules = random.sample(RULES, 3)
    position, lines = random.choice(list(POSITIONS)), random.choice(list(LINES))
    text = POSITIONS[position](random.choice(OWN), wrap(body[1](rules)), random.choice(ASKED))
    name = "; ".join((mark, body[0], position, f"lines {lines}"))
    return Paste(name, LINES[lines](text))
