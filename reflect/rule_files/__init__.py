"""Rule files (CLAUDE.md, AGENTS.md and the like): parse, ingest and audit them."""
