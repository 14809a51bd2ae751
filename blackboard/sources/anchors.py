"""The beginnings by which a text that may hold a secret is told from one that surely does not.

Light to import, because the hooks of agents use it too: most texts need no closer look.
"""

from __future__ import annotations

ANCHORS = {
    "private-key": ("PRIVATE KEY",),
    "aws-key": ("AKIA", "ASIA"),
    "github-token": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    "gitlab-token": ("glpat-",),
    "api-key": ("sk-", "sk_", "rk_"),
    "slack-token": ("xox", "hooks.slack.com"),
    "google-key": ("AIza", "ya29."),
    "npm-token": ("npm_",),
    "pypi-token": ("pypi-",),
    "hugging-face-token": ("hf_",),
    "jwt": ("eyJ",),
    "url-password": ("://",),
    "bearer-token": ("earer ", "asic "),
}
"""What every secret of a shape contains, whatever else is around it."""

ASSIGNED = ("assw", "ecret", "oken", "key", "assphrase", "redential")
"""What every name of an assigned secret contains, however it is spelt, once it is case-folded."""

_RARE = [each for anchors in ANCHORS.values() for each in anchors if each != "://"]

_REACH = 64
"""Characters within which the sign of an assignment follows such a name."""


def may_be_marked(text: str) -> bool:
    """Whether a text may hold the tag by which a person marks words as private."""
    return "<p" in text or "<P" in text


def may_hold_secret(text: str) -> bool:
    """Whether a text needs a closer look; never False for one that `redact` would change."""
    if may_be_marked(text):
        return True
    if any(map(text.__contains__, _RARE)) or ("://" in text and "@" in text):
        return True
    folded = text.casefold()
    return any(anchor in folded and _is_assigned(folded, anchor) for anchor in ASSIGNED)


def _is_assigned(text: str, anchor: str) -> bool:
    """Whether a sign of assignment follows soon, or a name so long that it hides where it ends."""
    place = text.find(anchor)
    while place >= 0:
        after = text[place : place + _REACH]
        if "=" in after or ":" in after or (len(after) == _REACH and len(after.split()) == 1):
            return True
        place = text.find(anchor, place + 1)
    return False
