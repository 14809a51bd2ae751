"""Work items: created, claimed for a time, completed or failed, each step an event."""
