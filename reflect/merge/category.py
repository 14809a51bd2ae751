"""The category of a lesson of a merged change, by the words of its rule."""

from __future__ import annotations

from reflect.reflector.category import category_of

_CATEGORIES = {
    "testing": "testing",
    "security": "security",
    "performance": "performance",
    "projectSpecific": "architecture",
}


def category(rule: str) -> str:
    """The category that the words of a rule suggest."""
    return _CATEGORIES.get(category_of(rule), "conventions")
