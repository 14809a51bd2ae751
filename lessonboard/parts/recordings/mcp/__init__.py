"""The MCP tool that finds and runs recorded workflows."""
