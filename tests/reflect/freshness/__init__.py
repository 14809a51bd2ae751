"""Whether the lines that lessons cite still exist."""
