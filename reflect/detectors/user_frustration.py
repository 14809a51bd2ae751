"""What humans write when an agent tries their patience.

Only whole phrases count, in what the human typed. "Error handling", "should be", "not working
yet" in a task and text that was pasted say nothing about anybody's mood.
"""

from __future__ import annotations

import re

from blackboard.event import Event
from blackboard.events.reflection import Pattern
from blackboard.search.terms import terms
from blackboard.search.words import words
from reflect.detectors.detector import Detector
from reflect.detectors.wording import RULES, about, code, times
from reflect.trajectory import Trajectory, payload_of

_LONGEST = 600
"""A longer message was pasted or is a specification."""

_STRONG = re.compile(
    r"""(?ix)
    \bwhy\ (?:do|did|are|would|have)\ you\ (?:keep|still|again|always|constantly|just\ delete)
    | (?:^|[.!?;,]\ |\b(?:and|but|again|still)\ )you\ (?:keep|kept)\ (?:on\ )?
      (?!going|existing|working|building|string)\w+ing\b
    | \bi\ (?:have\ )?(?:already|literally)\ (?:told|said|explained|mentioned|asked\ (?:you|for))
    | \bi\ (?:have\ )?just\ (?:told\ you|asked\ you|said|explained)
    | \bi\ told\ you\b
    | \bhow\ many\ times\ (?:do|did|must|should|have)\ i\ (?:(?:have|need)\ to\ )?
      (?:say|said|tell|told|ask|asked|explain|explained|repeat)
    | \bthis\ is\ the\ (?:second|third|fourth|fifth|nth|\d+(?:nd|rd|th))\ time\ (?:i|you)\b
    | (?:^|[.!?]\ )for\ the\ (?:second|third|fourth|fifth|nth|\d+(?:nd|rd|th))\ time\ ?[,:!]
    | \byou(?:'re|\ are)\ (?:not\ (?:listening|reading\ (?:what|my|me))|going\ in\ circles
      |ignoring\ (?:me|my|what|the\ instructions)|wasting\ (?:my|time|tokens))
    | (?:^|[.!?;,]\ |\b(?:please|just|now)\ )(?:stop|quit)\ (?:guessing\b(?!\ the)|doing\ that
      |making\ (?:things|stuff|this)\ up|ignoring\ (?:me|my|what))
    | \b(?:this|that|it)(?:'s|\ is)\ (?:so\ |really\ |very\ |getting\ )?
      (?:frustrating|ridiculous|infuriating|unacceptable|absurd|a\ joke)
      (?:\ ?[.!?,;:)]|$|\ (?:that|how|when)\ you)
    | \b(?:i'm|i\ am)\ (?:so\ |really\ |getting\ )?
      (?:(?:frustrated|annoyed)(?:\ ?[.!,]|$|\ (?:with|by|that)\ you)
      |(?:fed\ up|tired)\ (?:of|with)\ (?:this|you|repeating|telling|explaining))
    | \bare\ you\ (?:kidding|serious\b(?!\ about)|even\ (?:reading|listening)|stupid|blind)\b
    | \b(?:wtf|ffs|goddamn|for\ (?:fuck|god|christ)'?s?\ sake)\b
    | \bwhat\ the\ (?:hell|fuck|heck)\b
    | \bfuck(?:ing)?\b | \bbullshit\b
    | \byou\ (?:broke(?!\ (?:\S+\ ){0,4}(?:down|up|out|into)\b)|ruined|destroyed|messed\ up
      |screwed\ up)\b
    | \bnot\ what\ i\ (?:asked|wanted|said)\b
    """
)
_WEAK = re.compile(
    r"""(?ix)
    \b(?:still|again)\ (?:not\ working|doesn'?t\ work|does\ not\ work|broken|failing|wrong|fails)\b
    | \bagain,\ (?:this|that|it)(?:'s|\ is)\ not\b
    | ^(?:no|nope)[,.!]+\ (?:that|this|it)(?:'s|\ is)\ (?:not|wrong|still)
    | \b(?:that|this|it)(?:'s|\ is)\ (?:still\ )?
      (?:wrong|not\ right|not\ correct|annoying|a\ mess)\b
    | \byou\ (?:forgot|missed|ignored)\b | \bthis\ makes\ no\ sense\b
    | \bwhat\ are\ you\ doing\b | \?{3,} | [?]!|![?]
    """
)
_PASTED = re.compile(
    r"```.*?(?:```|\Z)|^\s*>[^\n]*|\"[^\"\n]*\"|\u201c[^\u201d]*\u201d|`[^`\n]*`",
    re.DOTALL | re.MULTILINE,
)
_SHOUTED = re.compile(r"\b[A-Z']{2,}(?:\s+[A-Z']{2,}){2,}")
_STATEMENT = re.compile(r"\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRIMARY|LICEN[CS]E)\b")
_ENOUGH_WEAK = 3
_TYPE = "user_frustration"
_MOST = 5
"""Messages that a pattern quotes."""
_LONGEST_QUOTE = 100
_LONGEST_ABOUT = 80


