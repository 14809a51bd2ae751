"""Lessons of a merged change: what the reviews and the rework say that the plan did not."""
