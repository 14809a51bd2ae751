"""Does an agent that has a memory do better work? Traps, arms, judges, and what was counted."""
