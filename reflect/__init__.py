"""From what happened to what was learnt: everything here reads views and appends events."""
