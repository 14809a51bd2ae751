"""Whether a sentence states what is to hold from now on, by general forms of speech.

A form is a way to say so; a veto says that the sentence is about the moment, one thing, or what
the program under work should do. Without a model this is all that is understood of what a person
says, so it asks for plain forms and passes over the rest.
"""

from __future__ import annotations

import re

from reflect.rules.for_now import FOR_NOW

_WORK = (
    r"(?:(?:git |new |all |unit |integration |e2e )*"
    r"(?:commits?(?: (?:messages?|subjects?|titles?))?|branch(?:es)?(?: names?)?|merges|comments"
    r"|docstrings?|(?:pull requests?|prs?)(?: \w+)?"
    r"|(?:tests?|specs?)(?: (?:files?|names?|data))?|fixtures?|mocks?|migrations?|imports?"
    r"|type hints?"
    r"|log (?:messages?|lines?)|logs|logging|changelog(?: entr(?:y|ies))?|secrets|scripts?|helpers?"
    r"|dependenc(?:y|ies)|packages?|releases?|tags?|translations?|strings|constants|exceptions"
    r"|errors"
    r"|functions|classes|variables|file names?|new \w+))"
)
"""What a convention of working on code is about, as opposed to what the program does."""

_MARKERS = (
    r"(?:always|from now on|from here on|going forward|as a rule|in (?:the )?future"
    r"|for (?:future )?reference|for next time|next time|in general|without exception"
    r"|in (?:this|our) (?:repo|repository|project|codebase|monorepo|team)|around here"
    r"|on (?:this|my) (?:machine|box|host|laptop)|please (?:always|never))"
)

_YOU_DO = r"(?:you|u) (?!(?:are|'re|finish|get|see|have|think|want|can|could|look|said|did)\b)\w+"
"""Something that is done again and again, rather than the end of the task."""

