"""The labels of an issue: those that there are, and those that could be made."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from scheduler.forge.gh import GitHubUnavailable
from scheduler.forge.github_api import GitHubApi

_COLOURS = {"priority": "d93f0b", "type": "1d76db"}
_COLOUR = "ededed"
_ABOUT = {
    "priority": "How soon it should be improved",
    "type": "What kind of improvement it is",
    "automated": "Opened by Lessonboard",
}


def usable(api: GitHubApi, path: str, labels: Sequence[str]) -> list[str]:
    """The labels that an issue can be given, made where they were missing.

    Whoever may not make one can still apply one that is there, so it is looked for first.

    Raises:
        GitHubUnavailable: what failed has nothing to do with the label.
    """
    return [label for label in labels if _is_there(api, path, label) or _is_made(api, path, label)]


def _is_there(api: GitHubApi, path: str, label: str) -> bool:
    tried = f"look for the label {label} in {path}"
    try:
        api.one(f"repos/{path}/labels/{quote(label, safe='')}", tried)
    except GitHubUnavailable as error:
        if error.cause == "refused" and error.status in (403, 404):
            return False
        raise
    return True


def _is_made(api: GitHubApi, path: str, label: str) -> bool:
    kind = label.partition(":")[0]
    fields = {"name": label, "color": _COLOURS.get(kind, _COLOUR)}
    if kind in _ABOUT:
        fields["description"] = _ABOUT[kind]
    try:
        api.send(f"repos/{path}/labels", fields, f"make the label {label} in {path}")
    except GitHubUnavailable as error:
        if error.cause == "refused" and error.status in (403, 404):
            return False
        if error.status == 422:
            return "already_exists" in error.answer
        raise
    return True
