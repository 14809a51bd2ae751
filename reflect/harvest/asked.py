"""Whether a human asked for something to be written down, by the words of the prompt before it."""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"""(?ix)
    \b(?:remember|memori[sz]e|don['\u2019]?t\ forget|keep\ in\ mind)\b
    | \b(?:document|note|record|save|store|write|put|log|capture|jot|persist)\b [^.?!\n]{0,60}
      \b(?:down|this|that|it|these|learnings?|lessons?|rules?|memory|memories|notes?
        |claude\.md|agents\.md|gemini\.md|rule\ file|so\ (?:we|you)\ do)\b
    | \b(?:add|update|extend|put|include|write|create|generate|init)\b [^.?!\n]{0,80}
      (?:\b(?:claude|agents|gemini|memory|lessons|learnings)\.md\b
        | \bcursor\ ?rules?\b | \bmemory\b
        | \b(?:learnings?|lessons?|rules?\ file|guidelines)\b)
    | \blearn\ from\ (?:this|that|it)\b | \bfor\ (?:the\ )?(?:future|next\ time)\b
    | \b(?:could|can)\ we\ have\ a\ (?:\w+\ )?rule\b
    | 记住|記住|记下|记录下来|覚えて|メモして|기억해|merk(?:e)?\ dir
    | notier|retiens|souviens|note\ (?:ça|cela)
    | recuerda|apunta|anota|запомни|запиши
    """
)
_LONGEST = 4_000


def is_asked_for(prompt: str) -> bool:
    """Whether a prompt asks to remember or to write down something.

    >>> is_asked_for("maybe document this as learning in the repo"), is_asked_for("fix the test")
    (True, False)
    """
    return _ASKS.search(prompt[:_LONGEST]) is not None
