"""Who plays the fourth session: real agents, and whichever model reads and writes files."""
