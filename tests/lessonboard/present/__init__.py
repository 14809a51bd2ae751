"""How things are shown."""