FORMS = {
    name: re.compile(f"(?i){expression}")
    for name, expression in {
        "begins with a scope in time or place": rf"^{_MARKERS}\b",
        "never": r"^(?:never|don't ever|do not ever) (?!(?:would|mind|did|was|had|have|has|seen"
        r"|heard|been|saw|thought|knew|happened|\w+[^s]s)\b)\w",
        "scope of an order": rf"^(?!(?:it|they|he|she|i|i'm|you|there|the|this"
        rf"|that)\b)[^,;]*,? (?:{_MARKERS}"
        r"|everywhere|each time|every time|no matter what|ever again|anymore|any more)\.?!?$",
        "what we always do": r"\bwe (?:\w+ )?(?:always|never|only|generally|usually|normally) "
        r"(?!(?:saw|got|had|did|was|were|see|get|looked|live)\b)\w"
        r"|\byou (?:should|must|have to|need to) (?:always|never|only)\b"
        r"|\bi always want\b",
        "what we do not do": r"\bwe (?:don't|do not|no longer) "
        r"(?!\w+ (?:it|this|that|them)\b|(?:know|have|need"
        r"|see|get|care|think|understand|mind)\b)\w"
        r"|\byou (?:shouldn't|should not|must not|mustn't|don't (?:have|need) to)\b",
        "what we use": r"\bwe (?:use|run|keep|write|put|prefer|name|squash|rebase|format|pin|go"
        r"|do(?! (?:it|this|that)\b)|have)\b[^?]*\b(?:here|in this|in our|never|instead|everywhere"
        r"|for all|for every|for everything|rather|not)\b"
        r"|^we(?:'re| are) (?:a|an|on) |^we use (?:\S+ ){0,8}\S+$",
        "stop": r"(?:^|: )(?:stop|quit) \w+ing\b|\bhow many times\b"
        r"|\bi (?:already )?told you\b",
        "taste": r"^(?:i|we)(?:'d| would)? (?:really |strongly |generally )?(?:prefer "
        r"|(?:hate|(?:don't|do not) (?:like|want)|like to see) "
        rf"(?=.*\b(?:{_WORK}|code|comments?|ternar\w+|emojis?|summar\w+|literal\w*)\b))"
        r"(?!(?:the|this|that|it|option|to)\b)",
        "ask first": r"^(?:i want you to )?(?:ask|tell|show|check with|confirm with|wait for|ping"
        r"|run it by) me\b.*\b(?:before|first|whenever)\b"
        r"|^before (?:you )?\w+.*\b(?:ask|show|tell|check|wait)\b"
        r"|\b(?:until|unless) i (?:say|said|tell|ask|asked|ok)\b",
        "habit": rf"^(?:if|when|whenever|before|after|every time|each time|any ?time) {_YOU_DO}"
        rf"|^(?!(?:tell|show|ping|ask|let)\b)[^?]+ (?:when|whenever) {_YOU_DO} \w",
        "convention": rf"^(?:the |our )?{_WORK} (?:\w+ )?(?:here )?(?:are|is|go|goes|lives?"
        rf"|belongs?|needs?|must"
        r"|should|starts?|ends?|have|has|gets?|use|uses|stay|follow|in|only|always"
        r"|never) (?!(?:\w+ing"
        r"|still|now|broken|red|green|missing|ready|done|fine|slow|flaky|gone|back|ok|good|great"
        r"|wrong|correct|empty|there|not \w+ing|failed|merged|a mess|too|so|all)\b)",
        "every piece of work": rf"^(?:every|each|all|any|no) (?:[\w`().-]+ ){{0,3}}{_WORK}\b",
        "no such thing": r"^no (?:more )?[\w`().'-]+(?: [\w`().'-]+){0,4} (?:in|outside|without"
        r"|unless"
        r"|anywhere|please|here)\b",
        "place": r"^(?!(?:it|this|that|there)\b)[^?]*\b(?:lives?|belongs?) (?:in|under|at)\b"
        r"|\boff[ -]limits\b|\bhands off\b|\b(?:is|are) (?:taken|occupied|in use"
        r"|managed|maintained|generated|overwritten) by\b|\b(?:is|are) read[ -]only\b"
        r"|^(?:this|my) (?:machine|box|laptop) (?:has|is|needs|runs|only)\b",
        "how it is run": r"\b(?:gets?|is|are) (?:only )?(?:run|started|built|deployed|tested"
        r"|formatted|released|written|named|kept) (?:through|via|with|using|by|as|in|from"
        r"|on)\b.*\bhere\b"
        r"|\bneeds? .*\b(?:first|up|running)\b.*\b(?:or|otherwise|else)\b"
        r"|^(?!(?:it|this|that|there|he|she|they|i|we|you|the)\b)[^?]* "
        r"(?:needs? [^?]*\bhere\b|must [^?]*\b(?:otherwise|or else)\b)"
        r"|^(?:everything|anything|nothing)\b(?: \w+){0,5} (?:runs?|goes|lives?|gets|stays) "
        r"(?:in|inside|through|via|behind|under|into|with)\b",
        "contrast in scope": r"^[^?]+\b(?:here|in (?:this|our) (?:repo|repository|project|codebase"
        r"|monorepo)),? not \w",
        "one per": r"^one [\w-]+(?: [\w-]+)? per [\w-]+",
        "means": r"^(?:use|run|prefer|avoid) (?:`[^`]+`|our \w+|(?!an?\b"
        r"|the\b)(?-i:[a-z])[\w+-]*)(?: \w+){0,2}"
        r"(?:,? (?:here|everywhere|always|not|never|over|instead of|rather than|for "
        r"(?:all|every\w*|any\w*))\b)",
        "what we should do": r"\bwe (?:should|must|need to|have to) (?:be )?\w+ .*"
        r"\b(?:instead|rather than|wherever|whenever|everywhere|each time|every time|consistent)\b"
        r"|\b(?:the|our) pattern (?:is|was)\b",
        "every one": r"^(?:every|each) (?:[\w`().-]+ ){1,5}(?:needs?|must|gets?|has to)\b",
        "our": r"^(?:use|go through|take) our \w+",
        "prohibition": r"^(?:please )?(?:don't|do not|dont|avoid) (?!(?:forget|worry|bother|care"
        r"|know|think"
        r"|mind|stop|need|see|get|have)\b)\w+ (?!(?:it|this|that|them|the|any of|so|too|there"
        r"|anything|everything|yet)\b)",
        "prohibition of a way": r"^(?:don't|do not|dont) .*\b(?:without|by hand|manually|directly"
        r"|in tests"
        r"|again|to (?:main|master|develop))\b",
        "policy": r"\b(?:our|the) (?:convention|policy|guideline|house style)\b",
        "keep": r"^(?:please )?(?:keep|make sure) (?:all |every |your |any )(?!the\b)\w+",
    }.items()
}
"""Each way to state what holds from now on, over a sentence without the filler before it."""

