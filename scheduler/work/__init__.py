"""The work queue: items are created, leased, and completed or failed; each change is an event."""
