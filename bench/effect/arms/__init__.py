"""What an agent has for a memory: each arm prepares a home, and is let work between sessions."""
