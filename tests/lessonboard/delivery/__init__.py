"""The faces of the delivery: hook, command line and MCP server."""
