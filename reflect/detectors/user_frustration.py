"""What humans write when an agent tries their patience.

Only whole phrases count, in what the human typed. "Error handling", "should be", "not working
yet" in a task and text that was pasted say nothing about anybody's mood.
"""

from __future__ import annotations

import re

from blackboard.events.reflection import Pattern
from reflect.detectors.severity import severity
from reflect.trajectory import Trajectory, payload_of

_LONGEST = 600
"""A longer message was pasted or is a specification."""

_STRONG = re.compile(
    r"""(?ix)
    \bwhy\ (?:do|did|are|would|have)\ you\ (?:keep|still|again|always|constantly|just\ delete)
    | \byou\ (?:keep|kept)\ (?:on\ )?\w+ing\b
    | \bi\ (?:have\ )?(?:already|just|literally)\ (?:told|said|asked|explained|mentioned)
    | \bi\ told\ you\b | \bhow\ many\ times\b
    | \b(?:for\ the|this\ is\ the)\ (?:second|third|fourth|fifth|nth|\d+(?:nd|rd|th))\ time\b
    | \byou(?:'re|\ are)\ (?:not\ (?:listening|reading)|ignoring|going\ in\ circles|wasting)
    | \b(?:stop|quit)\ (?:guessing|making\ (?:things|stuff|this)\ up|doing\ that|ignoring)
    | \b(?:this|that|it)(?:'s|\ is)\ (?:so\ |really\ |very\ |getting\ )?
      (?:frustrating|ridiculous|annoying|infuriating|unacceptable|absurd|a\ (?:mess|disaster|joke))
    | \b(?:i'm|i\ am)\ (?:so\ |really\ |getting\ )?(?:frustrated|annoyed|fed\ up|tired\ of)
    | \bare\ you\ (?:kidding|serious|even\ (?:reading|listening)|stupid|blind)\b
    | \b(?:wtf|ffs|goddamn|for\ (?:fuck|god|christ)'?s?\ sake)\b | \bwhat\ the\ (?:hell|fuck|heck)\b
    | \bfuck(?:ing)?\b | \bbullshit\b
    | \byou\ (?:broke|ruined|destroyed|messed\ up|screwed\ up)\b
    | \bthis\ makes\ no\ sense\b | \bnot\ what\ i\ (?:asked|wanted|said)\b
    """
)
_WEAK = re.compile(
    r"""(?ix)
    \b(?:still|again)\ (?:not\ working|doesn'?t\ work|does\ not\ work|broken|failing|wrong|fails)\b
    | ^(?:no|nope)[,.!]+\ (?:that|this|it)(?:'s|\ is)\ (?:not|wrong|still)
    | \b(?:that|this|it)(?:'s|\ is)\ (?:still\ )?(?:wrong|not\ right|not\ correct)\b
    | \byou\ (?:forgot|missed|ignored)\b | [?!]{3,}
    """
)
_PASTED = re.compile(
    r"```.*?(?:```|\Z)|^\s*>[^\n]*|\"[^\"\n]*\"|`[^`\n]*`", re.DOTALL | re.MULTILINE
)
_ENOUGH_WEAK = 3


def user_frustration(trajectory: Trajectory) -> list[Pattern]:
    """One pattern when the human plainly lost patience, or hinted at it three times."""
    typed = [payload_of(event)["text"] for event in trajectory.said]
    own = [(text, _PASTED.sub(" ", text)) for text in typed if len(text) <= _LONGEST]
    strong = [text for text, words in own if _STRONG.search(words) or _shouts(words)]
    weak = [text for text, words in own if _WEAK.search(words) and text not in strong]
    if not strong and len(weak) < _ENOUGH_WEAK:
        return []
    samples = strong + weak
    return [
        Pattern(
            type="user_frustration",
            severity=severity("user_frustration", len(samples)),
            count=len(samples),
            suggestion="Find out what was not understood here, and write it down as a rule.",
            context={"plain": len(strong), "hints": len(weak)},
            samples=[" ".join(text.split())[:200] for text in samples[:5]],
        )
    ]


def _shouts(text: str) -> bool:
    """Whether three words in a row are in capitals, two of them longer than any acronym."""
    return any(
        sum(len(word) > 4 for word in run.split()) >= 2
        for run in re.findall(r"\b[A-Z']{2,}(?:\s+[A-Z']{2,}){2,}", text)
    )
