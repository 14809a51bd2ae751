"""What a model proposes, and what structure makes of it."""
