"""Tests of the MCP tool of recordings."""
