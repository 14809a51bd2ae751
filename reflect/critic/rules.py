"""Judging by rules: quick, the same every time, and hard on whatever says nothing.

Each dimension is scored on what the recommendation itself says. What a refinement adds counts
only as far as it is information: a place, a command, a reason.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from blackboard.context.moment import GENERIC
from blackboard.search.query import STOP_WORDS
from blackboard.search.words import parts, stem, words
from reflect.critic.harm import harm, hiding
from reflect.critic.recommendation import CritiqueResult, Judgement, Recommendation, conclude
from reflect.critic.settings import CriticSettings, Rules
from reflect.voice import is_imperative, leading_verb

_VAGUE_VERBS = frozenset(
    """
    improve enhance optimize optimise handle address consider review check update fix deal look
    ensure clean refactor investigate examine revisit adapt adjust rework verify try examine
    simplify better tidy modernize modernise tighten reduce limit increase
    """.split()
)
_EMPTY = frozenset(
    map(
        stem,
        """
        issue problem error bug code file thing quality everything anything something system
        application app project performance security maintainability readability robustness
        handling proper properly correct correctly best practice practices good better clean
        various necessary needed appropriate appropriately accordingly possible works working
        work throughout overall general generally whole entire place places stuff matter matters
        standard standards guideline guidelines user users sure make more less improve fix review
        check update ensure handle handled handling consistent consistently needs solution lorem
        ipsum dolor amet asdf sit todo tbd xxx follow write well tested maintainable
        evaluate analyse analyze investigate concern look adapt case date time great thing
        """.split(),
    )
)
_HEDGES = re.compile(
    r"(?i)\b(?:maybe|perhaps|possibly|might want to|could (?:somebody|someone|we|you)|if possible"
    r"|where possible|as (?:needed|appropriate|necessary)|whichever is better|at some point"
    r"|i think|it would be (?:really )?(?:nice|great|good)|somehow|or something|etc\.?|try to"
    r"|when (?:there is )?time)\b"
)
_ALTERNATIVES = re.compile(r"(?i)\beither\b[^.]{5,120}\bor\b")
_PLACEHOLDER = re.compile(
    r"\{\{[^}]*\}\}|<(?:file|name|path|old|new)>|(?i:\blorem ipsum\b|\btbd\b|^todo\b)"
)
_VAGUE_ELSEWHERE = re.compile(
    r"(?i)\b(?:verbessern|prüfen|anpassen|beheben|überarbeiten|optimieren|mejorar|revisar)\b"
    r"|改善|対応|確認|検討|优化|改进"
)
_DECORATION = re.compile(r"^[^\w`\"'(\[{<$@#./-]+")
_EVERYWHERE = re.compile(
    r"(?i)^(?:the )?(?:whole |entire )?(?:n/?a|everywhere|all|any|global|codebase|code ?base|code"
    r"|app(?:lication)?|project|repo(?:sitory)?|system|various|general|everything|-+|none)\W*$"
)
_FEWEST_WORDS, _FEWEST_LITERALS = 2, 2
_NAMED = re.compile(
    r"""(?x)
    `[^`\n]+` | \b[\w.-]+/[\w./-]+ | \b\w[\w-]*\.(?!g\b|e\b)[A-Za-z]{1,5}\b | \b\w+\(\)
    | \b[a-z]+[A-Z]\w+ | \b\w+_\w+ | \b[A-Z][a-z]+[A-Z]\w* | (?<![\w-])--?[a-z][\w-]+
    | \b[A-Z]{2,}[_A-Z0-9]+\b | \b\d+(?:[.,]\d+)*\b
    """
)


class _Told(NamedTuple):
    """What a text names, and the words that say something."""

    literals: frozenset[str]
    words: frozenset[str]


def critique(recommendation: Recommendation, settings: CriticSettings) -> CritiqueResult:
    """Judge a recommendation by rules."""
    rules = settings.rules
    effects = harm(recommendation.instruction)
    masking = hiding(recommendation.instruction)
    actionable = _actionable(recommendation, rules, effects)
    fixes = _fixes(recommendation, rules, actionable, masking)
    specific = _specific(recommendation)
    harmless = _harmless(actionable.holds or fixes.holds, effects, masking)
    suggestions = [
        each.reason for each in (actionable, fixes, specific, harmless) if each.score < 1
    ]
    return conclude(
        actionable=actionable,
        fixes_issue=fixes,
        specific=specific,
        harmless=harmless,
        side_effects=[*effects, *masking],
        suggestions=" ".join(dict.fromkeys(suggestions)),
        dimensions=settings.dimensions,
        thresholds=settings.thresholds,
        judge="rules",
    )


def banned(text: str, phrases: list[str]) -> list[str]:
    """The banned phrases in a text, as whole words in any case; what is quoted does not count.

    >>> banned("Make  sure it works", ["make sure"]), banned("checkmate sureness", ["mate sure"])
    (['make sure'], [])
    """
    plain = " ".join(re.sub(r"`[^`]*`|\"[^\"]*\"|'[^']*'", " ", text).split())
    return [
        phrase
        for phrase in phrases
        if phrase.split()
        and re.search(rf"(?i)(?<!\w){re.escape(' '.join(phrase.split()))}(?!\w)", plain)
    ]


