"""Which projects a name may mean."""

from __future__ import annotations

from collections.abc import Collection


def meant(name: str, known: Collection[str]) -> list[str]:
    """The project of that name, else those whose last part it is, else the name itself.

    >>> meant("cli", {"github.com/ada/cli", "github.com/ada/kite"})
    ['github.com/ada/cli']
    """
    if name in known:
        return [name]
    return sorted(each for each in known if each.endswith(f"/{name}")) or [name]
