"""Find or create the labels of an issue."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from lessonboard.parts.automation.forge.gh import GitHubUnavailable
from lessonboard.parts.automation.forge.github_api import GitHubApi

_COLOURS = {"priority": "d93f0b", "type": "1d76db"}
_COLOUR = "ededed"
_ABOUT = {
    "priority": "How soon it should be improved",
    "type": "What kind of improvement it is",
    "automated": "Opened by Lessonboard",
}


def usable(api: GitHubApi, path: str, labels: Sequence[str]) -> list[str]:
    """The labels that exist or can be created.

    A login that may not create labels can still apply existing ones, so those are looked up first.

    Raises:
        GitHubUnavailable: a failure that has nothing to do with the label.
    """
    return [label for label in labels if _exists(api, path, label) or _create(api, path, label)]


def _exists(api: GitHubApi, path: str, label: str) -> bool:
    tried = f"look for the label {label} in {path}"
    try:
        api.one(f"repos/{path}/labels/{quote(label, safe='')}", tried)
    except GitHubUnavailable as error:
        if error.cause == "refused" and error.status in (403, 404):
            return False
        raise
    return True


def _create(api: GitHubApi, path: str, label: str) -> bool:
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
