"""The bench of reach and effect: tasks, players, arms, runs and their analysis."""
