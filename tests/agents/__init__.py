"""Real coding agents, run against scripted stand-ins for their model services."""
