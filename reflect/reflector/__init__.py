"""The reflector derives insights from a trajectory, with a model or by rules."""
