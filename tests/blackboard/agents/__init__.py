"""What is particular about each agent."""
