"""What one program brings along: views and events besides those of the product and of plug-ins."""

from __future__ import annotations

from collections.abc import Iterable

from blackboard.storage.local import LocalFile
from blackboard.views import added_views, is_ours, own_views, view_named
from blackboard.views.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.events.payload import PayloadModel


class Own:
    """The views and events with which a board was opened, and the way to all others.

    Raises:
        InvalidView: a view has the name of another, or cannot be one.
        InvalidEvent: a model has the type of another, or cannot be one.
    """

    def __init__(
        self, views: Iterable[View] = (), events: Iterable[type[PayloadModel]] = ()
    ) -> None:
        self._views = own_views(views)
        self.events = _events(events)

    def view_named(self, name: str) -> View:
        """The view of that name, the product's or a plug-in's.

        Raises:
            UnknownView: with the names that there are.
        """
        return self._views.get(name) or view_named(name)

    def views(self) -> list[View]:
        """All views that are not the product's."""
        return [*self._views.values(), *added_views()]

    def searched(self, local: LocalFile) -> list[View]:
        """Those with text to be found by, in step with the log.

        Plug-ins are looked for where the board has their table: it takes longer than to search.
        """
        added = added_views() if local.views.has_own() else []
        searched = [view for view in (*self._views.values(), *added) if view.document]
        for view in searched:
            local.catch_up_own(view)
        return searched

    def catch_up(self, local: LocalFile, view: View) -> None:
        """Bring a view in step with the log, where the product does not do it at every read."""
        if not is_ours(view):
            local.catch_up_own(view)


def _events(models: Iterable[type[PayloadModel]]) -> dict[str, type[PayloadModel]]:
    given = list(models)
    if not given:
        return {}
    from blackboard.events.catalogue import own_events  # the models take 0.1 s to import

    return own_events(given)
