"""What an agent is told: the composer and its parts."""
