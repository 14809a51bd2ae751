"""The files that a sentence says not to edit, as patterns of a guard; pure."""

from __future__ import annotations

import re

from reflect.guards.named_commands import TAIL

_EDIT = (
    r"(?:(?:hand|manually)[- ])?"
    r"(?:edit|change|modify|touch|alter|overwrite|update|write (?:to|into|in)"
    r"|editing|changing|modifying|touching|altering|overwriting)"
)
_NOT = r"(?:do not|don'?t|never|must not|mustn'?t|should not|shouldn'?t|stop|are not allowed to|no)"
_NEVER_EDIT = re.compile(rf"(?i)^{_NOT}(?: ever)?(?: again)? {_EDIT}\s+(?P<rest>.*)$", re.DOTALL)
_NOUNS = re.compile(
    r"""(?ix)^(?:(?:the|any|any\ of|anything|something|all|generated|auto-?generated|vendored|vendor
    |files?|code|in|under|inside|of|from|below|within|folders?|director(?:y|ies)|contents?|existing
    |lock(?:file)?s?|checked-?in|committed|our|these|those|this|snapshots?|build|output|protobuf
    |path|called|named|manually|directly|by\ hand|that\ (?:is|are|live)|matching)\s+)*"""
)
_PATH = re.compile(
    r"""(?x)^(?:`(?P<code>[^`\s]+)`|"(?P<quoted>[^"\s]+)"
    |(?P<bare>(?:\./)?[\w@*.-]*(?:/[\w@*.-]+)+/?|(?:\./)?[\w@.-]+/
    |[\w*.-]*[\w*]\.[A-Za-z]{1,5}(?![\w/])))"""
)
_NOUNS_AFTER = re.compile(
    r"(?i)^\s+(?:files?|folders?|director(?:y|ies)|lock ?files?|manually|directly)\b"
)
_OR = re.compile(r"(?i)^(?:\s*,\s*(?:or |and )?|\s+(?:or|and|nor)\s+)(?:in |under |inside )?")
_REASON = re.compile(
    r"(?i)^(?:\s*,)?\s*(?:they|it|these|those|that|this|which|edit|change|regenerate|run|use|make)\b"
)
_ALL_IN = (
    r"(?i)^(?:(?:all |the |any )*(?:files?|code|everything|anything) (?:in|under|inside|below) "
    r"(?:the )?|the )?(?P<path>`[^`\s]+`|[\w@*./-]*[/.][\w@*./-]*) "
)
_GENERATED = re.compile(
    rf"{_ALL_IN}(?:is|are) (?:auto-?)?(?:generated|read-?only|vendored)(?:[^.;,—-]*)?[.;,—-]+\s*"
    rf"(?:so |and |please )*{_NOT}(?: ever)? {_EDIT}"
    r"(?: (?:it|them|those|these|that|this|by hand|manually|directly|here))*\s*(?:$|[.,;!])"
)
_NOT_EDITED = re.compile(
    rf"{_ALL_IN}(?:is|are|must|should|may) (?:not|never) (?:to )?"
    r"be (?:edited|changed|modified|touched)(?: (?:by hand|manually|directly|ever|here))*"
    r"\s*(?:$|[.,;!—-])"
)


def files_of(sentence: str) -> tuple[str, ...]:
    """The patterns of the files that are not to be edited; none where that is not sure.

    A name without a folder means files of that name wherever they are.

    >>> files_of("never edit `uv.lock` by hand"), files_of("don't touch src/gen, run make gen")
    (('**/uv.lock',), ('src/gen', 'src/gen/'))
    >>> files_of("don't change the behaviour of src/kite.py")
    ()
    """
    stated = _GENERATED.match(sentence) or _NOT_EDITED.match(sentence)
    if stated:
        return _patterns(stated["path"].strip("`"), is_code=stated["path"].startswith("`"))
    edit = _NEVER_EDIT.match(sentence)
    return _listed(edit["rest"]) if edit else ()


def _listed(text: str) -> tuple[str, ...]:
    found: list[str] = []
    rest = _NOUNS.sub("", text, count=1)
    while match := _PATH.match(rest):
        path = match["code"] or match["quoted"] or match["bare"]
        bare = path.rstrip(".") if match["bare"] else path
        patterns = _patterns(bare, is_code=not match["bare"])
        if not patterns:
            return ()
        found += patterns
        rest = rest[match.start() + len(match[0]) - (len(path) - len(bare)) :]
        rest = _NOUNS_AFTER.sub("", rest, count=1)
        further = _OR.match(rest)
        if not further or not _PATH.match(_NOUNS.sub("", rest[further.end() :], count=1)):
            break
        rest = _NOUNS.sub("", rest[further.end() :], count=1)
    is_all = TAIL.match(rest) or _REASON.match(rest)
    return tuple(dict.fromkeys(found)) if found and is_all else ()


def _patterns(path: str, *, is_code: bool) -> tuple[str, ...]:
    path = path.removeprefix("./")
    if path.startswith(("/", "~", "..")) or not path.strip("*/.") or "//" in path:
        return ()
    if "/" not in path:
        return (f"**/{path}",) if "." in path.strip(".") or path.startswith(".") else ()
    last = path.rsplit("/", 1)[-1]
    if not last or "." in last or "*" in last:
        return (path,)
    return (path, f"{path}/")