def _actionable(recommendation: Recommendation, rules: Rules, effects: list[str]) -> Judgement:
    text = _DECORATION.sub("", " ".join(recommendation.instruction.split()))
    told = _told(text)
    if effects:
        return Judgement(0.0, f"Must not be done: it {effects[0]}.")
    if not told.literals and not told.words:
        return Judgement(0.0, "Says nothing that could be done.")
    if text.endswith(("?", "\uff1f")) or _PLACEHOLDER.search(text):
        return Judgement(0.0, "Is a question or a template, no instruction.")
    vague = banned(text, rules.banned_phrases)
    if vague:
        return Judgement(0.0, f"Say what to do instead of {vague[0]!r}.")
    if len(text) > rules.max_instruction_length:
        return Judgement(0.4, f"Say it in {rules.max_instruction_length} characters.")
    if _HEDGES.search(text) or _ALTERNATIVES.search(text):
        return Judgement(0.4, "Decide: it leaves open what is to be done.")
    return _ordered(text, told, rules)


def _ordered(text: str, told: _Told, rules: Rules) -> Judgement:
    """How well a text that has passed all that disqualifies tells what to do."""
    if not is_imperative(text):
        least = 0.55 if told.literals else 0.0 if len(told.words) < _FEWEST_WORDS else 0.3
        return Judgement(least, "Begin with what to do.")
    vague = leading_verb(text) in _VAGUE_VERBS or _VAGUE_ELSEWHERE.search(text)
    if vague and len(told.literals) < _FEWEST_LITERALS:
        return Judgement(0.4, "Say what exactly is to be changed, and into what.")
    if not told.literals:
        return Judgement(0.45, "Name the file, function, command or value.")
    if len(text) < rules.min_instruction_length:
        return Judgement(0.7, f"Use at least {rules.min_instruction_length} characters.")
    return Judgement(1.0, "Says what to do.")


def _fixes(
    recommendation: Recommendation, rules: Rules, actionable: Judgement, masking: list[str]
) -> Judgement:
    if not actionable.score and not banned(recommendation.instruction, rules.banned_phrases):
        return Judgement(0.0, "What cannot or must not be done mends nothing.")
    reasoned = len(words(recommendation.rationale)) > 2  # "It is better" is none
    missing = 0.0 if reasoned or not rules.require_rationale else 0.3
    reason = "Say why." if missing else "Bears on the issue."
    if masking:
        return Judgement(0.3, f"It {masking[0]}.")
    related = _related(recommendation)
    if related == 0:
        return Judgement(0.0, "Has nothing in common with the issue.")
    if related < 1:
        reason = "Say how this mends the issue."
    return Judgement(round(max(0.0, related - missing), 2), reason)


def _related(recommendation: Recommendation) -> float:
    """How much a recommendation has in common with its issue; without an issue, its reason."""
    advice = _told(recommendation.instruction)
    if not advice.words and not advice.literals:
        return 0.0
    place = _told(recommendation.scope)
    advice = _Told(advice.literals | place.literals, advice.words | place.words)
    if not recommendation.issue.strip():
        return 0.9 if advice.literals or len(advice.words) > 1 else 0.0
    issue, reason = _told(recommendation.issue), _told(recommendation.rationale)
    shared = advice.words & issue.words
    if advice.literals & issue.literals or len(shared) > 1:
        return 1.0
    if shared:
        return 0.85
    if reason.words & issue.words or reason.literals & issue.literals:
        return 0.8
    return 0.4 if advice.literals else 0.0


def _specific(recommendation: Recommendation) -> Judgement:
    scope = recommendation.scope.strip()
    if _PLACEHOLDER.search(scope):
        scope = ""
    in_scope = bool(scope) and not _EVERYWHERE.match(scope)
    if in_scope and _NAMED.search(scope):
        return Judgement(1.0, "Says where.")
    if _NAMED.search(_without_numbers(recommendation.instruction)):
        return Judgement(0.9, "Names what it is about.")
    if in_scope:
        return Judgement(0.5, "Say in which file or command.")
    return Judgement(0.0, "Say where: the file, function or command.")


def _harmless(is_worth: bool, effects: list[str], masking: list[str]) -> Judgement:
    if effects:
        return Judgement(0.0, f"It {effects[0]}.")
    if masking:
        return Judgement(0.3, f"It {masking[0]}.")
    # To do nothing has no side effects either, which is no merit.
    return Judgement(1.0 if is_worth else 0.4, "Has no side effects that show.")


def _without_numbers(text: str) -> str:
    return re.sub(r"\b\d+(?:[.,]\d+)*\b", " ", text)


def _told(text: str) -> _Told:
    literals = frozenset(_bare(each) for each in _NAMED.findall(text))
    found = {*words(text), *parts(text)}
    return _Told(
        frozenset(each for each in literals if each),
        frozenset(
            each
            for each in found
            if each not in STOP_WORDS
            and each not in _EMPTY
            and (each not in GENERIC or len(each) > 5)
            and (len(each) > 2 or not each.isascii())
        ),
    )


def _bare(literal: str) -> str:
    bare = literal.strip("`").lower()
    return bare.rsplit("/", 1)[-1].removesuffix("()")
