"""Whether what somebody says is for now only, or a question: never a rule, however it was said."""

from __future__ import annotations

import re

FOR_NOW = r"""
    \b(?: yet | for\ now | this\ time | today(?!['\u2019]s) | tomorrow | right\ now
      | this\ (?:week|month|morning|afternoon|evening|weekend)
      | diese\ Woche | cette\ semaine | esta\ semana | questa\ settimana | deze\ week
      | (?:just|only)\ (?:this\ )?once | at\ the\ moment | for\ the\ moment | temporarily
      | diesmal | vorerst | noch\ nicht | heute | erstmal | pour\ l['\u2019]instant | cette\ fois
      | pas\ encore | aujourd['\u2019]hui | por\ ahora | esta\ vez | todavía | hoy | por\ enquanto
      | desta\ vez | ainda\ não | hoje | per\ ora | stavolta | questa\ volta | oggi | na\ razie
      | tym\ razem | dzisiaj | voorlopig | deze\ keer | vandaag | пока | в\ этот\ раз | сегодня )\b
    | 今回 | 今日 | とりあえず | まだ | 这次 | 暂时 | 今天 | 先不
"""
"""Words of time that end with the task or the day, for a verbose expression."""

_FOR_NOW = re.compile(f"(?ix){FOR_NOW}")
_QUESTION = re.compile(
    r"(?i)[?\uff1f][\"')\]\u201d\u2019\u300d]*(?:\s|$)"
    r"|^(?:can|could|would|should|shall|may|do|does|did|is|are)\ (?:we|you|i|it|this|that|the)\b"
)


def is_for_now(text: str) -> bool:
    """Whether a text is about now, or asks.

    >>> is_for_now("Don't use npm yet."), is_for_now("Should we never use npm here?")
    (True, True)
    >>> is_for_now("Never merge before the release of this branch.")
    False
    """
    return bool(_FOR_NOW.search(text) or _QUESTION.search(text))
