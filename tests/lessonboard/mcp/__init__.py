"""The MCP server as its clients meet it."""