OTHER_LANGUAGES = re.compile(
    r"""(?ix)
    ^(?: immer | nie(?:mals)? | toujours | jamais
      | ne\ \w+\ jamais | siempre | nunca | jamás | sempre
      | mai (?=\ \w+re\b) | zawsze | nigdy (?!\ by) | altijd | nooit | всегда | никогда )\b
      (?!\ (?:me|he|ha|estoy|soy|es|que|je|j['\u2019]ai|ich|war|ho|sono|sou|eu|yo|ik|jestem|я)\b)
    | \b(?: ab\ jetzt | künftig | grundsätzlich | bei\ uns | bitte\ keine? | in\ diesem\ (?:repo
        |projekt)\w*
      | désormais | dorénavant | à\ partir\ de\ maintenant | chez\ nous
      | dans\ ce\ (?:dépôt|projet|repo) | on\ n['\u2019e]\ ?\w+\ (?:pas|jamais)
      | a\ partir\ de\ ahora | de\ ahora\ en\ adelante | en\ este\ (?:repo|repositorio|proyecto)
      | a\ partir\ de\ agora | daqui\ em\ diante | neste\ (?:repo|repositório|projeto)
      | d['\u2019]ora\ in\ poi | in\ questo\ (?:repo|repository|progetto) | \w+(?:mi|te|ci)\ sempre
      | od\ teraz | w\ tym\ (?:repo|projekcie|repozytorium) | u\ nas
      | vanaf\ nu | voortaan | in\ (?:deze|dit)\ (?:repo|project)
      | впредь | отныне | \u0443\ нас\ (?:в|везде|всегда|только|не|принято) | в\ этом\ (?:репо
        |проекте|репозитории) )\b
    | 必ず | ないでください | (?<!非)常に | 絶対に | 今後 | このリポジトリ | このプロジェクト
    | 始终 | 一律 | 以后(?!的) | 从现在 | 禁止 | (?:这个|本)(?:仓库|项目)里?
    """
)
"""The same in other languages: a scope anywhere, "always" and "never" where an order begins."""

MOMENT = re.compile(
    rf"""(?ix) {FOR_NOW} |
    \b(?: (?<!from\ )now(?!here) | currently | while\ you(?:'re|\ are)\ (?:at\ it|there)
      | until\ (?!i\b)
      | (?:this|that)\ commit
      | (?:this|that|the)\ (?:branch|pr|issue|ticket|bug|feature|fix|change|session|report
        |button|page|endpoint|screen|modal|rest|other|same|first|second|one)
      | (?:this|that)\ (?:file|line|function|method|class|form|column|migration|comment|error
        |worker) )\b
    | https?:// | \#\d | \blines?\ \d | \b(?:option|step|point)\ \#?\d
    | \b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{{7,40}}\b
    """
)
"""It is about today, or about one thing."""

