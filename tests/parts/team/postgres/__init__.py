"""The log on real PostgreSQL servers: who may do what, what it survives, how boards follow it."""
