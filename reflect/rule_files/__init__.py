"""Rule files (CLAUDE.md, AGENTS.md and the like): parse and ingest them."""
