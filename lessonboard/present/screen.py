"""What a list may look like: coloured, cut to the terminal's width, with relative times, or plain.

Programs read plain output, so nothing is cut, shortened or coloured where no terminal is.
"""

from __future__ import annotations

from dataclasses import dataclass

from lessonboard.present.text import cut_at_words, day, one_line

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_WEEKS = 14 * _DAY
"""After so long a date says more than a number of days."""

_SHORT_ID, _SHORT_ID_BY_TIME = 8, 13
"""Characters that distinguish ids; UUIDs of version 7 begin with the time, to the millisecond."""

_UUID, _VERSION_OF_UUID = 36, 14
_NARROWEST = 40


@dataclass(frozen=True)
class Screen:
    """Where lines go: a terminal of so many columns, or a pipe (None).

    `now` is in microseconds since 1970; `height` is in lines, also for a pipe.
    """

    width: int | None = None
    now: int = 0
    coloured: bool = False
    height: int = 24

    @property
    def marks(self) -> tuple[str, str]:
        """What is put before and after a word that was searched for."""
        return ("\x1b[1;33m", "\x1b[0m") if self.coloured else ("**", "**")

    def when(self, micros: int) -> str:
        """Return a time: as a date, or on a terminal how long ago it was.

        >>> Screen(80, 7_200_000_000).when(0), Screen().when(0)
        ('2 h ago', '1970-01-01')
        """
        ago = (self.now - micros) // 1_000_000
        if self.width is None or not 0 <= ago < _WEEKS:
            return day(micros)
        if ago < _HOUR:
            return f"{ago // _MINUTE} min ago"
        return f"{ago // _HOUR} h ago" if ago < 2 * _DAY else f"{ago // _DAY} days ago"

    def id(self, name: str) -> str:
        """Return an id, on a terminal its beginning, which every command accepts.

        >>> Screen(80).id("lesson-29553de9f44c"), Screen(80).id("a9904ca5-8f7d-4475")
        ('29553de9', 'a9904ca5')
        >>> Screen(80).id("01a1fdb2-c36b-7d32-89fc-0ae6e7b71ad3")
        '01a1fdb2-c36b'
        """
        if self.width is None:
            return one_line(name)
        for kind in ("lesson-", "insight-"):
            name = name.removeprefix(kind)
        is_by_time = len(name) == _UUID and name[_VERSION_OF_UUID] == "7"
        return one_line(name[: _SHORT_ID_BY_TIME if is_by_time else _SHORT_ID])

    def cut(self, text: str, used: int = 0, most: int | None = None) -> str:
        """Return one line of text that fits after `used` columns, cut at words.

        On a pipe it has at most `most` characters.

        >>> Screen(44).cut("x" * 50, used=2)
        'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
        """
        line = one_line(text)
        if self.width is None:
            return line if most is None else cut_at_words(line, most)
        return cut_at_words(line, max(self.width, _NARROWEST) - used)
