"""The SQLite backend: one file per board, readable by any SQLite."""
