"""Rule files: CLAUDE.md, AGENTS.md and the like, read as rules with their places, and checked."""
