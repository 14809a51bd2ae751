"""Signs by which a sentence shows what it is: an order, a trap, a report, a listing.

Word lists of one language are not enough for another, so each sign has its words in several.
"""

from __future__ import annotations

import re

from reflect.rule_files.sentences import is_instruction, plain
from reflect.rules.imperative import is_imperative

_STRONG = re.compile(
    r"(?i)\b(?:never|always|must|do not|don['\u2019]?t|avoid|forbidden|required|mandatory|only"
    r"|prefer"
    r"|instead of|rather than|not \w+ but|no longer|under no circumstances|cannot|can['\u2019]?t)\b"
    r"|^no `|必须|必須|不要|不能|禁止|避免|务必|切勿|不可|しない|必ず|なければ|해야|하지 마"
    r"|\b(?:jamais|toujours|obligatoire(?:ment)?|éviter|doit|ne pas|niemals|immer|nicht|muss|müssen"
    r"|vermeiden|nunca|siempre|evitar|debe[ns]?|deve|sempre|никогда|всегда|нельзя|нужно)\b"
)
_TROUBLE = re.compile(
    r"(?i)\b(?:fail(?:s|ed|ing|ures?)?|breaks?|broke(?:n)?|silent(?:ly)?|errors?|crash(?:e[sd]"
    r"|ing)?"
    r"|throws?|hangs?|hung|deadlocks?|corrupt\w*|wrong(?:ly)?|bugs?|traps?|gotchas?|pitfalls?|stale"
    r"|leak(?:s|ed)?|races?|flak[ye]\w*|time[sd]? ?out|reject(?:s|ed)?|refuse[sd]?|ignore[sd]?"
    r"|lost|loses|losing|overrid\w+|collisions?|conflicts?|bypass\w*|wipe[sd]?|blocks?|blocked"
    r"|kills?|clobber\w*|overwrit\w+|vanish\w*|strand\w*"
    r"|does(?:n['\u2019]?t| not)|do(?:n['\u2019]?t| not)|won['\u2019]?t|will not|cannot"
    r"|can['\u2019]?t|isn['\u2019]?t"
    r"|is not|are not"
    r"|aren['\u2019]?t|not (?:supported|available|enough|found|exposed|set)|unless|otherwise"
    r"|or else"
    r"|requires?|needs?|missing|deprecated|unreliable|misleading|only works?|undefined|null|NaN"
    r"|E[A-Z]{4,}|\w+(?:Error|Exception))\b"
    r"|≠|失败|错误|报错|崩溃|无法|不会|导致|泄漏|覆盖|失敗|エラー|できない|오류|실패"
    r"|\b(?:échoue|erreur|plante|schlägt fehl|fehler|falla|errores?|ошибка|падает)\b"
)
_ANAPHORA = re.compile(
    r"(?i)^(?:it|its|this|that|these|those|they|them|both|such|then|also|here|there|he|she|same"
    r"|the (?:first|second|former|latter|fix|bug|other|same|result|rule|above)|instead|however"
    r"|but|and|so|or|now"
    r"|in (?:this|that|both)|what happened|symptom|observed|example|e\.g|i\.e|for example"
    r"|note that this"
    r"|这|该|它|此)\b"
)
_REPORT = re.compile(
    r"(?i)^(?:i|we)\b|^(?:successfully |just |already )?(?:added|fixed|created|updated"
    r"|implemented|removed"
    r"|refactored|renamed|migrated|built|moved|wrote|completed?|changed|introduced|improved"
    r"|bumped|resolved"
    r"|merged|shipped|deployed|verified|tested|cleaned|extracted|converted|replaced|switched"
    r"|reduced|done"
    r"|investigated|discovered|found|developed|evaluated|analy[sz]ed|modified|whitelisted|synced"
    r"|established"
    r"|rebuilt|rewrote|enabled|disabled|configured|started|finished|landed|reverted|split"
    r"|documented|expanded)\b(?!:)"
    r"|[✅☑✔🟢🟠🔴🚧⏳]|^\[[ xX]\]|\b(?:today|yesterday|this session|last session|so far"
    r"|current(?:ly)? (?:state|working))\b"
    r"|已完成|完成了|修复了|新增|本次"
)
_TICKED = re.compile(r"^\W*(?:\[[ xX]\]|[✅☑✔❌🟢🟡🟠🔴🚧⏳])")
_TASK = re.compile(
    r"(?i)^(?:implement|investigate|consider|explore|migrate|refactor|finish|complete|continue"
    r"|revisit"
    r"|write|create|add|build|fix|improve|optimi[sz]e|expand|evaluate|track|document|promote"
    r"|develop|extend"
    r"|integrate|enhance|design|research|decide|discuss|plan|schedule|upgrade|bump|align"
    r"|introduce)\b"
)
_TEMPLATE = re.compile(
    r"(?i)^\[[^\]]*\]\.?$|\{\{|<[a-z][\w -]*>$|\[(?:next|your|example|add|insert|title|name"
    r"|description)\b[^\]]*\]|\btbd\b"
    r"|\blorem ipsum\b|YYYY-MM-DD|this file (?:provides|contains|documents|records)"
    r"|provides guidance to claude"
    r"|\(add \w+|go here|should be updated|will need to be updated|go(?:es)? below|add future"
)
_CODE = re.compile(r"`[^`\n]+`")
_LISTS = re.compile(
    r"^\W*`[^`]+`\s*(?:\([^)]*\)\s*)?(?:[:\u2013—=]|->|→|\s-\s|-\s)"
    r"|^\W*\*\*`?[^*]{1,40}`?\*\*\s*(?:\([^)]*\)\s*)?(?:[:\u2013—]|\s-\s)"
    r"|^\W*[^`:.!?]{1,40}:\s+(?:`[^`]+`[,;/ ]*)+$"
)
"""A thing and what it is: `src/app.ts` - the entry point."""

