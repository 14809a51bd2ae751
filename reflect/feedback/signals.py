"""The signals by which a lasting rule is told from a task, a question and a remark.

Each is a name, a weight and an expression over one sentence, in lower case and without the
filler before it. The weights were set by reading the labelled sessions;
`tests/reflect/feedback/test_signals.py` pins the bar.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_VERB = (
    r"(?:use|run|commit|push|stash|edit|modify|touch|add|install|create|write|mock|import|call|merge"
    r"|force|rebase|squash|amend|delete|hard-?code|put|skip|disable|ignore|upgrade|bump|change"
    r"|generate|format|test|gitignore|stage|track|rename|duplicate|branch|stub|log|print|catch"
    r"|swallow|introduce|invent|assume|guess|ask|mention|include|leave|make|do|start|rely|expose"
    r"|revert|remove|reference|reply|keep|avoid|prefer|check|verify|wait|read|show|display|return)"
)
_WE = r"(?:we|you|i|they|it|agents?|everyone|people)"


_WORK = (
    r"\b(?:"
    + "|".join(
        r"""git\w* stash\w* commit(?:s|ed|ting|ing)? (?:re)?bas(?:e|ing) merg(?:e|ing) push\w*
        worktrees? branch(?:es|ing)? ci tests? testing mock\w* fixtures? lint\w* nolint fmt
        format(?:s|ted|ter|ting)? types? strings? interfaces? func(?:tion)?s? class(?:es)?
        methods? switch if-?else logging logs? errors? exceptions? dependenc(?:y|ies)
        librar(?:y|ies) packages? imports? docs? documentation readme changelog deprecated
        compatib\w+ builds? scripts? evals? examples? instructions? review\w* conventions?
        guidelines? versions? releases? migrations? generated hooks? prs? npm bun uv pip
        pnpm yarn make docker sql database schema code(?:base)? comments? style
        abstractions? duplicat\w+""".split()
    )
    + r")\b"
)
"""What is about the work itself; a rule for how the product is to look is mostly a task."""


class Signal(NamedTuple):
    """What speaks for or against a sentence being a lasting rule."""

    name: str
    weight: float
    found: re.Pattern[str]


def _signal(name: str, weight: float, expression: str) -> Signal:
    return Signal(name, weight, re.compile(f"(?ix){expression}"))


SIGNALS = (
    # what is to hold beyond the moment
    _signal("standing order", 3.0, r"^(?:always|never|from\ now\ on)\b(?!\ mind)"),
    _signal("remember", 2.0, r"^remember\b(?!\ (?:when|the\ time)\b)"),
    _signal(
        "always",
        2.5,
        r"(?<!^)\b(?:always|never|from\ now\ on|going\ forward|in\ (?:the\ )?future"
        r"|as\ a\ rule|by\ default|every\ time|each\ time|in\ general|no\ matter)\b",
    ),
    _signal(
        "scope",
        1.5,
        r"\b(?:wherever|whenever|everywhere|anywhere|for\ everything"
        r"|(?:every|each|all|both)\ (?:[\w.-]+\ ){1,4}|anything|everything"
        r"|if\ (?:there(?:'s|\ is|\ are)|you|we|a|an|any|the)\b"
        r"|in\ this\ (?:repo|repository|project|codebase))",
    ),
    _signal(
        "repeated",
        1.5,
        r"\b(?:again,|third\ time|3rd|once\ more|as\ i\ said|i\ told\ you"
        r"|i\ (?:already\ )?said|how\ many\ times|keep\ (?:doing|making|adding))",
    ),
    # what it demands
    _signal(
        "prohibition",
        2.5,
        rf"^(?:don't|do\ not|dont|never|stop|no\ more)\ (?:ever\ )?{_VERB}"
        rf"|\b(?:we|you)\ (?:don't|do\ not|never|shouldn't|should\ not|must\ not|can't)"
        rf"\ (?:want|like|allow|{_VERB})\b",
    ),
    _signal(
        "obligation",
        1.5,
        rf"\b(?:{_WE}|[\w-]+s?)\ (?:also\ |really\ |only\ |always\ )?"
        r"(?:should|must|needs?\ (?:to|an?)|ha(?:s|ve)\ to|ought\ to|shouldn't|should\ not|mustn't)"
        r"(?:\ (?:be|also|always|never|only))?\b",
    ),
    _signal("also", 1.0, r"\balso\ (?:needs?\ to|should|must|has\ to)\b"),
    _signal(
        "contrast",
        1.5,
        r"\b(?:instead(?:\ of)?|rather\ than)\b|,\ not\ (?:the\ |a\ )?[\w`]"
        r"|\bnot\ (?:[\"'`]|specify\b)|\bonly\ (?:use|run)\b",
    ),
    _signal(
        "preference",
        1.5,
        r"\b(?:i|we)(?:'d|\ would)?\ (?:prefer|like\ (?:us\ )?to|always)\b"
        r"|\bi'd\ like\b|\bbetter\ (?:to|if)\b|\bthe\ overriding\b",
    ),
    _signal("here", 1.0, r"^in\ this\ (?:repo|repository|project|codebase)\b"),
    _signal("asked ours", 4.0, r"^(?:can|could)(?:n't)?\ (?:we|you)\ (?:please\ )?use\ our\b"),
    _signal("ours", 1.0, r"\b(?:our|the\ project's)\ (?!pr\b|branch\b|changes?\b|work\b)\w+"),
    _signal(
        "convention",
        2.0,
        r"\b(?:convention|the\ pattern|guidelines?|policy|directive|standard"
        r"|supposed\ to|meant\ to|consistent|best\ practice)\b",
    ),
    _signal(
        "not right",
        1.5,
        r"\b(?:is(?:n't|\ not)\ (?:correct|appropriate"
        r"|right|acceptable|allowed)|is\ wrong|too\ slow)\b",
    ),
    _signal("not enough", 3.0, r"\bnot\ good\ enough\b|\bisn't\ enough\b"),
    _signal(
        "reproach", 2.0, r"\bas\ you\ should\b|\byou\ (?:should|could)\ have\b|\byou\ forgot\b"
    ),
    _signal(
        "to be kept",
        2.0,
        r"\b(?:document|write|note|remember|record)\b.{0,30}"
        r"\b(?:learning|lesson|rule|guideline|memory|agents\.md|claude\.md)\b",
    ),
    _signal(
        "condition",
        1.5,
        rf"^(?:if|when|before|after|whenever|unless)\b[^,]{{3,80}},\ "
        rf"(?:please\ )?(?:inspect\ |{_VERB}\b)",
    ),
    _signal("reason", 0.5, r"\b(?:because|since|otherwise|so\ that|as\ we|that'll|makes?\ it)\b"),
    _signal(
        "order",
        1.0,
        rf"^(?:please\ |also\ |remember\ to\ |make\ sure\ (?:to|you)\ )*"
        rf"(?!use\b|prefer\b|avoid\b|do\b){_VERB}\b",
    ),
    _signal("how", 0.5, r"^(?:run|keep|make\ sure|ensure)\b"),
    _signal("means", 2.5, r"^(?:use|prefer|avoid)\ (?!it\b|this\b|that\b|them\b|the\ other\b)"),
    _signal(
        "bare",
        1.0,
        r"^(?:use|prefer|avoid)\ (?:`[^`]+`|[\w.+/-]+)"
        r"(?:,?\ (?:here|always|instead|everywhere|not|for|in)\b.{0,60}"
        r"|\ over\b.*)?[.!]?$",
    ),
    _signal("work", 1.0, _WORK),
    _signal(
        "environment",
        3.0,
        r"^(?:also\ )?(?:you|we)\ (?:can\ (?:also\ )?(?:access|find|fetch|reach|inspect"
        r"|read|view|see|get)\b.{2,80}?\b(?:via|through|using|with|by\ running)\b"
        r"|(?:also\ )?have\ the\b)|^to\ update\b",
    ),
    _signal(
        "fact",
        1.5,
        r"\b(?:can|should)\ be\ (?:hard\ )?(?:committed|commited|deprecated|used"
        r"|run|kept|stored)\b|\bis\ (?:just|only|called)\b",
    ),
    # what belongs to the moment
    _signal(
        "question",
        -2.5,
        r"\?\s*$|^(?:can|could|would|should|will|shall)(?:n't|'t)?\ (?:you|we|i)\b"
        r"|^(?:why|what|how|where|who)\b",
    ),
    _signal(
        "opinion",
        -1.5,
        r"^[^,;]*\b(?:i\ (?:also\ )?(?:think|guess|wonder|mean|see|figure)"
        r"|not\ sure|seems|looks\ like|maybe|perhaps|wondering|probably|i'm\ confused)\b",
    ),
    _signal("indirect", -2.0, r"^(?:whether|as\ a\ result|similarly|however|this\ means)\b"),
    _signal(
        "pointer",
        -4.0,
        r"https?://|\#\d+|\blines?\ \d+|\b(?:PR|option|step|issue|trail)\ \#?\d"
        r"|\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b",
    ),
    _signal(
        "one thing",
        -2.5,
        r"\b(?:this|that|the)\ (?:branch|pr|issue|commit|ticket|comment|error|bug|feature|fix"
        r"|script|change|worker|session|report|test|form)\b",
    ),
    _signal("one file", -1.0, r"\b[\w-]+/[\w./-]*\w\.[a-z]{1,4}\b"),
    _signal(
        "deictic",
        -1.0,
        r"^(?:\w+\ ){0,3}(?:it|this(?!\ (?:repo|project|codebase))|that|these|those"
        r"|them|he|she)\b",
    ),
    _signal("now", -1.0, r"\b(?<!from\ )(?:now|today|yet|currently|next\ step|soon|while\ you)\b"),
    _signal(
        "task",
        -2.0,
        r"^(?!(?:\S+\ ){1,4}(?:should|must|needs\ to)\b)"
        r"(?:please\ |also\ |can\ you\ |let's\ |lets\ |ok\ |now\ |and\ )*"
        r"(?:fix|add|remove|rename|commit|push|merge|implement|review|update|spawn|investigate"
        r"|delete|revert|open|continue|address|try|look|reduce|close|go|do(?!\ not\b|n't)|create"
        r"|build"
        r"|evaluate|generate|summarize|publish|clean|resolve|finish|start|change|move|sort"
        r"|propose|explain|show|check|search|find|tell|help|let's|i\ want"
        r"|we\ (?:just\ )?need\ to)\b",
    ),
    _signal("past", -1.0, r"\b(?:was|were|did|had|fixed|removed|added|failed|broke|happened)\b"),
)

REFUSED = 1.0
"""A sentence that came with the refusal of a call is about how, more often than what."""

OPENING = -2.5
"""The first message of a session gives the task, in the words of rules."""

_EXPLICIT = frozenset(("standing order", "remember"))
"""What makes a rule of a sentence wherever it stands."""

_ASKED = re.compile(
    r"(?i)^(?:can(?:'t|not)?|could(?:n't)?|should(?:n't)?|why (?:not|don't (?:we|you)))\s+"
)
_ASKS = re.compile(
    r"(?i)\b(?:what|why|how|where|when|who|which|is|are|was|were|do|does|did|has|have|any|yeah|right|no)\b"
)
ASKED = 3.0
"""A refusal that asks for another way is an order put as a question."""

_FILLER = re.compile(
    r"(?i)^(?:(?:no|nope|ok(?:ay)?|please|and|also|but|so|well|actually|again|hey|wait|just|hmm|oh"
    r"|yes|yeah|right|alright|wrong|then|huh|ugh|really|great|for the record)[,.!:?]*\s+)+"
)
_SHORT, _LONG = 3, 45
SHORT, LONG = -2.0, -2.0

BAR = 3.0
"""What a sentence must weigh to be taken for a rule."""


def without_filler(sentence: str) -> str:
    """A sentence without what people say before they come to it.

    >>> without_filler("No, please use uv")
    'use uv'
    """
    return _FILLER.sub("", sentence)


def signals(sentence: str, *, refused: bool = False, opening: bool = False) -> dict[str, float]:
    """The signals in a sentence, each with its weight."""
    plain = without_filler(sentence)
    found = {each.name: each.weight for each in SIGNALS if each.found.search(plain)}
    if refused:
        found["refused"] = REFUSED
        if _ASKED.match(plain) or (plain.endswith("?") and not _ASKS.search(plain)):
            found["asked"] = ASKED
            found.pop("opinion", None)
    if opening and not found.keys() & _EXPLICIT:
        found["opening"] = OPENING
    count = len(plain.split())
    if count < _SHORT:
        found["short"] = SHORT
    elif count > _LONG:
        found["long"] = LONG
    return found


def weight(sentence: str, *, refused: bool = False, opening: bool = False) -> float:
    """How much speaks for a sentence being a lasting rule.

    >>> weight("We should take typed ids instead of plain text wherever they exist") >= BAR
    True
    >>> weight("fix the typo in line 3") >= BAR
    False
    """
    return sum(signals(sentence, refused=refused, opening=opening).values())
