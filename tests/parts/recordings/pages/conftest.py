"""The sample board and who visits its page."""

from tests.parts.web.conftest import furnished, sample, serve, visitor

__all__ = ["furnished", "sample", "serve", "visitor"]
