"""The real agents, from the first session to the last, against scripted models on loopback."""
