"""Whether the lines that lessons cite still stand."""
