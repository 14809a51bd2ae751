"""The place of an MCP server."""

from tests.lessonboard.mcp.conftest import place

__all__ = ["place"]