def _complaints(trajectory: Trajectory) -> list[str]:
    """What every complaint of a session is about."""
    return [_subject(text) for kind in _objections(trajectory) for text in kind]


def _objections(trajectory: Trajectory) -> tuple[list[str], list[str]]:
    """What was typed without patience, and what hints at it; nothing where that is too little."""
    typed = [payload_of(event)["text"] for event in trajectory.said]
    own = [(text, _own_words(text)) for text in typed if len(text) <= _LONGEST]
    strong = [text for text, words in own if _STRONG.search(words)]
    weak = [
        text
        for text, words in own
        if text not in strong and (_WEAK.search(words) or _shouts(words))
    ]
    return (strong, weak) if strong or len(weak) >= _ENOUGH_WEAK else ([], [])


def _find(trajectory: Trajectory) -> list[Pattern]:
    """One pattern when the human plainly lost patience, or hinted at it three times."""
    strong, weak = _objections(trajectory)
    samples = strong + weak
    if not samples:
        return []
    return [
        Pattern(
            type=_TYPE,
            severity="critical",
            count=len(samples),
            suggestion=_suggestion(trajectory, samples),
            context={
                "plain": len(strong),
                "hints": len(weak),
                "about": [_subject(text) for text in samples[:_MOST]],
            },
            samples=[" ".join(text.split())[:200] for text in samples[:_MOST]],
        )
    ]


def _subject(text: str) -> str:
    """What a complaint is about: its content words in order of the alphabet, without the phrase.

    A complaint that is only its phrase is about that phrase.
    """
    own = _own_words(text)
    rest = _WEAK.sub(" ", _STRONG.sub(" ", own))
    return " ".join(sorted(set(terms(rest)) or set(words(own))))


def _suggestion(trajectory: Trajectory, samples: list[str]) -> str:
    """What to make of the first objection, and after which call it came."""
    first = samples[0]
    call = _call_before(trajectory, first)
    where = about(call, trajectory, _LONGEST_ABOUT) if call else ""
    return (
        f"Add a rule to {RULES} to prevent {code(first, _LONGEST_QUOTE)}: a person objected "
        f"{times(len(samples))} in one session{f', first after {where}' if where else ''}."
    )


def _call_before(trajectory: Trajectory, text: str) -> Event | None:
    """The last call before a person wrote something."""
    before: Event | None = None
    for event in trajectory.events:
        if event.type == "tool.called":
            before = event
        elif event.type == "message.recorded" and payload_of(event)["text"] == text:
            return before
    return None


def _own_words(text: str) -> str:
    """What the human wrote, on one line; quotes and pasted code are others' words."""
    return " ".join(_PASTED.sub(" ", text.replace("\u2019", "'")).split())


def _shouts(text: str) -> bool:
    """Whether three words in a row are in capitals, two of them longer than any acronym."""
    return any(
        sum(len(word) > 4 for word in run.split()) >= 2 and not _STATEMENT.search(run)
        for run in _SHOUTED.findall(text)
    )


def _advice(sample: str, subject: str, often: str) -> str:
    quoted = code(sample, _LONGEST_QUOTE)
    return f"Add a rule to {RULES} to prevent {quoted}: a person objected {often}."


USER_FRUSTRATION = Detector(
    _TYPE,
    _find,
    severity=lambda _: "critical",
    subjects=_complaints,
    advice=_advice,
    improvement="workflow",
    about="words",
)
