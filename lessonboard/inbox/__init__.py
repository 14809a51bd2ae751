"""The inbox: what waits for a person's decision, one group for each decision, in order."""
