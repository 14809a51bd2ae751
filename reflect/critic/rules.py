"""Judge by rules: fast, deterministic, and strict about empty advice.

Each dimension is scored on the recommendation's own text. A refinement counts only as far as it
adds information: a place, a command, a reason.
"""

from __future__ import annotations

import re

from blackboard.harm import harms
from blackboard.search.words import words
from reflect.critic.information import (
    Content,
    common,
    content,
    informative,
    names_something,
)
from reflect.critic.recommendation import CritiqueResult, Judgement, Recommendation, conclude
from reflect.critic.settings import CriticSettings, Rules
from reflect.rules.imperative import is_imperative, leading_verb

_VAGUE_VERBS = frozenset(
    """
    improve enhance optimize optimise handle address consider review check update fix deal look
    ensure clean refactor investigate examine revisit adapt adjust rework verify try examine
    simplify better tidy modernize modernise tighten reduce limit increase
    """.split()
)
_HEDGES = re.compile(
    r"(?i)\b(?:maybe|perhaps|possibly|might want to|could (?:somebody|someone|we|you)|if possible"
    r"|where possible|as (?:needed|appropriate|necessary)|whichever is better|at some point"
    r"|properly|appropriately|adequately"
    r"|i think|it would be (?:really )?(?:nice|great|good)|somehow|or something|etc\.?|try to"
    r"|when (?:there is )?time)\b"
)
_PLACEHOLDER = re.compile(
    r"\{\{[^}]*\}\}|<(?:file|name|path|old|new)>|(?i:\blorem ipsum\b|\btbd\b|^todo\b)"
)
_DECORATION = re.compile(r"^[^\w`\"'(\[{<$@#./-]+")
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)")
_CODE = re.compile(r"`[^`\n]*`")
_QUESTION = re.compile(r"\?(?=[\s\"')]|$)|\uff1f")
_FEWEST_WORDS, _FEWEST_LITERALS = 2, 2
_MENDS_NOTHING = "What cannot or must not be done mends nothing."
_FLAWED = 0.4
"""The highest score of an instruction that is too long or leaves something open."""

_DOING = 0.45
"""From this score on the text counts as an instruction, however incomplete."""

_LONGEST = 5_000
"""Characters of a field that are read; anything longer is too long to follow."""


def critique(recommendation: Recommendation, settings: CriticSettings) -> CritiqueResult:
    """Judge a recommendation by rules."""
    rules = settings.rules
    effects = harms(recommendation.instruction)
    read = _shortened(recommendation)
    text = _informative(read)
    ordered = _void(read, text, effects) or _ordered(text, content(text), rules)
    actionable = _unflawed(recommendation, text, ordered, rules) if ordered.score else ordered
    fixes = _fixes(read, rules) if ordered.score else Judgement(0.0, _MENDS_NOTHING)
    specific = _specific(read)
    harmless = _harmless(actionable.score >= _DOING or fixes.holds, effects)
    suggestions = [
        dimension.reason
        for dimension in (actionable, fixes, specific, harmless)
        if dimension.score < 1
    ]
    return conclude(
        actionable=actionable,
        fixes_issue=fixes,
        specific=specific,
        harmless=harmless,
        harm=effects,
        side_effects=[],
        suggestions=" ".join(dict.fromkeys(suggestions)),
        dimensions=settings.dimensions,
        thresholds=settings.thresholds,
        judge="rules",
    )


def banned(text: str, phrases: list[str]) -> list[str]:
    """The banned phrases in a text, as whole words in any case; quoted text is ignored.

    >>> banned("Make  sure it works", ["make sure"]), banned("checkmate sureness", ["mate sure"])
    (['make sure'], [])
    """
    plain = " ".join(_QUOTED.sub(" ", text).casefold().split())
    return [
        phrase
        for phrase in phrases
        if phrase.split()
        and re.search(rf"(?<!\w){re.escape(' '.join(phrase.casefold().split()))}(?!\w)", plain)
    ]


def _shortened(recommendation: Recommendation) -> Recommendation:
    texts = recommendation.model_dump(exclude={"id"})
    return recommendation.model_copy(
        update={name: text[:_LONGEST] for name, text in texts.items() if len(text) > _LONGEST}
    )


def _void(read: Recommendation, text: str, effects: list[str]) -> Judgement | None:
    """The judgement of a text that is no instruction at all."""
    if effects:
        return Judgement(0.0, f"Must not be done: it {effects[0]}.")
    if not content(text):
        return Judgement(0.0, "Says nothing that could be done.")
    if _QUESTION.search(_own(read.instruction)) or _PLACEHOLDER.search(read.instruction):
        return Judgement(0.0, "Is a question or a template, no instruction.")
    return None