NOT_AN_ORDER = re.compile(
    r"""(?ix)
    ^(?:what|why|how|where|who|whether|so\ that|as\ a\ result|similarly|this\ means|thanks?)\b
    | ^(?:can|could|would|should|will|shall|do|does|did|is|are)(?:n't)?\ (?:you|we|i|it|this|that
        |the)\b
    | \b(?:i\ (?:think|guess|wonder|suppose|meant?)|not\ sure|seems?|looks\ like|maybe|perhaps
      |probably|apparently|i['\u2019]m\ confused|forget\ (?:what|that|it)|never\ ?mind)\b
    | \b(?:docs?|documentation|readme|error|message|log|spec|ticket|issue|comment|it|he|she|they)
      \ (?:says?|said|tells?|claims?|reads)\b
    | \b(?:users?|customers?|admins?|visitors?|players?|people|clients?)\ (?:\w+\ ){0,3}
      (?:should|must|can|may|never|always|needs?|has|have)\b
    | \bthe\ (?:\w+\ ){1,3}(?:should|must|always|never|shall|may)\b
    """
)
"""It asks, guesses, quotes, or says what the program is to do for its users."""

REFUSED = re.compile(
    r"(?i)^(?:can(?:'t|not)?|could(?:n't)?|should(?:n't)?|why (?:not|don't)) (?:we|you) "
    r"(?!(?:look|see|explain|tell|check|try)\b)|\binstead[.!?]*$|\b(?:should|must) be\b"
    r"|^(?:use|only|run|prefer|always|never|don't|do not|no)\b"
)
"""What comes with the refusal of a call says mostly how it is done."""

_ASKS = re.compile(r"(?i)^(?:what|why (?!not|don't)|how|where|when|who|which|do|does|is|are)\b")
_EXPLICIT = re.compile(rf"(?i)^(?:{_MARKERS}|never|remember\b)")
_FILLER = re.compile(
    r"(?i)^(?:(?:no|nope|non|nein|não|nie|ok(?:ay)?|please|pls|and|also|but|so|well|actually"
    r"|again|hey"
    r"|wait|just|hmm?|oh|yes|yeah|right|alright|wrong|then|huh|ugh|really|great|for the record|btw"
    r"|fyi|remember(?: that| to|:)?|one more thing:?|note(?: that)?:?)\s?[,.!:?]*\s+)+"
)
_NO_ORDER = re.compile(r"(?i)^no\s+(?!,)[`\w]")
_SHORTEST, _LONGEST = 2, 45


def without_filler(sentence: str) -> str:
    """A sentence without what people say before they come to it.

    >>> without_filler("No, please use uv"), without_filler("No emojis in commits")
    ('use uv', 'No emojis in commits')
    """
    return sentence if _NO_ORDER.match(sentence) else _FILLER.sub("", sentence)


def is_standing(sentence: str, *, refused: bool = False, opening: bool = False) -> bool:
    """Whether a sentence states what is to hold from now on.

    Args:
        sentence: one of the person's own.
        refused: whether it came with the refusal of a call.
        opening: whether it is in the first message of a session, which gives a task.

    >>> is_standing("We don't use npm here"), is_standing("don't touch the tests yet")
    (True, False)
    """
    plain = without_filler(sentence)
    if MOMENT.search(plain) or not _SHORTEST <= _length(plain) <= _LONGEST:
        return False
    if refused and REFUSED.search(plain) and not _ASKS.search(plain):
        return True
    if plain.endswith(("?", "\uff1f")) or NOT_AN_ORDER.search(plain):
        return False
    if opening and not (_EXPLICIT.search(plain) or OTHER_LANGUAGES.search(plain)):
        return False
    return bool(form_of(plain))


def form_of(plain: str) -> str:
    """The name of the first form that a sentence has; empty where it has none."""
    found = next((name for name, form in FORMS.items() if form.search(plain)), "")
    return found or ("in another language" if OTHER_LANGUAGES.search(plain) else "")


def _length(text: str) -> int:
    """Its words; where they are not parted by blanks, as in Japanese, a word has two signs."""
    return max(len(text.split()), sum(ord(sign) > 0x2E80 for sign in text) // 2)
