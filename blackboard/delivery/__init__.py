"""What an agent is shown, when and why: the only place where advice is composed.

`deliver.deliver` decides, purely, from candidates and a situation; the board, its hooks, the
command line and the MCP server only call it. Light to import, because hooks are whole processes.
"""
