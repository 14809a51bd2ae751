"""The reflector: what a trajectory teaches, found by a model or, without one, by rules."""
