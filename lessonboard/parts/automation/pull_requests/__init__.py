"""Pull requests with their reviews and rework, read from a forge or by hand."""
