"""How text becomes words: the same way for indexing, searching, and comparing.

Standard library only and without `re`, because the hooks of agents use it too.
"""

from __future__ import annotations

VERSION = 2
"""Raise it when words come out differently: indexes are then rebuilt."""

_LONGEST_WORD = 64
_VOWELS = frozenset("aeiouy")
_NAMES = {"c++": " cplusplus ", "c#": " csharp ", "f#": " fsharp ", ".net": " dotnet "}
_MOST_REMEMBERED = 200_000
_stems: dict[str, str] = {}
_inside: dict[str, tuple[str, ...]] = {}


class _Fold(dict[int, str]):
    """A translation table that is filled as characters turn up.

    Letters lose their accents, apostrophes vanish, each CJK character is a word (there are no
    spaces to split at, so phrases of single characters find what words would), and all else
    that is neither a letter nor a digit becomes a space.
    """

    def __missing__(self, code: int) -> str:
        import unicodedata  # 0.2 ms, and the text of most prompts is ASCII

        character = chr(code)
        folded = "".join(
            each
            for each in unicodedata.normalize("NFKD", character)
            if not unicodedata.combining(each)
        )
        if character in "'\u2019":
            folded = ""
        elif not folded.isalnum():
            folded = " "
        elif _is_cjk(code):
            folded = f" {folded} "
        self[code] = folded
        return folded


def _is_cjk(code: int) -> bool:
    return 0x3040 <= code <= 0x9FFF or 0xAC00 <= code <= 0xD7A3 or 0x20000 <= code <= 0x3FFFF


_FOLD = _Fold()
_ASCII = bytes(code if chr(code).isalnum() or code > 127 else 32 for code in range(256))
_APOSTROPHE = b"'"


def words(text: str) -> list[str]:
    """The words of a text in order, lower-cased and stemmed.

    >>> words("Don't call `busy_timeout` in C++ tests")
    ['dont', 'call', 'busy', 'timeout', 'in', 'cplusplus', 'test']
    """
    return [_stems.get(word) or stem(word) for word in _folded(text).lower().split()]


def parts(text: str) -> list[str]:
    """The words inside compound words: humps of camel case, letters beside digits.

    >>> parts("set noEmit for TS2345 and utf8")
    ['no', 'emit', 'ts', '2345', 'utf']
    """
    found: list[str] = []
    for word in _folded(text).split():
        inside = _inside.get(word)
        found += _parts(word) if inside is None else inside
    return found


def words_and_parts(text: str) -> list[str]:
    """The words of a text, then the parts of those that are compound.

    The same as the two functions one after the other, in half the time.

    >>> words_and_parts("Set noEmit")
    ['set', 'noemit', 'no', 'emit']
    """
    memory = _memories[0]
    if len(memory) > _MOST_REMEMBERED:
        memory = _memories[0] = _Memory()
    cased = _folded(text).split()
    found = list(map(memory.__getitem__, cased))
    compounds = memory.compounds
    if not compounds.keys().isdisjoint(cased):
        found += [part for word in cased if word in compounds for part in compounds[word]]
    return found


class _Memory(dict[str, str]):
    """The stem of each word, of any case, and the parts of those that have some.

    A full one is replaced and not emptied, for another thread may be at work with it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.compounds: dict[str, tuple[str, ...]] = {}

    def __missing__(self, word: str) -> str:
        inside = _parts(word)
        if inside:
            self.compounds[word] = inside
        form = self[word] = stem(word.lower())
        return form


_memories = [_Memory()]


def _parts(word: str) -> tuple[str, ...]:
    """The parts of one word, remembered."""
    inside: tuple[str, ...] = ()
    if not word.isalpha() or not (word.islower() or word[1:].islower() or word.isupper()):
        pieces = _pieces(word[:_LONGEST_WORD])
        if len(pieces) > 1:
            inside = tuple(stem(piece.lower()) for piece in pieces if len(piece) > 1)
    if len(_inside) < _MOST_REMEMBERED:
        _inside[word] = inside
    return inside


def stem(word: str) -> str:
    """A word without plural, -ing and -ed, so that `tests`, `testing` and `tested` are one.

    >>> [stem(word) for word in ("caches", "caching", "string", "committed", "process")]
    ['cach', 'cach', 'string', 'commit', 'process']
    """
    word = word[:_LONGEST_WORD]
    stemmed = _stem(word) if len(word) > 3 and word.isascii() and word.isalpha() else word
    if len(_stems) < _MOST_REMEMBERED:
        _stems[word] = stemmed
    return stemmed


def _folded(text: str) -> str:
    """A text of which only letters, digits and spaces are left; case is kept.

    Most text is ASCII, which `bytes.translate` folds ten times as fast as `str.translate` does.
    """
    if "+" in text or "#" in text or ".n" in text or ".N" in text:
        lowered = text.lower()
        text = _name(text) if any(name in lowered for name in _NAMES) else text
    if not text.isascii():
        text = _to_letters(text)
    return text.encode().translate(_ASCII, _APOSTROPHE).decode()


def _to_letters(text: str) -> str:
    """A text of whose other characters than ASCII only letters and digits are left, folded.

    Mostly these are a few dashes, arrows and quotes: to replace each of them everywhere takes a
    tenth of the time that it takes to look at every character.
    """
    others = {each for each in set(text) if not each.isascii()}
    folded = {each: _FOLD[ord(each)] for each in others}
    if any(others.intersection(into) - {each} for each, into in folded.items()):
        return text.translate(_FOLD)
    for each, into in folded.items():
        text = text.replace(each, into)
    return text


def _name(text: str) -> str:
    """Give names that end in a sign a spelling that survives splitting."""
    for chunk in set(text.split()):
        name = _NAMES.get(chunk.strip("`'\",;:!?()[]").rstrip(".").lower())
        if name is not None:
            text = text.replace(chunk, name)
    return text


def _pieces(word: str) -> list[str]:
    """Split where a lower-case letter meets an upper-case one, and letters meet digits."""
    pieces, start = [], 0
    for index in range(1, len(word)):
        before, here = word[index - 1], word[index]
        hump = here.isupper() and (before.islower() or _starts_hump(word, index))
        if hump or before.isdigit() != here.isdigit():
            pieces.append(word[start:index])
            start = index
    return [*pieces, word[start:]]


def _starts_hump(word: str, index: int) -> bool:
    """Whether this capital begins a new hump after an acronym, as the P in `HTTPParser`."""
    after = word[index + 1 : index + 2]
    return word[index - 1].isupper() and after.islower()


def _stem(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    base = _without_suffix(word)
    return base[:-1] if base.endswith("e") and len(base) > 3 else base


def _without_suffix(word: str) -> str:
    if word.endswith("ing") and len(word) > 5:
        return _undouble(word[:-3], word)
    if word.endswith("ed") and len(word) > 4 and not word.endswith("eed"):
        return _undouble(word[:-2], word)
    if word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _undouble(base: str, word: str) -> str:
    """The stem of a verb form, or the word itself when what is left could not be said."""
    if len(base) < 3 or not _VOWELS.intersection(base):
        return word
    if base[-1] == base[-2] and base[-1] not in "slz":
        return base[:-1]
    return base
