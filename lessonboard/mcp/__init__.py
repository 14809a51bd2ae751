"""The face for agents: an MCP server over standard input and output, of eight small tools."""

WAIT = 5.0
"""Seconds that a call waits for others that write to the board, unless somebody asks otherwise."""