def _own(text: str) -> str:
    """A text without its code spans, unless it is nothing else: `a ? b : c` asks nothing.

    >>> _own("Replace `a ? b : c` in x.ts."), _own("`Should we pin it?`")
    ('Replace x in x.ts.', '`Should we pin it?`')
    """
    bare = _CODE.sub("x", text)
    return bare if content(_CODE.sub("", text)) else text


def _informative(read: Recommendation) -> str:
    """An instruction without uninformative sentences."""
    return informative(_DECORATION.sub("", " ".join(read.instruction.split())))


def _unflawed(
    recommendation: Recommendation, text: str, ordered: Judgement, rules: Rules
) -> Judgement:
    """The judgement lowered for vague phrases, hedges and excessive length."""
    whole = " ".join(recommendation.instruction.split())
    vague = banned(whole, rules.banned_phrases)
    if vague:
        return Judgement(0.0, f"Say what to do instead of {vague[0]!r}.")
    most = min(ordered.score, _FLAWED)
    if len(whole) > rules.max_instruction_length:
        return Judgement(most, f"Say it in {rules.max_instruction_length} characters.")
    if _HEDGES.search(_own(whole)):
        return Judgement(most, "Decide: it leaves open what is to be done.")
    return ordered


def _ordered(text: str, says: Content, rules: Rules) -> Judgement:
    """How clearly an otherwise valid text says what to do."""
    if not is_imperative(text):
        least = 0.55 if says.literals else 0.0 if len(says.words) < _FEWEST_WORDS else 0.3
        return Judgement(least, "Begin with what to do.")
    if leading_verb(text) in _VAGUE_VERBS and len(says.literals) < _FEWEST_LITERALS:
        return Judgement(_FLAWED, "Say what exactly is to be changed, and into what.")
    if not says.literals:
        return Judgement(_DOING, "Name the file, function, command or value.")
    if len(text) < rules.min_instruction_length:
        return Judgement(0.7, f"Use at least {rules.min_instruction_length} characters.")
    return Judgement(1.0, "Says what to do.")


def _fixes(recommendation: Recommendation, rules: Rules) -> Judgement:
    missing = 0.0 if _is_reasoned(recommendation) or not rules.require_rationale else 0.3
    reason = "Say why." if missing else "Bears on the issue."
    related = _related(recommendation)
    if related == 0:
        return Judgement(0.0, "Has nothing in common with the issue.")
    if related < 1:
        reason = "Say how this mends the issue."
    return Judgement(round(max(0.0, related - missing), 2), reason)


def _is_reasoned(recommendation: Recommendation) -> bool:
    """Whether the rationale adds something: "it is better" does not, nor does a repetition."""
    instruction = recommendation.instruction.lower()
    new = content(recommendation.rationale).beyond(content(instruction))
    says_more = bool(new.words) or any(literal not in instruction for literal in new.literals)
    return says_more and len(words(recommendation.rationale)) > 2


def _related(recommendation: Recommendation) -> float:
    """The overlap of a recommendation with its issue; without an issue, with its reason."""
    instruction = content(recommendation.instruction)
    if not instruction:
        return 0.0
    advice = instruction.joined(content(recommendation.scope))
    if not recommendation.issue.strip():
        return 0.9 if advice.literals or len(advice.words) > 1 else 0.0
    issue, reason = content(recommendation.issue), content(recommendation.rationale)
    shared = common(advice, issue)
    if advice.literals & issue.literals or shared > 1 or _quotes(advice, recommendation.issue):
        return 1.0
    if shared:
        return 0.85
    if common(reason, issue) or reason.literals & issue.literals:
        return 0.8
    is_brief = len(advice.words) <= _FEWEST_WORDS and names_something(recommendation.issue)
    return 0.4 if advice.literals or is_brief else 0.0


def _quotes(advice: Content, issue: str) -> bool:
    """Whether the advice has a line of the issue, or several words of it, as one literal."""
    lines = {" ".join(line.split()) for line in issue.lower().splitlines()}
    return any(
        literal in lines or (" " in literal and any(literal in line for line in lines))
        for literal in advice.literals
    )


def _specific(recommendation: Recommendation) -> Judgement:
    scope = content(_PLACEHOLDER.sub(" ", recommendation.scope))
    if scope.literals:
        return Judgement(1.0, "Says where.")
    if names_something(recommendation.instruction):
        return Judgement(0.9, "Names what it is about.")
    if scope:
        return Judgement(0.5, "Say in which file or command.")
    return Judgement(0.0, "Say where: the file, function or command.")


def _harmless(is_worth: bool, effects: list[str]) -> Judgement:
    if effects:
        return Judgement(0.0, f"It {effects[0]}.")
    # Advice without effect has no side effects either; that earns nothing.
    return Judgement(1.0 if is_worth else 0.4, "Has no side effects that show.")
