"""Stand-ins for what the examples have no network for: a forge, a remote, a coding agent."""