_LEAD = re.compile(
    r"^(?:\W*(?:critical|important|note|warning|caution|attention|remember|nb|fyi|tip|gotcha"
    r"|lesson|rule"
    r"|must|key|fact|reminder|heads[- ]up|always required|required|fix|solution|workaround"
    r"|how to apply)\W*[:!\uff1a—-]\s*)+",
    re.IGNORECASE,
)
_FEWEST_WORDS = 4


def bare(sentence: str) -> str:
    """A sentence in plain words, without what only calls for attention before it.

    >>> bare("**CRITICAL**: Use the root.")
    'Use the root.'
    """
    return _LEAD.sub("", plain(sentence)).strip()


def is_order(sentence: str) -> bool:
    """Whether it tells somebody to do or to leave something, more than once."""
    text = bare(sentence)
    is_one = (
        is_instruction(text)
        or _MODAL_CODE.search(text) is not None
        or (not is_listing(text) and _CLAUSE.search(text) is not None)
    )
    return is_one and not is_task(text) and _REPORT.match(text) is None


_CLAUSE = re.compile(
    r"(?:[;:\u2013—]|\s-|->|→|, so|\bso)\s+(?:always |just )?(?:use|call|run|set|wrap|pass|pin"
    r"|avoid"
    r"|do not|don['\u2019]t|never|always|prefer"
    r"|kill|parse|check|keep|put|invoke|import|clear|restart|rebuild|export|quote|escape|skip"
    r"|scope|close|remove|rotate)\b"
    r"|\binstead\.?$",
)
"""An order at the end of a fact: "X is not Y - use Z"."""

_MODAL_CODE = re.compile(
    r"(?i)^`[^`]+`\s+(?:must|should|may not|needs? to|has to|is only for|always|never)\b"
)


def is_strong(sentence: str) -> bool:
    """Whether it leaves no choice, or says what is done instead of what."""
    return _STRONG.search(sentence) is not None


def is_trouble(sentence: str) -> bool:
    """Whether it says that something goes wrong, or what it needs not to."""
    return _TROUBLE.search(sentence) is not None


def is_anaphoric(sentence: str) -> bool:
    """Whether it speaks of what the sentence before it named."""
    return _ANAPHORA.match(bare(sentence)) is not None


def is_report(sentence: str) -> bool:
    """Whether it tells what somebody did, or how far the work is."""
    return _REPORT.search(plain(sentence)) is not None or _REPORT.match(sentence) is not None


def is_task(sentence: str) -> bool:
    """Whether it asks for something to be done once; what leaves no choice is no task."""
    text = bare(sentence)
    return _TASK.match(text) is not None and not is_strong(text) and "every " not in text.lower()


def is_ticked(text: str) -> bool:
    """Whether it bears the mark of a task that is done, or still to do."""
    return _TICKED.match(text) is not None


def is_template(text: str) -> bool:
    """Whether it waits for words, or is what a generator puts into every file."""
    return _TEMPLATE.search(_CODE.sub("x", text)) is not None


def is_listing(text: str) -> bool:
    """Whether it lists a thing and what it is."""
    return _LISTS.match(text) is not None


def is_statement(text: str) -> bool:
    """Whether a heading or a bold lead says something by itself, as a sentence does.

    >>> is_statement("Use UPSERT, never REPLACE, on parents"), is_statement("Key files")
    (True, False)
    """
    said = bare(text)
    if len(said.split()) < _FEWEST_WORDS or said.endswith((":", "?")):
        return False
    return is_imperative(said) or _VERB.search(said) is not None


_VERB = re.compile(
    r"(?i)\b(?:is|are|was|were|has|have|does|do|can|cannot|must|should|will|needs?|fails?|breaks?"
    r"|kills?|loses?"
    r"|requires?|rejects?|returns?|means|drops?|runs?|uses?|sets?|takes?|gets?|gives?|comes?|goes"
    r"|stays?|keeps?"
    r"|hides?|depends?|expects?|causes?|ignores?|throws?|hangs?|caps?|opens?|belongs?|lives?"
    r"|matters?|persists?"
    r"|overrides?|blocks?|not|never|always|don['\u2019]?t|isn['\u2019]?t|doesn['\u2019]?t"
    r"|won['\u2019]?t|makes?"
    r"|leaks?|beats?|eats?)\b"
)
