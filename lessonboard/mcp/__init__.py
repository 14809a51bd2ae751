"""The face for agents: an MCP server over standard input and output, of eight small tools."""
